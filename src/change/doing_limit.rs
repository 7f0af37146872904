//! `maxDoing`: how many todos each owner may have in progress.

use std::rc::Rc;

use crate::change::draft::Draft;
use crate::change::policy::DenyReason;
use crate::change::resolution::{DeniedChange, Resolution};
use crate::list::delta::Aspect;
use crate::list::indexed_list::{List, find, find_mut};
use crate::list::owners::{is_of_another, work_of};
use crate::list::todo::{Key, Status, Todo};

/// Denies the start of a todo whose owner has `maxDoing` in progress without it. If an undo starts
/// it again, it is open afterwards.
pub(super) fn limit_start(draft: &Draft<'_>, undoes: bool, resolution: &mut Resolution) {
    let (store, max) = (draft.current, draft.current.options().max_doing());
    let work = resolution.list.iter().chain(&store.outside);
    if work.filter(|todo| todo.is_at_work()).count() <= max {
        return;
    }
    for index in 0..resolution.list.len() {
        let list = &resolution.list;
        let Some(todo) = list.get(index).filter(|todo| is_started(draft, todo)) else { continue };
        let work_in = |list: &List| {
            let mut work = work_of(list, todo.state.owner());
            work.extend(store.work_outside(todo.state.owner()));
            work
        };
        let (key, own) = (todo.key, work_in(list));
        if own.len() <= max.max(work_in(store.list()).len()) {
            continue;
        }
        let Some(other) = own.into_iter().find(|other| *other != key) else { continue };
        let before = find(draft.current.list(), key).filter(|_| !undoes);
        let before = before.map(|before| before.state.clone());
        if let Some(todo) = resolution.list.get_mut(index) {
            let state = before.unwrap_or_else(|| todo.state.to(Status::Todo));
            Rc::make_mut(todo).state = state;
        }
        if undoes {
            continue;
        }
        let by = draft.current.provenance().by(other, Aspect::State).cloned();
        resolution.denied.push(DeniedChange::new(key, Aspect::State, DenyReason::Doing(other), by));
    }
}

/// Sets back to "todo" what a list has in progress beyond `maxDoing`. The last ones that it starts
/// stay. What others own or started since stays, too, and does not count.
pub(super) fn limit_list(draft: &Draft<'_>, resolution: &mut Resolution) {
    let Resolution { list, demoted, .. } = resolution;
    if !list.iter().any(|todo| is_started(draft, todo)) {
        return;
    }
    let last_start_of = |key: Key| {
        let mut statements = draft.statements.iter();
        statements.rposition(|it| it.key == key && it.status() == Some(Status::Doing))
    };
    let mut own = work_of(list, draft.actor.name.as_ref());
    own.retain(|key| !is_of_others(draft, *key));
    let outside = draft.current.work_outside(draft.actor.name.as_ref()).len();
    while own.len() + outside > draft.current.options().max_doing()
        && let Some(first) = own.iter().copied().min_by_key(|key| last_start_of(*key))
    {
        own.retain(|key| *key != first);
        if let Some(todo) = find_mut(list, first) {
            let state = todo.state.to(Status::Todo);
            Rc::make_mut(todo).state = state;
        }
        demoted.push(first);
    }
}

/// Returns whether somebody else has a todo in progress or started it since.
fn is_of_others(draft: &Draft<'_>, key: Key) -> bool {
    let current = find(draft.current.list(), key).filter(|current| current.is_at_work());
    current.is_some_and(|current| {
        let is_others = draft.actor.author.is_restricted() && is_of_another(&draft.actor, current);
        is_others || find(&draft.base, key).is_none_or(|base| base.state != current.state)
    })
}

/// Returns whether the write starts a todo, or takes it over from another owner.
fn is_started(draft: &Draft<'_>, todo: &Todo) -> bool {
    let (owner, name) = (todo.state.owner(), draft.actor.name.as_ref());
    let was_at_work = |current: &Rc<Todo>| {
        let is_taken = owner.is_some() && owner == name && current.state.owner() != owner;
        current.is_at_work() && !is_taken
    };
    todo.is_at_work() && !find(draft.current.list(), todo.key).is_some_and(was_at_work)
}
