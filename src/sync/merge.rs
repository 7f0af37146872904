//! What somebody else stored: taken over as it is, or merged with what is here.
//!
//! Two contexts that hold one list, two tabs or a page and a worker, may both change it. Whoever
//! writes second finds that the stored list is no longer the one it began with, and merges: `base` is
//! what both began with, `theirs` is what is stored, `ours` is this store. Ours is the newer one, as it
//! is written on top of theirs. Todos are told by their keys, and the rules are these:
//!
//! - What one side changed and the other did not holds.
//! - What either side removed stays removed.
//! - Both changed a status: a todo that was open and that either side settled (done, skipped) is
//!   settled; otherwise ours holds. So a merge never opens a finished todo, unless ours reopened it.
//! - Both changed a text: ours holds.
//! - But a person's word holds against that of others: their skip beats a model's done, their edit a model's removal, and
//!   what they said of what was so already beats a change.
//! - One side asks for a todo to be confirmed that a model says is done on the other: it waits to be confirmed.
//! - Both are in progress with different todos: ours stays, theirs goes back to todo.
//! - Each waits on those that either side lets it wait on, but those that a side took away; where that closes a
//!   circle, not on all of them.
//! - Both added a todo with one key: it is one todo if it says the same; otherwise ours gets a new key.
//! - Both gave a todo the same name (the id of a model's own): theirs keeps it, ours does without.
//! - The order is theirs, or ours where only ours moved todos. What the other side added stands after
//!   the todo that it stood after there, or comes last where it came last.

use core::cmp::Ordering;
use std::rc::Rc;

use crate::list::author::Actor;
use crate::list::blockers;
use crate::list::delta::Aspect;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::{Edit, List};
use crate::list::marks::{Left, MOST_FORMER, Mark, Marks};
use crate::list::store::TodoStore;
use crate::list::todo::{Details, Field, Flags, Key, Status, Todo, find, place_of, set_text};
use crate::text::message::count;

impl TodoStore {
    /// Merges this list into theirs, as this module's description says: the history is theirs, and
    /// what is new here one more revision. `base` is a checkpoint, empty when nothing is in common;
    /// `theirs` is what [`TodoStore::load`] takes. Gives theirs as a checkpoint: the base of the next
    /// merge, as long as what is merged here is not stored.
    ///
    /// # Errors
    /// Those of [`TodoStore::load`]; `too_many_todos` when both together are more than the list may
    /// hold.
    pub fn merge(&mut self, base: &str, theirs: &str) -> Result<String, TodoError> {
        let base = match base {
            "" => Self::new(*self.options()),
            _ => Self::from_checkpoint(base)?,
        };
        let (mut theirs, gave_keys) = base.written_upon(theirs, self)?;
        let apart = gave_keys.then(|| self.apart_from(&base, &theirs));
        let ours = apart.as_ref().unwrap_or(self);
        let merge = Merge { base: &base, ours, theirs: &theirs };
        let (mut list, next_key) = merge.merged();
        let marks = merge.marks(&list);
        merge.claim(&mut list, &marks);
        let max = self.options().with_limits_of(theirs.options()).max_todos();
        if list.len() > max {
            return Err(TodoError::new(
                ErrorCode::TooManyTodos,
                "merged with what is stored, the list would have {} todos, at most {}: remove some here or there",
                &[count(list.len()), count(max)],
            ));
        }
        let next_base = theirs.checkpoint();
        theirs.act_like(self, self.stamp().by.clone());
        theirs.set_merged(&list, next_key, marks, ours.times());
        self.go_on_from(theirs);
        Ok(next_base)
    }

    /// Returns a copy of this list with new keys for the todos that both sides added under one key, unless their contents are equal.
    fn apart_from(&self, base: &Self, theirs: &Self) -> Self {
        let is_used = |key: Key| key.0 >= base.next_key() && key.0 < theirs.next_key();
        let mut times = self.times().clone();
        times.0.retain(|time| !is_used(time.key) || find(self.list(), time.key).is_some());
        let ours = self.with_list(self.shared_list().clone(), theirs.next_key());
        let mut ours = ours.with_marks(self.marks().clone()).with_times(times);
        for todo in self.list() {
            let is_same = |other: &Todo| other.content() == todo.content();
            if is_used(todo.key) && !find(theirs.list(), todo.key).is_some_and(is_same) {
                ours.rename(todo.key);
            }
        }
        ours
    }
}

/// The three sides.
pub(crate) struct Merge<'a> {
    pub base: &'a TodoStore,
    pub ours: &'a TodoStore,
    pub theirs: &'a TodoStore,
}

impl<'a> Merge<'a> {
    /// The merged list, and the number of the next key.
    pub fn merged(&self) -> (List, u32) {
        let next_key = self.ours.next_key().max(self.theirs.next_key());
        let mut ours = List::new();
        for todo in self.ours.list() {
            let is_new = find(self.base.list(), todo.key).is_none();
            if let Some(other) = self.theirs_of(todo) {
                ours.push(self.both(todo, other));
            } else if is_new || holds_against(self.ours, self.base, self.theirs, todo) {
                ours.push(todo.clone());
            }
        }
        let mut theirs = List::new();
        for todo in self.theirs.list() {
            let is_new = find(self.base.list(), todo.key).is_none()
                || holds_against(self.theirs, self.base, self.ours, todo);
            let merged = find(&ours, todo.key);
            theirs.extend(merged.or(Some(todo).filter(|_| is_new)).cloned());
        }
        let mut list = if self.moved(self.ours) && !self.moved(self.theirs) {
            interleaved(ours, &theirs)
        } else {
            interleaved(theirs, &ours)
        };
        self.keep_doing(&mut list);
        self.keep_names_apart(&mut list);
        blockers::break_circles(&mut list);
        (list, next_key)
    }

    /// Whether of a todo that both sides have an aspect is as theirs has it: where a person decided it since, or where
    /// it was changed. Where both are alike in that, it is ours, but for what they settled.
    fn is_theirs(&self, aspect: Aspect, base: &Todo, ours: &Todo, theirs: &Todo) -> bool {
        let by = |side: &'a TodoStore| side.marks().by(base.key, aspect);
        let weight = |side: &'a TodoStore, todo: &Todo| {
            let is_changed = aspect.differs(base, todo);
            let is_decided = is_changed || by(side) != by(self.base);
            let is_persons = is_decided && by(side).is_some_and(Actor::is_person);
            (is_persons, is_changed, is_decided)
        };
        let is_settled = [base, theirs, ours].map(|todo| todo.status.is_settled());
        match weight(self.theirs, theirs).cmp(&weight(self.ours, ours)) {
            Ordering::Greater => true,
            Ordering::Equal => aspect == Aspect::Status && is_settled == [false, true, false],
            Ordering::Less => false,
        }
    }

    /// A todo that both sides have.
    fn both(&self, ours: &Todo, theirs: &Todo) -> Todo {
        if ours.is_same(theirs) {
            return theirs.clone();
        }
        let base = &self.base_of(ours.key);
        let of = |aspect| if self.is_theirs(aspect, base, ours, theirs) { theirs } else { ours };
        // What goes with a status goes with who said it.
        let said = of(Aspect::Status);
        let is_other = ours.status != theirs.status;
        let texts = Field::ALL.map(|field| {
            let goes_along = matches!(field, Field::Reason | Field::Owner | Field::Evidence);
            let side = if goes_along && is_other { said } else { of(Aspect::Text(field)) };
            side.cleaned_text(field).cloned()
        });
        let before = base.blocked_by();
        let of_ours = |key: &&Key| ours.blocked_by().contains(key) || !before.contains(key);
        let mut blocked_by: Vec<Key> =
            theirs.blocked_by().iter().filter(of_ours).copied().collect();
        let is_new = |key: &&Key| !before.contains(key) && !theirs.blocked_by().contains(key);
        blocked_by.extend(ours.blocked_by().iter().filter(is_new));
        let flags = |todo: &Todo| todo.details.flags;
        let (was, mine, other) = (flags(base), flags(ours), flags(theirs));
        let either = |was: bool, mine: bool, other: bool| if mine == was { other } else { mine };
        let flags = Flags {
            confirm: either(was.confirm, mine.confirm, other.confirm),
            claimed: match is_other {
                true => flags(said).claimed,
                false => either(was.claimed, mine.claimed, other.claimed),
            },
            approved: either(was.approved, mine.approved, other.approved),
        };
        let details = Rc::new(Details { texts, blocked_by, flags });
        Todo { key: ours.key, status: said.status, details }
    }

    /// Makes claims of what a model said to be done where it did not know that it is to be confirmed.
    fn claim(&self, list: &mut List, marks: &Marks) {
        for todo in list {
            let is_done = |todo: &Todo| todo.status == Status::Done && todo.details.flags.confirm;
            let sides = [self.base, self.ours, self.theirs].map(TodoStore::list);
            let is_known = sides.into_iter().any(|list| find(list, todo.key).is_some_and(is_done));
            let by = marks.by(todo.key, Aspect::Status).map(|by| by.author);
            if is_done(todo) && !is_known && by.is_some_and(|by| by.is_bound()) {
                *todo = todo.claimed();
            }
        }
    }

    /// A todo as both began with it, or one that says nothing where both added it.
    fn base_of(&self, key: Key) -> Todo {
        let nothing = || Todo { key, status: Status::Todo, details: Rc::default() };
        find(self.base.list(), key).cloned().unwrap_or_else(nothing)
    }

    /// Who decided what of each todo of a merged list: the side whose value it is.
    fn marks(&self, list: &List) -> Marks {
        let mark_of = |side: &TodoStore, key| {
            side.marks().of(key).cloned().unwrap_or_else(|| Mark::new(key, Actor::default()))
        };
        let mut todos = Vec::with_capacity(list.len());
        for todo in list {
            let key = todo.key;
            todos.push(match (find(self.ours.list(), key), find(self.theirs.list(), key)) {
                (Some(ours), Some(theirs)) => {
                    let mut mark = mark_of(self.theirs, key);
                    self.add_marks(&mut mark, mark_of(self.ours, key), todo, (ours, theirs));
                    mark
                }
                (Some(_), None) => mark_of(self.ours, key),
                (None, _) => mark_of(self.theirs, key),
            });
        }
        let is_gone = |left: &&Left| find(list, left.todo.key).is_none();
        let theirs = self.theirs.marks();
        let is_new = |left: &&Left| theirs.left(left.todo.key).is_none();
        let mut left: Vec<Left> = theirs.all_left().filter(is_gone).cloned().collect();
        let ours = self.ours.marks().all_left().filter(is_gone).filter(is_new);
        for mine in ours {
            let at = left.partition_point(|known| known.at <= mine.at);
            left.insert(at, mine.clone());
        }
        Marks::new(todos, left)
    }

    /// Adds to the mark of theirs what ours decided of a todo that both have, and what it was called there.
    fn add_marks(
        &self,
        mark: &mut Mark,
        of_ours: Mark,
        todo: &Todo,
        (ours, theirs): (&Todo, &Todo),
    ) {
        let base = &self.base_of(todo.key);
        for aspect in Aspect::ALL {
            let by = of_ours.by(aspect);
            if mark.by(aspect) != by && !self.is_theirs(aspect, base, ours, theirs) {
                mark.set(aspect, by);
            }
        }
        for text in of_ours.former {
            if !mark.former.contains(&text) && text.as_str() != todo.content() {
                mark.former.insert(0, text);
            }
        }
        let excess = mark.former.len().saturating_sub(MOST_FORMER);
        mark.former.drain(..excess);
    }

    /// The todo of theirs that is this one of ours.
    fn theirs_of(&self, todo: &Todo) -> Option<&Todo> {
        let is_known = todo.key.0 < self.base.next_key();
        find(self.theirs.list(), todo.key)
            .filter(|other| is_known || other.content() == todo.content())
    }

    /// Whether a side has those todos that all have in another order than the base.
    fn moved(&self, side: &TodoStore) -> bool {
        let is_common = |todo: &&Todo| {
            [self.base, self.ours, self.theirs]
                .iter()
                .all(|store| find(store.list(), todo.key).is_some())
        };
        let mut before = self.base.list().iter().filter(is_common);
        let mut after = side.list().iter().filter(is_common);
        after.any(|todo| before.next().is_none_or(|before| before.key != todo.key))
    }

    /// Sets theirs back where an owner has more in progress than may be.
    fn keep_doing(&self, list: &mut List) {
        let max = self.ours.options().max_doing();
        // Theirs is not the one that has been in progress from the start: then ours would be alone.
        for theirs in self.theirs.list().iter().filter(|todo| todo.is_at_work()) {
            let Some(at) = place_of(list, theirs.key) else { continue };
            let Some(todo) = list.get(at).filter(|todo| todo.is_at_work()) else { continue };
            let owner = todo.text(Field::Owner);
            let same = |todo: &&Todo| todo.is_at_work() && todo.text(Field::Owner) == owner;
            let back =
                (list.iter().filter(same).count() > max).then(|| todo.with_status(Status::Todo));
            if let (Some(slot), Some(back)) = (list.get_mut(at), back) {
                *slot = back;
            }
        }
    }

    /// Takes a name from the todo that has it of ours where another one has it of theirs.
    fn keep_names_apart(&self, list: &mut List) {
        let known = list.clone();
        for todo in list {
            let name = todo.text(Field::Name);
            let of_theirs = find(self.theirs.list(), todo.key);
            let is_theirs = of_theirs.is_some_and(|other| other.text(Field::Name) == name);
            let is_twice =
                known.iter().any(|other| other.key != todo.key && other.text(Field::Name) == name);
            if name.is_some() && is_twice && !is_theirs {
                set_text(&mut todo.details, Field::Name, None);
            }
        }
    }
}

/// Whether a person decided anything of a todo of one side since the base, which a model or a run took off the other.
fn holds_against(side: &TodoStore, base: &TodoStore, other: &TodoStore, todo: &Todo) -> bool {
    let Some(was) = find(base.list(), todo.key) else { return false };
    let is_off = other.marks().left(todo.key).is_some_and(|left| left.by.author.is_bound());
    is_off
        && Aspect::ALL.into_iter().filter(|aspect| *aspect != Aspect::Place).any(|aspect| {
            let by = side.marks().by(todo.key, aspect);
            let is_decided = aspect.differs(was, todo) || by != base.marks().by(todo.key, aspect);
            is_decided && by.is_some_and(Actor::is_person)
        })
}

/// A list with those of another that it has not.
fn interleaved(mut list: List, other: &List) -> List {
    let known = list.clone();
    let is_known = |todo: &Todo| find(&known, todo.key).is_some();
    // From here on the other has nothing but new ones.
    let last = other.iter().rposition(is_known).map_or(0, |place| place.wrapping_add(1));
    let mut after = 0;
    for (place, todo) in other.iter().enumerate() {
        let stands = place_of(&list, todo.key);
        let at = stands.unwrap_or(if place >= last { list.len() } else { after });
        if stands.is_none() {
            Edit::Todo { at, before: None, after: Some(todo.clone()) }.apply(&mut list);
        }
        after = at.wrapping_add(1);
    }
    list
}
