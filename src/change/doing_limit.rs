//! `maxDoing`: how many todos each owner may have in progress.

use std::rc::Rc;

use crate::change::draft::Draft;
use crate::change::policy::DenyReason;
use crate::change::resolution::{DeniedChange, Resolution, WriteMode};
use crate::change::statement::Statement;
use crate::list::delta::Aspect;
use crate::list::history::List;
use crate::list::indexed_list::{find, find_mut, index_of};
use crate::list::owners::is_of_another;
use crate::list::todo::{Key, State, Status, Todo};

impl Draft<'_> {
    /// Exempts the todos that this write starts from `maxDoing`.
    pub(crate) fn lift_cap(&mut self) {
        for index in 0..self.requested.len() {
            let as_before = |todo: &Todo| {
                find(&self.base, todo.key).is_some_and(|base| base.state == todo.state)
            };
            let started = |todo: &&Rc<Todo>| todo.state.is_capped_work() && !as_before(todo);
            if self.requested.get(index).filter(started).is_some() {
                self.change(index, |todo| todo.state = todo.state.without_cap());
            }
        }
    }
}

/// Sets todos back to "todo" if this write starts more than `maxDoing` of one owner. A todo that
/// somebody else started since the writer read the list stays in progress. Of the others, the last
/// one that the write starts stays.
pub(crate) fn limit_doing(draft: &Draft<'_>, mode: WriteMode, resolution: &mut Resolution) {
    let max = draft.current.options().max_doing();
    let newly_started = |todo: &Todo| !was_at_work(draft, todo);
    let last_start_of = |key: Key| {
        let starts = |it: &Statement| it.key == key && it.status() == Some(Status::Doing);
        draft.statements.iter().rposition(starts)
    };
    let rank = |key| rank(draft, mode, key, last_start_of(key));
    let excess = find_excess(&resolution.list, max, &newly_started, &rank);
    if excess.is_empty() {
        return;
    }
    let must_stay = |todo: &&Rc<Todo>| todo.state.is_capped_work() && is_protected(draft, todo.key);
    let protected: Vec<Key> =
        resolution.list.iter().filter(must_stay).map(|todo| todo.key).collect();
    for key in excess {
        demote(draft, mode, resolution, key, &protected);
    }
}

/// Sets todos back to "todo" until no owner has more than `max` in progress. [`find_excess`]
/// selects them.
pub(super) fn demote_excess(
    list: &mut List,
    max: usize,
    newly_started: &dyn Fn(&Todo) -> bool,
    rank: &dyn Fn(Key) -> usize,
) {
    for key in find_excess(list, max, newly_started, rank) {
        if let Some(todo) = find_mut(list, key) {
            let state = todo.state.to(Status::Todo);
            Rc::make_mut(todo).state = state;
        }
    }
}

/// Returns the todos to demote, in this order, because their owner has more than `max` in
/// progress and one of them was started now: those of the lowest ranks. If ranks are equal, todos
/// that were already in progress are demoted first.
fn find_excess(
    list: &[Rc<Todo>],
    max: usize,
    newly_started: &dyn Fn(&Todo) -> bool,
    rank: &dyn Fn(Key) -> usize,
) -> Vec<Key> {
    let mut excess = Vec::new();
    // The todos in progress of each owner.
    let mut owned: Vec<Vec<&Rc<Todo>>> = Vec::new();
    for todo in list.iter().filter(|todo| todo.state.is_capped_work()) {
        let same_owner = |known: &&mut Vec<&Rc<Todo>>| {
            known.first().is_some_and(|known| known.state.owner() == todo.state.owner())
        };
        match owned.iter_mut().find(same_owner) {
            Some(known) => known.push(todo),
            None => owned.push(vec![todo]),
        }
    }
    for own in owned.iter().filter(|own| own.len() > max) {
        let mut new = own.iter().filter(|todo| newly_started(todo)).map(|todo| todo.key);
        let mut next_new = new.next();
        let mut left: Vec<(usize, Key)> = Vec::with_capacity(own.len());
        for todo in own {
            // The highest rank comes first.
            let rank = rank(todo.key);
            let at = left.partition_point(|(known, _)| *known > rank);
            left.insert(at, (rank, todo.key));
        }
        while let Some(new_key) = next_new.filter(|_| left.len() > max) {
            let last = left.len().saturating_sub(1);
            let before = last.saturating_sub(1);
            let [lowest, other] = [last, before].map(|at| left.get(at).copied());
            let same_rank = other.is_some_and(|(rank, _)| lowest.is_some_and(|(it, _)| it == rank));
            if same_rank && lowest.is_some_and(|(_, key)| key == new_key) {
                left.swap(before, last);
            }
            let Some((_, key)) = left.pop() else { break };
            excess.push(key);
            if key == new_key {
                next_new = new.find(|new| !excess.contains(new));
            }
        }
    }
    excess
}

/// Returns the rank of a todo in progress. `stated_at` is the index of the statement that starts
/// it. Todos that others own or started since rank highest, then the one that the write started
/// last.
fn rank(draft: &Draft<'_>, mode: WriteMode, key: Key, stated_at: Option<usize>) -> usize {
    if is_protected(draft, key) || is_beyond_cap(draft, key) {
        return usize::MAX;
    }
    match stated_at {
        // A request that only starts a todo sets nothing else back.
        Some(_) if mode.only_starts => 0,
        Some(index) => index.wrapping_add(2),
        None => 1,
    }
}

/// Returns whether a todo may stay in progress although its owner has too many, because the list
/// was read with all of them in progress.
fn is_beyond_cap(draft: &Draft<'_>, key: Key) -> bool {
    let current = draft.current.list();
    find(current, key).filter(|current| current.state.is_capped_work()).is_some_and(|todo| {
        let same_owner = |other: &&Rc<Todo>| {
            other.state.is_capped_work() && other.state.owner() == todo.state.owner()
        };
        current.iter().filter(same_owner).count() > draft.current.options().max_doing()
    })
}

/// Returns whether a todo has to stay in progress: somebody else started it since, or another owner
/// has it.
fn is_protected(draft: &Draft<'_>, key: Key) -> bool {
    find(draft.current.list(), key).filter(|current| current.state.is_at_work()).is_some_and(
        |current| {
            let is_others =
                draft.actor.author.is_restricted() && is_of_another(&draft.actor, current);
            let is_known = find(&draft.base, key).is_some_and(|base| base.state == current.state);
            is_others || !is_known
        },
    )
}

/// Returns whether a todo was already in progress. Taking one over from another owner starts it.
fn was_at_work(draft: &Draft<'_>, todo: &Todo) -> bool {
    let (owner, name) = (todo.state.owner(), draft.actor.name.as_ref());
    find(draft.current.list(), todo.key).is_some_and(|current| {
        let is_taken = owner.is_some() && owner == name && current.state.owner() != owner;
        current.state.is_at_work() && !is_taken
    })
}

/// Keeps a todo out of progress, or sets it back, because other todos are in progress. `protected`
/// are those that have to stay in progress.
fn demote(
    draft: &Draft<'_>,
    mode: WriteMode,
    resolution: &mut Resolution,
    key: Key,
    protected: &[Key],
) {
    let Some(index) = index_of(&resolution.list, key) else { return };
    let owner = resolution.list.get(index).and_then(|todo| todo.state.owner().cloned());
    let same_owner = |todo: &&Rc<Todo>| {
        todo.state.is_capped_work() && todo.state.owner() == owner.as_ref() && todo.key != key
    };
    let mut protected = protected.iter().filter_map(|key| find(&resolution.list, *key));
    let other = || resolution.list.iter().filter(|_| mode.only_starts).find(same_owner);
    let because_of = protected.find(same_owner).or_else(other).map(|todo| todo.key);
    // If another todo is the reason, this one keeps its previous state. Otherwise it is demoted.
    let before = find(draft.current.list(), key).map(|todo| &todo.state);
    let stays = |state: &&State| {
        state.status() == Status::Todo || because_of.is_some() && state.status().is_settled()
    };
    let state = before.filter(stays).cloned();
    if let Some(todo) = resolution.list.get_mut(index) {
        let demoted = todo.state.to(Status::Todo);
        Rc::make_mut(todo).state = state.unwrap_or(demoted);
    }
    match because_of {
        Some(other) => {
            let by = draft.current.provenance().by(other, Aspect::State).cloned();
            let reason = DenyReason::Doing(other);
            resolution.denied.push(DeniedChange::new(key, Aspect::State, reason, by));
        }
        None => resolution.demoted.push(key),
    }
}
