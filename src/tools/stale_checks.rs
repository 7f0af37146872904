//! What refuses a call upon a list that others changed.

use crate::list::delta::Delta;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::List;
use crate::list::holds::Refusal;
use crate::list::sentences::{leaving, quoted};
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Id, Key, Todo, find, place_of};
use crate::text::message::Part::{Number, Text};
use crate::text::message::{count, excerpt, fill};
use crate::tools::stale::Stale;
use crate::tools::target::Target;

impl Stale {
    /// Refuses a call of which nothing was done, or that another todo stands in the way of.
    pub(super) fn check_any_done(
        &mut self,
        store: &TodoStore,
        target: &Target<'_>,
        base: &[Todo],
        list: &[Todo],
    ) -> Result<(), TodoError> {
        let is_whole = matches!(target, Target::Whole);
        let Some(first) = self.refusals.first().cloned().filter(|_| !is_whole) else {
            return Ok(());
        };
        let is_all = match target {
            Target::Todos(ids) => ids.iter().all(|id| self.is_refused(*id)),
            _ => Delta::between(base, list).is_empty(),
        };
        match is_all || matches!(first, Refusal::Changed(..) | Refusal::Doing(_)) {
            true => Err(self.refuse(store, &first)),
            false => Ok(()),
        }
    }

    /// Refuses a call where a todo whose status it says would get another one.
    pub(super) fn check_settled(
        &mut self,
        store: &TodoStore,
        target: &Target<'_>,
        meant: &[Todo],
        list: &[Todo],
    ) -> Result<(), TodoError> {
        let settled = match target {
            Target::Todos(_) => usize::MAX,
            Target::Named { has_status, .. } => usize::from(*has_status),
            Target::Nothing | Target::After(_) | Target::Part | Target::Whole => 0,
        };
        let status = |list, key| find(list, key).map(|todo| todo.status);
        let is_other =
            |key: &Key| !self.is_status_refused(*key) && status(meant, *key) != status(list, *key);
        match self.named_keys(target).into_iter().take(settled).find(is_other) {
            Some(key) => Err(self.refuse(store, &Refusal::Status(key))),
            None => Ok(()),
        }
    }

    /// Refuses what names todos that are gone.
    pub(super) fn check_present(
        &mut self,
        store: &TodoStore,
        target: &Target<'_>,
        base: &TodoStore,
        ours: &TodoStore,
    ) -> Result<(), TodoError> {
        let mut named = self.named_keys(target);
        if matches!(target, Target::Part) {
            let delta = Delta::between(base.list(), ours.list());
            let changed = delta.changed.iter().map(|(was, _)| *was);
            named.extend(changed.chain(delta.left).map(|todo| todo.key));
        }
        let gone = |key: &&Key| find(store.list(), **key).is_none();
        let Some(key) = named.iter().find(gone).copied() else { return Ok(()) };
        self.shows = true;
        self.refusals.push(Refusal::Removed(key));
        let place = place_of(&self.told, key).unwrap_or_default();
        let content = self.told.get(place).map(Todo::content).unwrap_or_default();
        let id = Number(Id::at(place).0);
        let error = match store.marks().left(key).filter(|_| self.is_known) {
            Some(left) => {
                let parts = [id, excerpt(content), Text(&leaving(left))];
                TodoError::new(ErrorCode::UnknownId, "{} was {}: {}; nothing was done", &parts)
            }
            None => TodoError::new(
                ErrorCode::UnknownId,
                "{} was {}, which is not on the list any more: another list was taken over, or so much was changed that nobody knows by whom; nothing was done",
                &[id, excerpt(content)],
            ),
        };
        Err(error)
    }

    /// Refuses a list that has no room for what stays on it. `said` is the list of the call.
    pub(super) fn check_room(
        &mut self,
        store: &TodoStore,
        said: &[Todo],
        list: &[Todo],
    ) -> Result<(), TodoError> {
        let max = store.options().max_todos();
        if list.len() <= max || list.len() <= store.list().len() {
            return Ok(());
        }
        self.shows = true;
        let is_said = |todo: &Todo| {
            said.iter().any(|other| other.key == todo.key || other.content() == todo.content())
        };
        let stays: Vec<&Todo> = list.iter().filter(|todo| !is_said(todo)).collect();
        let named = match stays.as_slice() {
            few @ ([] | [_] | [_, _] | [_, _, _]) => quoted(few.iter().copied()),
            many => fill("{} todos", &[count(many.len())]),
        };
        Err(TodoError::new(
            ErrorCode::TooManyTodos,
            "with what stays that the call does not have ({}), the list would have {} todos, at most {}: use fewer, broader todos, or ask the user to remove some",
            &[Text(&named), count(list.len()), count(max)],
        ))
    }

    /// Refuses what starts, settles or sets back a todo by its name that another owner has by now.
    pub(super) fn check_owners(
        &mut self,
        store: &mut TodoStore,
        target: &Target<'_>,
        meant: &List,
    ) -> Result<(), TodoError> {
        for key in self.named_keys(target) {
            let Some(at) = place_of(store.list(), key) else { continue };
            let (was, meant) = (find(&self.told, key), find(meant, key));
            let status = |todo: Option<&Todo>| todo.map(|todo| todo.status);
            let owner = |todo: Option<&Todo>| {
                todo.and_then(|todo| todo.cleaned_text(Field::Owner).cloned())
            };
            let checked = store.acting_as_model(|store| {
                if status(was) != status(meant) {
                    store.check_owner(at)
                } else if owner(was) != owner(meant) {
                    store.check_handover(at)
                } else {
                    Ok(())
                }
            });
            self.shows = self.shows || checked.is_err();
            checked?;
        }
        Ok(())
    }
}
