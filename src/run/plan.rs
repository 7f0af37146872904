//! How a plan comes onto the list.

use alloc::vec::Vec;

use super::event::Subject;
use crate::list::author::Author;
use crate::list::claims::{Otherwise, is_of_another, sentence, set_owner};
use crate::list::error::TodoError;
use crate::list::history::{List, Revision};
use crate::list::holds::{Held, is_kept, is_settled, who, why};
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Key, Status, Todo, find};
use crate::text::message::Part::Text;
use crate::text::message::{Notes, excerpt, note};

impl TodoStore {
    /// Puts a plan in place of what is open. A todo of the plan that says what an open one says is that one. A
    /// person's word holds: what they settled stays so, what they removed stays off, and what they added or wrote comes
    /// after the plan. So does what a host did since the plan was asked for, with the list as it was `then`: the plan
    /// was made without it. What another owner has stays before the plan, and is not planned again; where a run has a
    /// name, its plan is its own, and what nobody owns stays. Gives notes, and the todos that left the list to make room: those that were settled first.
    pub(super) fn replan(
        &mut self,
        contents: &[&str],
        (_, then): &(Revision, List),
    ) -> Result<(Notes, Vec<Subject>), TodoError> {
        self.check_room(0, contents.len())?;
        let mut notes = Notes::new();
        let mut held = Vec::new();
        let mut next_key = self.next_key();
        let (mut settled, mut others, mut open) = (List::new(), List::new(), Vec::new());
        for todo in self.list() {
            if todo.status.is_settled() {
                settled.push(todo.clone());
            } else if is_of_another(self.actor(), todo) {
                others.push(todo.clone());
            } else {
                open.push(Some(todo.clone()));
            }
        }
        let mut owned = Vec::new();
        let own = |mut todo: Todo| {
            set_owner(&mut todo, self.actor().name.as_ref());
            todo
        };
        // What others settled or took off the list since then; each stands for one text of the plan.
        let is_over = |todo: &&Todo| {
            let now = find(self.list(), todo.key);
            !todo.status.is_settled()
                && now.is_none_or(|now| now.status.is_settled())
                && self.changed_by(todo.key, then).is_some()
        };
        let mut over: Vec<&Todo> = then.iter().filter(is_over).collect();
        let mut planned = List::new();
        for (place, text) in contents.iter().enumerate() {
            let content = self.content(text, place.wrapping_add(1), &mut notes)?;
            let says_so = |todo: &Todo| {
                let was = find(then, todo.key);
                [Some(todo), was].into_iter().flatten().any(|it| it.content() == content.as_str())
            };
            let is_called = |todo: &Todo| {
                let former = self.marks().of(todo.key).map_or(&[][..], |mark| &mark.former);
                says_so(todo) || former.contains(&content)
            };
            let open_one = match open.iter().position(|todo| todo.as_ref().is_some_and(says_so)) {
                Some(place) => Some(place),
                None => open.iter().position(|todo| todo.as_ref().is_some_and(is_called)),
            };
            let open_one = open_one.and_then(|place| open.get_mut(place)?.take());
            let is_done = |todo: &&Todo| is_settled(self.marks(), todo) && is_called(todo);
            let left = self.marks().left_as(content.as_str()).filter(|left| left.is_held_off());
            let over_one = match open_one {
                Some(_) => None,
                None => over.iter().position(|todo| says_so(todo)).map(|place| over.remove(place)),
            };
            if open_one.is_none()
                && let Some(todo) = others.iter().find(|todo| says_so(todo))
            {
                owned.push((todo.key, Otherwise::Owned));
                continue;
            }
            match (open_one, settled.iter().find(is_done), left, over_one) {
                // What is blocked stays blocked; what was in progress is to be taken up again.
                (Some(todo), ..) if todo.is_at_work() => {
                    planned.push(own(todo.with_status(Status::Todo)));
                }
                (Some(todo), ..) => planned.push(own(todo)),
                (None, Some(todo), ..) => held.push(Held::Status(todo.key)),
                (None, None, Some(left), _) => held.push(Held::Off(left.todo.key)),
                (None, None, None, Some(todo)) => {
                    let by = Text(who(self.changed_by(todo.key, then)));
                    let template = "{} is not planned again: {} settled or removed it";
                    note(&mut notes, template, &[excerpt(todo.content()), by]);
                }
                (None, None, None, None) => {
                    planned.push(own(Todo::new(Key(next_key), content)));
                    next_key = next_key.wrapping_add(1);
                }
            }
        }
        for todo in open.into_iter().flatten() {
            if is_kept(self.marks(), &todo) {
                held.push(Held::Presence(todo.key));
                planned.push(todo);
            } else if self.actor().name.is_some() && todo.text(Field::Owner).is_none() {
                planned.push(todo);
            } else if let Some(by) = self.changed_by(todo.key, then) {
                let parts = [excerpt(todo.content()), Text(who(Some(by)))];
                note(&mut notes, "{} stays: {} added or changed it", &parts);
                planned.push(todo);
            }
        }
        others.append(&mut planned);
        let planned = others;
        self.check_room(0, planned.len())?;
        let room = self.options().max_todos().saturating_sub(planned.len());
        let excess = settled.len().saturating_sub(room);
        let mut archived = Vec::new();
        for todo in settled.iter().take(excess) {
            archived.extend(Subject::of(self, todo.key));
        }
        let list: List = settled.into_iter().skip(excess).chain(planned).collect();
        self.set_list(&list, next_key);
        notes.extend(held.iter().map(|held| why(self.list(), self.marks(), held)));
        notes.extend(owned.into_iter().filter_map(|owned| sentence(self.list(), owned)));
        Ok((notes, archived))
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
        match by {
            Author::User | Author::Host if !is_same => Some(by),
            Author::User | Author::Host | Author::Model | Author::Run => None,
        }
    }
}
