//! `Conversation`: one model's view of a store: the tools that it has, and the list that it was last told.
//!
//! A person may edit the list while the model thinks. What a call says is therefore read against the list that
//! the model was told. Where today's is another, the call runs upon the list as told, and its result is merged
//! with today's as `sync/merge` does it, but that what a person changed in the meantime holds. Nothing is
//! done to a todo other than the one that the model meant, and each side hears of the other's changes.

use std::rc::Rc;

use crate::forms::checkpoint::{open_other, read_other};
use crate::forms::reminder::{News, Reminder, ReminderMode};
use crate::forms::shape::model_name;
use crate::forms::todo::{read_name, read_todo, write_todo};
use crate::forms::xml;
use crate::list::author::{Actor, Author};
use crate::list::blockers;
use crate::list::claims::Otherwise;
use crate::list::error::TodoError;
use crate::list::history::{List, Revision};
use crate::list::sentences::off;
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Key, Status, Todo, find, place_of, set_text};
use crate::sync::known_keys::with_known_keys;
use crate::text::content::Content;
use crate::text::excerpt::said;
use crate::text::json::{Parts, Value, Writer};
use crate::text::message::Part::Text;
use crate::text::message::{Notes, count, excerpt, fill};
use crate::tools::call::{Call, Outcome};
use crate::tools::conversation_settings::Settings;
use crate::tools::dialects::{Dialect, otherwise};
use crate::tools::plan;
use crate::tools::progress;
use crate::tools::prompt::{self, Kind};
use crate::tools::schema::Form;
use crate::tools::stale::{Stale, note_names};
use crate::tools::vocabulary::{ListShown, summary};
use crate::tools::xml_reader::ToolCall;

/// One model's view of a store. Several may share one, and each has its own reminders.
#[derive(Clone, Debug)]
pub struct Conversation {
    settings: Settings,
    /// The list as the model knows it: as it was last told, with what it has done itself since.
    told: Rc<List>,
    /// The revision up to which it knows what others did; none where the history does not say.
    since: Option<Revision>,
    /// Whether it was told anything.
    is_begun: bool,
    /// How many of its own changes are left until it is told the whole list; 0 when that is due.
    until_whole: u32,
    /// The todos that were open when it was last nudged.
    nudged: Vec<Key>,
    /// What [`TodoStore::forgotten`] was when it last looked.
    forgotten: Revision,
    /// The todos of which it was told that somebody's word holds.
    met: Vec<Key>,
    /// The todos that its model said to be done, which wait to be confirmed: those that nobody was asked for yet.
    claims: Vec<Key>,
}

impl Conversation {
    /// A conversation that knows nothing of the list.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            told: Rc::default(),
            since: Some(0),
            is_begun: false,
            until_whole: 0,
            nudged: Vec::new(),
            met: Vec::new(),
            claims: Vec::new(),
            forgotten: 0,
        }
    }

    /// Forgets what it was told where the store has forgotten it. To be called before anything else that it is asked for.
    pub fn forget_with(&mut self, store: &TodoStore) {
        if self.forgotten != store.forgotten() {
            *self = Self { forgotten: store.forgotten(), ..Self::new(self.settings.clone()) };
        }
    }

    /// How it goes.
    pub fn settings(&self) -> &Settings {
        &self.settings
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
        let dialect = self.settings.dialect;
        self.acting(store, |this, store| this.run(dialect, store, Ok(call), Notes::new()))
    }

    /// Runs what the model does, under its name.
    fn acting<T>(
        &mut self,
        store: &mut TodoStore,
        act: impl FnOnce(&mut Self, &mut TodoStore) -> T,
    ) -> T {
        let actor = Actor { author: Author::Model, name: self.settings.name.clone() };
        let confirms = self.settings.confirms;
        store.take_unsaid();
        let result = store
            .acting_as(actor, |store| store.confirming(confirms, |store| act(&mut *self, store)));
        for (key, otherwise) in store.take_unsaid() {
            if otherwise == Otherwise::Claimed && !self.claims.contains(&key) {
                self.claims.push(key);
            }
            self.record_todo(store, key, false);
        }
        result
    }

    /// The model knows how far a todo is. With `says_why` it also knows the reason.
    fn record_todo(&mut self, store: &TodoStore, key: Key, says_why: bool) {
        let told = Rc::make_mut(&mut self.told).iter_mut().find(|todo| todo.key == key);
        if let (Some(told), Some(now)) = (told, find(store.list(), key)) {
            *told = as_element(told, now);
            if says_why {
                let reason = now.cleaned_text(Field::Reason).cloned();
                set_text(&mut told.details, Field::Reason, reason);
            }
        }
    }

    /// The todos that its model said to be done, since this was asked, and that wait to be confirmed.
    pub fn take_claims(&mut self) -> Vec<Key> {
        core::mem::take(&mut self.claims)
    }

    /// What became of todos that somebody was asked to confirm, in sentences that its model is given.
    pub fn verdicts(&mut self, store: &TodoStore, keys: &[Key]) -> Notes {
        let mut verdicts = Notes::new();
        for key in keys {
            self.record_todo(store, *key, true);
            let Some(place) = place_of(store.list(), *key) else {
                let left = store.marks().left(*key);
                verdicts.extend(left.map(|left| off(&left.todo, Some(left))));
                continue;
            };
            let Some(todo) = store.list().get(place) else { continue };
            let id = count(place.wrapping_add(1));
            let reason = said(todo.text(Field::Reason).unwrap_or_default());
            let parts = [id, excerpt(todo.content()), Text(&reason)];
            let template = match todo.status {
                Status::Doing if todo.is_claimed() => "{} ({}) waits to be confirmed",
                Status::Done => "{} ({}) is confirmed: it is done",
                Status::Todo if !reason.is_empty() => "{} ({}) was sent back: {}",
                Status::Skipped if !reason.is_empty() => "{} ({}) was skipped: {}",
                Status::Skipped => "{} ({}) was skipped",
                Status::Todo | Status::Doing => "{} ({}) was not confirmed",
            };
            verdicts.push(fill(template, &parts));
        }
        verdicts
    }

    /// As [`Conversation::call`], for a call whose arguments could not even be read.
    #[cfg_attr(
        not(all(target_arch = "wasm32", feature = "todos")),
        allow(dead_code, reason = "JavaScript's values alone")
    )]
    pub(crate) fn refuse(&mut self, store: &mut TodoStore, unreadable: TodoError) -> Outcome {
        let dialect = self.settings.dialect;
        self.acting(store, |this, store| this.run(dialect, store, Err(unreadable), Notes::new()))
    }

    /// Runs a tool call in XML that [`ToolCall::find_all`] found, whatever the dialect.
    pub fn call_xml(&mut self, store: &mut TodoStore, call: &ToolCall) -> Outcome {
        self.acting(store, |this, store| {
            call.run_by(&mut |call, notes| this.run(Dialect::XmlCall, store, call, notes))
        })
    }

    /// Settles the todos that a model named in the arguments of another tool, as [`progress::apply`] does.
    pub fn apply_progress(
        &mut self,
        store: &mut TodoStore,
        arguments: Result<&str, &TodoError>,
    ) -> Outcome {
        self.acting(store, |this, store| this.progress(store, arguments))
    }

    fn progress(&mut self, store: &mut TodoStore, arguments: Result<&str, &TodoError>) -> Outcome {
        let before = store.revision();
        let outcome = progress::apply_by(arguments, &mut |said, notes| {
            let mut stale = self.stale(store);
            let result = stale.settle(store, said, notes);
            notes.extend(otherwise(store));
            self.record_answer(store, stale, notes, None);
            result
        });
        self.concluded(store, before, outcome)
    }

    /// Carries out what a model said of its plan in the arguments of another tool, as [`plan::apply`] does.
    pub fn apply_plan(
        &mut self,
        store: &mut TodoStore,
        arguments: Result<&str, &TodoError>,
    ) -> Outcome {
        self.acting(store, |this, store| this.plan(store, arguments))
    }

    fn plan(&mut self, store: &mut TodoStore, arguments: Result<&str, &TodoError>) -> Outcome {
        let before = store.revision();
        let mut dropped = Vec::new();
        let outcome = plan::apply_by(arguments, &mut |said, notes| {
            let mut stale = self.stale(store);
            let result = stale.plan(store, said, notes);
            dropped = core::mem::take(&mut stale.dropped);
            notes.extend(otherwise(store));
            self.record_answer(store, stale, notes, None);
            result.map(|()| summary(store))
        });
        self.concluded(store, before, Outcome { dropped, ..outcome })
    }

    /// The list as the model knows it, beside today's.
    fn stale(&self, store: &TodoStore) -> Stale {
        let keeps_open = self.settings.keeps_open.then(|| self.settings.dialect.gives_up_by());
        let since = if self.knows(store) { Some(store.revision()) } else { self.since };
        let mut stale = Stale::new(store, &self.told, since);
        if !stale.is_known {
            stale.told = self.with_ids(Rc::unwrap_or_clone(stale.told));
        }
        stale.keeps_open = keeps_open;
        stale.is_todays = self.knows(store);
        stale
    }

    /// The list as told, in the keys of today. A todo that has another key now has the id for its name that the model knows
    /// it by, where it calls todos so.
    fn with_ids(&self, mut told: List) -> Rc<List> {
        if self.settings.dialect.has_ids() {
            for (was, todo) in self.told.iter().zip(&mut told) {
                if was.key != todo.key && was.text(Field::Name).is_none() {
                    let id = model_name(&self.told, was);
                    set_text(
                        &mut todo.details,
                        Field::Name,
                        Content::from_tidy(&id, id.len()).ok(),
                    );
                }
            }
        }
        told.into()
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
        if self.knows(store) && !self.settings.keeps_open && !store.marks().has_person() {
            let outcome = dialect.run(store, call, notes);
            self.record_list(store);
            self.count(outcome.changed);
            return outcome;
        }
        let before = store.revision();
        let mut stale = self.stale(store);
        let result = dialect.carry_out(store, call, &mut notes, &mut |store, request, notes| {
            stale.carry_out(store, request, notes)
        });
        let shows = result.as_ref().ok().and_then(|done| dialect.shows(done));
        let dropped = core::mem::take(&mut stale.dropped);
        self.record_answer(store, stale, &mut notes, shows);
        let outcome = dialect.outcome(store, before, result.as_ref(), notes);
        self.count(outcome.changed);
        Outcome { dropped, ..outcome }
    }

    /// Whether the list is as the model knows it.
    fn knows(&self, store: &TodoStore) -> bool {
        let (told, now) = (&self.told, store.shared_list());
        Rc::ptr_eq(told, now)
            || told.len() == now.len()
                && told.iter().zip(&**now).all(|(was, todo)| was.is_same(todo))
    }

    /// The model knows the list of today from now on.
    fn record_list(&mut self, store: &TodoStore) {
        self.told.clone_from(store.shared_list());
        self.since = Some(store.revision());
        self.is_begun = true;
    }

    /// The model knows what the answer to its call says: the whole list, where that is shown.
    fn record_answer(
        &mut self,
        store: &TodoStore,
        mut stale: Stale,
        notes: &mut Notes,
        shows: Option<ListShown>,
    ) {
        note_names(&mut stale.told, store.list(), notes);
        // The first time that it meets a todo that is kept it sees the list, too.
        for refusal in &stale.refusals {
            if !self.met.contains(&refusal.key()) {
                self.met.push(refusal.key());
                stale.shows = true;
            }
        }
        if stale.shows && shows.is_none() {
            let mut text = String::from("the list now: ");
            xml::write(&mut text, store.list());
            notes.push(text);
        }
        let is_whole = shows.map_or(stale.shows, |shows| shows != ListShown::ContentsOnly);
        if !stale.says_gone && (shows.is_some() || stale.shows) {
            stale.note_gone(store, &stale.told, notes);
        }
        match shows {
            Some(ListShown::ContentsOnly) => self.record_shown(store, stale, false),
            Some(_) | None if stale.is_todays => self.record_list(store),
            Some(_) | None if is_whole => {
                self.record_shown(store, stale, true);
                self.since = Some(store.revision());
            }
            Some(_) | None => self.record_call(stale),
        }
    }

    /// The model knows what its call did.
    fn record_call(&mut self, stale: Stale) {
        if !stale.is_known {
            self.since = None;
        }
        self.told = stale.told;
        self.is_begun = true;
    }

    /// The model knows which todos there are. With `shown` it also knows how far each is.
    fn record_shown(&mut self, store: &TodoStore, mut stale: Stale, shown: bool) {
        let as_told = |now: &Todo| match (find(&stale.told, now.key), shown) {
            (Some(was), true) => as_element(was, now),
            (Some(was), false) => as_element(was, &now.with_status(was.status)),
            (None, true) => now.clone(),
            (None, false) => now.with_status(Status::Todo),
        };
        stale.told = store.list().iter().map(as_told).collect::<List>().into();
        self.record_call(stale);
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
        if mode == ReminderMode::Off {
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
            let since = self.since.filter(|since| store.is_own(*since));
            // After a merge the todos are the same, and their marks say who.
            let since = since.or_else(|| are_of(store, &self.told).then(|| store.revision()));
            // Some may have got other keys in it.
            let told = match since {
                Some(_) => self.told.clone(),
                None => self.with_ids(with_known_keys(&self.told, store, &mut store.next_key())),
            };
            let has_ids = self.settings.dialect.has_ids();
            let news =
                News { told: &told, store, since: since.unwrap_or(store.revision()), has_ids };
            let is_full = mode == ReminderMode::Full;
            let is_whole = is_due || is_full || since.is_none();
            let is_known = |todo: &Todo| find(store.list(), todo.key).is_some();
            match news.reminder(is_whole) {
                _ if is_full && !news.changed_ids() => Reminder::Full,
                Some((text, is_whole)) if since.is_some() || told.iter().any(is_known) => {
                    Reminder::Changes { text, is_whole }
                }
                None if since.is_some() => Reminder::Silence,
                Some(_) | None => Reminder::Full,
            }
        };
        let has_whole = match &reminder {
            Reminder::Silence => false,
            Reminder::Full => true,
            Reminder::Changes { is_whole, .. } => *is_whole,
        };
        if has_whole {
            self.until_whole = if mode == ReminderMode::Full { 1 } else { self.settings.every };
        }
        // Who was told nothing knows nothing: what a person finished meanwhile is still to be told.
        if self.is_begun || reminder != Reminder::Silence {
            self.record_list(store);
        }
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
        let Settings { dialect, reminders, every, keeps_open, name, confirms: _, schema } =
            &self.settings;
        let keeps_open = *keeps_open;
        open_other(&mut json, "agent-todos conversation");
        json.string(dialect.word()).string(reminders.word()).integer((*every).into());
        json.optional(name.as_ref().map(Content::as_str));
        json.integer(self.until_whole.into()).boolean(self.is_begun);
        json.integer(self.since.map_or(-1, i64::from)).open('[');
        for key in &self.nudged {
            json.integer(key.0.into());
        }
        json.close(']').boolean(keeps_open).open('[');
        for key in &self.met {
            json.integer(key.0.into());
        }
        json.close(']').string(schema.word());
        for todo in &*self.told {
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
        read_other("agent-todos conversation", checkpoint, |parts| Self::read(store, parts))
    }

    /// The same, as a host restores it: with what confirms, or not, and with the whole list first, unless the host kept
    /// the messages.
    pub fn restored(mut self, confirms: bool, has_messages: bool) -> Self {
        self.settings.confirms = confirms;
        if !has_messages {
            self.compacted();
        }
        self
    }

    fn read(store: &TodoStore, parts: &mut Parts<'_>) -> Option<Self> {
        let dialect = Dialect::from_name(&parts.next()?.as_string()?).ok()?;
        let reminders = ReminderMode::from_word(&parts.next()?.as_string()?)?;
        let every = u32::try_from(parts.next()?.as_integer()?).ok().filter(|every| *every > 0)?;
        let mut name = None;
        let is_name = |value: Value<'_>| value.is_null() || value.as_string().is_some();
        if let Some(value) = parts.clone().next().filter(|value| is_name(*value)) {
            parts.next();
            name = value
                .as_string()
                .map(|text| read_name(&text))
                .map_or(Some(None), |n| n.map(Some))?;
        }
        let until_whole = u32::try_from(parts.next()?.as_integer()?).ok()?;
        let is_begun = parts.next()?.as_boolean()?;
        let since = parts.next()?.as_integer()?;
        let nudged = read_keys(parts)?;
        // Older ones have neither.
        let keeps_open = parts.clone().next().and_then(Value::as_boolean);
        let mut met = Vec::new();
        if keeps_open.is_some() {
            parts.next();
            met = read_keys(parts)?;
        }
        let schema = parts.clone().next().and_then(Value::as_string);
        if schema.is_some() {
            parts.next();
        }
        let schema = schema.map_or(Some(Form::Lean), |name| Form::from_word(&name))?;
        let mut told = List::new();
        for todo in parts {
            told.push(read_todo(todo, store.options())?);
        }
        let since = Revision::try_from(since)
            .ok()
            .filter(|since| store.is_own(*since) && are_of(store, &told));
        let keeps_open = keeps_open.unwrap_or_default();
        let settings =
            Settings { dialect, reminders, every, keeps_open, name, confirms: false, schema };
        let (told, forgotten, claims) = (told.into(), store.forgotten(), Vec::new());
        Some(Self { settings, told, since, is_begun, until_whole, nudged, forgotten, met, claims })
    }
}

fn read_keys(parts: &mut Parts<'_>) -> Option<Vec<Key>> {
    let mut keys = Vec::new();
    for key in parts.next().filter(|keys| keys.is_array())?.parts() {
        keys.push(Key(u32::try_from(key.as_integer()?).ok()?));
    }
    Some(keys)
}

/// A todo as a model knows it that was shown its element. The element has no priority, description, reason or blockers:
/// what others changed of those is still to be told.
fn as_element(was: &Todo, now: &Todo) -> Todo {
    let mut todo = now.clone();
    for field in [Field::Priority, Field::Description, Field::Reason] {
        set_text(&mut todo.details, field, was.cleaned_text(field).cloned());
    }
    Rc::make_mut(&mut todo.details).blocked_by = was.blocked_by().to_vec();
    // What does not go with its status falls away.
    todo.with_status(now.status)
}

/// Whether these todos are of a store: none has a key that is another's here.
fn are_of(store: &TodoStore, told: &[Todo]) -> bool {
    let marks = store.marks();
    let is_of_another = |todo: &Todo| {
        let known = match (find(store.list(), todo.key), marks.left(todo.key)) {
            (Some(known), _) => Some((known, marks.of(todo.key))),
            (None, left) => left.map(|left| (&left.todo, Some(&left.mark))),
        };
        match known {
            Some((known, mark)) => {
                let former = mark.map_or(&[][..], |mark| &mark.former);
                known.content() != todo.content()
                    && !former.iter().any(|text| text.as_str() == todo.content())
            }
            // It left long ago.
            None => todo.key.0 >= store.next_key(),
        }
    };
    !told.iter().any(is_of_another)
}
