//! `Conversation`: one model's view of a store: its tools, and the list as it was last told.
//!
//! A person may edit the list while the model thinks, and a model may make several calls in one message.
//! So a call is read against the list of its turn: the list that the model had when it wrote the
//! message, with the changes of its earlier calls in that message. [`crate::change::rule`] decides how
//! much of the call is carried out. Each side is told the other's changes.

use std::rc::Rc;

use crate::change::decision::Kept;
use crate::change::follow::follow;
use crate::change::identity::adopt;
use crate::change::rule::is_same_list;
use crate::change::sentences::off;
use crate::change::table::Why;
use crate::forms::reminder::{News, Reminder, ReminderMode, is_aligned};
use crate::forms::shape::model_name;
use crate::list::author::{Actor, Author};
use crate::list::blockers;
use crate::list::delta::{Aspect, Delta, aspects};
use crate::list::error::TodoError;
use crate::list::history::{List, Revision};
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Key, State, Status, Todo, find, find_near, place_of};
use crate::text::content::{Content, trim};
use crate::text::excerpt::said;
use crate::text::message::Part::Text;
use crate::text::message::{Notes, count, excerpt, fill};
use crate::text::words::words;
use crate::tools::answered::{Answered, Claims};
use crate::tools::conversation_settings::Settings;
use crate::tools::dialects::Dialect;
use crate::tools::prompt::{self, Kind};
use crate::tools::request::Done;
use crate::tools::vocabulary::{in_place_of, with_notes};

/// The list that a message of the model refers to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turn {
    /// The list at the beginning of the turn, with the changes that this conversation's calls have made
    /// since.
    pub base: Rc<List>,
    /// The todos that positions refer to, in order. Todos that the turn adds come last.
    pub positions: Vec<Key>,
}

impl Turn {
    pub fn new(list: &Rc<List>) -> Self {
        Self { base: list.clone(), positions: list.iter().map(|todo| todo.key).collect() }
    }

    /// Updates the positions after a call. If the call stated the whole list, positions refer to that
    /// list. Otherwise the todos that it added to the list `before` are appended.
    fn place(&mut self, is_whole: bool, said: &List, before: &List) {
        if is_whole {
            self.positions = said.iter().map(|todo| todo.key).collect();
            return;
        }
        for (place, todo) in said.iter().enumerate() {
            let is_new = find_near(before, place, todo.key).is_none();
            if is_new && !self.positions.contains(&todo.key) {
                self.positions.push(todo.key);
            }
        }
    }
}

/// One model's view of a store. Several conversations may share a store. Each has its own reminders.
#[derive(Clone, Debug)]
pub struct Conversation {
    pub(super) settings: Settings,
    /// The list as the model knows it: as it was last told, with the model's own changes since.
    pub(super) told: Rc<List>,
    /// The revision up to which the model knows the changes of others, or `None` if the history does
    /// not tell.
    pub(super) since: Option<Revision>,
    pub(super) turn: Turn,
    /// The turn that begins once all calls of the present message have run.
    pub(super) next_turn: Option<Turn>,
    /// The next key that neither the store nor this conversation has used.
    pub(super) next_key: u32,
    /// Whether the model was told anything.
    pub(super) is_begun: bool,
    /// Whether the host asks for reminders. Until it does, each answer reports the changes of others.
    pub(super) is_reminded: bool,
    /// Whether the model always counts as told of today's list: true for tools without a conversation.
    pub(super) is_always_told: bool,
    /// For tools without a conversation: the replies of others since the model's latest revision. The
    /// answer to the call includes them.
    pub(super) replies: Option<String>,
    /// Whether somebody is asked about the claims before the model reads the answer.
    pub(super) awaits_verdicts: bool,
    /// After how many more of its own changes the model is told the whole list. 0 means now.
    pub(super) until_whole: u32,
    /// How the model last changed the list.
    pub(super) way: Way,
    /// The todos that were open at the last nudge.
    pub(super) nudged: Vec<Key>,
    /// The last seen value of [`TodoStore::forgotten`].
    pub(super) forgotten: Revision,
    /// The claimed todos about which nobody was asked yet.
    pub(super) claims: Vec<Key>,
    /// The data of the latest answer, if somebody is asked to confirm the claims.
    pub(super) answered: Option<Rc<Answered>>,
}

words! {
    /// How a model changes the list.
    pub enum Way {
        /// With a todo tool.
        Tool = "tool",
        /// With progress in the arguments of other tools.
        Progress = "progress",
        /// With a plan in the arguments of other tools.
        Plan = "plan",
    }
}

impl Conversation {
    /// Creates a conversation whose model knows nothing about the list.
    pub fn new(settings: Settings) -> Self {
        Self {
            awaits_verdicts: settings.confirms,
            settings,
            told: Rc::default(),
            since: Some(0),
            turn: Turn::default(),
            next_turn: None,
            next_key: 0,
            is_begun: false,
            is_reminded: false,
            is_always_told: false,
            replies: None,
            until_whole: 0,
            way: Way::Tool,
            nudged: Vec::new(),
            claims: Vec::new(),
            answered: None,
            forgotten: 0,
        }
    }

    /// Creates a conversation for one call of a tool that a host uses without a conversation. Positions
    /// refer to today's list, and the model counts as told of everything.
    pub fn always_told(store: &TodoStore, dialect: Dialect) -> Self {
        let name = store.actor().name.clone().filter(|_| store.actor().author == Author::Model);
        let settings = Settings { dialect, name, ..Settings::default() };
        Self {
            told: store.shared_list().clone(),
            since: Some(store.revision()),
            turn: Turn::new(store.shared_list()),
            is_begun: true,
            is_always_told: true,
            replies: replies_to(store, &settings, &[]),
            forgotten: store.forgotten(),
            ..Self::new(settings)
        }
    }

    /// Sets whether the model has the tool `ask_user`.
    pub fn asking(mut self, asks: bool) -> Self {
        self.settings.asks = asks;
        self
    }

    /// Sets whether somebody is asked about the claims before the model reads the answer.
    pub fn awaiting_verdicts(mut self, awaits: bool) -> Self {
        self.awaits_verdicts = awaits;
        self
    }

    /// Forgets everything about the list if the store was told to forget it. Must be called before any
    /// other method.
    pub fn forget_with(&mut self, store: &TodoStore) {
        if self.forgotten != store.forgotten() {
            *self = Self { forgotten: store.forgotten(), ..Self::new(self.settings.clone()) };
        }
    }

    /// Returns the options.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the prompt of a kind for the dialect.
    pub fn prompt(&self, kind: Kind) -> String {
        prompt::prompt(self.settings.dialect, kind)
    }

    /// Returns the list as the model knows it.
    pub fn told(&self) -> &List {
        &self.told
    }

    /// Returns the revision up to which the model knows the changes of others, or `None` if the history
    /// does not tell, or the model has not seen the list yet.
    pub fn told_revision(&self) -> Option<Revision> {
        self.since.filter(|_| self.is_begun)
    }

    /// Records that messages were removed from the conversation, possibly those with the list. The next
    /// reminder is the whole list.
    pub fn compacted(&mut self) {
        self.until_whole = 0;
    }

    /// Undoes the changes of this conversation since a revision, as one new revision, because the host
    /// cut the chat back to there. Decisions of everybody else stay, and the next reminder reports them
    /// with the whole list.
    ///
    /// Models without a name count as one model, because their changes cannot be distinguished.
    ///
    /// # Errors
    /// `unknown_revision` if the history does not have the revision, or it is older than the latest
    /// merge; `too_many_todos` if there is no room for the todos that come back.
    pub fn rewind(&mut self, store: &mut TodoStore, revision: i64) -> Result<(), TodoError> {
        self.align(store);
        let then = self.acting(store, |this, store| {
            let then = store.rewind(revision)?;
            let until = Revision::try_from(revision).unwrap_or_default();
            if this.since.is_some_and(|since| since >= until) {
                this.since = Some(until);
                return Ok(then);
            }
            // The model does not know the changes that others made before that revision.
            let told = this.since.and_then(|since| store.list_changed_by_own(since, until));
            Ok(told.unwrap_or_else(|| this.told.clone()))
        })?;
        self.turn = Turn::new(&then);
        self.told = then;
        self.next_turn = None;
        self.until_whole = 0;
        self.nudged.clear();
        self.claims.clear();
        self.answered = None;
        Ok(())
    }

    // Turns ----------------------------------------------------------------------------------

    /// Begins the turn of the model's next message, with the list that the latest answer told it.
    /// [`Conversation::reminder`] begins a turn too.
    pub fn begin_turn(&mut self) {
        if let Some(turn) = self.next_turn.take() {
            self.turn = turn;
        }
    }

    /// Returns whether [`Conversation::begin_turn`] is due once all calls of this message have run.
    pub fn is_turn_due(&self) -> bool {
        self.next_turn.is_some()
    }

    /// Begins a turn with today's list.
    pub(super) fn begin_turn_with(&mut self, store: &TodoStore) {
        self.turn = Turn::new(store.shared_list());
        self.next_turn = None;
    }

    /// Returns whether the list that the model knows comes from this store's own history.
    pub(super) fn is_of(&self, store: &TodoStore) -> bool {
        self.since.is_some_and(|since| store.is_own(since))
    }

    /// Translates the keys that the model knows, if the store has loaded or merged another list.
    pub(super) fn align(&mut self, store: &TodoStore) {
        self.next_key = self.next_key.max(store.next_key());
        if self.is_of(store) {
            return;
        }
        self.since = None;
        let mut known = List::clone(&self.told);
        let only_in_turn = |todo: &&Rc<Todo>| find(&self.told, todo.key).is_none();
        known.extend(self.turn.base.iter().filter(only_in_turn).cloned());
        let (_, keys) = adopt(&known, store, &mut self.next_key);
        let told = self.told.clone();
        blockers::rename(Rc::<List>::make_mut(&mut self.told), &keys);
        blockers::rename(Rc::<List>::make_mut(&mut self.turn.base), &keys);
        for key in &mut self.turn.positions {
            *key = keys.iter().find(|(was, _)| was == key).map_or(*key, |(_, now)| *now);
        }
        self.name_by_old_keys(&told);
        self.next_turn = None;
    }

    /// Gives each todo whose key has changed the old id as its name, if the model uses ids.
    fn name_by_old_keys(&mut self, before: &List) {
        if !self.settings.dialect.has_ids() {
            return;
        }
        for list in [&mut self.told, &mut self.turn.base] {
            for (was, todo) in before.iter().zip(Rc::make_mut(list)) {
                if was.key != todo.key && was.text(Field::Name).is_none() {
                    let id = model_name(before, was);
                    let name = Content::from_tidy(&id, id.len()).ok();
                    Rc::make_mut(todo).set_text(Field::Name, name);
                }
            }
        }
    }

    /// Returns whether each position refers to the todo that is there today.
    pub(super) fn has_positions_of(&self, store: &TodoStore) -> bool {
        is_aligned(&self.turn.positions, store.list())
    }

    /// Returns the sentences for the end of an answer about what others changed since the model was last
    /// told, and whether they only count the todos.
    pub(super) fn news(&self, store: &TodoStore) -> Option<(String, bool)> {
        let known_since = self.known_since(store);
        let since = known_since.unwrap_or(store.revision());
        let has_ids = self.settings.dialect.has_ids();
        let positions = &self.turn.positions;
        let news = News { told: &self.told, positions, store, since, has_ids };
        match known_since {
            Some(_) => news.sentences(),
            // If the store has loaded another list, only the replies are news.
            None => news.new_replies(&[]).map(|text| (text, false)),
        }
    }

    /// Returns the revision up to which the model knows the changes of others. After a merge, the todos
    /// are the same, and their marks tell who has changed them since.
    fn known_since(&self, store: &TodoStore) -> Option<Revision> {
        let since = self.since.filter(|since| store.is_own(*since));
        since.or_else(|| are_of(store, &self.told).then(|| store.revision()))
    }

    // What the model knows -------------------------------------------------------------------

    /// Records that the model knows what its call did. `base` is the new base of the turn, and `said` the
    /// list as the call states it.
    pub(super) fn know_call(
        &mut self,
        store: &TodoStore,
        is_whole: bool,
        said: &List,
        base: &Rc<List>,
    ) {
        let before = self.turn.base.clone();
        learn(&mut self.told, &before, base);
        if !Rc::ptr_eq(base, store.shared_list()) {
            self.know_agreed(store, said, &before);
        }
        for turn in [Some(&mut self.turn), self.next_turn.as_mut()].into_iter().flatten() {
            turn.place(is_whole, said, &before);
            learn(&mut turn.base, &before, base);
        }
    }

    /// Records that the model knows a change that its call asked for and that others had already made.
    /// The base of the turn stays, because within the turn the change is still theirs.
    fn know_agreed(&mut self, store: &TodoStore, said: &List, before: &List) {
        let told = Rc::make_mut(&mut self.told);
        let is_said =
            |(place, todo): &(usize, &Rc<Todo>)| find_near(said, *place, todo.key).is_some();
        let left_out = before.iter().enumerate().filter(|todo| !is_said(todo));
        let left_out: Vec<Key> = left_out.map(|(_, todo)| todo.key).collect();
        told.retain(|todo| !left_out.contains(&todo.key) || find(store.list(), todo.key).is_some());
        for (place, known) in told.iter_mut().enumerate() {
            let key = known.key;
            let (Some(was), Some(says)) =
                (find_near(before, place, key), find_near(said, place, key))
            else {
                continue;
            };
            let Some(is) = find_near(store.list(), place, key) else { continue };
            let kind = |todo: &Todo| core::mem::discriminant(&todo.state);
            let same_kind = kind(says) == kind(is);
            // "Done" belongs to a text. If the text differs, the model does not know the state.
            let same_content = || was.content() == is.content();
            if same_kind && says.status() != was.status() && same_content() {
                let state = is.state.without_news(&known.state);
                Rc::make_mut(known).state = state;
            }
        }
    }

    /// Records that the model knows a todo of today's list, because the answer shows it.
    pub(super) fn meet(&mut self, list: &List, key: Key) {
        let Some(todo) = find(list, key) else { return };
        for turn in [Some(&mut self.turn), self.next_turn.as_mut()].into_iter().flatten() {
            if !turn.positions.contains(&key) {
                turn.positions.push(key);
            }
            set_state(Rc::make_mut(&mut turn.base), todo, &todo.state);
        }
        // The texts that belong to the state are not told yet.
        let known = find(&self.told, key).map_or(&State::TODO, |known| &known.state);
        let state = todo.state.without_news(known);
        set_state(Rc::make_mut(&mut self.told), todo, &state);
    }

    /// Records that the model knows what a note reported about a todo.
    pub(super) fn know_kept(&mut self, store: &TodoStore, kept: &Kept) {
        let list = Rc::make_mut(&mut self.told);
        let Some(now) = find(store.list(), kept.key).cloned() else {
            // The note reported that it left.
            list.retain(|todo| todo.key != kept.key);
            return;
        };
        let Some(known) = list.iter_mut().find(|todo| todo.key == kept.key) else {
            // It was added since. The next reminder shows its place.
            if kept.why == Why::Since && kept.aspect == Aspect::Presence {
                let place = place_of(store.list(), now.key).unwrap_or_default();
                let before = store.list().iter().take(place).rev();
                let after = before.filter_map(|todo| place_of(list, todo.key)).next();
                let state = now.state.without_news(&State::TODO);
                let known = Rc::new(Todo { state, ..Todo::clone(&now) });
                list.insert(after.map_or(0, |place| place.wrapping_add(1)), known);
                self.until_whole = 0;
            }
            return;
        };
        let todo = Rc::make_mut(known);
        match kept.aspect {
            _ if matches!(kept.why, Why::Doing(_)) => {}
            Aspect::Text(field) => {
                todo.set_text(field, now.cleaned_text(field).cloned());
            }
            // The note did not report that it is in progress.
            Aspect::Presence if now.status() == Status::Doing && kept.why != Why::Since => {}
            Aspect::Presence | Aspect::State => {
                todo.state = now.state.without_news(&todo.state);
                if kept.aspect == Aspect::State {
                    // The note contained it.
                    todo.set_text(Field::Reason, now.cleaned_text(Field::Reason).cloned());
                }
                let content = now.cleaned_text(Field::Content).cloned();
                todo.set_text(Field::Content, content);
            }
            Aspect::Blockers | Aspect::Confirm | Aspect::Place | Aspect::Data => {}
        }
    }

    /// Records that the model knows that a todo no longer waits, and its answer.
    pub(super) fn know_answer(&mut self, store: &TodoStore, key: Key) {
        let Some(now) = find(store.list(), key) else { return };
        let told = Rc::make_mut(&mut self.told);
        if let Some(known) = told.iter_mut().find(|todo| todo.key == key) {
            let known = Rc::make_mut(known);
            if now.status().is_pending() {
                known.state = now.state.clone();
            }
            known.set_text(Field::Answer, now.cleaned_text(Field::Answer).cloned());
        }
    }

    /// Records that the model knows the element of a todo.
    pub(super) fn know_todo(&mut self, store: &TodoStore, key: Key) {
        let Some(now) = find(store.list(), key) else { return };
        let list = Rc::make_mut(&mut self.told);
        if let Some(known) = list.iter_mut().find(|todo| todo.key == key) {
            *known = as_element(known, now).into();
        }
    }

    /// Records that the model knows the list. If the sentences of the answer only counted the todos, it
    /// knows the elements after them.
    pub(super) fn know_list(&mut self, store: &TodoStore, is_counted: bool) {
        let as_shown = |now: &Rc<Todo>| match find(&self.told, now.key) {
            Some(was) => {
                let mut known = as_element(was, now);
                // An answer always has its own sentence.
                known.set_text(Field::Answer, now.cleaned_text(Field::Answer).cloned());
                known.into()
            }
            None => Rc::clone(now),
        };
        self.told = match is_counted {
            true => store.list().iter().map(as_shown).collect::<List>().into(),
            false => store.shared_list().clone(),
        };
        self.since = Some(store.revision());
    }

    /// Counts a change of the model towards the next whole list.
    pub(super) fn count(&mut self, changed: bool) {
        self.until_whole = self.until_whole.saturating_sub(u32::from(changed));
    }

    /// Returns the claims that were made since the last call of this method.
    pub fn take_claims(&mut self) -> Claims {
        Claims { keys: core::mem::take(&mut self.claims), answered: self.answered.take() }
    }

    /// Returns the answer to a call with the verdicts on its claims. If the model knows today's list, the
    /// answer is written again for that list. Otherwise the verdicts are appended. For tools without a
    /// conversation, it also contains the replies that others have made since.
    pub fn answer_again(
        &mut self,
        store: &mut TodoStore,
        claims: &Claims,
        answer: &str,
        verdicts: &[String],
    ) -> String {
        self.acting(store, |this, store| {
            let answered = claims.answered.as_ref().filter(|_| this.knows(store));
            let mut said = claims.keys.clone();
            if let Some(Done::Wait(key)) = answered.map(|answered| &answered.done) {
                said.push(*key);
            }
            let others = this.replies.as_ref();
            let others = others.and_then(|_| replies_to(store, &this.settings, &said));
            let verdicts: Notes = verdicts.iter().cloned().chain(others).collect();
            this.know_replies(store, store.revision());
            let Some(answered) = answered else { return with_notes(answer, &verdicts) };
            let Answered { dialect, done, notes, asks } = &**answered;
            let notes = [&**notes, &verdicts].concat();
            let how = (&*this.turn.positions, this.awaits_verdicts);
            let again = dialect.outcome(store, store.revision(), Ok(done), notes, how, *asks).text;
            in_place_of(answer, &again)
        })
    }

    /// Returns a sentence for the model about each todo that somebody was asked to confirm.
    pub fn verdicts(&mut self, store: &TodoStore, keys: &[Key]) -> Notes {
        let mut verdicts = Notes::new();
        for key in keys {
            self.know_verdict(store, *key);
            let Some(place) = place_of(store.list(), *key) else {
                let left = store.marks().left(*key);
                verdicts.extend(left.map(|left| off(store.list(), &left.todo, Some(left))));
                continue;
            };
            let Some(todo) = store.list().get(place) else { continue };
            let id = self.turn.positions.iter().position(|known| known == key).unwrap_or(place);
            let id = count(id.wrapping_add(1));
            let reason = said(todo.text(Field::Reason).unwrap_or_default());
            let parts = [id, excerpt(todo.content()), Text(&reason)];
            let template = match todo.status() {
                Status::Doing if todo.state.is_claimed() => "{} ({}) waits to be confirmed",
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

    /// Returns a sentence for the model about a person's decision on the plan. A blank text is no reason.
    pub fn plan_verdict(is_approved: bool, reason: &str) -> String {
        let template = match (is_approved, trim(reason).is_empty()) {
            (true, _) => "the user approved the plan",
            (false, true) => "the user did not approve the plan",
            (false, false) => "the user did not approve the plan: {}",
        };
        fill(template, &[Text(&said(trim(reason)))])
    }

    /// Records that the model knows the verdict on a claim, which it asked for itself.
    fn know_verdict(&mut self, store: &TodoStore, key: Key) {
        let Some(now) = find(store.list(), key) else { return };
        let next = self.next_turn.as_mut().map(|turn| &mut turn.base);
        for list in [&mut self.told, &mut self.turn.base].into_iter().chain(next) {
            let known = Rc::make_mut(list).iter_mut().find(|todo| todo.key == key);
            if let Some(known) = known {
                let todo = as_element(known, now);
                *known = Rc::new(Todo { state: now.state.clone(), ..todo });
            }
        }
    }

    // Reminders ------------------------------------------------------------------------------

    /// Returns the text to add to the conversation now, and counts it as told.
    ///
    /// It reports what others changed, and who they are, even if that finished or emptied the list. The
    /// model's own changes are not repeated. The whole list is included when it is due, as long as
    /// anything is unfinished.
    pub fn reminder(&mut self, store: &TodoStore) -> Reminder {
        let mode = self.settings.reminders;
        if mode == ReminderMode::Off {
            return Reminder::Silence;
        }
        self.is_reminded = true;
        self.align(store);
        let reminder = self.next_reminder(store, mode);
        if self.is_begun {
            self.begin_turn_with(store);
        }
        reminder
    }

    fn next_reminder(&mut self, store: &TodoStore, mode: ReminderMode) -> Reminder {
        if !self.is_begun && store.list().is_empty() {
            // The model still knows nothing, so the first reminder is the whole list.
            return Reminder::Silence;
        }
        let is_due = self.until_whole == 0;
        let since = self.known_since(store);
        let told = self.told.clone();
        let has_ids = self.settings.dialect.has_ids();
        let positions = &self.turn.positions;
        let since_known = since.unwrap_or(store.revision());
        let news = News { told: &told, positions, store, since: since_known, has_ids };
        let knows_list = self.knows(store) && self.has_positions_of(store);
        let knows_approval = news.approval().is_none();
        let reminder = if !self.is_begun || knows_list && knows_approval {
            if is_due && store.has_unfinished() { news.whole() } else { Reminder::Silence }
        } else {
            let is_full = mode == ReminderMode::Full;
            let is_whole = is_due || is_full || since.is_none();
            let still_listed = |todo: &Rc<Todo>| find(store.list(), todo.key).is_some();
            match news.reminder(is_whole) {
                _ if is_full && knows_approval && !news.changed_ids() => news.whole(),
                Some((text, is_whole)) if since.is_some() || told.iter().any(still_listed) => {
                    Reminder::Changes { text, is_whole }
                }
                None if since.is_some() => Reminder::Silence,
                Some(_) | None => news.whole(),
            }
        };
        if reminder.is_whole() {
            self.until_whole = if mode == ReminderMode::Full { 1 } else { self.settings.every };
        }
        // Without a reminder, a model that was told nothing yet still knows nothing.
        if self.is_begun || reminder != Reminder::Silence {
            self.told.clone_from(store.shared_list());
            self.since = Some(store.revision());
            self.is_begun = true;
        }
        reminder
    }

    /// Returns whether the model knows today's list.
    pub(super) fn knows(&self, store: &TodoStore) -> bool {
        let (told, now) = (&self.told, store.shared_list());
        // The host's data is not for models.
        let same_for_model = |(was, is): (&Rc<Todo>, &Rc<Todo>)| {
            was.is_same(is)
                || was.key == is.key && aspects(was, is).all(|aspect| aspect == Aspect::Data)
        };
        Rc::ptr_eq(told, now)
            || told.len() == now.len() && told.iter().zip(now.iter()).all(same_for_model)
    }

    /// Returns a text for a model that stops while todos are open, once for each set of them. Todos that
    /// wait are not counted as open. If the dialect waits for approval, neither are those of a plan that
    /// is not approved. The text contains no ids, because the model may know other ids, or none.
    pub fn nudge(&mut self, store: &TodoStore) -> Option<String> {
        if self.settings.dialect.waits_for_approval() && store.awaits_approval() {
            return None;
        }
        let list = store.list();
        let can_continue = |todo: &&Rc<Todo>| {
            !todo.status().is_settled()
                && !todo.is_on_hold()
                && blockers::waits_on(list, todo).is_empty()
        };
        let mut open = Vec::new();
        let mut is_new = false;
        for todo in list.iter().filter(can_continue) {
            open.push(todo.key);
            is_new |= !self.nudged.contains(&todo.key);
        }
        if open.is_empty() || !is_new && open.len() == self.nudged.len() {
            return None;
        }
        let template = match self.way {
            Way::Tool => {
                "Todos still open: {} of {}. Continue with them, or skip those that are no longer needed."
            }
            Way::Progress => {
                "Todos still open: {} of {}. Continue with them. Name those that are done in todo_done, and those that are no longer needed in todo_skip, with whatever you call next."
            }
            Way::Plan => {
                "Todos still open: {} of {}. Continue with them: say in current_plan_item how far you are, or send plan_update without those that are no longer needed."
            }
        };
        let mut text = fill(template, &[count(open.len()), count(list.len())]);
        for todo in list.iter() {
            if let Some(on) = todo.waiting() {
                let parts = [excerpt(todo.content()), Text(on.named())];
                text.push_str(&fill(" {} waits for {}.", &parts));
            }
        }
        self.nudged = open;
        Some(text)
    }
}

/// Returns the replies of others to a model since its latest revision, except those about `known` todos.
/// No conversation records what this model has read, but it has read the answer of that revision. If the
/// history does not contain it, each answer that is still on a todo is new.
fn replies_to(store: &TodoStore, settings: &Settings, known: &[Key]) -> Option<String> {
    let model = Actor { author: Author::Model, name: settings.name.clone() };
    let since = store.history().latest_by(&model);
    if since == Some(store.revision()) {
        return None;
    }
    let told = since.and_then(|since| store.list_at(since)).unwrap_or_default();
    // Most calls need no search, because no todo was on hold and none has an answer.
    let has_answer = |todo: &Rc<Todo>| todo.text(Field::Answer).is_some();
    if !told.iter().any(|todo| todo.is_on_hold()) && !store.list().iter().any(has_answer) {
        return None;
    }
    let since = since.unwrap_or(store.history().oldest());
    let positions: Vec<Key> = store.list().iter().map(|todo| todo.key).collect();
    let has_ids = settings.dialect.has_ids();
    News { told: &told, positions: &positions, store, since, has_ids }.new_replies(known)
}

/// Returns a todo as a model knows it that has seen its element. Elements have no priority, description,
/// reason, answer or blockers, so changes to these are not told yet.
pub(super) fn as_element(was: &Todo, now: &Todo) -> Todo {
    let mut todo = Todo { state: now.state.without_news(&was.state), ..now.clone() };
    for field in [Field::Priority, Field::Description] {
        todo.set_text(field, was.cleaned_text(field).cloned());
    }
    todo.set_blocked_by(was.blocked_by().to_vec());
    todo
}

/// Sets the state of a todo in a list. If the list does not have the todo, it is added.
fn set_state(list: &mut List, todo: &Rc<Todo>, state: &State) {
    let known = list.iter_mut().find(|known| known.key == todo.key);
    let state = state.clone();
    match known {
        Some(known) => Rc::make_mut(known).state = state,
        None => list.push(Rc::new(Todo { state, ..Todo::clone(todo) })),
    }
}

/// Applies the changes of a call to a list that the model knows. The call turned `before` into `after`.
fn learn(known: &mut Rc<List>, before: &Rc<List>, after: &Rc<List>) {
    if Rc::ptr_eq(known, before) || is_same_list(known, before) {
        known.clone_from(after);
    } else {
        let is_unknown = |todo: &&Rc<Todo>| find(known, todo.key).is_none();
        let unknown: Vec<Key> = before.iter().filter(is_unknown).map(|todo| todo.key).collect();
        let list = Rc::make_mut(known);
        follow(list, &Delta::between(before, after), after);
        // The list that the model saw contained no answers.
        for todo in list.iter_mut().filter(|todo| unknown.contains(&todo.key)) {
            Rc::make_mut(todo).set_text(Field::Answer, None);
        }
    }
}

/// Returns whether these todos may come from the store: each key belongs to the same todo there, or is
/// older than the store remembers.
pub(super) fn are_of(store: &TodoStore, told: &[Rc<Todo>]) -> bool {
    let unlike_any_here = |todo: &Rc<Todo>| {
        let known = match (find(store.list(), todo.key), store.marks().left(todo.key)) {
            (Some(known), _) => Some((known, store.marks().of(todo.key))),
            (None, left) => left.map(|left| (&left.todo, Some(&left.mark))),
        };
        match known {
            Some((known, mark)) => {
                known.content() != todo.content()
                    && !mark.is_some_and(|mark| mark.was_called(todo.content()))
            }
            // Without a record, an old key left long ago, and a new one comes from another store.
            None => todo.key.0 >= store.next_key(),
        }
    };
    !told.iter().any(unlike_any_here)
}
