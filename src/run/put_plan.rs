//! Puts a plan on the list. It works like a model's whole list, except that settled todos stay as
//! long as there is room.

use std::rc::Rc;

use super::event::Subject;
use crate::change::boxes::read_boxes;
use crate::change::denial_notes::denial_note;
use crate::change::draft::Draft;
use crate::change::match_items::Mode;
use crate::change::policy::DenyReason;
use crate::change::resolution::{DeniedChange, WriteMode};
use crate::change::resolve::resolve_write;
use crate::forms::id_map::with_positions;
use crate::forms::item_schema::{Item, PLAIN};
use crate::list::author::ChangeKind;
use crate::list::delta::Aspect;
use crate::list::error::TodoError;
use crate::list::history::List;
use crate::list::indexed_list::find;
use crate::list::known_list::KnownList;
use crate::list::limits::{MAKE_ROOM, MAX_TODOS, check_length};
use crate::list::note::Notes;
use crate::list::owners::is_of_another;
use crate::list::store::TodoStore;
use crate::list::todo::{Id, Key, Status, TextField, Todo};

impl TodoStore {
    /// Replaces the open todos of the list on which the plan was requested with the plan.
    ///
    /// Changes that others made since then stay, because the planner had not seen them. A planned
    /// text that an open todo already has refers to that todo. The todos of other owners are not
    /// planned again. A run with a name owns its plan, and todos without an owner stay.
    ///
    /// Adds the notes, and returns the todos that left the list to make room: those settled first
    /// leave first.
    pub(super) fn replan(
        &mut self,
        mut items: Vec<Item<'_>>,
        planning: &KnownList,
        notes: &mut Notes,
    ) -> Result<Vec<Subject>, TodoError> {
        check_length(items.len())?;
        read_boxes(&mut items, self.list(), notes);
        let before = self.shared_list().clone();
        let list = self.with_own_changes(&planning.list);
        let known_list = KnownList { list, ..planning.clone() };
        let mut draft = Draft::from_known(self, &known_list, self.next_key());
        let mut denied = Vec::new();
        notes.extend(draft.plan(items, &mut denied)?);
        let held = denied.clone();
        let mode = WriteMode { is_whole: true, ..WriteMode::default() };
        let mut resolution = resolve_write(draft, mode);
        make_room(&mut resolution.list, MAX_TODOS);
        // A plan has no notes about todos that others added in the meantime.
        let concerns_plan =
            |denied: &&DeniedChange| denied.is_requested || denied.reason != DenyReason::Since;
        denied.extend(resolution.denied.iter().filter(concerns_plan).cloned());
        self.check_room(&resolution.list, MAKE_ROOM)?;
        self.record_held_against_plan(&held);
        self.record_held(&resolution);
        self.commit(&mut resolution, ChangeKind::Edit);
        for denied in &denied {
            let note = with_positions(self, |id_map| denial_note(id_map, denied, ""));
            notes.extend(note.filter(|note| !notes.contains(note)));
        }
        let is_archived =
            |todo: &Rc<Todo>| todo.status().is_settled() && find(self.list(), todo.key).is_none();
        let archived = before.iter().enumerate().filter(|(_, todo)| is_archived(todo));
        let archived = archived.map(|(index, todo)| Subject::new(Id::at(index), todo)).collect();
        Ok(archived)
    }
}

impl TodoStore {
    /// Returns an earlier list, updated with the changes that only the current author made to its
    /// todos.
    fn with_own_changes(&self, then: &Rc<List>) -> Rc<List> {
        let own_now = |base: &Rc<Todo>| {
            let current = find(self.list(), base.key).filter(|current| !current.is_same(base));
            let changed_by_this_actor =
                |aspect: &Aspect| self.provenance().by(base.key, *aspect) == Some(self.actor());
            let only_own_changes = |current: &Rc<Todo>| {
                Aspect::OF_TODO
                    .into_iter()
                    .filter(|aspect| aspect.differs(base, current))
                    .all(|aspect| changed_by_this_actor(&aspect))
            };
            current.filter(|current| only_own_changes(current)).unwrap_or(base).clone()
        };
        Rc::new(then.iter().map(own_now).collect())
    }
}

impl Draft<'_> {
    /// Replaces the open todos with a plan. Adds to `denied` each text of the plan that somebody
    /// else settled or owns.
    fn plan(
        &mut self,
        planned: Vec<Item<'_>>,
        denied: &mut Vec<DeniedChange>,
    ) -> Result<Notes, TodoError> {
        let name = self.actor.name.clone();
        let is_settled = |todo: &Rc<Todo>| todo.status().is_settled();
        let (mut list, open): (List, List) = self.requested.drain(..).partition(is_settled);
        let of_another_owner = |todo: &Rc<Todo>| is_of_another(&self.actor, todo);
        let (others, open): (List, List) = open.into_iter().partition(of_another_owner);
        let may_be_replanned = |todo: &Rc<Todo>| {
            name.is_none()
                || todo.state.owner().is_some()
                || planned.iter().any(|item| item.text(TextField::Content) == Some(todo.content()))
        };
        let (own, shared): (List, List) = open.into_iter().partition(may_be_replanned);
        let mut items = Vec::with_capacity(planned.len());
        for item in planned {
            let text = item.text(TextField::Content).unwrap_or_default();
            let same_text = |todo: &&Rc<Todo>| todo.content() == text;
            let is_open = own.iter().any(|todo| todo.content() == text);
            match self.find_held(text).filter(|_| !is_open) {
                Some((key, reason)) => {
                    let by = self.current.provenance().by(key, Aspect::State).cloned();
                    denied.push(DeniedChange::new(key, Aspect::State, reason, by));
                }
                None if !is_open && others.iter().any(|todo| same_text(&todo)) => {}
                None => items.push(item),
            }
        }
        self.requested = own;
        let (_, notes) = self.rewrite(&mut items, Mode::Replace, &PLAIN)?;
        // The run starts its todo in progress again by itself.
        for index in 0..self.requested.len() {
            self.change(index, |todo| {
                if todo.is_at_work() {
                    todo.state = todo.state.to(Status::Todo);
                }
                if let Some(name) = &name {
                    todo.set_text(TextField::Owner, Some(name.clone()));
                }
            });
        }
        list.extend(others);
        list.append(&mut self.requested);
        list.extend(shared);
        self.requested = list;
        Ok(notes)
    }

    /// Returns the todo on today's list whose text the plan may not add again, because a person
    /// settled it or another owner has it.
    fn find_held(&self, text: &str) -> Option<(Key, DenyReason)> {
        self.current.list().iter().filter(|todo| todo.content() == text).find_map(|todo| {
            let is_by_person = self.current.provenance().is_by_person(todo.key, Aspect::State);
            if todo.status().is_settled() && is_by_person {
                return Some((todo.key, DenyReason::Settled));
            }
            let is_owned = !todo.status().is_settled() && is_of_another(&self.actor, todo);
            is_owned.then_some((todo.key, DenyReason::Owned))
        })
    }
}

/// Removes the first settled todos until the list has at most `max` todos, or none of them is left.
fn make_room(list: &mut List, max: usize) {
    let mut excess = list.len().saturating_sub(max);
    list.retain(|todo| {
        let stays = excess == 0 || !todo.status().is_settled();
        excess = excess.saturating_sub(usize::from(!stays));
        stays
    });
}

#[cfg(test)]
mod tests;
