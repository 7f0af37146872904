//! `Stale`: what a call does that was made upon the list as the model knows it.
//!
//! The call runs upon the list as it was told, and its result is merged with today's as `sync/merge` does it, but
//! that a person's word holds, read or not, and what a host changed until the model has read it. What could not be
//! done, and what was done elsewhere than the model thinks, goes into notes.

use std::rc::Rc;

use crate::forms::reminder::is_aligned;
use crate::forms::shape::{Shape, model_name};
use crate::list::delta::Aspect;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::{List, Revision};
use crate::list::holds::{Refusal, is_settled};
use crate::list::marks::{How, Left};
use crate::list::sentences::{elsewhere, off, stays, who, why};
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Id, Key, Ref, Status, Todo, find, place_of, set_text};
use crate::sync::known_keys::with_known_keys;
use crate::sync::merge::Merge;
use crate::sync::rewrite::Mode;
use crate::text::message::Part::{Number, Text};
use crate::text::message::{Notes, count, excerpt, note};
use crate::tools::change::Name;
use crate::tools::drops::{dropped, note_dropped};
use crate::tools::request::{Done, Request};
use crate::tools::target::Target;
use crate::tools::yielding::{Yielding, by, is_by_person};

/// What a call does to the list as the model knows it. It may say what it did not do as a person decided otherwise.
pub type Write<'a> =
    dyn FnMut(&mut TodoStore, &mut Vec<Refusal>, &mut Notes) -> Result<Done, TodoError> + 'a;

/// A list as the model knows it, which may no longer be today's.
#[derive(Default)]
pub struct Stale {
    pub told: Rc<List>,
    /// Whether that is a list of this very store. Where not, anything may have changed.
    pub is_known: bool,
    /// The next key that neither has used.
    next_key: u32,
    /// Whether the answer shows the whole list.
    pub shows: bool,
    /// Whether notes say already who took off what the list of the call has.
    pub says_gone: bool,
    /// What was not done as the call says, and why.
    pub refusals: Vec<Refusal>,
    /// The open todos that a list left out.
    pub dropped: Vec<(Id, Todo)>,
    /// How a model gives a todo up, where a list that leaves it out does not.
    pub keeps_open: Option<&'static str>,
    /// Whether that is today's list: then notes tell all that is otherwise.
    pub is_todays: bool,
    /// Whether a list of the call says how far each todo is.
    says_status: bool,
    /// Whether settled todos leave the list where there is no room, the first ones first: a run's plan says only what is open.
    pub makes_room: bool,
}

impl Stale {
    /// What the model was told at a revision, in the keys of today.
    pub fn new(store: &TodoStore, told: &Rc<List>, since: Option<Revision>) -> Self {
        let is_known = since.is_some_and(|since| store.is_own(since));
        let mut next_key = store.next_key();
        let told = if is_known {
            told.clone()
        } else {
            // Keys may mean other todos there: the same text is the same todo.
            with_known_keys(told, store, &mut next_key).into()
        };
        Self { told, is_known, next_key, ..Self::default() }
    }

    /// The list of today.
    pub fn of_today(store: &TodoStore) -> Self {
        Self::new(store, store.shared_list(), Some(store.revision()))
    }

    /// Does what is asked for. Where that is refused, the store is as before.
    pub fn carry_out(
        &mut self,
        store: &mut TodoStore,
        request: Request<'_>,
        notes: &mut Notes,
    ) -> Result<Done, TodoError> {
        let mut named;
        let target = match &request {
            Request::List => return Ok(Done::List),
            Request::GetNext => {
                self.shows = true;
                return store.acting_as_model(|store| request.run(store, notes));
            }
            Request::MarkDoing(id) => {
                let id = *id;
                return self.mark_doing(store, id, notes).map(|()| Done::MarkDoing(id));
            }
            Request::Add(_) => Target::Nothing,
            Request::AddAfter { position, .. } => Target::After(*position),
            Request::Complete { ids, .. } => Target::Todos(&ids.clone()),
            Request::Skip(id, _) | Request::GoBack(id) => Target::Todos(&[*id]),
            Request::ReplaceAll(_) => Target::Whole,
            Request::Get(name) => {
                let name = name.clone();
                return self.get(store, &name, notes).map(Done::Get);
            }
            Request::Create(change) => {
                named = self.named(store, &change.links)?;
                Target::Named { named: &named, has_status: false }
            }
            Request::Update(name, change) => {
                named = self.named(store, core::slice::from_ref(name))?;
                named.extend(self.named(store, &change.links)?);
                Target::Named { named: &named, has_status: change.status.is_some() }
            }
            Request::Delete(name) => {
                named = self.named(store, core::slice::from_ref(name))?;
                Target::Named { named: &named, has_status: false }
            }
            Request::Rewrite { mode: Mode::Replace, .. } => Target::Whole,
            Request::Rewrite { mode: Mode::Merge, .. } => Target::Part,
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
        let done =
            self.write(store, &target, notes, &mut |told, _, notes| match request.take() {
                Some(request) => request.run(told, notes),
                None => Ok(Done::List),
            })?;
        Ok(self.without_refused(done, shape))
    }

    /// What was done, without what was not.
    fn without_refused(&self, mut done: Done, shape: Option<&Shape>) -> Done {
        match &mut done {
            Done::Complete(ids) => ids.retain(|id| !self.is_refused(*id)),
            Done::Update { fields, .. } => fields.retain(|name| {
                !self.refusals.iter().any(|refusal| match refusal {
                    Refusal::Status(_) => *name == "status",
                    Refusal::Text(_, field) => {
                        shape.and_then(|shape| shape.field(*field)) == Some(*name)
                    }
                    Refusal::Changed(..)
                    | Refusal::Presence(_)
                    | Refusal::Removed(_)
                    | Refusal::Rewritten(_)
                    | Refusal::Open(..)
                    | Refusal::Doing(_) => false,
                })
            }),
            _ => {}
        }
        done
    }

    /// Whether the status of the todo with an id in the list as told was not set as the call says.
    pub fn is_refused(&self, id: Id) -> bool {
        self.told.get(id.place()).is_some_and(|todo| self.is_status_refused(todo.key))
    }

    pub(super) fn is_status_refused(&self, key: Key) -> bool {
        self.refusals.iter().any(|refusal| refusal.is_of_status(key))
    }

    /// Runs a write upon the list as told, and merges what came of it into the list of today.
    pub fn write(
        &mut self,
        store: &mut TodoStore,
        target: &Target<'_>,
        notes: &mut Notes,
        write: &mut Write<'_>,
    ) -> Result<Done, TodoError> {
        let base = store.with_list(self.told_with_links_of(store), self.next_key);
        let base = base.with_marks(store.marks().clone());
        let mut ours = base.clone();
        let mut refusals = Vec::new();
        let done = write(&mut ours, &mut refusals, notes).map_err(|error| self.with_list(error))?;
        self.check_present(store, target, &base, &ours)?;
        let is_whole = matches!(target, Target::Whole);
        let skipped = |key| match ours.marks().left(key) {
            Some(Left { how: How::Skipped(reason), .. }) => Some(reason.clone()),
            Some(_) | None => None,
        };
        let said = ours.shared_list().clone();
        let yielding = Yielding {
            store,
            base: &base,
            told: &self.told,
            is_whole,
            says_status: self.says_status,
            keeps_open: self.keeps_open,
            skipped: &skipped,
        };
        let (list, next_key, more) = yielding.run(&ours, notes);
        let how = |key| skipped(key).map_or(How::Removed, How::Skipped);
        refusals.extend(more);
        self.refusals = refusals;
        self.check_any_done(store, target, base.list(), &list)?;
        let ours = ours.with_list(list.into(), next_key);
        let merge = Merge { base: &base, ours: &ours, theirs: store };
        let (mut list, next_key) = merge.merged();
        if self.makes_room {
            list = with_room(list, &said, store.options().max_todos());
        }
        self.check_room(store, &said, &list)?;
        self.check_owners(store, target, ours.list())?;
        self.check_settled(store, target, ours.list(), &list)?;
        self.note_shifts(store, target, notes);
        if is_whole {
            self.note_unsaid(store, ours.list(), notes);
            self.says_gone = true;
        }
        let before = is_whole.then(|| store.shared_list().clone());
        let set = |store: &mut TodoStore| store.set_list_as(list, next_key, &how);
        if self.makes_room {
            set(store);
        } else {
            store.acting_as_model(set);
        }
        if let Some(before) = before.filter(|_| !self.makes_room) {
            // Only now: what another owner works on has stayed.
            self.dropped = dropped(&before, store.list());
            self.dropped.retain(|(_, todo)| skipped(todo.key).is_none());
        }
        note_dropped(&self.dropped, notes);
        // Only now: the call itself may have set back a todo that stays.
        notes.extend(self.refusals.iter().map(|refusal| why(store.list(), store.marks(), refusal)));
        // A note told what was refused.
        self.told = ours.shared_list().clone();
        for refusal in self.refusals.clone() {
            // It thought that one gone.
            self.shows = self.shows || matches!(refusal, Refusal::Changed(..));
            if let Some(now) = find(store.list(), refusal.key()) {
                self.record_refusal(&refusal, now);
            }
        }
        self.shows = self.shows || !is_aligned(&self.told, store.list());
        Ok(done)
    }

    /// The list as told, with what each todo waits on today: a call only ever adds to that, and lists do not say it.
    fn told_with_links_of(&self, store: &TodoStore) -> Rc<List> {
        let mut told = self.told.clone();
        for (place, todo) in self.told.iter().enumerate() {
            let Some(now) = find(store.list(), todo.key) else { continue };
            let is_known = |key: &Key| *key == Key::ELSEWHERE || find(&self.told, *key).is_some();
            let links = now.blocked_by().iter().copied();
            let links: Vec<Key> = links.filter(is_known).collect();
            if links != todo.blocked_by()
                && let Some(todo) = Rc::make_mut(&mut told).get_mut(place)
            {
                Rc::make_mut(&mut todo.details).blocked_by = links;
            }
        }
        told
    }

    /// Looks one todo up, as it is today.
    fn get(&mut self, store: &TodoStore, name: &Name, notes: &mut Notes) -> Result<Key, TodoError> {
        let named = self.named(store, core::slice::from_ref(name))?;
        let base = store.with_list(self.told.clone(), self.next_key);
        let target = Target::Named { named: &named, has_status: false };
        self.check_present(store, &target, &base, &base)?;
        self.note_shifts(store, &target, notes);
        let key = name.find(&base, notes)?;
        self.shows = !is_aligned(&self.told, store.list());
        // The answer tells it of this one.
        if let Some(now) = find(store.list(), key) {
            self.record_todo(now);
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
    fn record_refusal(&mut self, refusal: &Refusal, now: &Todo) {
        let Some(was) = find(&self.told, now.key) else { return };
        let known = match refusal {
            Refusal::Changed(..) => now.clone(),
            // It is as it was told.
            Refusal::Doing(_) | Refusal::Removed(_) | Refusal::Rewritten(_) => return,
            // One that it had left out is there. That it is in progress was not said.
            Refusal::Presence(_) | Refusal::Open(..) if now.status == Status::Doing => return,
            Refusal::Status(_) | Refusal::Presence(_) | Refusal::Open(..) => {
                let mut todo = was.with_status(now.status);
                for field in [Field::Content, Field::Reason] {
                    set_text(&mut todo.details, field, now.cleaned_text(field).cloned());
                }
                todo
            }
            Refusal::Text(_, field) => {
                let mut todo = was.clone();
                set_text(&mut todo.details, *field, now.cleaned_text(*field).cloned());
                todo
            }
        };
        self.record_todo(&known);
    }

    /// The model knows one todo as it is given.
    fn record_todo(&mut self, now: &Todo) {
        for todo in Rc::make_mut(&mut self.told) {
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
        let target = Target::Todos(&[id]);
        self.check_present(store, &target, &told, &told)?;
        let mut started = List::clone(&self.told);
        let mine = started.iter_mut().find(|todo| todo.key == was.key);
        mine.into_iter().for_each(|todo| todo.status = Status::Doing);
        self.check_owners(store, &target, &started)?;
        let now = find(store.list(), was.key);
        let is_claimed = now.is_some_and(Todo::is_claimed);
        let other = store.current_doing().filter(|(_, todo)| todo.key != was.key && !is_claimed);
        if let Some((doing, todo)) = other {
            self.shows = true;
            let by = who(by(store, todo.key, Aspect::Status));
            return Err(TodoError::new(
                ErrorCode::AlreadyDoing,
                "todo {} ({}) is in progress and only one may be: {} started it",
                &[Number(doing.0), excerpt(todo.content()), Text(by)],
            ));
        }
        let is_refused = now.is_some_and(|now| {
            let is_changed = now.status != was.status && now.status != Status::Doing;
            is_settled(store.marks(), now)
                || is_changed && is_by_person(store, was.key, Aspect::Status)
        });
        if is_refused {
            return Err(self.refuse(store, &Refusal::Status(was.key)));
        }
        self.note_shifts(store, &target, notes);
        self.shows = true;
        store.acting_as_model(|store| store.mark_doing(Ref::Key(was.key)))
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

    /// The keys of the todos that a call names, of those that the list as told has.
    pub(super) fn named_keys(&self, target: &Target<'_>) -> Vec<Key> {
        match target {
            Target::Named { named, .. } => named.iter().map(|(key, _)| *key).collect(),
            Target::Nothing
            | Target::Todos(_)
            | Target::After(_)
            | Target::Part
            | Target::Whole => {
                let todos = target.ids().into_iter().filter_map(|id| self.told.get(id.place()));
                todos.map(|todo| todo.key).collect()
            }
        }
    }

    pub(super) fn refuse(&mut self, store: &TodoStore, refusal: &Refusal) -> TodoError {
        self.shows = true;
        let why = why(store.list(), store.marks(), refusal);
        TodoError::invalid("{}; nothing was done", &[Text(&why)])
    }

    /// Says which todos the ids of a call mean that others have today.
    fn note_shifts(&self, store: &TodoStore, target: &Target<'_>, notes: &mut Notes) {
        for id in target.ids() {
            let Some(was) = self.told.get(id.place()) else { continue };
            let place = place_of(store.list(), was.key);
            let Some(now) = place.filter(|now| *now != id.place()) else { continue };
            let (was_at, now_at) = ((&**self.told, id.place()), (&**store.list(), now));
            let why = elsewhere(was_at, now_at, store.marks(), &store.moved_since(&self.told));
            let parts = [Number(id.0), excerpt(was.content()), Number(Id::at(now).0), Text(&why)];
            note(notes, "{} is {}, which is {} now: {}", &parts);
        }
    }

    /// Says what others added or removed that a list in the call is silent about.
    fn note_unsaid(&self, store: &TodoStore, ours: &[Todo], notes: &mut Notes) {
        let (told, marks) = (&self.told, store.marks());
        let is_added = |todo: &&Todo| find(told, todo.key).or(find(ours, todo.key)).is_none();
        let added = store.list().iter().filter(is_added);
        let added = added.map(|todo| stays(todo, marks.of(todo.key)));
        note_some(added.collect(), "{} todos stay that were added since", notes);
        self.note_gone(store, ours, notes);
    }

    /// Says who took todos off the list of which no other note tells.
    pub fn note_gone(&self, store: &TodoStore, ours: &[Todo], notes: &mut Notes) {
        let is_gone = |todo: &&Todo| {
            let is_refused = |refusal: &Refusal| refusal.key() == todo.key;
            find(&self.told, todo.key).is_some()
                && find(store.list(), todo.key).is_none()
                && !self.refusals.iter().any(is_refused)
        };
        let gone = ours.iter().filter(is_gone);
        let gone = gone.map(|todo| off(todo, store.marks().left(todo.key)));
        note_some(gone.collect(), "{} todos stay off the list that were removed since", notes);
    }
}

/// Adds some notes, or one that says how many there are.
fn note_some(mut each: Notes, all: &'static str, notes: &mut Notes) {
    match each.len() {
        0..=3 => notes.append(&mut each),
        many => note(notes, all, &[count(many)]),
    }
}

/// Says what the id of a todo is whose own one is another's by now. The model calls it so from then on.
pub fn note_names(told: &mut Rc<List>, list: &List, notes: &mut Notes) {
    for (place, todo) in list.iter().enumerate() {
        let Some(at) = place_of(told, todo.key) else { continue };
        let said = told.get(at).and_then(|was| was.text(Field::Name));
        let Some(said) = said.filter(|said| todo.text(Field::Name) != Some(said)) else { continue };
        let other = list.iter().position(|other| model_name(list, other) == said);
        let Some((other_at, other)) = other.and_then(|at| Some((at, list.get(at)?))) else {
            continue;
        };
        let (number, id) = (Number(Id::at(place).0), model_name(list, todo));
        let parts = [number, excerpt(todo.content()), excerpt(&id), excerpt(said)];
        let is_of = [Number(Id::at(other_at).0), excerpt(other.content())];
        let parts: Vec<_> = parts.into_iter().chain(is_of).collect();
        note(notes, "{} ({}) has the id {}, as {} is the id of {} ({})", &parts);
        if let Some(was) = Rc::make_mut(told).get_mut(at) {
            set_text(&mut was.details, Field::Name, todo.cleaned_text(Field::Name).cloned());
        }
    }
}

/// A list in the order of a plan, after which comes what it did not say, without the first settled ones that there is
/// no room for.
fn with_room(list: List, plan: &[Todo], max: usize) -> List {
    let mut excess = list.len().saturating_sub(max);
    let planned = plan.iter().filter_map(|todo| find(&list, todo.key));
    let others = list.iter().filter(|todo| find(plan, todo.key).is_none());
    let mut ordered: List = planned.chain(others).cloned().collect();
    ordered.retain(|todo| {
        let stays = excess == 0 || !todo.status.is_settled();
        excess = excess.saturating_sub(usize::from(!stays));
        stays
    });
    ordered
}
