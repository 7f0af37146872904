//! `Yielding`: what a call made of the list as told gives way to what others decided: to a person's word, read or not, and
//! to what a host changed until the model has read it.

use crate::list::author::Author;
use crate::list::delta::Aspect;
use crate::list::history::{Edit, List};
use crate::list::holds::{Refusal, is_kept, is_settled, is_written};
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Key, Status, Todo, find, place_of, set_text};
use crate::text::content::Content;
use crate::text::message::{Notes, count, excerpt, fill};

/// Who decided an aspect of a todo last, or took it off the list.
pub(super) fn by(store: &TodoStore, key: Key, aspect: Aspect) -> Option<Author> {
    store.marks().by(key, aspect).map(|by| by.author)
}

/// Whether an aspect of a todo was decided by somebody whose changes hold over what a model says of a list that it
/// did not see: a host's are, as like as not, a person's.
pub(super) fn is_by_person(store: &TodoStore, key: Key, aspect: Aspect) -> bool {
    !by(store, key, aspect).is_some_and(Author::is_bound)
}

/// What a call made of the list as told, on its way to give way to what others decided.
pub(super) struct Yielding<'a> {
    pub store: &'a TodoStore,
    /// The list as told, and what the model was told of it.
    pub base: &'a TodoStore,
    pub told: &'a List,
    /// Whether the call says the whole list, and how far each todo of it is.
    pub is_whole: bool,
    pub says_status: bool,
    /// How a model gives a todo up, where a list that leaves it out does not.
    pub keeps_open: Option<&'static str>,
    /// Why a todo was given up that the call took off the list so.
    pub skipped: &'a dyn Fn(Key) -> Option<Option<Content>>,
}

impl Yielding<'_> {
    /// The list that is left of what the call made, the next key, and what was refused.
    pub fn run(&self, ours: &TodoStore, notes: &mut Notes) -> (List, u32, Vec<Refusal>) {
        let mut list = ours.list().clone();
        let mut next_key = ours.next_key();
        let mut refusals = Vec::new();
        for mine in &mut list {
            if self.is_another(mine) {
                mine.key = Key(next_key);
                next_key = next_key.wrapping_add(1);
            }
        }
        if self.is_whole {
            self.recognize(&mut list, &mut refusals);
            self.keep_off(&mut list, &mut refusals);
        }
        for (place, was) in self.base.list().iter().enumerate() {
            let Some(now) = find(self.store.list(), was.key) else { continue };
            match list.iter_mut().find(|todo| todo.key == was.key) {
                Some(mine) => self.keep_values(was, now, mine, &mut refusals),
                None => self.keep_present(place, was, now, &mut list, &mut refusals),
            }
        }
        self.keep_doing(&mut list, &mut refusals);
        // One that was taken off the list is not in progress either.
        let is_idle = |todo: &Todo| todo.status != Status::Doing || self.is_gone(todo.key);
        let is_refused = |key| refusals.iter().any(|refusal| refusal.is_of_status(key));
        let mut started = ours.list().iter().filter(|todo| todo.status == Status::Doing);
        if started.any(|todo| is_refused(todo.key) || is_idle(todo)) && list.iter().all(is_idle) {
            self.give_back(ours, &mut list, notes);
        }
        (list, next_key, refusals)
    }

    /// Has the todo in progress that made room for one that is not to be.
    fn give_back(&self, ours: &TodoStore, list: &mut List, notes: &mut Notes) {
        let set_back = |place: usize, todo: &Todo| {
            let parts = [count(place.wrapping_add(1)), excerpt(todo.content())];
            fill("todo {} ({}): set back to ", &parts)
        };
        for (place, todo) in ours.list().iter().enumerate().rev() {
            let said = set_back(place, todo);
            let was_doing = || {
                let was = find(self.base.list(), todo.key);
                !self.is_whole && was.is_some_and(|was| was.status == Status::Doing)
            };
            let is_said = notes.iter().any(|note| note.starts_with(&said));
            if (is_said || was_doing())
                && let Some(mine) = list.iter_mut().find(|mine| mine.key == todo.key)
                && !mine.status.is_settled()
            {
                notes.retain(|note| !note.starts_with(&said));
                mine.status = Status::Doing;
                return;
            }
        }
    }

    /// Whether a todo of the list as told is on the list of today no more.
    fn is_gone(&self, key: Key) -> bool {
        find(self.base.list(), key).is_some() && find(self.store.list(), key).is_none()
    }

    /// Whether somebody changed an aspect since.
    fn is_other(&self, aspect: Aspect, was: &Todo, now: &Todo) -> bool {
        aspect.differs(was, now) && is_by_person(self.store, was.key, aspect)
    }

    /// Whether a todo of the call is a new one: what a person said of one text they did not say of another.
    fn is_another(&self, mine: &Todo) -> bool {
        let (was, now) = (find(self.base.list(), mine.key), find(self.store.list(), mine.key));
        let (Some(was), Some(now)) = (was, now) else { return false };
        mine.content() != was.content()
            && (self.is_other(Aspect::Status, was, now)
                || self.is_whole && is_settled(self.store.marks(), now))
            && !is_written(self.store.marks(), now, Field::Content)
    }

    /// An item that says what somebody added since, or what one that the list leaves out says today, is that todo.
    fn recognize(&self, list: &mut List, refusals: &mut Vec<Refusal>) {
        let is_in = |list: &[Todo], key| find(list, key).is_some();
        for place in 0..list.len() {
            let Some(mine) = list.get(place) else { continue };
            let was_called = |now: &Todo| {
                let mark = self.store.marks().of(now.key).filter(|mark| mark.has_person());
                let mut former = mark.map_or(&[][..], |mark| &mark.former).iter();
                former.any(|text| text.as_str() == mine.content())
            };
            let is_it = |now: &&Todo| {
                let is_since = || !is_in(self.base.list(), now.key);
                (now.content() == mine.content() || was_called(now) && is_since())
                    && !is_in(list, now.key)
            };
            let known = self.store.list().iter().find(is_it);
            let Some(now) = known.filter(|_| !is_in(self.base.list(), mine.key)) else { continue };
            if let Some(mine) = list.get_mut(place) {
                let mut texts = now.clone();
                for field in Field::ALL {
                    if let Some(text) = mine.cleaned_text(field) {
                        set_text(&mut texts.details, field, Some(text.clone()));
                    }
                }
                *mine = Todo { key: now.key, status: mine.status, details: texts.details };
                self.keep_values(now, now, mine, refusals);
            }
        }
    }

    /// Leaves off the list what a person took off, and has come back what they settled as they settled it.
    fn keep_off(&self, list: &mut List, refusals: &mut Vec<Refusal>) {
        let marks = self.store.marks();
        let is_new = |todo: &Todo| find(self.base.list(), todo.key).is_none();
        let mut taken: Vec<Key> = Vec::new();
        list.retain_mut(|mine| {
            let left = marks.left_as(mine.content()).filter(|left| {
                is_new(mine)
                    && !taken.contains(&left.todo.key)
                    && find(self.base.list(), left.todo.key).is_none()
            });
            let Some(left) = left else { return true };
            let key = left.todo.key;
            if left.is_held_off() {
                taken.push(key);
                refusals.push(Refusal::Removed(key));
                return false;
            }
            if left.is_settled_by_person() {
                taken.push(key);
                if mine.status != left.todo.status {
                    refusals.push(Refusal::Status(key));
                }
                *mine = left.todo.clone();
            }
            true
        });
    }

    /// Keeps the status and the texts of a todo.
    fn keep_values(&self, was: &Todo, now: &Todo, mine: &mut Todo, refusals: &mut Vec<Refusal>) {
        let marks = self.store.marks();
        // What a list says as it knew it is refused, too, where that is no longer so.
        let is_refused = |aspect: Aspect, mine: &Todo, holds: bool, is_said: bool| {
            aspect.differs(mine, now)
                && (holds || self.is_other(aspect, was, now))
                && (aspect.differs(mine, was) || self.is_whole && is_said)
        };
        if is_refused(Aspect::Status, mine, is_settled(marks, now), self.says_status) {
            if mine.status != was.status {
                mine.status = was.status;
                let reason = was.cleaned_text(Field::Reason).cloned();
                set_text(&mut mine.details, Field::Reason, reason);
            }
            refusals.push(Refusal::Status(was.key));
        }
        for field in Field::ALL {
            let holds = is_written(marks, now, field);
            let is_said = holds && field == Field::Content;
            if is_refused(Aspect::Text(field), mine, holds, is_said) {
                set_text(&mut mine.details, field, was.cleaned_text(field).cloned());
                refusals.push(Refusal::Text(was.key, field));
            }
        }
    }

    /// Keeps a todo on the list that the call took off it.
    fn keep_present(
        &self,
        place: usize,
        was: &Todo,
        now: &Todo,
        list: &mut List,
        refusals: &mut Vec<Refusal>,
    ) {
        let (key, marks) = (was.key, self.store.marks());
        let skipped = (self.skipped)(key);
        let is_kept = is_kept(marks, now);
        // Who changed it since, if anybody did.
        let changed = || {
            let moved = self.store.moved_since(self.told);
            let is_moved = moved.contains(&key) && is_by_person(self.store, key, Aspect::Place);
            let is_other = |aspect: &Aspect| match aspect {
                Aspect::Place => is_moved,
                aspect => self.is_other(*aspect, was, now),
            };
            let aspects = [Aspect::Status, Aspect::Place].into_iter();
            let aspect = aspects.chain(Field::ALL.map(Aspect::Text)).find(is_other);
            aspect.map(|aspect| by(self.store, key, aspect))
        };
        let mut todo = was.clone();
        match (&skipped, self.keeps_open) {
            (Some(reason), _) if is_kept => {
                // A skip leaves it on the list, marked.
                todo = was.with_status(Status::Skipped);
                set_text(&mut todo.details, Field::Reason, reason.clone());
                self.keep_values(was, now, &mut todo, refusals);
            }
            (Some(_), _) if is_settled(marks, now) => refusals.push(Refusal::Status(key)),
            _ if is_kept && changed().is_none() => refusals.push(Refusal::Presence(key)),
            (skipped, how) => match (changed(), how) {
                (Some(by), _) => refusals.push(Refusal::Changed(key, by)),
                (None, Some(how))
                    if self.is_whole && skipped.is_none() && !now.status.is_settled() =>
                {
                    refusals.push(Refusal::Open(key, how));
                }
                (None, _) => return,
            },
        }
        let before = self.base.list().iter().take(place).rev();
        let stands = |todo: &Todo| place_of(list, todo.key);
        let after = before.clone().find_map(stands);
        let at = after.map_or(0, |after| after.wrapping_add(1));
        let name = was.text(Field::Name);
        if name.is_some() && list.iter().any(|todo| todo.text(Field::Name) == name) {
            set_text(&mut todo.details, Field::Name, None);
        }
        Edit::Todo { at, before: None, after: Some(todo) }.apply(list);
    }

    /// Keeps in progress what somebody started since.
    fn keep_doing(&self, list: &mut List, refusals: &mut Vec<Refusal>) {
        let base = self.base.list();
        let Some((_, doing)) = self.store.current_doing() else { return };
        let is_since = find(base, doing.key).is_none_or(|was| was.status != Status::Doing);
        if !is_since || !is_by_person(self.store, doing.key, Aspect::Status) {
            return;
        }
        for mine in list {
            let was = find(base, mine.key).map_or(Status::Todo, |was| was.status);
            if mine.status == Status::Doing && mine.key != doing.key && was != Status::Doing {
                mine.status = was;
                if !self.is_gone(mine.key) {
                    refusals.push(Refusal::Doing(mine.clone()));
                }
            }
        }
    }
}
