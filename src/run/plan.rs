//! How a plan comes onto the list.

use alloc::vec::Vec;

use super::event::Subject;
use crate::list::error::TodoError;
use crate::list::history::List;
use crate::list::holds::{Held, is_kept, is_settled, why};
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Status, Todo};
use crate::text::message::Notes;

impl TodoStore {
    /// Puts a plan in place of what is open. A todo of the plan that says what an open one says is that
    /// one. A person's word holds: what they settled stays so, what they removed stays off, and what they added or
    /// wrote comes after the plan. Gives notes, and the todos that left the list to make room: those that were
    /// settled first.
    pub(super) fn replan(&mut self, contents: &[&str]) -> Result<(Notes, Vec<Subject>), TodoError> {
        self.check_room(0, contents.len())?;
        let mut notes = Notes::new();
        let mut held = Vec::new();
        let mut next_key = self.next_key();
        let (mut settled, mut open) = (List::new(), Vec::new());
        for todo in self.list() {
            if todo.status.is_settled() {
                settled.push(todo.clone());
            } else {
                open.push(Some(todo.clone()));
            }
        }
        let mut planned = List::new();
        for (place, text) in contents.iter().enumerate() {
            let content = self.content(text, place.wrapping_add(1), &mut notes)?;
            let is_called = |todo: &Todo| {
                let former = self.marks().of(todo.key).map_or(&[][..], |mark| &mark.former);
                todo.content() == content.as_str() || former.contains(&content)
            };
            let says_so = |todo: &&mut Option<Todo>| {
                todo.as_ref().is_some_and(|todo| todo.content() == content.as_str())
            };
            let was_called =
                |todo: &&mut Option<Todo>| todo.as_ref().is_some_and(|todo| is_called(todo));
            let known = match open.iter_mut().find(says_so) {
                Some(todo) => todo.take(),
                None => open.iter_mut().find(was_called).and_then(Option::take),
            };
            let is_done = |todo: &&Todo| is_settled(self.marks(), todo) && is_called(todo);
            let left = self.marks().left_as(content.as_str());
            let settled_by_person = settled.iter().find(is_done);
            let left_off = left.filter(|left| left.is_held_off());
            match (known, settled_by_person, left_off) {
                // What is blocked stays blocked; what was in progress is to be taken up again.
                (Some(todo), ..) if todo.status == Status::Doing => {
                    planned.push(todo.with_status(Status::Todo));
                }
                (Some(todo), ..) => planned.push(todo),
                (None, Some(todo), _) => {
                    held.push(Held::Status(todo.key));
                }
                (None, None, Some(left)) => {
                    held.push(Held::Off(left.todo.key));
                }
                (None, None, None) => {
                    let key = Key(next_key);
                    next_key = next_key.wrapping_add(1);
                    planned.push(Todo::new(key, content));
                }
            }
        }
        for todo in open.into_iter().flatten().filter(|todo| is_kept(self.marks(), todo)) {
            held.push(Held::Presence(todo.key));
            let status = if todo.status == Status::Doing { Status::Todo } else { todo.status };
            planned.push(todo.with_status(status));
        }
        self.check_room(0, planned.len())?;
        let room = self.options().max_todos().saturating_sub(planned.len());
        let excess = settled.len().saturating_sub(room);
        let mut archived = Vec::new();
        for todo in settled.iter().take(excess) {
            archived.extend(Subject::of(self, todo.key));
        }
        let mut list: List = settled.into_iter().skip(excess).collect();
        list.append(&mut planned);
        self.set_list(&list, next_key);
        notes.extend(held.iter().map(|held| why(self.list(), self.marks(), held)));
        Ok((notes, archived))
    }
}
