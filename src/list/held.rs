//! `HeldDecisions`: the decisions of people against which writes were denied, and what was asked
//! instead. They are not stored: they tell the person who is looking now.

use std::rc::Rc;

use crate::list::author::Actor;
use crate::list::delta::Aspect;
use crate::list::todo::{Key, Todo};

/// The maximum number of decisions that are remembered.
const MAX_HELD: usize = 100;

/// A decision of a person that a write asked to change.
#[derive(Debug)]
pub struct HeldDecision {
    /// The todo. It may have left the list, if a person removed it.
    pub key: Key,
    /// What the person decided.
    pub aspect: Aspect,
    /// Who asked last.
    pub by: Actor,
    /// How many writes have been denied it since the person decided.
    pub times: u32,
    /// The revision of the decision, or the time at which the todo was removed.
    pub(crate) decided_at: i64,
    /// The aspects that were asked for last.
    pub(crate) asked: Vec<Aspect>,
    /// The todo as it was asked for last, or `None` if it was to leave the list.
    pub(crate) requested: Option<Rc<Todo>>,
    /// The todo behind which it was asked for, or `None` for the front.
    pub(crate) behind: Option<Key>,
}

/// The latest decisions that held.
#[derive(Clone, Debug, Default)]
pub(crate) struct HeldDecisions {
    /// The decisions, the one that was asked about last at the end.
    pub all: Vec<Rc<HeldDecision>>,
    /// How many of the last ones are of the write that is being made.
    new: usize,
}

/// They are no part of the list, so stores that differ only in them are equal.
impl PartialEq for HeldDecisions {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for HeldDecisions {}

impl HeldDecisions {
    /// Returns a decision, if a write was denied it.
    pub fn find(&self, key: Key, aspect: Aspect) -> Option<&Rc<HeldDecision>> {
        self.all.iter().find(|held| held.key == key && held.aspect == aspect)
    }

    /// Counts one more write that was denied a decision, unless the person has decided again.
    pub fn add(&mut self, mut held: HeldDecision) {
        if let Some(known) = self.find(held.key, held.aspect)
            && known.decided_at == held.decided_at
        {
            held.times = known.times + 1;
        }
        self.forget(held.key, held.aspect);
        self.all.push(Rc::new(held));
        self.new += 1;
        if self.all.len() > MAX_HELD {
            drop(self.all.remove(0));
        }
    }

    /// Forgets a decision.
    pub fn forget(&mut self, key: Key, aspect: Aspect) {
        self.all.retain(|held| held.key != key || held.aspect != aspect);
    }

    /// Returns what the latest write was denied, once.
    pub fn take_new(&mut self) -> Vec<Rc<HeldDecision>> {
        let before = self.all.len().saturating_sub(core::mem::take(&mut self.new));
        self.all.iter().skip(before).cloned().collect()
    }
}
