//! The owners of todos. A named actor owns each todo that it starts. A todo can also be assigned to
//! an owner.

use crate::list::author::Actor;
use crate::list::todo::Todo;

/// Returns whether the todo has an owner other than the actor.
pub(crate) fn is_of_another(actor: &Actor, todo: &Todo) -> bool {
    todo.state.owner().is_some() && todo.state.owner() != actor.name.as_ref()
}

/// Returns whether the actor, with or without a name, has the todo in progress.
pub(crate) fn is_own_work(actor: &Actor, todo: &Todo) -> bool {
    todo.state.is_at_work() && todo.state.owner() == actor.name.as_ref()
}
