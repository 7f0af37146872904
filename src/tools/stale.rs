//! `Stale`: a list that the model was told and that is no longer today's, and what a call does that was made upon it.
//!
//! The call runs upon the list as it was told, and its result is merged with today's as `sync/merge` does it, but
//! that what a person changed in the meantime holds. What could not be done, and what was done elsewhere than the
//! model thinks, goes into notes.

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use crate::forms::reminder::{is_aligned, who};
use crate::list::author::Author;
use crate::list::blame::{Aspect, Blame};
use crate::list::blockers;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::{Edit, List, Revision};
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Id, Key, Status, Todo, find, set_text};
use crate::sync::merge::Merge;
use crate::sync::rewrite::Mode;
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

/// What a person changed that a stale call would have changed otherwise.
enum Held {
    Status(Key),
    Text(Key, Field),
    /// The call would have taken it off the list.
    Presence(Key),
    /// It was to be in progress, and another one is.
    Doing(Todo),
}

impl Held {
    fn key(&self) -> Key {
        match self {
            Self::Status(key) | Self::Text(key, _) | Self::Presence(key) => *key,
            Self::Doing(todo) => todo.key,
        }
    }
}

/// A list that is no longer today's, as the model knows it.
pub struct Stale {
    pub told: List,
    /// Who changed what since.
    pub blame: Blame,
    /// Whether the history reaches back to what was told. Where not, a person may have changed anything.
    pub is_known: bool,
    /// The next key that neither has used.
    next_key: u32,
    /// Whether the answer shows the whole list.
    pub shows: bool,
}

impl Stale {
    /// What the model was told at a revision, in the keys of today.
    pub fn new(store: &TodoStore, told: &List, since: Option<Revision>) -> Self {
        let (blame, is_known) = Blame::since(store, since);
        let mut next_key = store.next_key();
        let told = if is_known {
            told.clone()
        } else {
            // Keys may mean other todos there: the same text is the same todo.
            anchored(told, store.list(), &mut next_key)
        };
        Self { told, blame, is_known, next_key, shows: false }
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
            Request::Complete(ids) => Says::Todos(&ids.clone()),
            Request::Skip(id) | Request::GoBack(id) => Says::Todos(&[*id]),
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
        let mut request = Some(request);
        self.write(store, &says, notes, &mut |told, notes| match request.take() {
            Some(request) => request.run(told, notes),
            None => Ok(Done::List),
        })
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
        let mut ours = base.clone();
        let done = write(&mut ours, notes).map_err(|error| self.with_list(error))?;
        self.check_present(store, says, &base, &ours)?;
        let held = self.yield_to_persons(store, &base, &mut ours)?;
        if let (false, Some(first)) = (matches!(says, Says::Whole), held.first()) {
            return Err(self.refused(store, first));
        }
        let merge = Merge { base: &base, ours: &ours, theirs: store, gave_keys: false };
        let (list, next_key) = merge.merged();
        self.check_room(store, &list)?;
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
            let (meant, is) = (find(ours.list(), key), find(&list, key));
            if meant.map(|todo| todo.status) != is.map(|todo| todo.status) {
                return Err(self.refused(store, &Held::Status(key)));
            }
        }
        self.note_shifts(store, says, notes);
        if matches!(says, Says::Whole) {
            self.note_kept(store, &ours, notes);
        }
        store.acting_as_model(|store| store.set_list(&list, next_key));
        // Only now: the call itself may have set back a todo that stays.
        notes.extend(held.iter().map(|held| self.why(store, held)));
        // A note told what was held.
        self.told = ours.list().clone();
        for held in held {
            // It thought that one gone.
            self.shows = self.shows || matches!(held, Held::Presence(_));
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
            Held::Presence(_) => now.clone(),
            // It is as it was told.
            Held::Doing(_) => return,
            Held::Status(_) => {
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
        if let Some((doing, todo)) = store.current_doing().filter(|(_, todo)| todo.key != was.key) {
            self.shows = true;
            let by = who(self.by(todo.key, Aspect::Status));
            return Err(TodoError::new(
                ErrorCode::AlreadyDoing,
                "todo {} ({}) is in progress and only one may be: {} started it",
                &[Number(doing.0), excerpt(todo.content()), Text(by)],
            ));
        }
        let now = find(store.list(), was.key);
        let is_changed =
            now.is_some_and(|now| now.status != was.status && now.status != Status::Doing);
        if is_changed && self.is_by_person(was.key, Aspect::Status) {
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
        let error = match self.blame.of(key, Aspect::Presence) {
            Some(by) => {
                let (template, reason) = match self.blame.skip_of(key) {
                    Some(Some(reason)) => {
                        ("{} was {}: {} skipped it: {}; nothing was done", said(reason.as_str()))
                    }
                    Some(None) => ("{} was {}: {} skipped it, and nothing was done", String::new()),
                    None => ("{} was {}: {} removed it, and nothing was done", String::new()),
                };
                let parts = [id, excerpt(content), Text(who(Some(by))), Text(&reason)];
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

    /// Takes out of ours what a person changed otherwise in the meantime.
    fn yield_to_persons(
        &self,
        store: &TodoStore,
        base: &TodoStore,
        ours: &mut TodoStore,
    ) -> Result<Vec<Held>, TodoError> {
        let mut held = Vec::new();
        let mut list = ours.list().clone();
        let is_other_status = |was: &Todo, now: &Todo| {
            now.status != was.status && self.is_by_person(was.key, Aspect::Status)
        };
        // What a person said of one text they did not say of another: that one is a new todo.
        let mut next_key = ours.next_key();
        for mine in &mut list {
            let (was, now) = (find(base.list(), mine.key), find(store.list(), mine.key));
            if let (Some(was), Some(now)) = (was, now)
                && mine.content() != was.content()
                && is_other_status(was, now)
            {
                mine.key = Key(next_key);
                next_key = next_key.wrapping_add(1);
            }
        }
        for (place, was) in base.list().iter().enumerate() {
            let key = was.key;
            let Some(now) = find(store.list(), key) else { continue };
            let is_other_status = is_other_status(was, now);
            let is_other_text = |field| {
                now.text(field) != was.text(field) && self.is_by_person(key, Aspect::Text(field))
            };
            let Some(mine) = list.iter_mut().find(|todo| todo.key == key) else {
                let is_moved = self.blame.of(key, Aspect::Place).is_some_and(is_person);
                if is_other_status || is_moved || Field::ALL.into_iter().any(is_other_text) {
                    let before = base.list().iter().take(place).rev();
                    let stands = |todo: &Todo| list.iter().position(|other| other.key == todo.key);
                    let after = before.clone().find_map(stands);
                    let at = after.map_or(0, |after| after.wrapping_add(1));
                    let mut was = was.clone();
                    let name = was.text(Field::Name);
                    if name.is_some() && list.iter().any(|todo| todo.text(Field::Name) == name) {
                        set_text(&mut was.details, Field::Name, None);
                    }
                    Edit::Todo { at, before: None, after: Some(was) }.apply(&mut list);
                    held.push(Held::Presence(key));
                }
                continue;
            };
            if is_other_status && mine.status != was.status && mine.status != now.status {
                mine.status = was.status;
                let reason = was.cleaned_text(Field::Reason).cloned();
                set_text(&mut mine.details, Field::Reason, reason);
                held.push(Held::Status(key));
            }
            for field in Field::ALL {
                let text = mine.text(field);
                if text != was.text(field) && text != now.text(field) && is_other_text(field) {
                    let before = was.cleaned_text(field).cloned();
                    set_text(&mut mine.details, field, before);
                    held.push(Held::Text(key, field));
                }
            }
        }
        if let Some((_, doing)) = store.current_doing()
            && find(base.list(), doing.key).is_none_or(|was| was.status != Status::Doing)
            && self.is_by_person(doing.key, Aspect::Status)
        {
            for mine in &mut list {
                let was = find(base.list(), mine.key).map_or(Status::Todo, |was| was.status);
                if mine.status == Status::Doing && mine.key != doing.key && was != Status::Doing {
                    mine.status = was;
                    let is_gone = find(base.list(), mine.key).is_some()
                        && find(store.list(), mine.key).is_none();
                    if !is_gone {
                        held.push(Held::Doing(mine.clone()));
                    }
                }
            }
        }
        ours.set_list(&list, next_key);
        Ok(held)
    }

    /// Who changed an aspect of a todo; none where the history does not say.
    fn by(&self, key: Key, aspect: Aspect) -> Option<Author> {
        self.blame.of(key, aspect).or_else(|| self.blame.of(key, Aspect::Presence))
    }

    /// Whether a person changed it, or may have.
    fn is_by_person(&self, key: Key, aspect: Aspect) -> bool {
        !self.is_known || self.by(key, aspect).is_none_or(is_person)
    }

    /// The keys of todos by their ids in the list as told; of those that it has.
    fn keys(&self, ids: &[Id]) -> Vec<Key> {
        ids.iter().filter_map(|id| self.told.get(id.place())).map(|todo| todo.key).collect()
    }

    fn refused(&mut self, store: &TodoStore, held: &Held) -> TodoError {
        self.shows = true;
        TodoError::invalid("{}; nothing was done", &[Text(&self.why(store, held))])
    }

    /// Why a todo is not as the call has it: what it is, and who made it so.
    fn why(&self, store: &TodoStore, held: &Held) -> String {
        if let Held::Doing(mine) = held {
            let Some((doing, other)) = store.current_doing() else { return String::new() };
            let by = Text(who(self.by(other.key, Aspect::Status)));
            let (id, content) = (Number(doing.0), excerpt(other.content()));
            let parts = [excerpt(mine.content()), by, id, content];
            return fill("{} is not in progress: {} started {} ({})", &parts);
        }
        let key = held.key();
        let Some(place) = store.list().iter().position(|todo| todo.key == key) else {
            return String::new();
        };
        let Some(todo) = store.list().get(place) else { return String::new() };
        let (id, content) = (Number(Id::at(place).0), excerpt(todo.content()));
        let by = |aspect| Text(who(self.by(key, aspect)));
        match held {
            Held::Status(_) => {
                let status = Text(todo.status.word());
                let verb = Text(match todo.status {
                    Status::Todo => "set it back to todo",
                    Status::Doing => "started it",
                    Status::Done => "completed it",
                    Status::Skipped => "skipped it",
                });
                let by = by(Aspect::Status);
                match todo.text(Field::Reason) {
                    Some(reason) => fill(
                        "{} ({}) stays {}: {} {}: {}",
                        &[id, content, status, by, verb, Text(&said(reason))],
                    ),
                    None => fill("{} ({}) stays {}: {} {}", &[id, content, status, by, verb]),
                }
            }
            Held::Text(_, Field::Content) => {
                fill("{} stays {}: {} changed it", &[id, content, by(Aspect::Text(Field::Content))])
            }
            Held::Text(_, field) => {
                let text = excerpt(todo.text(*field).unwrap_or_default());
                let template = "{} ({}) keeps its{} {}: {} changed that";
                fill(
                    template,
                    &[id, content, Text(field.of_item()), text, by(Aspect::Text(*field))],
                )
            }
            Held::Presence(_) => {
                let author = self.blame.of_any(key);
                let parts = [id, content, Text(todo.status.word()), Text(who(author))];
                fill("{} ({}) stays, {}: {} changed it", &parts)
            }
            Held::Doing(_) => String::new(),
        }
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
            added.iter().chain(&removed).map(|key| self.by(*key, Aspect::Presence)).collect();
        if authors.is_empty() {
            let place = |key| self.blame.of(key, Aspect::Place);
            let it = place(key);
            let what = if it.is_some() { "{} moved it" } else { "{} moved todos" };
            let by = it.or_else(|| self.told.iter().find_map(|todo| place(todo.key)));
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
        let added: Vec<&Todo> =
            store.list().iter().filter(|todo| find(&self.told, todo.key).is_none()).collect();
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
                let by = who(self.by(todo.key, Aspect::Presence));
                note(notes, one, &[excerpt(todo.content()), Text(by)]);
            }
        }
    }
}

/// Whose changes hold over what a model says of a list that it did not see: a host's are, as like as not, a
/// person's.
const fn is_person(by: Author) -> bool {
    match by {
        Author::User | Author::Host => true,
        Author::Model | Author::Run => false,
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
