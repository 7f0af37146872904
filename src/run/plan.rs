//! How a plan comes onto the list.

use alloc::vec::Vec;

use super::event::Subject;
use crate::forms::reminder::who;
use crate::list::author::Author;
use crate::list::blame::Blame;
use crate::list::error::TodoError;
use crate::list::history::{List, Revision};
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Status, Todo, find};
use crate::text::message::Part::Text;
use crate::text::message::{Notes, excerpt, note};

impl TodoStore {
    /// Puts a plan in place of what is open. A todo of the plan that says what an open one says is that
    /// one. What others than a model did since the plan was asked for, with the list as it was `then`, holds: the
    /// plan was made without it. Gives notes, and the todos that left the list to make room: those that were
    /// settled first.
    pub(super) fn replan(
        &mut self,
        contents: &[&str],
        (since, then): &(Revision, List),
    ) -> Result<(Notes, Vec<Subject>), TodoError> {
        self.check_room(0, contents.len())?;
        let (blame, _) = Blame::since(self, Some(*since));
        let by_others = |key| {
            blame.of_any(key).filter(|by| match by {
                Author::User | Author::Host => true,
                Author::Model | Author::Run => false,
            })
        };
        let mut notes = Notes::new();
        let mut next_key = self.next_key();
        let mut open = Vec::new();
        let mut settled = List::new();
        for todo in self.list() {
            if todo.status.is_settled() {
                settled.push(todo.clone());
            } else {
                open.push(Some(todo.clone()));
            }
        }
        // What others settled or took off the list since then; each stands for one text of the plan.
        let is_open = |todo: &&Todo| {
            let now = find(self.list(), todo.key);
            !todo.status.is_settled() && now.is_none_or(|now| now.status.is_settled())
        };
        let mut over: Vec<&Todo> =
            then.iter().filter(is_open).filter(|todo| by_others(todo.key).is_some()).collect();
        let mut planned = List::new();
        for (place, text) in contents.iter().enumerate() {
            let content = self.content(text, place.wrapping_add(1), &mut notes)?;
            let says_so = |todo: &Todo| {
                let was = find(then, todo.key);
                [Some(todo), was].into_iter().flatten().any(|it| it.content() == content.as_str())
            };
            let open_one = open.iter_mut().find(|todo| todo.as_ref().is_some_and(says_so));
            planned.push(match open_one.and_then(Option::take) {
                // What is blocked stays blocked; what was in progress is to be taken up again.
                Some(todo) if todo.is_at_work() => todo.with_status(Status::Todo),
                Some(todo) => todo,
                None => {
                    if let Some(place) = over.iter().position(|todo| says_so(todo)) {
                        let todo = over.remove(place);
                        let by = who(by_others(todo.key));
                        let template = "{} is not planned again: {} settled or removed it";
                        note(&mut notes, template, &[excerpt(todo.content()), Text(by)]);
                        continue;
                    }
                    let key = Key(next_key);
                    next_key = next_key.wrapping_add(1);
                    Todo::new(key, content)
                }
            });
        }
        for todo in open.into_iter().flatten() {
            if let Some(by) = by_others(todo.key) {
                let parts = [excerpt(todo.content()), Text(who(Some(by)))];
                note(&mut notes, "{} stays: {} added or changed it", &parts);
                planned.push(todo);
            }
        }
        self.check_room(0, planned.len())?;
        let room = self.options().max_todos().wrapping_sub(planned.len());
        let excess = settled.len().saturating_sub(room);
        let mut archived = Vec::new();
        for todo in settled.iter().take(excess) {
            archived.extend(Subject::of(self, todo.key));
        }
        let list: List = settled.into_iter().skip(excess).chain(planned).collect();
        self.set_list(&list, next_key);
        Ok((notes, archived))
    }
}
