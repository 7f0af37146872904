//! `Conversation`: one model's view of a store: the tools that it has, and the list that it was last told.
//!
//! A person may edit the list while the model thinks. What a call says is therefore read against the list that
//! the model was told. Where today's is another, the call runs upon the list as told, and its result is merged
//! with today's as `sync/merge` does it, but that what a person changed in the meantime holds. Nothing is
//! done to a todo other than the one that the model meant, and each side hears of the other's changes.

use alloc::string::String;
use alloc::vec::Vec;

use crate::forms::checkpoint::{open_companion, read_companion};
use crate::forms::reminder::{Mode as Reminders, News, Reminder};
use crate::forms::todo::{read_todo, write_todo};
use crate::forms::xml;
use crate::list::blockers;
use crate::list::error::TodoError;
use crate::list::history::{List, Revision};
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Key, Status, Todo, find, set_text};
use crate::text::json::{Document, Parts, Writer};
use crate::text::message::{Notes, count, excerpt, fill};
use crate::tools::call::{Call, Outcome};
use crate::tools::dialects::{Dialect, shorten};
use crate::tools::plan;
use crate::tools::progress;
use crate::tools::prompt::{self, Kind};
use crate::tools::request::Done;
use crate::tools::stale::{Says, Stale};
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
            match &*key.as_key() {
                "dialect" => settings.dialect = Dialect::from_name(&word)?,
                "reminders" => settings.reminders = Reminders::from_name(&word)?,
                "every" => {
                    // As every option's value: what a model may write otherwise, a host may not.
                    let every = value.as_integer().and_then(|every| u32::try_from(every).ok());
                    let every = every.filter(|every| (1..=1_000_000).contains(every));
                    settings.every = every.ok_or_else(|| {
                        TodoError::invalid("every must be 1 to 1000000, got {}", &[value.excerpt()])
                    })?;
                }
                other => {
                    return Err(TodoError::invalid(
                        "unknown option {}: the options are dialect, reminders and every",
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
                Some(said) => store.acting_as_model(|store| said.run(store, notes)),
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
        let mut stale = Stale::new(store, &self.told, self.since);
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
            let outcome = dialect.run(store, call, notes);
            self.tell(store);
            self.count(outcome.changed);
            return outcome;
        }
        let before = store.revision();
        let mut stale = Stale::new(store, &self.told, self.since);
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
    fn learn_contents(&mut self, store: &TodoStore, mut stale: Stale) {
        let as_told = |now: &Todo| match find(&stale.told, now.key) {
            Some(was) => {
                let mut todo = now.with_status(was.status);
                let reason = was.cleaned_text(Field::Reason).cloned();
                set_text(&mut todo.details, Field::Reason, reason);
                todo
            }
            None => now.with_status(Status::Todo),
        };
        stale.told = store.list().iter().map(as_told).collect();
        self.remember(stale);
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
            let Stale { told, blame, is_known, .. } = Stale::new(store, &self.told, self.since);
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

    /// What to say to a model that stops while todos are open, once for each set of them. A todo that
    /// waits on anything is not open. It names no ids: the model may know the list by others, or have none.
    pub fn nudge(&mut self, store: &TodoStore) -> Option<String> {
        let list = store.list();
        let is_open = |todo: &&Todo| match todo.status {
            Status::Todo | Status::Doing => {
                !todo.is_claimed() && blockers::waits_on(list, todo).is_empty()
            }
            Status::Done | Status::Skipped => false,
        };
        let mut open = Vec::new();
        let mut is_new = false;
        for todo in list.iter().filter(is_open) {
            open.push(todo.key);
            is_new |= !self.nudged.contains(&todo.key);
        }
        if open.is_empty() || !is_new && open.len() == self.nudged.len() {
            return None;
        }
        let text = fill(
            "Todos still open: {} of {}. Continue with them, or skip those that are no longer needed.",
            &[count(open.len()), count(list.len())],
        );
        self.nudged = open;
        Some(text)
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

    /// Reads a checkpoint back, for a store that was read back too. Where the messages of the model did not come
    /// back with it, [`Conversation::compacted`] belongs after it.
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
        let mut nudged = Vec::new();
        for key in parts.next().filter(|keys| keys.is_array())?.parts() {
            nudged.push(Key(u32::try_from(key.as_integer()?).ok()?));
        }
        let mut told = List::new();
        for todo in parts {
            told.push(read_todo(todo, store.options())?);
        }
        let since = Revision::try_from(since).ok().filter(|since| is_known(store, *since, &told));
        let settings = Settings { dialect, reminders, every };
        Some(Self { settings, told, since, is_begun, until_whole, nudged })
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
