//! How a plan comes onto the list.

use alloc::vec::Vec;

use super::event::Subject;
use crate::list::error::TodoError;
use crate::list::history::List;
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Status, Todo};
use crate::text::message::Notes;

impl TodoStore {
    /// Puts a plan in place of what is open. A todo of the plan that says what an open one says is that
    /// one. Gives notes, and the todos that left the list to make room: those that were settled first.
    pub(super) fn replan(&mut self, contents: &[&str]) -> Result<(Notes, Vec<Subject>), TodoError> {
        self.check_room(0, contents.len())?;
        let mut notes = Notes::new();
        let mut next_key = self.next_key();
        let mut open = Vec::new();
        let mut list = List::new();
        for todo in self.list() {
            if todo.status.is_settled() {
                list.push(todo.clone());
            } else {
                open.push(Some(todo.clone()));
            }
        }
        let room = self.options().max_todos().wrapping_sub(contents.len());
        let excess = list.len().saturating_sub(room);
        let mut archived = Vec::new();
        for todo in list.iter().take(excess) {
            archived.extend(Subject::of(self, todo.key));
        }
        let mut list: List = list.into_iter().skip(excess).collect();
        for (place, text) in contents.iter().enumerate() {
            let content = self.content(text, place.wrapping_add(1), &mut notes)?;
            let says_so = |todo: &&mut Option<Todo>| {
                todo.as_ref().is_some_and(|todo| todo.content() == content.as_str())
            };
            list.push(match open.iter_mut().find(says_so).and_then(Option::take) {
                // What is blocked stays blocked; what was in progress is to be taken up again.
                Some(todo) if todo.status == Status::Doing => todo.with_status(Status::Todo),
                Some(todo) => todo,
                None => {
                    let key = Key(next_key);
                    next_key = next_key.wrapping_add(1);
                    Todo::new(key, content)
                }
            });
        }
        self.set_list(&list, next_key);
        Ok((notes, archived))
    }
}
