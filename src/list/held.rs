//! `HeldDecisions`: the decisions of people against which writes were denied, and what was asked
//! instead. They are not stored: they tell the person who is looking now.

use std::rc::Rc;

use crate::list::author::Actor;
use crate::list::delta::Aspect;
use crate::list::todo::{Key, Todo};

/// A decision of a person that a write asked to change.
#[derive(Clone, Debug)]
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

/// All decisions that held, sorted by key.
#[derive(Clone, Debug, Default)]
pub(crate) struct HeldDecisions {
    all: Vec<HeldDecision>,
    /// Those of the write that is being made.
    reported: Vec<HeldDecision>,
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
    pub fn find(&self, key: Key, aspect: Aspect) -> Option<&HeldDecision> {
        self.all.get(self.index_of(key, aspect)?)
    }

    fn index_of(&self, key: Key, aspect: Aspect) -> Option<usize> {
        let from = self.all.partition_point(|held| held.key < key);
        let mut of_todo = (from..).zip(self.all.iter().skip(from));
        of_todo
            .find(|(_, held)| held.key > key || held.aspect == aspect)
            .filter(|(_, held)| held.key == key)
            .map(|(index, _)| index)
    }

    /// Counts one more write that was denied a decision, unless the person has decided again.
    pub fn add(&mut self, held: HeldDecision) {
        let known = self.remove(held.key, held.aspect);
        let known = known.filter(|known| known.decided_at == held.decided_at);
        let times = known.map_or(1, |known| known.times.saturating_add(1));
        let held = HeldDecision { times, ..held };
        self.reported.push(held.clone());
        let at = self.all.partition_point(|other| other.key <= held.key);
        self.all.insert(at, held);
    }

    /// Forgets a decision, and returns what was known of it.
    pub fn remove(&mut self, key: Key, aspect: Aspect) -> Option<HeldDecision> {
        Some(self.all.remove(self.index_of(key, aspect)?))
    }

    /// Keeps only the decisions that `is_in_force` accepts.
    pub fn retain(&mut self, is_in_force: impl Fn(&HeldDecision) -> bool) {
        self.all.retain(is_in_force);
    }

    /// Returns what the latest write was denied, once.
    pub fn take_reported(&mut self) -> Vec<HeldDecision> {
        core::mem::take(&mut self.reported)
    }
}
