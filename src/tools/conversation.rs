//! `Conversation`: one model's view of a store: the tools that it has, and the list that it was last told.
//!
//! A person may edit the list while the model thinks. What a call says is therefore read against the list that
//! the model was told. Where today's is another, the call runs upon the list as told, and its result is merged
//! with today's as `sync/merge` does it, but that what a person changed in the meantime holds. Nothing is
//! done to a todo other than the one that the model meant, and each side hears of the other's changes.

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use crate::forms::checkpoint::{
    integer as key, open_companion, read_companion, read_todo, write_todo,
};
use crate::forms::reminder::{Mode as Reminders, News, Reminder, is_aligned, who};
use crate::forms::shape::integer;
use crate::forms::xml;
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
use crate::text::json::{Document, Parts, Writer};
use crate::text::message::Part::{Number, Text};
use crate::text::message::{Notes, count, excerpt, fill, note};
use crate::tools::call::{Call, Outcome};
use crate::tools::change::Name;
use crate::tools::dialects::{Dialect, shorten};
use crate::tools::last_write::LastWrite;
use crate::tools::plan;
use crate::tools::progress;
use crate::tools::prompt::{self, Kind};
use crate::tools::request::{Done, Request};
use crate::tools::vocabulary::{Answer, Shows, summary};
use crate::tools::xml_reader::ToolCall;

/// How a conversation goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The tools of the model.
    pub dialect: Dialect,
    /// What it is reminded of.
    pub reminders: Reminders,
    /// After how many of its own changes the model is told the whole list again, 1 or more.
    pub every: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { dialect: Dialect::TodoManager, reminders: Reminders::Changes, every: 20 }
    }
}

impl Settings {
    /// Reads them from a JSON object; what is absent keeps its default.
    ///
    /// # Errors
    /// `invalid_argument` for a key or value that is not one of ours.
    pub fn from_json(text: &str) -> Result<Self, TodoError> {
        let mut settings = Self::default();
        let invalid = || TodoError::invalid("options must be an object, got {}", &[excerpt(text)]);
        let document = Document::read(text).map_err(|_| invalid())?;
        if !document.root().is_object() {
            return Err(invalid());
        }
        let mut parts = document.root().parts();
        while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
            let word = value.as_string().unwrap_or_default();
            match key.as_key() {
                "dialect" => settings.dialect = Dialect::from_name(&word)?,
                "reminders" => settings.reminders = Reminders::from_name(&word)?,
                "every" => {
                    let every = integer(&mut Notes::new(), "every", value)?;
                    let every =
                        u32::try_from(every).ok().filter(|every| (1..=1_000_000).contains(every));
                    settings.every = every.ok_or_else(|| {
                        TodoError::invalid("every must be 1 to 1000000, got {}", &[value.excerpt()])
                    })?;
                }
                other => {
                    return Err(TodoError::invalid(
                        "unknown option {}: there is dialect, reminders and every",
                        &[excerpt(other)],
                    ));
                }
            }
        }
        Ok(settings)
    }
}

/// One model's view of a store. Several may share one, and each has its own reminders.
#[derive(Clone, Debug)]
pub struct Conversation {
    settings: Settings,
    /// The list as the model knows it: as it was last told, with what it has done itself since.
    told: List,
    /// The revision up to which it knows what others did; none where the history does not say.
    since: Option<Revision>,
    /// Whether it was told anything.
    is_begun: bool,
    /// How many of its own changes are left until it is told the whole list; 0 when that is due.
    until_whole: u32,
    /// The todos that were open when it was last nudged.
    nudged: Vec<Key>,
    last: LastWrite,
}

impl Conversation {
    /// A conversation that knows nothing of the list.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            told: List::new(),
            since: Some(0),
            is_begun: false,
            until_whole: 0,
            nudged: Vec::new(),
            last: LastWrite::default(),
        }
    }

    /// How it goes.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The tools of its dialect, as [`Dialect::tools`] has them.
    pub fn tools(&self) -> &'static str {
        self.settings.dialect.tools()
    }

    /// The prompt of a kind that goes with its dialect.
    pub fn prompt(&self, kind: Kind) -> String {
        prompt::prompt(self.settings.dialect, kind)
    }

    /// The list as the model knows it.
    pub fn told(&self) -> &List {
        &self.told
    }

    /// The revision up to which the model knows what others changed; none where the history does not say.
    pub fn told_revision(&self) -> Option<Revision> {
        self.since
    }

    /// The conversation was shortened or taken up again, and the list may have gone with what was left out: the
    /// next reminder is the whole list.
    pub fn compacted(&mut self) {
        self.until_whole = 0;
    }

    // Calls ----------------------------------------------------------------------------------

    /// Runs one call of a tool. Ids in it mean the list that the model was last told. Whatever the model sent, this
    /// answers: a call that cannot be understood or is refused is an outcome with `ok` false, and the list
    /// is as before.
    pub fn call(&mut self, store: &mut TodoStore, call: &Call<'_>) -> Outcome {
        self.run(self.settings.dialect, store, Ok(call), Notes::new())
    }

    /// As [`Conversation::call`], for a call whose arguments could not even be read.
    #[cfg_attr(
        not(all(target_arch = "wasm32", feature = "todos")),
        allow(dead_code, reason = "JavaScript's values alone")
    )]
    pub(crate) fn refuse(&mut self, store: &mut TodoStore, unreadable: TodoError) -> Outcome {
        self.run(self.settings.dialect, store, Err(unreadable), Notes::new())
    }

    /// Runs a tool call in XML that [`ToolCall::find_all`] found, whatever the dialect.
    pub fn call_xml(&mut self, store: &mut TodoStore, call: &ToolCall) -> Outcome {
        call.run_by(&mut |call, notes| self.run(Dialect::XmlCall, store, call, notes))
    }

    /// Settles the todos that a model named in the arguments of another tool, as [`progress::apply`] does.
    pub fn apply_progress(
        &mut self,
        store: &mut TodoStore,
        arguments: Result<&str, &TodoError>,
    ) -> Outcome {
        let before = store.revision();
        let outcome = progress::apply_by(arguments, &mut |done, skip, notes| {
            let mut named = done.to_vec();
            named.extend(skip);
            self.write(store, &Says::Todos(&named), notes, &mut |store, _| {
                progress::settle(store, done, skip)
            })
        });
        self.concluded(store, before, outcome)
    }

    /// Carries out what a model said of its plan in the arguments of another tool, as [`plan::apply`] does.
    pub fn apply_plan(
        &mut self,
        store: &mut TodoStore,
        arguments: Result<&str, &TodoError>,
    ) -> Outcome {
        let before = store.revision();
        let outcome = plan::apply_by(arguments, &mut |said, notes| {
            let ids = said.ids(&self.told);
            let says = ids.as_deref().map_or(Says::Whole, Says::Todos);
            let mut said = Some(said);
            self.write(store, &says, notes, &mut |store, notes| match said.take() {
                Some(said) => store.acting_as(Author::Model, |store| said.run(store, notes)),
                None => Ok(()),
            })?;
            Ok(summary(store))
        });
        self.concluded(store, before, outcome)
    }

    /// Makes a change that comes in the arguments of another tool.
    fn write(
        &mut self,
        store: &mut TodoStore,
        says: &Says<'_>,
        notes: &mut Notes,
        write: &mut dyn FnMut(&mut TodoStore, &mut Notes) -> Result<(), TodoError>,
    ) -> Result<(), TodoError> {
        if self.knows(store) {
            write(store, notes)?;
            self.tell(store);
            return Ok(());
        }
        let mut stale = self.stale(store);
        let result = stale
            .write(store, says, notes, &mut |told, notes| write(told, notes).map(|()| Done::List));
        self.learn(store, stale, notes, None);
        result.map(drop)
    }

    fn concluded(&mut self, store: &TodoStore, before: Revision, outcome: Outcome) -> Outcome {
        let changed = store.revision() != before;
        self.count(changed);
        Outcome { changed, ..outcome }
    }

    fn run(
        &mut self,
        dialect: Dialect,
        store: &mut TodoStore,
        call: Result<&Call<'_>, TodoError>,
        mut notes: Notes,
    ) -> Outcome {
        if self.knows(store) {
            let outcome = dialect.run(&mut self.last, store, call, notes);
            self.tell(store);
            self.count(outcome.changed);
            return outcome;
        }
        let before = store.revision();
        let mut stale = self.stale(store);
        let result = call.clone().and_then(|call| {
            dialect.read(call, &mut notes, &mut |request, notes| {
                stale.carry_out(store, request, notes)
            })
        });
        shorten(&mut notes, result.is_ok());
        let shows = result.as_ref().ok().and_then(|done| dialect.shows(done));
        self.learn(store, stale, &mut notes, shows);
        let changed = store.revision() != before;
        self.count(changed);
        let checkpoint = call.map_or("", |call| call.checkpoint);
        let text =
            dialect.answer(&Answer { store, result: result.as_ref(), notes: &notes, checkpoint });
        Outcome { ok: result.is_ok(), text, notes, changed }
    }

    /// Whether the list is as the model knows it.
    fn knows(&self, store: &TodoStore) -> bool {
        let (told, now) = (&self.told, store.list());
        told.len() == now.len() && told.iter().zip(now).all(|(was, todo)| was.is_same(todo))
    }

    /// The model knows the list of today from now on.
    fn tell(&mut self, store: &TodoStore) {
        self.told.clone_from(store.list());
        self.since = Some(store.revision());
        self.is_begun = true;
    }

    /// The model knows what its call did, and the whole list where the answer shows it.
    fn learn(&mut self, store: &TodoStore, stale: Stale, notes: &mut Notes, shows: Option<Shows>) {
        if stale.shows && shows.is_none() {
            let mut text = String::from("the list now: ");
            xml::write(&mut text, store.list());
            notes.push(text);
        }
        match shows {
            Some(Shows::OnRequest | Shows::Always) => self.tell(store),
            None if stale.shows => self.tell(store),
            Some(Shows::Contents) => self.learn_contents(store, stale),
            None => self.remember(stale),
        }
    }

    fn remember(&mut self, stale: Stale) {
        if !stale.is_known {
            self.since = None;
        }
        self.told = stale.told;
        self.is_begun = true;
    }

    /// The model knows which todos there are. How far each is, it is still to be told.
    fn learn_contents(&mut self, store: &TodoStore, stale: Stale) {
        let as_told = |now: &Todo| match find(&stale.told, now.key) {
            Some(was) => {
                let mut todo = now.with_status(was.status);
                let reason = was.cleaned_text(Field::Reason).cloned();
                set_text(&mut todo.details, Field::Reason, reason);
                todo
            }
            None => now.with_status(Status::Todo),
        };
        let told = store.list().iter().map(as_told).collect();
        self.remember(Stale { told, ..stale });
    }

    fn count(&mut self, changed: bool) {
        self.until_whole = self.until_whole.saturating_sub(u32::from(changed));
    }

    // Reminders ------------------------------------------------------------------------------

    /// What to put into the conversation now. Counts as told.
    ///
    /// It says what others changed, and who they are, also where that finished or emptied the list. What the
    /// model did itself it knows: of that the whole list comes, when it is due, as long as anything is left to do.
    pub fn reminder(&mut self, store: &TodoStore) -> Reminder {
        let mode = self.settings.reminders;
        if mode == Reminders::Off {
            return Reminder::Silence;
        }
        if !self.is_begun && store.list().is_empty() {
            // It still knows nothing: the first that it is told is the whole list.
            return Reminder::Silence;
        }
        let is_due = self.until_whole == 0;
        let reminder = if !self.is_begun || self.knows(store) {
            if is_due && store.has_unfinished() { Reminder::Full } else { Reminder::Silence }
        } else {
            let Stale { told, blame, is_known, .. } = self.stale(store);
            let news = News { told: &told, now: store.list(), blame: &blame };
            match mode {
                Reminders::Changes if is_known => match news.reminder(is_due) {
                    None => Reminder::Silence,
                    Some((text, is_whole)) => Reminder::Changes { text, is_whole },
                },
                Reminders::Changes | Reminders::Full => Reminder::Full,
                Reminders::Off => Reminder::Silence,
            }
        };
        let has_whole = match &reminder {
            Reminder::Silence => false,
            Reminder::Full => true,
            Reminder::Changes { is_whole, .. } => *is_whole,
        };
        if has_whole {
            self.until_whole = if mode == Reminders::Full { 1 } else { self.settings.every };
        }
        self.tell(store);
        reminder
    }

    /// What to say to a model that stops while todos are open, once for each set of them. A todo that is blocked or
    /// waits on another one is not open. It names no ids: the model may know the list by others, or have none.
    pub fn nudge(&mut self, store: &TodoStore) -> Option<String> {
        let list = store.list();
        let is_open = |todo: &&Todo| match todo.status {
            Status::Todo | Status::Doing => blockers::waits_on(list, todo).is_empty(),
            Status::Blocked | Status::Done | Status::Skipped => false,
        };
        let open: Vec<Key> = list.iter().filter(is_open).map(|todo| todo.key).collect();
        let is_known =
            open.len() == self.nudged.len() && open.iter().all(|key| self.nudged.contains(key));
        if open.is_empty() || is_known {
            return None;
        }
        let text = fill(
            "Todos still open: {} of {}. Continue with them, or skip those that are no longer needed.",
            &[count(open.len()), count(list.len())],
        );
        self.nudged = open;
        Some(text)
    }

    /// What the model knows, in the keys of today.
    fn stale(&self, store: &TodoStore) -> Stale {
        let (blame, is_known) = Blame::since(store, self.since);
        let mut next_key = store.next_key();
        let mut told = self.told.clone();
        if !is_known {
            // Keys may mean other todos there: the same text is the same todo.
            told = anchored(&told, store.list(), &mut next_key);
        }
        Stale { told, blame, is_known, next_key, shows: false }
    }

    // Checkpoints ----------------------------------------------------------------------------

    /// The conversation as JSON text, to be stored together with the list.
    pub fn checkpoint(&self) -> String {
        let mut json = Writer::default();
        let Settings { dialect, reminders, every } = self.settings;
        open_companion(&mut json, "conversation");
        json.string(dialect.name()).string(reminders.word()).integer(every.into());
        json.integer(self.until_whole.into()).boolean(self.is_begun);
        json.integer(self.since.map_or(-1, i64::from)).open('[');
        for key in &self.nudged {
            json.integer(key.0.into());
        }
        json.close(']');
        for todo in &self.told {
            write_todo(&mut json, todo);
        }
        json.close(']');
        json.finish()
    }

    /// Reads a checkpoint back, for a store that was read back too.
    ///
    /// # Errors
    /// `invalid_checkpoint` for a text that is damaged; `newer_checkpoint` for one that a newer version wrote.
    pub fn from_checkpoint(store: &TodoStore, checkpoint: &str) -> Result<Self, TodoError> {
        read_companion("conversation", checkpoint, |parts| Self::read(store, parts))
    }

    fn read(store: &TodoStore, parts: &mut Parts<'_>) -> Option<Self> {
        let dialect = Dialect::from_name(&parts.next()?.as_string()?).ok()?;
        let reminders = Reminders::from_name(&parts.next()?.as_string()?).ok()?;
        let every = u32::try_from(parts.next()?.as_integer()?).ok().filter(|every| *every > 0)?;
        let until_whole = u32::try_from(parts.next()?.as_integer()?).ok()?;
        let is_begun = parts.next()?.as_boolean()?;
        let since = parts.next()?.as_integer()?;
        let mut keys = parts.next().filter(|keys| keys.is_array())?.parts();
        let mut nudged = Vec::new();
        while keys.clone().next().is_some() {
            nudged.push(Key(key(&mut keys)?));
        }
        let mut told = List::new();
        for todo in parts {
            told.push(read_todo(todo, store.options())?);
        }
        let since = Revision::try_from(since).ok().filter(|since| is_known(store, *since, &told));
        let settings = Settings { dialect, reminders, every };
        let last = LastWrite::default();
        Some(Self { settings, told, since, is_begun, until_whole, nudged, last })
    }
}

/// Whether a store had each of these todos at a revision or after it: whether it is the store they are of.
fn is_known(store: &TodoStore, since: Revision, told: &[Todo]) -> bool {
    let mut unknown: Vec<&Todo> = told.iter().collect();
    let is_shown = store.list_at(since).is_some();
    store.history().visit_from(since, store.list(), &mut |_, _, list| {
        unknown.retain(|todo| {
            find(list, todo.key).is_none_or(|known| known.content() != todo.content())
        });
        unknown.is_empty()
    });
    is_shown && unknown.is_empty()
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

/// What a call names.
enum Says<'a> {
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
struct Stale {
    told: List,
    /// Who changed what since.
    blame: Blame,
    /// Whether the history reaches back to what was told. Where not, a person may have changed anything.
    is_known: bool,
    /// The next key that neither has used.
    next_key: u32,
    /// Whether the answer shows the whole list.
    shows: bool,
}

impl Stale {
    /// Does what is asked for. Where that is refused, the store is as before.
    fn carry_out(
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
                return store.acting_as(Author::Model, |store| request.run(store, notes));
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
    fn write(
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
            for held in &held {
                notes.push(self.why(store, held));
            }
        }
        store.acting_as(Author::Model, |store| store.set_list(&list, next_key))?;
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
            let links = now.blocked_by().iter().copied();
            let links: Vec<Key> = links.filter(|key| find(&self.told, *key).is_some()).collect();
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
        store.acting_as(Author::Model, |store| store.mark_doing(was.key))
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
            "nothing was done, as you had not been told of the list: call again with the ids that it has",
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
            "with what others added since you were told of it, the list would have {} todos, at most {}: use fewer, broader todos",
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
        ours.set_list(&list, next_key)?;
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
                    Status::Blocked => "blocked it",
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
    fn note_kept(&self, store: &TodoStore, ours: &TodoStore, notes: &mut Notes) {
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
