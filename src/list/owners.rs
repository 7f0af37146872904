//! Who works on what. Who starts a todo under a name owns it; a todo may also be assigned to an owner.

use crate::list::author::Actor;
use crate::list::todo::Todo;

/// Returns whether a todo has another owner than who acts.
pub(crate) fn is_of_another(actor: &Actor, todo: &Todo) -> bool {
    todo.state.owner().is_some() && todo.state.owner() != actor.name.as_ref()
}

/// Returns whether who acts, under a name or none, has a todo in progress.
pub(crate) fn is_own_work(actor: &Actor, todo: &Todo) -> bool {
    todo.state.is_at_work() && todo.state.owner() == actor.name.as_ref()
}
