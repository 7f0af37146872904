//! How a plan comes onto the list: as a model's whole list does, but that what is settled stays, as long as there is room.

use std::borrow::Cow;
use std::rc::Rc;

use super::event::Subject;
use crate::forms::shape::{Item, PLAIN};
use crate::list::author::Author;
use crate::list::claims::{Otherwise, is_of_another, sentence, set_owner};
use crate::list::error::TodoError;
use crate::list::history::{Edit, List, Revision};
use crate::list::holds::{Refusal, is_settled};
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Id, Key, Status, Todo, find};
use crate::sync::rewrite::Mode;
use crate::text::message::Notes;
use crate::tools::request::Done;
use crate::tools::stale::Stale;
use crate::tools::target::Target;

impl TodoStore {
    /// Puts a plan in place of what is open. A todo of the plan that says what an open one says is that one. A
    /// person's word holds, and what a host did since the plan was asked for, with the list as it was `then`: the plan
    /// was made without it. What another owner has stays before the plan, and is not planned again; where a run has a
    /// name, its plan is its own, and what nobody owns stays. Returns notes, and the todos that left the list to make room: those that were settled first.
    pub(super) fn replan(
        &mut self,
        contents: &[&str],
        (_, then): &(Revision, Rc<List>),
    ) -> Result<(Notes, Vec<Subject>), TodoError> {
        self.check_room(0, contents.len())?;
        let before = self.shared_list().clone();
        let mut notes = Notes::new();
        let mut stale = Stale::new(self, &self.known(then).into(), Some(self.revision()));
        stale.makes_room = true;
        stale.write(self, &Target::Whole, &mut notes, &mut |known, refusals, notes| {
            known.put_plan(contents, refusals, notes).map(|()| Done::List)
        })?;
        let is_archived =
            |todo: &Todo| todo.status.is_settled() && find(self.list(), todo.key).is_none();
        let archived = before.iter().enumerate().filter(|(_, todo)| is_archived(todo));
        let archived = archived.map(|(place, todo)| Subject::new(Id::at(place), todo)).collect();
        Ok((notes, archived))
    }

    /// Puts a plan in place of what is open on a list that nobody else changed.
    fn put_plan(
        &mut self,
        contents: &[&str],
        refusals: &mut Vec<Refusal>,
        notes: &mut Notes,
    ) -> Result<(), TodoError> {
        let is_over = |todo: &Todo| todo.status.is_settled();
        let (mut list, rest): (List, List) = self.list().iter().cloned().partition(is_over);
        let actor = self.actor().clone();
        let (others, rest): (List, List) =
            rest.into_iter().partition(|todo| is_of_another(&actor, todo));
        let is_own = |todo: &Todo| {
            let is_owned = actor.name.is_none() || todo.text(Field::Owner).is_some();
            is_owned || contents.contains(&todo.content())
        };
        let (open, shared): (List, List) = rest.into_iter().partition(is_own);
        let mut owned = Vec::new();
        let mut items = Vec::with_capacity(contents.len());
        for text in contents {
            let is_done = |todo: &&Todo| is_settled(self.marks(), todo) && todo.content() == *text;
            let is_open = open.iter().any(|todo| todo.content() == *text);
            let other = others.iter().find(|todo| todo.content() == *text);
            if let Some(todo) = other.filter(|_| !is_open) {
                owned.push((todo.key, Otherwise::Owned));
                continue;
            }
            match list.iter().find(is_done).filter(|_| !is_open) {
                Some(todo) => refusals.push(Refusal::Status(todo.key)),
                None => items.push(Item::of(Cow::Borrowed(*text))),
            }
        }
        let planned = self.with_list(open.into(), self.next_key());
        let mut planned = planned.with_marks(self.marks().clone());
        notes.append(&mut planned.rewrite(&mut items, Mode::Replace, &PLAIN)?);
        // What is blocked stays blocked; what was in progress is to be taken up again.
        list.extend(others);
        list.extend(planned.list().iter().map(|todo| {
            let status = if todo.is_at_work() { Status::Todo } else { todo.status };
            let mut todo =
                if status == todo.status { todo.clone() } else { todo.with_status(status) };
            set_owner(&mut todo, actor.name.as_ref());
            todo
        }));
        list.extend(shared);
        self.set_list(list, planned.next_key());
        notes.extend(owned.into_iter().filter_map(|owned| sentence(self.list(), owned)));
        Ok(())
    }

    /// The list as the planner knows it: as it was then, with what models and runs did since.
    fn known(&self, then: &List) -> List {
        let is_other = |todo: &Todo| self.changed_by(todo.key, then).is_some();
        let of_today = self.list().iter().filter_map(|todo| match is_other(todo) {
            true => find(then, todo.key).cloned(),
            false => Some(todo.clone()),
        });
        let mut known: List = of_today.collect();
        for (place, was) in then.iter().enumerate() {
            if find(self.list(), was.key).is_none() && is_other(was) {
                let at = place.min(known.len());
                Edit::Todo { at, before: None, after: Some(was.clone()) }.apply(&mut known);
            }
        }
        known
    }

    /// Who changed a todo since a list was as it was then, where that is a person or a host.
    fn changed_by(&self, key: Key, then: &List) -> Option<Author> {
        let is_same = match (find(then, key), find(self.list(), key)) {
            (Some(was), Some(is)) => was.is_same(is),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        let marks = self.marks();
        let by = match marks.of(key).filter(|_| find(self.list(), key).is_some()) {
            Some(mark) => mark.latest().author,
            None => marks.left(key)?.by.author,
        };
        Some(by).filter(|by| !is_same && !by.is_bound())
    }
}

#[cfg(test)]
mod tests;
