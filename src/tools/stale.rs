//! `Stale`: what a call does that was made upon the list as the model knows it.
//!
//! The call runs upon the list as it was told, and its result is merged with today's as `sync/merge` does it, but
//! that a person's word holds, read or not, and what a host changed until the model has read it. What could not be
//! done, and what was done elsewhere than the model thinks, goes into notes.

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use crate::forms::reminder::is_aligned;
use crate::forms::shape::Shape;
use crate::list::author::Author;
use crate::list::blockers;
use crate::list::delta::{Aspect, Delta};
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::{Edit, List, Revision};
use crate::list::holds::{Held, is_kept, is_settled, is_written, who, why};
use crate::list::marks::{How, Left};
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Id, Key, Status, Todo, find, set_text};
use crate::sync::merge::Merge;
use crate::sync::rewrite::Mode;
use crate::text::content::Content;
use crate::text::excerpt::said;
use crate::text::message::Part::{Number, Text};
use crate::text::message::{Notes, count, excerpt, fill, note};
use crate::tools::change::Name;
use crate::tools::request::{Done, Request};

/// What a call names.
pub enum Says<'a> {
    /// Nothing that there is.
    Nothing,
    /// These todos, each of which it settles or opens.
    Todos(&'a [Id]),
    /// The place after a todo; 0 is the front.
    After(i64),
    /// Todos by what they are called, each with its id where that is the position. Where it says a status, that is
    /// the first one's.
    Named { named: &'a [(Key, Option<Id>)], has_status: bool },
    /// A part of the list.
    Part,
    /// The list as a whole.
    Whole,
}

/// A list as the model knows it, which may no longer be today's.
pub struct Stale {
    pub told: List,
    /// Whether that is a list of this very store. Where not, anything may have changed.
    pub is_known: bool,
    /// The next key that neither has used.
    next_key: u32,
    /// Whether the answer shows the whole list.
    pub shows: bool,
    /// What was not done as the call says, and why.
    pub held: Vec<Held>,
    /// The open todos that a list left out.
    pub dropped: Vec<(Id, Todo)>,
    /// How a model gives a todo up, where a list that leaves it out does not.
    pub keeps_open: Option<&'static str>,
    /// Whether that is today's list: then notes tell all that is otherwise.
    pub is_todays: bool,
    /// Whether a list of the call says how far each todo is.
    says_status: bool,
}

impl Stale {
    /// What the model was told at a revision, in the keys of today.
    pub fn new(store: &TodoStore, told: &List, since: Option<Revision>) -> Self {
        let is_known = since.is_some_and(|since| store.is_own(since));
        let mut next_key = store.next_key();
        let told = if is_known {
            told.clone()
        } else {
            // Keys may mean other todos there: the same text is the same todo.
            anchored(told, store.list(), &mut next_key)
        };
        let (held, dropped) = (Vec::new(), Vec::new());
        Self {
            told,
            is_known,
            next_key,
            shows: false,
            held,
            dropped,
            keeps_open: None,
            is_todays: false,
            says_status: false,
        }
    }

    /// The list of today.
    pub fn of_today(store: &TodoStore) -> Self {
        Self::new(store, store.list(), Some(store.revision()))
    }

    /// Does what is asked for. Where that is refused, the store is as before.
    pub fn carry_out(
        &mut self,
        store: &mut TodoStore,
        request: Request<'_>,
        notes: &mut Notes,
    ) -> Result<Done, TodoError> {
        let mut named;
        let says = match &request {
            Request::List => return Ok(Done::List),
            Request::GetNext => {
                self.shows = true;
                return store.acting_as_model(|store| request.run(store, notes));
            }
            Request::MarkDoing(id) => {
                let id = *id;
                return self.mark_doing(store, id, notes).map(|()| Done::MarkDoing(id));
            }
            Request::Add(_) => Says::Nothing,
            Request::AddAfter { position, .. } => Says::After(*position),
            Request::Complete { ids, .. } => Says::Todos(&ids.clone()),
            Request::Skip(id, _) | Request::GoBack(id) => Says::Todos(&[*id]),
            Request::ReplaceAll(_) => Says::Whole,
            Request::Get(name) => {
                let name = name.clone();
                return self.get(store, &name, notes).map(Done::Get);
            }
            Request::Create(change) => {
                named = self.named(store, &change.links)?;
                Says::Named { named: &named, has_status: false }
            }
            Request::Update(name, change) => {
                named = self.named(store, core::slice::from_ref(name))?;
                named.extend(self.named(store, &change.links)?);
                Says::Named { named: &named, has_status: change.status.is_some() }
            }
            Request::Delete(name) => {
                named = self.named(store, core::slice::from_ref(name))?;
                Says::Named { named: &named, has_status: false }
            }
            Request::Rewrite { mode: Mode::Replace, .. } => Says::Whole,
            Request::Rewrite { mode: Mode::Merge, .. } => Says::Part,
        };
        let shape = match &request {
            Request::Update(_, change) => Some(change.shape),
            _ => None,
        };
        self.says_status = match &request {
            Request::Rewrite { shape, .. } => shape.statuses.is_some(),
            Request::ReplaceAll(_) => true,
            _ => false,
        };
        let mut request = Some(request);
        let done = self.write(store, &says, notes, &mut |told, notes| match request.take() {
            Some(request) => request.run(told, notes),
            None => Ok(Done::List),
        })?;
        Ok(self.without_held(done, shape))
    }

    /// What was done, without what was not.
    fn without_held(&self, mut done: Done, shape: Option<&Shape>) -> Done {
        match &mut done {
            Done::Complete(ids) => ids.retain(|id| !self.is_held(*id)),
            Done::Update { fields, .. } => fields.retain(|name| {
                !self.held.iter().any(|held| match held {
                    Held::Status(_) => *name == "status",
                    Held::Text(_, field) => {
                        shape.and_then(|shape| shape.field(*field)) == Some(*name)
                    }
                    Held::Changed(..)
                    | Held::Presence(_)
                    | Held::Off(_)
                    | Held::Open(..)
                    | Held::Doing(_) => false,
                })
            }),
            _ => {}
        }
        done
    }

    /// Whether the status of the todo with an id in the list as told was not set as the call says.
    pub fn is_held(&self, id: Id) -> bool {
        let key = self.told.get(id.place()).map(|todo| todo.key);
        let is_it = |held: &Held| matches!(held, Held::Status(held) if Some(*held) == key);
        self.held.iter().any(is_it)
    }

    /// Runs a write upon the list as told, and merges what came of it into the list of today.
    pub fn write(
        &mut self,
        store: &mut TodoStore,
        says: &Says<'_>,
        notes: &mut Notes,
        write: &mut dyn FnMut(&mut TodoStore, &mut Notes) -> Result<Done, TodoError>,
    ) -> Result<Done, TodoError> {
        let base = store.with_list(self.told_with_links_of(store), self.next_key);
        let base = base.with_marks(store.marks().clone());
        let mut ours = base.clone();
        let done = write(&mut ours, notes).map_err(|error| self.with_list(error))?;
        self.check_present(store, says, &base, &ours)?;
        let is_whole = matches!(says, Says::Whole);
        let skipped = |key| match ours.marks().left(key) {
            Some(Left { how: How::Skipped(reason), .. }) => Some(reason.clone()),
            Some(_) | None => None,
        };
        let (list, next_key, held) =
            Yielding { stale: self, store, base: &base, is_whole, skipped: &skipped }
                .run(&ours, notes);
        let how = |key| skipped(key).map_or(How::Removed, How::Skipped);
        self.held = held;
        if let (false, Some(first)) = (is_whole, self.held.first().cloned()) {
            let is_all = match says {
                Says::Todos(ids) => ids.iter().all(|id| self.is_held(*id)),
                _ => Delta::between(base.list(), &list).is_empty(),
            };
            let is_of_another = matches!(first, Held::Changed(..) | Held::Doing(_));
            if is_all || is_of_another {
                return Err(self.refused(store, &first));
            }
        }
        let ours = ours.with_list(list, next_key);
        let merge = Merge { base: &base, ours: &ours, theirs: store, gave_keys: false };
        let (list, next_key) = merge.merged();
        self.check_room(store, &list)?;
        self.check_owners(store, says, ours.list())?;
        let settled = match says {
            Says::Todos(ids) => self.keys(ids),
            Says::Named { named, has_status: true } => {
                named.iter().take(1).map(|(key, _)| *key).collect()
            }
            Says::Named { has_status: false, .. }
            | Says::Nothing
            | Says::After(_)
            | Says::Part
            | Says::Whole => Vec::new(),
        };
        for key in settled {
            if self.held.iter().any(|held| matches!(held, Held::Status(held) if *held == key)) {
                continue;
            }
            let (meant, is) = (find(ours.list(), key), find(&list, key));
            if meant.map(|todo| todo.status) != is.map(|todo| todo.status) {
                return Err(self.refused(store, &Held::Status(key)));
            }
        }
        self.note_shifts(store, says, notes);
        if is_whole {
            self.note_kept(store, &ours, notes);
            self.dropped = dropped(store.list(), &list);
            self.dropped.retain(|(_, todo)| skipped(todo.key).is_none());
            note_dropped(&self.dropped, notes);
        }
        store.acting_as_model(|store| store.set_list_as(&list, next_key, &how));
        // Only now: the call itself may have set back a todo that stays.
        notes.extend(self.held.iter().map(|held| why(store.list(), store.marks(), held)));
        // A note told what was held.
        self.told = ours.list().clone();
        for held in self.held.clone() {
            // It thought that one gone.
            self.shows = self.shows || matches!(held, Held::Changed(..));
            if let Some(now) = find(store.list(), held.key()) {
                self.tell_held(&held, now);
            }
        }
        self.shows = self.shows || !is_aligned(&self.told, store.list());
        Ok(done)
    }

    /// The list as told, with what each todo waits on today: a call only ever adds to that, and lists do not say it.
    fn told_with_links_of(&self, store: &TodoStore) -> List {
        let mut told = self.told.clone();
        for todo in &mut told {
            let Some(now) = find(store.list(), todo.key) else { continue };
            let is_known = |key: &Key| *key == Key::ELSEWHERE || find(&self.told, *key).is_some();
            let links = now.blocked_by().iter().copied();
            let links: Vec<Key> = links.filter(is_known).collect();
            if links != todo.blocked_by() {
                Rc::make_mut(&mut todo.details).blocked_by = links;
            }
        }
        told
    }

    /// Looks one todo up, as it is today.
    fn get(&mut self, store: &TodoStore, name: &Name, notes: &mut Notes) -> Result<Key, TodoError> {
        let named = self.named(store, core::slice::from_ref(name))?;
        let base = store.with_list(self.told.clone(), self.next_key);
        let says = Says::Named { named: &named, has_status: false };
        self.check_present(store, &says, &base, &base)?;
        self.note_shifts(store, &says, notes);
        let key = name.find(&base, notes)?;
        self.shows = !is_aligned(&self.told, store.list());
        // The answer tells it of this one.
        if let Some(now) = find(store.list(), key) {
            self.tell_one(now);
        }
        Ok(key)
    }

    /// The todos that a call calls by names, each with its id where that is the position.
    fn named(
        &mut self,
        store: &TodoStore,
        names: &[Name],
    ) -> Result<Vec<(Key, Option<Id>)>, TodoError> {
        let told = store.with_list(self.told.clone(), self.next_key);
        let mut named = Vec::with_capacity(names.len());
        for name in names {
            let key = name.find(&told, &mut Notes::new()).map_err(|error| self.with_list(error))?;
            let id = name
                .position()
                .filter(|id| told.list().get(id.place()).is_some_and(|todo| todo.key == key));
            named.push((key, id));
        }
        Ok(named)
    }

    /// The model knows of a todo what the note says of it, and of the rest what it knew.
    fn tell_held(&mut self, held: &Held, now: &Todo) {
        let Some(was) = find(&self.told, now.key) else { return };
        let known = match held {
            Held::Changed(..) => now.clone(),
            // It is as it was told.
            Held::Doing(_) | Held::Off(_) => return,
            // One that it had left out is there, as it is.
            Held::Status(_) | Held::Presence(_) | Held::Open(..) => {
                let mut todo = was.with_status(now.status);
                for field in [Field::Content, Field::Reason] {
                    set_text(&mut todo.details, field, now.cleaned_text(field).cloned());
                }
                todo
            }
            Held::Text(_, field) => {
                let mut todo = was.clone();
                set_text(&mut todo.details, *field, now.cleaned_text(*field).cloned());
                todo
            }
        };
        self.tell_one(&known);
    }

    /// The model knows one todo as it is given.
    fn tell_one(&mut self, now: &Todo) {
        for todo in &mut self.told {
            if todo.key == now.key {
                *todo = now.clone();
            } else if now.status == Status::Doing && todo.status == Status::Doing {
                // Only one is.
                todo.status = Status::Todo;
            }
        }
    }

    /// Marks a todo as in progress: whether another one is, today's list says.
    fn mark_doing(
        &mut self,
        store: &mut TodoStore,
        id: Id,
        notes: &mut Notes,
    ) -> Result<(), TodoError> {
        let told = store.with_list(self.told.clone(), self.next_key);
        told.is_completed(id).map_err(|error| self.with_list(error))?;
        let Some(was) = told.list().get(id.place()) else { return Ok(()) };
        let says = Says::Todos(&[id]);
        self.check_present(store, &says, &told, &told)?;
        let mut started = self.told.clone();
        let mine = started.iter_mut().find(|todo| todo.key == was.key);
        mine.into_iter().for_each(|todo| todo.status = Status::Doing);
        self.check_owners(store, &says, &started)?;
        if let Some((doing, todo)) = store.current_doing().filter(|(_, todo)| todo.key != was.key) {
            self.shows = true;
            let by = who(by(store, todo.key, Aspect::Status));
            return Err(TodoError::new(
                ErrorCode::AlreadyDoing,
                "todo {} ({}) is in progress and only one may be: {} started it",
                &[Number(doing.0), excerpt(todo.content()), Text(by)],
            ));
        }
        let now = find(store.list(), was.key);
        let is_held = now.is_some_and(|now| {
            let is_changed = now.status != was.status && now.status != Status::Doing;
            is_settled(store.marks(), now)
                || is_changed && is_by_person(store, was.key, Aspect::Status)
        });
        if is_held {
            return Err(self.refused(store, &Held::Status(was.key)));
        }
        self.note_shifts(store, &says, notes);
        self.shows = true;
        store.acting_as_model(|store| store.mark_doing(was.key))
    }

    /// The same error, where a todo that it names is none of the list as told, with the list of today.
    fn with_list(&mut self, error: TodoError) -> TodoError {
        if error.code() != ErrorCode::UnknownId {
            return error;
        }
        self.shows = true;
        if !self.told.is_empty() {
            return error;
        }
        TodoError::new(
            ErrorCode::UnknownId,
            "nothing was done, as you had not read the list: call again with its ids",
            &[],
        )
    }

    /// Refuses what names todos that are gone.
    fn check_present(
        &mut self,
        store: &TodoStore,
        says: &Says<'_>,
        base: &TodoStore,
        ours: &TodoStore,
    ) -> Result<(), TodoError> {
        let named = match says {
            Says::Nothing | Says::Whole => Vec::new(),
            Says::Todos(ids) => self.keys(ids),
            Says::After(position) => self.keys(&[Id(*position)]),
            Says::Named { named, .. } => named.iter().map(|(key, _)| *key).collect(),
            Says::Part => {
                let is_changed = |todo: &&Todo| {
                    find(ours.list(), todo.key).is_none_or(|mine| !mine.is_same(todo))
                };
                base.list().iter().filter(is_changed).map(|todo| todo.key).collect()
            }
        };
        let gone = |key: &&Key| find(store.list(), **key).is_none();
        let Some(key) = named.iter().find(gone).copied() else { return Ok(()) };
        self.shows = true;
        let place = self.told.iter().position(|todo| todo.key == key).unwrap_or_default();
        let content = self.told.get(place).map(Todo::content).unwrap_or_default();
        let id = Number(Id::at(place).0);
        let error = match store.marks().left(key).filter(|_| self.is_known) {
            Some(Left { by, how, .. }) => {
                let (template, reason) = match how {
                    How::Skipped(Some(reason)) => {
                        ("{} was {}: {} skipped it: {}; nothing was done", said(reason.as_str()))
                    }
                    How::Skipped(None) => {
                        ("{} was {}: {} skipped it, and nothing was done", String::new())
                    }
                    How::Removed | How::Cleared => {
                        ("{} was {}: {} removed it, and nothing was done", String::new())
                    }
                };
                let parts = [id, excerpt(content), Text(who(Some(by.author))), Text(&reason)];
                TodoError::new(ErrorCode::UnknownId, template, &parts)
            }
            None => TodoError::new(
                ErrorCode::UnknownId,
                "{} was {}, which is not on the list any more: another list was taken over, or so much was changed that nobody knows by whom; nothing was done",
                &[id, excerpt(content)],
            ),
        };
        Err(error)
    }

    fn check_room(&mut self, store: &TodoStore, list: &List) -> Result<(), TodoError> {
        let max = store.options().max_todos();
        if list.len() <= max || list.len() <= store.list().len() {
            return Ok(());
        }
        self.shows = true;
        Err(TodoError::new(
            ErrorCode::TooManyTodos,
            "with what others added since you last read it, the list would have {} todos, at most {}: use fewer, broader todos",
            &[count(list.len()), count(max)],
        ))
    }

    /// Refuses what starts, settles or sets back a todo by its name that another owner has by now.
    fn check_owners(
        &mut self,
        store: &mut TodoStore,
        says: &Says<'_>,
        meant: &List,
    ) -> Result<(), TodoError> {
        let named = match says {
            Says::Todos(ids) => self.keys(ids),
            Says::Named { named, .. } => named.iter().map(|(key, _)| *key).collect(),
            Says::Nothing | Says::After(_) | Says::Part | Says::Whole => Vec::new(),
        };
        for key in named {
            let Some(at) = store.list().iter().position(|todo| todo.key == key) else { continue };
            let status = |list: &List| find(list, key).map(|todo| todo.status);
            if status(meant) != status(&self.told) {
                let checked = store.acting_as_model(|store| store.check_owner(at));
                self.shows = self.shows || checked.is_err();
                checked?;
            }
        }
        Ok(())
    }

    /// The keys of todos by their ids in the list as told; of those that it has.
    fn keys(&self, ids: &[Id]) -> Vec<Key> {
        ids.iter().filter_map(|id| self.told.get(id.place())).map(|todo| todo.key).collect()
    }

    fn refused(&mut self, store: &TodoStore, held: &Held) -> TodoError {
        self.shows = true;
        TodoError::invalid("{}; nothing was done", &[Text(&why(store.list(), store.marks(), held))])
    }

    /// Says which todos the ids of a call mean that others have today.
    fn note_shifts(&self, store: &TodoStore, says: &Says<'_>, notes: &mut Notes) {
        let ids = match says {
            Says::Nothing | Says::Part | Says::Whole => Vec::new(),
            Says::Named { named, .. } => named.iter().filter_map(|(_, id)| *id).collect(),
            Says::Todos(ids) => ids.to_vec(),
            Says::After(position) => [Id(*position)].into(),
        };
        for id in ids {
            let Some(was) = self.told.get(id.place()) else { continue };
            let place = store.list().iter().position(|todo| todo.key == was.key);
            let Some(now) = place.filter(|now| *now != id.place()) else { continue };
            let why = self.why_elsewhere(store, id.place(), now);
            let parts = [Number(id.0), excerpt(was.content()), Number(Id::at(now).0), Text(&why)];
            note(notes, "{} is {}, which is {} now: {}", &parts);
        }
    }

    /// Why the todo at a place of the list as told is at another one now.
    fn why_elsewhere(&self, store: &TodoStore, was: usize, now: usize) -> String {
        let missing = |list: &[Todo], places: usize, other: &[Todo]| -> Vec<Key> {
            let keys = list.iter().take(places).map(|todo| todo.key);
            keys.filter(|key| find(other, *key).is_none()).collect()
        };
        let added = missing(store.list(), now, &self.told);
        let removed = missing(&self.told, was, store.list());
        let key = self.told.get(was).map_or(Key(0), |todo| todo.key);
        let mut authors: Vec<Option<Author>> =
            added.iter().chain(&removed).map(|key| by(store, *key, Aspect::Presence)).collect();
        if authors.is_empty() {
            let moved = store.moved_since(&self.told);
            let is_it = moved.contains(&key);
            let what = if is_it { "{} moved it" } else { "{} moved todos" };
            let which = if is_it { Some(key) } else { moved.first().copied() };
            let by = which.and_then(|key| by(store, key, Aspect::Place));
            return fill(what, &[Text(who(by))]);
        }
        authors.dedup();
        let by = match authors.as_slice() {
            [by] => who(*by),
            _ => "others",
        };
        let (by, many) = (Text(by), |keys: &[Key]| Text(if keys.len() == 1 { "" } else { "s" }));
        match (added.len(), removed.len()) {
            (new, 0) => fill("{} added {} todo{} before it", &[by, count(new), many(&added)]),
            (0, gone) => fill("{} removed {} todo{} before it", &[by, count(gone), many(&removed)]),
            (new, gone) => fill(
                "{} added {} and removed {} todo{} before it",
                &[by, count(new), count(gone), many(&removed)],
            ),
        }
    }

    /// Says what others added or removed that a list in the call is silent about.
    pub fn note_kept(&self, store: &TodoStore, ours: &TodoStore, notes: &mut Notes) {
        let added: Vec<&Todo> = store
            .list()
            .iter()
            .filter(|todo| find(&self.told, todo.key).is_none())
            .filter(|todo| find(ours.list(), todo.key).is_none())
            .collect();
        let gone: Vec<&Todo> = ours
            .list()
            .iter()
            .filter(|todo| find(&self.told, todo.key).is_some())
            .filter(|todo| find(store.list(), todo.key).is_none())
            .collect();
        for (todos, one, many) in [
            (added, "{} stays: {} added it", "{} todos stay that were added since"),
            (
                gone,
                "{} stays off the list: {} removed it",
                "{} todos stay off the list that were removed since",
            ),
        ] {
            if todos.len() > 3 {
                note(notes, many, &[count(todos.len())]);
                continue;
            }
            for todo in todos {
                let by = who(by(store, todo.key, Aspect::Presence));
                note(notes, one, &[excerpt(todo.content()), Text(by)]);
            }
        }
    }
}

/// The open todos of a list that another one has not, by their ids.
pub fn dropped(before: &[Todo], now: &[Todo]) -> Vec<(Id, Todo)> {
    let is_dropped = |todo: &Todo| !todo.status.is_settled() && find(now, todo.key).is_none();
    let ids = before.iter().enumerate().filter(|(_, todo)| is_dropped(todo));
    ids.map(|(place, todo)| (Id::at(place), todo.clone())).collect()
}

/// Says which open todos a list left out.
pub fn note_dropped(dropped: &[(Id, Todo)], notes: &mut Notes) {
    let mut named = String::new();
    for (_, todo) in dropped {
        named.push_str(if named.is_empty() { "" } else { ", " });
        named.push_str(&fill("{}", &[excerpt(todo.content())]));
    }
    if !named.is_empty() {
        note(notes, "left out while still open, so off the list now: {}", &[Text(&named)]);
    }
}

/// Who decided an aspect of a todo last, or took it off the list.
fn by(store: &TodoStore, key: Key, aspect: Aspect) -> Option<Author> {
    store.marks().by(key, aspect).map(|by| by.author)
}

/// Whether an aspect of a todo was decided by somebody whose changes hold over what a model says of a list that it
/// did not see: a host's are, as like as not, a person's.
fn is_by_person(store: &TodoStore, key: Key, aspect: Aspect) -> bool {
    match by(store, key, aspect) {
        Some(Author::User | Author::Host) | None => true,
        Some(Author::Model | Author::Run) => false,
    }
}

/// What a call made of the list as told, on its way to give way to what others decided.
struct Yielding<'a> {
    stale: &'a Stale,
    store: &'a TodoStore,
    base: &'a TodoStore,
    is_whole: bool,
    /// Why a todo was given up that the call took off the list so.
    skipped: &'a dyn Fn(Key) -> Option<Option<Content>>,
}

impl Yielding<'_> {
    /// The list that is left of what the call made, the next key, and what was held.
    fn run(&self, ours: &TodoStore, notes: &mut Notes) -> (List, u32, Vec<Held>) {
        let mut list = ours.list().clone();
        let mut next_key = ours.next_key();
        let mut held = Vec::new();
        for mine in &mut list {
            if self.is_another(mine) {
                mine.key = Key(next_key);
                next_key = next_key.wrapping_add(1);
            }
        }
        if self.is_whole {
            self.recognize(&mut list, &mut held);
            self.keep_off(&mut list, &mut held);
        }
        for (place, was) in self.base.list().iter().enumerate() {
            let Some(now) = find(self.store.list(), was.key) else { continue };
            match list.iter_mut().find(|todo| todo.key == was.key) {
                Some(mine) => self.keep_values(was, now, mine, &mut held),
                None => self.keep_present(place, was, now, &mut list, &mut held),
            }
        }
        self.keep_doing(&mut list, &mut held);
        let is_idle = |todo: &Todo| todo.status != Status::Doing;
        let is_held =
            |key| held.iter().any(|held| matches!(held, Held::Status(held) if *held == key));
        let started = ours.list().iter().find(|todo| !is_idle(todo));
        if started.is_some_and(|todo| is_held(todo.key)) && list.iter().all(is_idle) {
            self.give_back(ours, &mut list, notes);
        }
        (list, next_key, held)
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

    /// Whether somebody changed the status since.
    fn is_other_status(&self, was: &Todo, now: &Todo) -> bool {
        now.status != was.status && is_by_person(self.store, was.key, Aspect::Status)
    }

    /// Whether somebody changed a text since.
    fn is_other_text(&self, was: &Todo, now: &Todo, field: Field) -> bool {
        now.text(field) != was.text(field) && is_by_person(self.store, was.key, Aspect::Text(field))
    }

    /// Whether a todo of the call is a new one: what a person said of one text they did not say of another.
    fn is_another(&self, mine: &Todo) -> bool {
        let (was, now) = (find(self.base.list(), mine.key), find(self.store.list(), mine.key));
        let (Some(was), Some(now)) = (was, now) else { return false };
        mine.content() != was.content()
            && (self.is_other_status(was, now)
                || self.is_whole && is_settled(self.store.marks(), now))
            && !is_written(self.store.marks(), now, Field::Content)
    }

    /// An item that says what somebody added since, or what one that the list leaves out says today, is that todo.
    fn recognize(&self, list: &mut List, held: &mut Vec<Held>) {
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
                self.keep_values(now, now, mine, held);
            }
        }
    }

    /// Leaves off the list what a person took off, and has come back what they settled as they settled it.
    fn keep_off(&self, list: &mut List, held: &mut Vec<Held>) {
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
                held.push(Held::Off(key));
                return false;
            }
            if left.is_settled_by_person() {
                taken.push(key);
                if mine.status != left.todo.status {
                    held.push(Held::Status(key));
                }
                *mine = left.todo.clone();
            }
            true
        });
    }

    /// Keeps the status and the texts of a todo.
    fn keep_values(&self, was: &Todo, now: &Todo, mine: &mut Todo, held: &mut Vec<Held>) {
        let marks = self.store.marks();
        let keeps = self.is_other_status(was, now) || is_settled(marks, now);
        if keeps && mine.status != was.status && mine.status != now.status {
            mine.status = was.status;
            let reason = was.cleaned_text(Field::Reason).cloned();
            set_text(&mut mine.details, Field::Reason, reason);
            held.push(Held::Status(was.key));
        } else if self.is_whole
            && self.stale.says_status
            && mine.status != now.status
            && is_settled(marks, now)
        {
            // It says what it knew, which is no longer so.
            held.push(Held::Status(was.key));
        }
        let is_content = |field| self.is_whole && field == Field::Content;
        for field in Field::ALL {
            let text = mine.text(field);
            let keeps = self.is_other_text(was, now, field) || is_written(marks, now, field);
            if text != was.text(field) && text != now.text(field) && keeps {
                let before = was.cleaned_text(field).cloned();
                set_text(&mut mine.details, field, before);
                held.push(Held::Text(was.key, field));
            } else if is_content(field) && text != now.text(field) && is_written(marks, now, field)
            {
                held.push(Held::Text(was.key, field));
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
        held: &mut Vec<Held>,
    ) {
        let (key, marks) = (was.key, self.store.marks());
        let skipped = (self.skipped)(key);
        let is_kept = is_kept(marks, now);
        // Who changed it since, if anybody did.
        let changed = || {
            let moved = self.store.moved_since(&self.stale.told);
            let is_moved = moved.contains(&key) && is_by_person(self.store, key, Aspect::Place);
            let text = |field: &Field| self.is_other_text(was, now, *field);
            let aspect = if self.is_other_status(was, now) {
                Some(Aspect::Status)
            } else if is_moved {
                Some(Aspect::Place)
            } else {
                Field::ALL.into_iter().find(text).map(Aspect::Text)
            };
            aspect.map(|aspect| by(self.store, key, aspect))
        };
        let mut todo = was.clone();
        match (&skipped, self.stale.keeps_open) {
            (Some(reason), _) if is_kept => {
                // A skip leaves it on the list, marked.
                todo = was.with_status(Status::Skipped);
                set_text(&mut todo.details, Field::Reason, reason.clone());
            }
            (Some(_), _) if is_settled(marks, now) => held.push(Held::Status(key)),
            _ if is_kept && changed().is_none() => held.push(Held::Presence(key)),
            (skipped, how) => match (changed(), how) {
                (Some(by), _) => held.push(Held::Changed(key, by)),
                (None, Some(how))
                    if self.is_whole && skipped.is_none() && !now.status.is_settled() =>
                {
                    held.push(Held::Open(key, how));
                }
                (None, _) => return,
            },
        }
        let before = self.base.list().iter().take(place).rev();
        let stands = |todo: &Todo| list.iter().position(|other| other.key == todo.key);
        let after = before.clone().find_map(stands);
        let at = after.map_or(0, |after| after.wrapping_add(1));
        let name = was.text(Field::Name);
        if name.is_some() && list.iter().any(|todo| todo.text(Field::Name) == name) {
            set_text(&mut todo.details, Field::Name, None);
        }
        Edit::Todo { at, before: None, after: Some(todo) }.apply(list);
    }

    /// Keeps in progress what somebody started since.
    fn keep_doing(&self, list: &mut List, held: &mut Vec<Held>) {
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
                let is_gone =
                    find(base, mine.key).is_some() && find(self.store.list(), mine.key).is_none();
                if !is_gone {
                    held.push(Held::Doing(mine.clone()));
                }
            }
        }
    }
}

/// Todos of a list that is not known to be of this store, with the keys of those here that say the same; the
/// others get keys that nothing here has.
fn anchored(told: &List, now: &[Todo], next_key: &mut u32) -> List {
    let is_it = |was: &Todo, todo: &Todo| was.content() == todo.content();
    let mut free: Vec<&Todo> = now.iter().collect();
    // One that has its key too is the first choice.
    let same: Vec<bool> = told
        .iter()
        .map(|was| {
            let place = free.iter().position(|todo| todo.key == was.key && is_it(was, todo));
            place.map(|place| free.remove(place)).is_some()
        })
        .collect();
    let mut keys = Vec::with_capacity(told.len());
    for (was, is_same) in told.iter().zip(same) {
        let mut key = was.key;
        if !is_same {
            let place = free.iter().position(|todo| is_it(was, todo));
            key = place.map_or(Key(*next_key), |place| free.remove(place).key);
            if place.is_none() {
                *next_key = next_key.wrapping_add(1);
            }
        }
        keys.push((was.key, key));
    }
    let mut list = told.clone();
    blockers::rename(&mut list, &keys);
    list
}
