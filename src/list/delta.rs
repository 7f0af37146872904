//! `Delta`: what changed between two lists, by key. Everything that compares lists uses it.
//!
//! ```
//! use agent_todos::list::delta::{Aspect, Delta, aspects};
//! use agent_todos::{Id, TodoStore};
//!
//! let mut store = TodoStore::default();
//! store.add_multiple(&["Open the shop", "Find a kettle", "Pay"])?;
//! let before = store.list().clone();
//! store.complete(Id(1))?;
//! store.remove(Id(2))?;
//! store.add_multiple(&["Say thanks"])?;
//!
//! let delta = Delta::between(&before, store.list());
//! assert_eq!(delta.removed[0].content(), "Find a kettle");
//! assert_eq!(delta.added[0].content(), "Say thanks");
//! let (was, is) = delta.changed[0];
//! assert!(aspects(was, is).eq([Aspect::State]));
//! assert!(delta.moved.is_empty());
//! # Ok::<(), agent_todos::WriteError>(())
//! ```
//!
//! The provenance in the store records who wrote the current values.

use std::cmp::Reverse;
use std::rc::Rc;

use crate::list::indexed_list::{List, index_of};
use crate::list::todo::{Key, TextField, Todo};

/// A part of a todo that can be written by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aspect {
    /// Whether the todo is on the list.
    #[default]
    Presence,
    /// Its state, including its owner, a reason, a claim and its evidence.
    State,
    /// One of the texts of [`TextField::OWN`].
    Text(TextField),
    /// Which todos it depends on.
    Blockers,
    /// Whether "done" by a model or an agent has to be confirmed.
    Confirm,
    /// Its position relative to the other todos.
    Place,
    /// The data that the host stores with it.
    Data,
    /// The todo that it is under.
    Parent,
    /// Whether a person approved it.
    Approved,
}

impl Aspect {
    /// Every aspect, in the order of their numbers in checkpoints.
    pub const ALL: [Self; 13] = [
        Self::Presence,
        Self::State,
        Self::Text(TextField::Content),
        Self::Text(TextField::Name),
        Self::Text(TextField::Priority),
        Self::Text(TextField::ActiveForm),
        Self::Text(TextField::Description),
        Self::Blockers,
        Self::Confirm,
        Self::Place,
        Self::Data,
        Self::Parent,
        Self::Approved,
    ];

    /// The aspects of a todo by itself, without the list.
    pub(crate) const OF_TODO: [Self; 11] = [
        Self::State,
        Self::Text(TextField::Content),
        Self::Text(TextField::Name),
        Self::Text(TextField::Priority),
        Self::Text(TextField::ActiveForm),
        Self::Text(TextField::Description),
        Self::Blockers,
        Self::Confirm,
        Self::Data,
        Self::Parent,
        Self::Approved,
    ];

    /// Returns the aspect's name in JavaScript, or `None` for texts that have no author of their
    /// own: the id that a tool uses for a todo, and texts that belong to its state.
    pub const fn public_name(self) -> Option<&'static str> {
        Some(match self {
            Self::Presence => "presence",
            Self::State => "state",
            Self::Text(TextField::Content) => "content",
            Self::Text(TextField::Priority) => "priority",
            Self::Text(TextField::ActiveForm) => "activeForm",
            Self::Text(TextField::Description) => "description",
            Self::Text(
                TextField::Name
                | TextField::Reason
                | TextField::Owner
                | TextField::LastOwner
                | TextField::Evidence
                | TextField::Question
                | TextField::Options
                | TextField::Answer,
            ) => return None,
            Self::Blockers => "blockedBy",
            Self::Confirm => "confirm",
            Self::Place => "place",
            Self::Data => "data",
            Self::Parent => "parent",
            // `Todo.approved` shows it.
            Self::Approved => return None,
        })
    }

    /// Returns whether the aspect differs between two versions of a todo. Presence and place never
    /// do, because a todo by itself has neither.
    pub(crate) fn differs(self, before: &Todo, after: &Todo) -> bool {
        match self {
            Self::Presence | Self::Place => false,
            Self::State => before.state != after.state,
            Self::Confirm => before.details.flags.confirm != after.details.flags.confirm,
            Self::Text(field) => before.text(field) != after.text(field),
            Self::Data => before.data() != after.data(),
            Self::Blockers => before.blocked_by() != after.blocked_by(),
            Self::Parent => before.parent() != after.parent(),
            Self::Approved => before.is_approved() != after.is_approved(),
        }
    }
}

/// What changed between two lists.
#[derive(Clone, Debug, Default)]
pub struct Delta<'a> {
    /// The todos that were added, as they are now.
    pub added: Vec<&'a Rc<Todo>>,
    /// The todos that were removed, as they were.
    pub removed: Vec<&'a Rc<Todo>>,
    /// The todos that changed in more than their place, before and after. [`aspects`] returns what
    /// changed.
    pub changed: Vec<(&'a Rc<Todo>, &'a Rc<Todo>)>,
    /// The todos whose order changed among those in both lists. If moving one todo explains the
    /// new order, it is only that one.
    pub moved: Vec<Key>,
    /// Whether the lists have different objects for a todo that did not change.
    pub(crate) has_copies: bool,
}

impl<'a> Delta<'a> {
    /// Compares two lists. This is cheap if most todos have kept their places, and shares their
    /// objects.
    pub fn between(before: &'a List, after: &'a List) -> Self {
        let mut delta = Self::default();
        let mut common = 0_usize;
        for (before, after) in before.iter().zip(after) {
            if !Rc::ptr_eq(before, after) {
                if before.key != after.key {
                    break;
                }
                delta.compare(before, after);
            }
            common += 1;
        }
        let others = before.get(common..).unwrap_or_default();
        let others_after = after.get(common..).unwrap_or_default();
        let (mut next, mut is_in_order) = (0, true);
        let mut stays = vec![false; others.len()];
        let newest = others.iter().map(|todo| todo.key).max();
        delta.added.reserve(others_after.iter().filter(|after| Some(after.key) > newest).count());
        for after in others_after {
            let known = Some(after.key) <= newest;
            let index = known.then(|| index_of(before, after.key)).flatten();
            let Some(index) = index.and_then(|index| index.checked_sub(common)) else {
                delta.added.push(after);
                continue;
            };
            if let (Some(before), Some(stays)) = (others.get(index), stays.get_mut(index)) {
                delta.compare(before, after);
                *stays = true;
            }
            is_in_order &= index >= next;
            next = index;
        }
        let gone = others.iter().zip(stays).filter(|(_, stays)| !stays);
        delta.removed.extend(gone.map(|(todo, _)| todo));
        if !is_in_order {
            // A todo with a new parent moved there.
            let is_put = |key| {
                let mut changed = delta.changed.iter();
                changed.any(|(before, after)| after.key == key && before.parent() != after.parent())
            };
            delta.moved = moved(before, after, &|key| is_put(key).into());
        }
        delta
    }

    fn compare(&mut self, before: &'a Rc<Todo>, after: &'a Rc<Todo>) {
        match before.is_same(after) {
            true => self.has_copies |= !Rc::ptr_eq(before, after),
            false => self.changed.push((before, after)),
        }
    }

    /// Returns whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty()
            && self.removed.is_empty()
            && self.changed.is_empty()
            && self.moved.is_empty()
    }
}

/// Returns the aspects that differ between two versions of a todo.
pub fn aspects(before: &Todo, after: &Todo) -> impl Iterator<Item = Aspect> {
    // Most changes are of the state alone.
    let known: &[Aspect] = match Rc::ptr_eq(&before.details, &after.details) {
        true => &[Aspect::State],
        false => &Aspect::ALL,
    };
    known.iter().copied().filter(|aspect| aspect.differs(before, after))
}

/// Returns the todos whose order changed among those in both lists, in the order of `after`.
/// Returns the fewest todos that explain the order. Of several such sets, it is the one with the
/// higher ranks.
pub(crate) fn moved(before: &List, after: &List, rank: &dyn Fn(Key) -> u8) -> Vec<Key> {
    let same =
        before.iter().zip(after).take_while(|(before, after)| before.key == after.key).count();
    let known = after.iter().skip(same);
    let known = known.filter_map(|todo| Some((todo.key, index_of(before, todo.key)?)));
    let known: Vec<(Key, usize)> = known.collect();
    if known.is_sorted_by_key(|(_, index)| *index) {
        return Vec::new();
    }
    // For each todo, the best sequence in the old order that ends there. The last entry is the end
    // of the list, so its sequence is the best one of all.
    let mut ends: Vec<InOrder> = Vec::with_capacity(known.len());
    let mut best = BestBefore::of(before.len());
    for at in 0..=known.len() {
        let (index, rank) =
            known.get(at).map_or((before.len(), 0), |(key, index)| (*index, rank(*key)));
        let previous = best.before(index, &ends);
        let weight = previous.and_then(|at| ends.get(at)).map_or(0, |end| end.weight);
        let weight = weight + WEIGHT - u32::from(rank);
        ends.push(InOrder { weight, previous });
        best.add(index, at, &ends);
    }
    let mut is_moved = vec![true; known.len()];
    let mut next = ends.last();
    while let Some(at) = next.and_then(|end| end.previous) {
        if let Some(is_moved) = is_moved.get_mut(at) {
            *is_moved = false;
        }
        next = ends.get(at);
    }
    let keys = known.iter().zip(is_moved).filter(|(_, is_moved)| *is_moved);
    keys.map(|((key, _), _)| *key).collect()
}

/// The weight of a todo in a sequence, before its rank is subtracted. It is larger than the sum of
/// all ranks, so the length of the sequence decides first.
const WEIGHT: u32 = 1 << 16;

/// A sequence of todos whose order did not change.
struct InOrder {
    weight: u32,
    /// Where the sequence without its last todo ends.
    previous: Option<usize>,
}

/// The sequences with the largest weights, by the previous index of their last todo, as a Fenwick
/// tree.
struct BestBefore(Vec<Option<usize>>);

impl BestBefore {
    fn of(length: usize) -> Self {
        Self(vec![None; length + 1])
    }

    /// Returns the sequence that weighs most among those that end before an index.
    fn before(&self, index: usize, ends: &[InOrder]) -> Option<usize> {
        let (mut node, mut best) = (index, None);
        while node > 0 {
            best = better(best, self.0.get(node).copied().flatten(), ends);
            node &= node - 1;
        }
        best
    }

    /// Adds the sequence that ends at an index.
    fn add(&mut self, index: usize, end: usize, ends: &[InOrder]) {
        let mut node = index + 1;
        while let Some(best) = self.0.get_mut(node) {
            *best = better(*best, Some(end), ends);
            node += node & node.wrapping_neg();
        }
    }
}

/// Returns the sequence that weighs more, the first one if both weigh the same.
fn better(one: Option<usize>, other: Option<usize>, ends: &[InOrder]) -> Option<usize> {
    let rank = |end: Option<usize>| Some((ends.get(end?)?.weight, Reverse(end)));
    if rank(one) >= rank(other) { one } else { other }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::store::TodoStore;
    use crate::list::todo::Id;

    #[test]
    fn a_delta_names_one_moved_todo_after_one_move() {
        let mut store = TodoStore::default();
        store.add_multiple(&["a", "b", "c", "d"]).unwrap();
        let before = store.list().clone();
        for (from, to) in [(1, 4), (4, 0), (2, 3), (1, 2)] {
            let mut store = store.clone();
            store.move_to(Id(from), to).unwrap();
            let delta = Delta::between(&before, store.list());
            assert_eq!(delta.moved.len(), 1, "{from} to {to}");
            assert!(delta.added.is_empty() && delta.removed.is_empty() && delta.changed.is_empty());
        }
        store.remove(Id(2)).unwrap();
        assert_eq!(Delta::between(&before, store.list()).moved, []);
        store.add_after_position(0, &["e"]).unwrap();
        let delta = Delta::between(&before, store.list());
        assert_eq!((delta.moved.len(), delta.added.len(), delta.removed.len()), (0, 1, 1));
        assert!(Delta::between(&before, &before).is_empty());
    }

    #[test]
    fn a_delta_names_the_fewest_moved_todos_that_explain_the_order() {
        let mut store = TodoStore::default();
        store.add_multiple(&["a", "b", "c", "d"]).unwrap();
        let before = store.list().clone();
        for (indices, expected) in
            [([2, 3, 0, 1], &[1, 2][..]), ([3, 1, 2, 0], &[4, 1]), ([3, 2, 1, 0], &[3, 2, 1])]
        {
            let after: List = indices.iter().map(|at: &usize| before[*at].clone()).collect();
            let moves: Vec<u32> = moved(&before, &after, &|_| 0).iter().map(|key| key.0).collect();
            assert_eq!(moves, expected, "{indices:?}");
        }
        // If either half may have moved, it is the one that a person moved.
        let after: List = [2, 3, 0, 1].iter().map(|at: &usize| before[*at].clone()).collect();
        let rank = |key: Key| u8::from(key.0 == 3);
        assert_eq!(moved(&before, &after, &rank), [Key(3), Key(4)]);
    }
}
