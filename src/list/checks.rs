//! What a model or a run may not do, as a person decided otherwise: each check refuses nothing to a person and to a host.

use crate::list::claims::already_owned;
use crate::list::delta::{Aspect, Delta};
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::List;
use crate::list::holds::{Refusal, is_kept, is_settled, is_written, is_written_by};
use crate::list::marks::Left;
use crate::list::sentences::why;
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Status, Todo};
use crate::text::message::Part::Text;

impl TodoStore {
    /// Whether a person's word holds against who acts.
    pub(super) fn is_bound(&self) -> bool {
        self.actor.author.is_bound()
    }

    #[cold]
    fn refused(&self, refusal: &Refusal) -> TodoError {
        let why = why(&self.list, &self.marks, refusal);
        TodoError::new(ErrorCode::HeldByUser, "{}", &[Text(&why)])
    }

    /// Refuses to begin, settle or set back the todo at a place where that is another owner's to do.
    pub(crate) fn check_owner(&self, at: usize) -> Result<(), TodoError> {
        match self.list.get(at) {
            Some(todo) if self.saying().is_others(todo) => Err(already_owned(&self.list, todo)),
            Some(_) | None => Ok(()),
        }
    }

    /// Refuses to make a todo another owner's, unless nobody has begun it and it is for whom the actor said.
    pub(crate) fn check_handover(&self, at: usize) -> Result<(), TodoError> {
        let is_own = |todo: &Todo| {
            let by = self.marks.by(todo.key, Aspect::Text(Field::Owner));
            todo.status.is_pending() && by == Some(&self.actor)
        };
        match self.list.get(at) {
            Some(todo) if is_own(todo) => Ok(()),
            Some(_) | None => self.check_owner(at),
        }
    }

    /// Whether the todo at a place may take on a status.
    pub(super) fn check_status(&self, at: usize, status: Status) -> Result<(), TodoError> {
        match self.list.get(at) {
            Some(todo)
                if self.is_bound() && todo.status != status && is_settled(&self.marks, todo) =>
            {
                Err(self.refused(&Refusal::Status(todo.key)))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Whether the todo at a place may say something else.
    pub(super) fn check_texts(&self, at: usize, after: &Todo) -> Result<(), TodoError> {
        let Some(todo) = self.list.get(at).filter(|_| self.is_bound()) else { return Ok(()) };
        match self.reworded(todo, after) {
            Some(field) => Err(self.refused(&Refusal::Text(todo.key, field))),
            None => Ok(()),
        }
    }

    /// A text of a todo that a person wrote, and that would become another.
    pub(super) fn reworded(&self, todo: &Todo, after: &Todo) -> Option<Field> {
        let is_reworded = |field: &Field| {
            todo.text(*field) != after.text(*field) && is_written(&self.marks, todo, *field)
        };
        Field::ALL.into_iter().find(is_reworded)
    }

    /// Whether the todos at some places may leave the list.
    pub(super) fn check_kept(&self, places: core::ops::Range<usize>) -> Result<(), TodoError> {
        let todos = self.list.get(places).unwrap_or_default();
        match todos.iter().find(|todo| self.is_bound() && is_kept(&self.marks, todo)) {
            Some(todo) => Err(self.refused(&Refusal::Presence(todo.key))),
            None => Ok(()),
        }
    }

    /// Whether the list may become another one.
    pub(super) fn check_all(&self, list: &List) -> Result<(), TodoError> {
        let delta = Delta::between(&self.list, list);
        for (was, is) in delta.changed {
            let at = self.place(was.key.into())?;
            self.check_status(at, is.status)?;
            self.check_texts(at, is)?;
            if self.is_bound() && was.is_approved() && !is.is_approved() {
                return Err(self.refused(&Refusal::Presence(was.key)));
            }
        }
        for was in delta.left {
            let at = self.place(was.key.into())?;
            self.check_kept(at..at.wrapping_add(1))?;
        }
        let is_off = |todo: &&&Todo| {
            let is_rewritten = |left: &Left, field: Field| {
                left.todo.text(field) != todo.text(field)
                    && is_written_by(&left.mark, &left.todo, field)
            };
            let is_other = |left: &Left| {
                left.is_settled_by_person() && left.todo.status != todo.status
                    || left.holds && Field::ALL.into_iter().any(|field| is_rewritten(left, field))
            };
            let left = self.marks.left(todo.key);
            left.is_some_and(|left| left.by.is_person() || is_other(left))
        };
        match delta.came.iter().find(is_off).map(|todo| todo.key) {
            Some(key) if self.marks.left(key).is_some_and(|left| left.by.is_person()) => {
                Err(self.refused(&Refusal::Removed(key)))
            }
            Some(key) => Err(self.refused(&Refusal::Rewritten(key))),
            None => Ok(()),
        }
    }
}
