//! `ActiveRuns`: which runs of a list are active at the same time.

use crate::list::author::Actor;
use crate::list::error::{ErrorCode, TodoError};
use crate::run::machine::actor_of;

/// The actors of the active runs of a list. Two runs would take each other's todos, unless they
/// have different names.
#[derive(Debug, Default)]
pub struct ActiveRuns(Vec<Actor>);

impl ActiveRuns {
    /// Adds a run that `creator` creates, and returns its actor.
    ///
    /// # Errors
    /// `already_running` if another run is active, unless both have names and the names differ.
    pub fn add(&mut self, creator: &Actor) -> Result<Actor, TodoError> {
        let actor = actor_of(creator);
        let conflicts_with =
            |other: &Actor| other.name.is_none() || actor.name.is_none() || *other == actor;
        if self.0.iter().any(conflicts_with) {
            return Err(TodoError::new(
                ErrorCode::AlreadyRunning,
                "a run of this list is under way: await it or abort it first, or give each run a name of its own",
                &[],
            ));
        }
        self.0.push(actor.clone());
        Ok(actor)
    }

    /// Removes a run by its actor.
    pub fn remove(&mut self, actor: &Actor) {
        self.0.retain(|other| other != actor);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::author::Author;

    #[test]
    fn add_refuses_a_second_run_unless_both_have_their_own_names() {
        let named = |name| Actor::named(Author::Agent, name).unwrap();
        let mut runs = ActiveRuns::default();
        let ann = runs.add(&named("ann")).unwrap();
        for creator in [named("ann"), Actor::default(), Author::User.into()] {
            assert_eq!(runs.add(&creator).unwrap_err().code(), ErrorCode::AlreadyRunning);
        }
        let bob = runs.add(&named("bob")).unwrap();
        runs.remove(&ann);
        runs.remove(&bob);
        // A run that a person creates has no name of its own.
        let unnamed = runs.add(&Actor::named(Author::User, "ann").unwrap()).unwrap();
        assert_eq!(unnamed, Actor::default());
        assert!(runs.add(&named("bob")).is_err());
    }
}
