//! `Conversation`: one model's view of a store: the tools that it has, and the list that it was last told.
//!
//! A person may edit the list while the model thinks, and a model may make several calls in one message. What a call
//! says is therefore read against the list of its turn: the list as the model had it when it wrote the message, with
//! what its earlier calls in that message did. `crate::change::rule` decides what becomes of it, and each side hears of
//! the other's changes.

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
use crate::list::waiting::WaitFor;
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

/// The list that a message of the model means.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turn {
    /// The list as the turn began, with what this conversation's calls in it did.
    pub base: Rc<List>,
    /// The todos that positions mean, in order. What the turn adds comes last.
    pub positions: Vec<Key>,
}

impl Turn {
    pub fn new(list: &Rc<List>) -> Self {
        Self { base: list.clone(), positions: list.iter().map(|todo| todo.key).collect() }
    }

    /// Lets positions mean the todos of a call that says the whole list, or also those that a call adds to the list of its
    /// turn, which was `before`.
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

/// One model's view of a store. Several may share one, and each has its own reminders.
#[derive(Clone, Debug)]
pub struct Conversation {
    pub(super) settings: Settings,
    /// The list as the model knows it: as it was last told, with what it has done itself since.
    pub(super) told: Rc<List>,
    /// The revision up to which it knows what others did; none where the history does not say.
    pub(super) since: Option<Revision>,
    pub(super) turn: Turn,
    /// The turn that the latest answer begins, as soon as the calls of the present message are over.
    pub(super) next_turn: Option<Turn>,
    /// The next key that neither the store nor this conversation has used.
    pub(super) next_key: u32,
    /// Whether it was told anything.
    pub(super) is_begun: bool,
    /// Whether the host asks for reminders. Until it does, each answer tells what is new.
    pub(super) is_reminded: bool,
    /// Whether it knows the list of today whatever happens: a host's tools without a conversation.
    pub(super) is_always_told: bool,
    /// For a host's tools without a conversation: what others replied to the model since its latest revision, which the
    /// answer to the call says.
    pub(super) replies: Option<String>,
    /// Whether somebody is asked about what it claims before its model reads the answer.
    pub(super) awaits_verdicts: bool,
    /// How many of its own changes are left until it is told the whole list; 0 when that is due.
    pub(super) until_whole: u32,
    /// How its model last changed the list.
    pub(super) way: Way,
    /// The todos that were open when it was last nudged.
    pub(super) nudged: Vec<Key>,
    /// What [`TodoStore::forgotten`] was when it last looked.
    pub(super) forgotten: Revision,
    /// The todos that its model said to be done, which wait to be confirmed: those that nobody was asked for yet.
    pub(super) claims: Vec<Key>,
    /// What the latest call was answered from, if somebody is asked to confirm what it claims.
    pub(super) answered: Option<Rc<Answered>>,
}

words! {
    /// How a model changes the list.
    pub enum Way {
        /// With a tool of the list.
        Tool = "tool",
        /// With its progress, in the arguments of other tools.
        Progress = "progress",
        /// With its plan, in the arguments of other tools.
        Plan = "plan",
    }
}

impl Conversation {
    /// A conversation that knows nothing of the list.
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

    /// The conversation of tools that a host uses without one: positions mean today's list, and the model counts as
    /// told of everything. It is for one call.
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

    /// Returns the same conversation, whose model has the tool `ask_user` or not.
    pub fn asking(mut self, asks: bool) -> Self {
        self.settings.asks = asks;
        self
    }

    /// Returns the same conversation, where somebody is asked about what it claims before its model reads the answer, or not.
    pub fn awaiting_verdicts(mut self, awaits: bool) -> Self {
        self.awaits_verdicts = awaits;
        self
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

    /// Returns the revision up to which the model knows what others changed, or `None` if the history does not say, or if
    /// the model has not seen the list yet.
    pub fn told_revision(&self) -> Option<Revision> {
        self.since.filter(|_| self.is_begun)
    }

    /// The conversation was shortened or taken up again, and the list may have gone with what was left out: the
    /// next reminder is the whole list.
    pub fn compacted(&mut self) {
        self.until_whole = 0;
    }

    /// Takes back what this conversation changed since a revision, as one new revision, because the host has cut its chat
    /// back to there. What anybody else decided since stays, and the next reminder says it, with the whole list.
    ///
    /// Conversations of models without a name are one here: their changes are not told apart.
    ///
    /// # Errors
    /// `unknown_revision` if the revision is not kept, or is from before the latest merge; `too_many_todos` if the list has no
    /// room for the todos that come back.
    pub fn rewind(&mut self, store: &mut TodoStore, revision: i64) -> Result<(), TodoError> {
        self.align(store);
        let then = self.acting(store, |this, store| {
            let then = store.rewind(revision)?;
            let until = Revision::try_from(revision).unwrap_or_default();
            if this.since.is_some_and(|since| since >= until) {
                this.since = Some(until);
                return Ok(then);
            }
            // What others did before that revision, it does not know yet.
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

    /// The calls so far were of one message of the model, and the next are of another. [`Conversation::reminder`] says
    /// so, too. Where the host does not ask for reminders, the latest answer told the model what there is.
    pub fn begin_turn(&mut self) {
        if let Some(turn) = self.next_turn.take() {
            self.turn = turn;
        }
    }

    /// Returns whether [`Conversation::begin_turn`] is due as soon as the calls of this message are over.
    pub fn is_turn_due(&self) -> bool {
        self.next_turn.is_some()
    }

    /// Begins a turn with the list of today.
    pub(super) fn begin_turn_with(&mut self, store: &TodoStore) {
        self.turn = Turn::new(store.shared_list());
        self.next_turn = None;
    }

    /// Returns whether the list that it knows is one of this very store.
    pub(super) fn is_of(&self, store: &TodoStore) -> bool {
        self.since.is_some_and(|since| store.is_own(since))
    }

    /// Brings what it knows into the keys of today, where the store took over or merged another list.
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

    /// A todo that has another key now has the id for its name that the model knows it by, where it calls todos so.
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

    /// Returns whether each position means the todo that stands there today.
    pub(super) fn has_positions_of(&self, store: &TodoStore) -> bool {
        is_aligned(&self.turn.positions, store.list())
    }

    /// Returns what others changed since the model was last told, for the end of an answer, and whether that only counts
    /// the todos.
    pub(super) fn news(&self, store: &TodoStore) -> Option<(String, bool)> {
        let known_since = self.known_since(store);
        let since = known_since.unwrap_or(store.revision());
        let has_ids = self.settings.dialect.has_ids();
        let positions = &self.turn.positions;
        let news = News { told: &self.told, positions, store, since, has_ids };
        match known_since {
            Some(_) => news.sentences(),
            // Of another list, only the replies are news.
            None => news.new_replies(&[]).map(|text| (text, false)),
        }
    }

    /// Returns the revision up to which it knows what others did. After a merge the todos are the same, and their marks
    /// say who changed them since.
    fn known_since(&self, store: &TodoStore) -> Option<Revision> {
        let since = self.since.filter(|since| store.is_own(*since));
        since.or_else(|| are_of(store, &self.told).then(|| store.revision()))
    }

    // What the model knows -------------------------------------------------------------------

    /// The model knows what its call did: what the base of its turn became. `said` is the list as the call has it.
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

    /// The model knows what its call asked for and others had done since, as if it had done that itself. Within the turn
    /// it is still theirs: the base stays as it is.
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
            let is_same_kind = kind(says) == kind(is);
            // "Done" is said of a text. Of another one, it is news that somebody else says so.
            let is_same_text = || was.content() == is.content();
            if is_same_kind && says.status() != was.status() && is_same_text() {
                let state = is.state.without_news(&known.state);
                Rc::make_mut(known).state = state;
            }
        }
    }

    /// The model knows a todo of today's list, which its answer shows.
    pub(super) fn meet(&mut self, list: &List, key: Key) {
        let Some(todo) = find(list, key) else { return };
        for turn in [Some(&mut self.turn), self.next_turn.as_mut()].into_iter().flatten() {
            if !turn.positions.contains(&key) {
                turn.positions.push(key);
            }
            set_state(Rc::make_mut(&mut turn.base), todo, &todo.state);
        }
        // What was said with the state is still to be told.
        let known = find(&self.told, key).map_or(&State::TODO, |known| &known.state);
        let state = todo.state.without_news(known);
        set_state(Rc::make_mut(&mut self.told), todo, &state);
    }

    /// The model knows of a todo what a note said of it.
    pub(super) fn know_kept(&mut self, store: &TodoStore, kept: &Kept) {
        let list = Rc::make_mut(&mut self.told);
        let Some(now) = find(store.list(), kept.key).cloned() else {
            // The note said that it is gone.
            list.retain(|todo| todo.key != kept.key);
            return;
        };
        let Some(known) = list.iter_mut().find(|todo| todo.key == kept.key) else {
            // It was added since. Where it stands, the next reminder says.
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
            // That it is in progress was not said.
            Aspect::Presence if now.status() == Status::Doing && kept.why != Why::Since => {}
            Aspect::Presence | Aspect::State => {
                todo.state = now.state.without_news(&todo.state);
                if kept.aspect == Aspect::State {
                    // The note said it.
                    todo.set_text(Field::Reason, now.cleaned_text(Field::Reason).cloned());
                }
                let content = now.cleaned_text(Field::Content).cloned();
                todo.set_text(Field::Content, content);
            }
            Aspect::Blockers | Aspect::Confirm | Aspect::Place | Aspect::Data => {}
        }
    }

    /// The model knows that a todo does not wait any more, and its answer.
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

    /// The model knows how far a todo is.
    pub(super) fn know_todo(&mut self, store: &TodoStore, key: Key) {
        let Some(now) = find(store.list(), key) else { return };
        let list = Rc::make_mut(&mut self.told);
        if let Some(known) = list.iter_mut().find(|todo| todo.key == key) {
            *known = as_element(known, now).into();
        }
    }

    /// The model knows the list: from the sentences of an answer or, where these only count, from the elements behind them.
    pub(super) fn know_list(&mut self, store: &TodoStore, is_counted: bool) {
        let as_shown = |now: &Rc<Todo>| match find(&self.told, now.key) {
            Some(was) => {
                let mut known = as_element(was, now);
                // An answer has a sentence, however much else is new.
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

    pub(super) fn count(&mut self, changed: bool) {
        self.until_whole = self.until_whole.saturating_sub(u32::from(changed));
    }

    /// Returns the todos that its model said to be done since this was called, and that wait to be confirmed.
    pub fn take_claims(&mut self) -> Claims {
        Claims { keys: core::mem::take(&mut self.claims), answered: self.answered.take() }
    }

    /// Returns the answer to a call with the verdicts on what it claims. What it says of the list is as the list is now, if
    /// the model knows all of that. Otherwise the verdicts are only added. Of a host's tools without a conversation, it also
    /// says what others replied elsewhere in the meantime.
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

    /// What became of todos that somebody was asked to confirm, in sentences that its model is given.
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

    /// Returns what a person decided on the plan, in a sentence for the model. A blank reason is none.
    pub fn plan_verdict(is_approved: bool, reason: &str) -> String {
        let template = match (is_approved, trim(reason).is_empty()) {
            (true, _) => "the user approved the plan",
            (false, true) => "the user did not approve the plan",
            (false, false) => "the user did not approve the plan: {}",
        };
        fill(template, &[Text(&said(trim(reason)))])
    }

    /// The model knows what became of a claim, and why: it asked for that itself.
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

    /// What to put into the conversation now. Counts as told.
    ///
    /// It says what others changed, and who they are, also where that finished or emptied the list. What the
    /// model did itself it knows: of that the whole list comes, when it is due, as long as anything is left to do.
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
            // It still knows nothing: the first that it is told is the whole list.
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
        // Who was told nothing knows nothing: what a person finished meanwhile is still to be told.
        if self.is_begun || reminder != Reminder::Silence {
            self.told.clone_from(store.shared_list());
            self.since = Some(store.revision());
            self.is_begun = true;
        }
        reminder
    }

    /// Returns whether the list is as the model knows it.
    pub(super) fn knows(&self, store: &TodoStore) -> bool {
        let (told, now) = (&self.told, store.shared_list());
        // What a host keeps with a todo is not for a model.
        let same_for_model = |(was, is): (&Rc<Todo>, &Rc<Todo>)| {
            was.is_same(is)
                || was.key == is.key && aspects(was, is).all(|aspect| aspect == Aspect::Data)
        };
        Rc::ptr_eq(told, now)
            || told.len() == now.len() && told.iter().zip(now.iter()).all(same_for_model)
    }

    /// What to say to a model that stops while todos are open, once for each set of them. A todo that
    /// waits on anything is not open, and so is no todo of a plan that is still to be approved, if the dialect waits for that.
    /// It names no ids: the model may know the list by others, or have none.
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
        for todo in list.iter().filter(|todo| todo.waiting().is_some()) {
            let template = match todo.waiting() {
                Some(WaitFor::User) => " {} waits for the user.",
                Some(WaitFor::Event) | None => " {} waits for an event.",
            };
            text.push_str(&fill(template, &[excerpt(todo.content())]));
        }
        self.nudged = open;
        Some(text)
    }
}

/// Returns what others replied to a model since its latest revision, apart from the todos that it knows in another way.
/// It has no conversation that knows what it read, but it has read the answer of that revision. Where the history does not
/// say, each answer that is still on a todo is new.
fn replies_to(store: &TodoStore, settings: &Settings, known: &[Key]) -> Option<String> {
    let model = Actor { author: Author::Model, name: settings.name.clone() };
    let since = store.history().latest_by(&model);
    if since == Some(store.revision()) {
        return None;
    }
    let told = since.and_then(|since| store.list_at(since)).unwrap_or_default();
    // Most calls have nothing to look for: no todo was on hold, and none has an answer.
    let has_answer = |todo: &Rc<Todo>| todo.text(Field::Answer).is_some();
    if !told.iter().any(|todo| todo.is_on_hold()) && !store.list().iter().any(has_answer) {
        return None;
    }
    let since = since.unwrap_or(store.history().oldest());
    let positions: Vec<Key> = store.list().iter().map(|todo| todo.key).collect();
    let has_ids = settings.dialect.has_ids();
    News { told: &told, positions: &positions, store, since, has_ids }.new_replies(known)
}

/// A todo as a model knows it that was shown its element. The element has no priority, description, reason, answer or
/// blockers: what others changed of those is still to be told.
pub(super) fn as_element(was: &Todo, now: &Todo) -> Todo {
    let mut todo = Todo { state: now.state.without_news(&was.state), ..now.clone() };
    for field in [Field::Priority, Field::Description] {
        todo.set_text(field, was.cleaned_text(field).cloned());
    }
    todo.set_blocked_by(was.blocked_by().to_vec());
    todo
}

/// Gives a todo of a list this state. Where the list has no such todo, `todo` is added.
fn set_state(list: &mut List, todo: &Rc<Todo>, state: &State) {
    let known = list.iter_mut().find(|known| known.key == todo.key);
    let state = state.clone();
    match known {
        Some(known) => Rc::make_mut(known).state = state,
        None => list.push(Rc::new(Todo { state, ..Todo::clone(todo) })),
    }
}

/// Changes a list that a model knows as its call changed the list of its turn.
fn learn(known: &mut Rc<List>, before: &Rc<List>, after: &Rc<List>) {
    if Rc::ptr_eq(known, before) || is_same_list(known, before) {
        known.clone_from(after);
    } else {
        let is_unknown = |todo: &&Rc<Todo>| find(known, todo.key).is_none();
        let unknown: Vec<Key> = before.iter().filter(is_unknown).map(|todo| todo.key).collect();
        let list = Rc::make_mut(known);
        follow(list, &Delta::between(before, after), after);
        // A list that was shown has no answers.
        for todo in list.iter_mut().filter(|todo| unknown.contains(&todo.key)) {
            Rc::make_mut(todo).set_text(Field::Answer, None);
        }
    }
}

/// Returns whether these todos are of a store: none has a key that is another's here.
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
            // It left long ago.
            None => todo.key.0 >= store.next_key(),
        }
    };
    !told.iter().any(unlike_any_here)
}
