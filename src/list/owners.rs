//! The owners of todos. A named actor owns each todo that it starts. A todo can also be assigned to
//! an owner.

use std::rc::Rc;

use crate::list::author::{Actor, Author};
use crate::list::blockers::{is_blocked, open_blockers};
use crate::list::indexed_list::List;
use crate::list::provenance_table::ProvenanceTable;
use crate::list::todo::{Key, Todo};
use crate::list::tree::first_descendant;
use crate::text::content::Content;

/// The maximum number of free todos of others that a model without work is shown.
const MAX_FREE: usize = 5;

/// Returns whether the todo has an owner other than the actor.
pub(crate) fn is_of_another(actor: &Actor, todo: &Todo) -> bool {
    todo.state.owner().is_some() && todo.state.owner() != actor.name.as_ref()
}

/// Returns whether the actor, with or without a name, has the todo in progress.
pub(crate) fn is_own_work(actor: &Actor, todo: &Todo) -> bool {
    todo.state.is_at_work() && todo.state.owner() == actor.name.as_ref()
}

/// Returns the todos that an owner, or nobody, has in progress. A todo in progress under another
/// one is a step of it: both count as one, the step.
pub(crate) fn work_of(list: &List, owner: Option<&Content>) -> Vec<Key> {
    let is_work = |todo: &Todo| todo.is_at_work() && todo.state.owner() == owner;
    let steps = first_descendant(list, &is_work);
    let work = list.iter().zip(steps).filter(|(todo, step)| is_work(todo) && step.is_none());
    work.map(|(todo, _)| todo.key).collect()
}

/// Returns whether a todo is the business of others than a model with a name: it has an owner, or
/// another model added it. What the model added is its own, and so is what it has.
///
/// Nothing is the business of others than a model without a name.
pub(crate) fn is_of_others(todo: &Todo, provenance: &ProvenanceTable, reader: &Actor) -> bool {
    if !is_named_model(reader) {
        return false;
    }
    let (owner, added_by) = (todo.state.owner(), provenance.added_by(todo.key));
    let is_by_model = added_by.is_some_and(|by| by.author == Author::Model);
    owner != reader.name.as_ref() && added_by != Some(reader) && (owner.is_some() || is_by_model)
}

/// Returns the todos of others that a list for a reader does not show, in order. It shows those on
/// which the reader's own todos depend. If the reader has nothing that it can work on, it also
/// shows the first ones that are free.
pub(crate) fn unshown_of_others(
    list: &List,
    provenance: &ProvenanceTable,
    reader: &Actor,
) -> Vec<Key> {
    if !is_named_model(reader) {
        return Vec::new();
    }
    let (mut others, own): (Vec<&Rc<Todo>>, Vec<&Rc<Todo>>) =
        list.iter().partition(|todo| is_of_others(todo, provenance, reader));
    let blockers: Vec<Key> = own.iter().flat_map(|todo| open_blockers(list, todo)).collect();
    others.retain(|todo| !blockers.contains(&todo.key));
    let can_start =
        |todo: &Todo| todo.status().is_pending() && !todo.is_on_hold() && !is_blocked(list, todo);
    let mut free = match own.iter().any(|todo| todo.is_at_work() || can_start(todo)) {
        true => 0,
        false => MAX_FREE,
    };
    others.retain(|todo| {
        let is_shown = free > 0 && can_start(todo) && todo.state.owner().is_none();
        free = free.saturating_sub(is_shown.into());
        !is_shown
    });
    others.into_iter().map(|todo| todo.key).collect()
}

fn is_named_model(actor: &Actor) -> bool {
    actor.author == Author::Model && actor.name.is_some()
}
