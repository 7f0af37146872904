//! The calls of a conversation: those of its tools, those in XML, and those in the arguments of
//! other tools.
//!
//! A call has two phases: it is begun, which carries out its request, and then answered. In
//! between, somebody may be asked to confirm its claims, so that the answer contains the verdicts.

use std::rc::Rc;

use crate::change::command::{Command, CommandResult};
use crate::change::denial_notes::claimed;
use crate::forms::id_map::IdMap;
use crate::forms::reminder::counted;
use crate::list::author::Actor;
use crate::list::error::TodoError;
use crate::list::history::Revision;
use crate::list::indexed_list::find;
use crate::list::known_list::KnownList;
use crate::list::note::{Note, NoteKind, Notes};
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Todo};
use crate::tools::answers::{push_notes, summary};
use crate::tools::apply_command::note_list;
use crate::tools::arguments::Arguments;
use crate::tools::ask_user;
use crate::tools::call::{AnswerText, AppliedCall, Call, CallError, CallState, Outcome};
use crate::tools::conversation::{Conversation, WriteChannel};
use crate::tools::dialect_spec::ListDetail;
use crate::tools::dialects::{Dialect, join_equal, shorten};
use crate::tools::progress;
use crate::tools::requests::take_plan;
use crate::tools::xml_reader::{ToolCall, in_xml};

/// A call that was carried out and is not answered yet.
#[derive(Debug)]
pub struct PendingCall {
    form: AnswerFormat,
    /// The revision before the call.
    before: Revision,
    state: CallState,
}

/// A function that reads and carries out a call. Returns the format of its answer, and the result.
type Act<'a> = dyn FnMut(
        &mut Conversation,
        &mut TodoStore,
        &mut Notes,
    ) -> (AnswerFormat, Result<Option<AppliedCall>, CallError>)
    + 'a;

/// The format of an answer.
#[derive(Debug)]
enum AnswerFormat {
    /// As a dialect's tool answers.
    Tool(Dialect),
    /// As `ask_user` answers in a conversation of a dialect.
    AskUser(Dialect),
    /// As an addition to the answer of another tool.
    Beside,
    /// In XML, for a tool with this name.
    Xml(Box<AnswerFormat>, String),
}

impl Conversation {
    /// Runs one call of a tool and returns its answer, whatever the model sent. Positions in it
    /// refer to the list of the turn. If the call is invalid or refused, the outcome has `ok`
    /// false, and the list is unchanged.
    pub fn call(&mut self, store: &mut TodoStore, call: &Call<'_>) -> Outcome {
        self.acting(store, |this, store| {
            let open = this.open_tool(store, call.tool, Ok(call.arguments));
            this.write_answer(store, open, None)
        })
    }

    /// Carries out one call of a tool, to be answered later. The arguments are JSON text, or the
    /// reason why there is none.
    pub fn begin(
        &mut self,
        store: &mut TodoStore,
        tool: &str,
        arguments: Result<&str, &TodoError>,
    ) -> PendingCall {
        self.acting(store, |this, store| this.open_tool(store, tool, arguments))
    }

    fn open_tool(
        &mut self,
        store: &mut TodoStore,
        tool: &str,
        arguments: Result<&str, &TodoError>,
    ) -> PendingCall {
        self.last_channel = WriteChannel::Tool;
        let call = arguments.map(|arguments| Call { tool, arguments });
        self.open_call(
            store,
            self.settings.dialect,
            call.as_ref().map_err(|error| (*error).clone()),
            Notes::new(),
        )
    }

    /// Runs a tool call in XML that [`ToolCall::find_all`] found, in any dialect.
    pub fn call_xml(&mut self, store: &mut TodoStore, call: &ToolCall) -> Outcome {
        let open = self.begin_xml(store, call);
        self.answer(store, open, None)
    }

    /// Carries out a tool call in XML.
    pub fn begin_xml(&mut self, store: &mut TodoStore, call: &ToolCall) -> PendingCall {
        let read = call.read(self.settings.asks);
        let notes = call.notes.clone();
        let open = self.acting(store, |this, store| {
            this.open_call(store, Dialect::XML, read.as_ref().map_err(Clone::clone), notes)
        });
        PendingCall { form: AnswerFormat::Xml(Box::new(open.form), call.name.clone()), ..open }
    }

    /// Completes the todos in `todo_done` and skips those in `todo_skip`, which a model wrote in
    /// the arguments of another tool. All of it is one revision, or nothing is done. Errors are
    /// returned as an outcome for the model.
    pub fn apply_progress(
        &mut self,
        store: &mut TodoStore,
        arguments: Result<&str, &TodoError>,
    ) -> Outcome {
        self.last_channel = WriteChannel::Progress;
        self.apply(store, arguments, &mut progress::take)
    }

    /// Completes the todos that a model reports as done in its text, or returns `None` if it
    /// reports none: `[DONE:3]`, or a line that begins with `☑ 3`.
    pub fn read_progress(&mut self, store: &mut TodoStore, text: &str) -> Option<Outcome> {
        let arguments = progress::read_text(text)?;
        Some(self.apply(store, Ok(&arguments), &mut progress::take))
    }

    /// Carries out what a model wrote about its plan in the arguments of another tool. All of it is
    /// one revision, or nothing is done. Errors are returned as an outcome for the model.
    pub fn apply_plan(
        &mut self,
        store: &mut TodoStore,
        arguments: Result<&str, &TodoError>,
    ) -> Outcome {
        self.last_channel = WriteChannel::Plan;
        self.apply(store, arguments, &mut take_plan)
    }

    /// Carries out the request that `take` finds in the arguments of another tool.
    fn apply(
        &mut self,
        store: &mut TodoStore,
        arguments: Result<&str, &TodoError>,
        take: &mut dyn for<'a> FnMut(&mut Arguments<'a>) -> Result<Option<Command<'a>>, TodoError>,
    ) -> Outcome {
        self.acting(store, |this, store| {
            let dialect = this.settings.dialect;
            let open = this.open(store, Notes::new(), &mut |this, store, notes| {
                let result =
                    arguments.map_err(|error| error.clone().into()).and_then(|arguments| {
                        Arguments::read(arguments, "", notes, |arguments| {
                            let Some(mut request) = take(arguments)? else { return Ok(None) };
                            let notes = &mut *arguments.notes;
                            this.apply_command(store, dialect, &mut request, notes).map(Some)
                        })
                    });
                join_equal(notes);
                (AnswerFormat::Beside, result)
            });
            this.write_answer(store, open, None)
        })
    }

    fn open_call(
        &mut self,
        store: &mut TodoStore,
        dialect: Dialect,
        call: Result<&Call<'_>, TodoError>,
        before: Notes,
    ) -> PendingCall {
        let asks =
            call.as_ref().is_ok_and(|call| self.settings.asks && call.tool == ask_user::NAME);
        if let Ok(call) = &call {
            self.writing.end(call.tool);
        }
        self.open(store, before, &mut |this, store, notes| {
            let result = call.clone().map_err(CallError::from).and_then(|call| {
                let mut carry_out = |mut request: Command<'_>, notes: &mut Notes| {
                    this.apply_command(store, dialect, &mut request, notes)
                };
                match asks {
                    true => ask_user::read(call, notes, &mut carry_out),
                    false => dialect.read(call, notes, &mut carry_out),
                }
            });
            join_equal(notes);
            shorten(notes, result.is_ok());
            let form =
                if asks { AnswerFormat::AskUser(dialect) } else { AnswerFormat::Tool(dialect) };
            (form, result.map(Some))
        })
    }

    /// Carries out a call with `act`.
    fn open(&mut self, store: &mut TodoStore, mut notes: Notes, act: &mut Act<'_>) -> PendingCall {
        let unended = store.has_lease_to_end().then(|| store.clone());
        store.end_leases();
        let mut before = store.revision();
        self.align(store);
        let (form, result) = act(self, store, &mut notes);
        let changed = store.revision() != before;
        // A call that changes nothing makes no revision of the leases that are over, either.
        if let Some(mut unended) = unended.filter(|_| !changed) {
            unended.take_signs_of(store);
            *store = unended;
            before = store.revision();
        }
        let state = CallState { result, changed, notes, is_asked: false };
        for key in state.applied().map_or([].as_slice(), |applied| &applied.claimed) {
            if !self.claims.contains(key) {
                self.claims.push(*key);
            }
        }
        let is_claimed = |key: &Key| find(store.list(), *key).is_some_and(|todo| todo.is_claimed());
        self.claims.retain(is_claimed);
        PendingCall { form, before, state }
    }

    /// Returns the answer to a call. `asked` are the claims about which somebody was asked, or
    /// `None` if nobody is asked before the model reads the answer. The answer contains the
    /// verdicts on them.
    pub fn answer(
        &mut self,
        store: &mut TodoStore,
        open: PendingCall,
        asked: Option<&[Key]>,
    ) -> Outcome {
        self.acting(store, |this, store| this.write_answer(store, open, asked))
    }

    fn write_answer(
        &mut self,
        store: &mut TodoStore,
        open: PendingCall,
        asked: Option<&[Key]>,
    ) -> Outcome {
        let PendingCall { form, before, mut state } = open;
        state.is_asked = asked.is_some();
        let dialect = form.dialect();
        let applied = state.applied();
        let claims = applied.map_or(&[][..], |applied| &applied.claimed);
        let shows =
            applied.zip(dialect).and_then(|(applied, dialect)| dialect.shows(&applied.result));
        let mut notes = match asked {
            Some(claims) => self.verdicts(store, claims),
            None => self.state_claims(store, claims),
        };
        // The words of other tools cannot express a claim, so a note does. Our own XML can.
        if let Some(dialect) = dialect.filter(|dialect| !dialect.spec().shows_claims)
            && shows.is_some()
        {
            note_claims(store, dialect, claims, &mut notes);
        }
        // If the call does not mention the list, its answer contains no news about it.
        if !matches!(state.result, Ok(None)) {
            // The news and the list are added after the notes were limited, so they are complete.
            self.conclude(store, state.result.as_ref().err(), &mut notes, shows, state.changed);
        }
        state.notes.extend(notes);
        let ids = self.settings.dialect.ids();
        let KnownList { list, .. } = if self.next_turn { &self.seen } else { &self.turn_base };
        // If the answer begins a turn, the model reads it with the ids of that turn.
        let statuses = self.settings.dialect.statuses();
        let id_map = IdMap { ids, statuses, list, positions: &self.seen.positions, store };
        let text = form.write(&state, id_map);
        self.count(state.changed);
        // A verdict may have changed the list since.
        state.changed = store.revision() != before;
        state.into_outcome(text)
    }

    /// Runs `act` in the name of the model.
    pub(super) fn acting<T>(
        &mut self,
        store: &mut TodoStore,
        act: impl FnOnce(&mut Self, &mut TodoStore) -> T,
    ) -> T {
        store.in_name_of(self.actor(), |store| act(self, store))
    }

    /// Returns the actor of its calls.
    pub(super) fn actor(&self) -> Actor {
        Actor { author: self.author, name: self.settings.name.clone() }
    }

    /// Records what the model learns from the answer. Adds the changes of others if no reminder
    /// will report them.
    fn conclude(
        &mut self,
        store: &TodoStore,
        error: Option<&CallError>,
        notes: &mut Notes,
        shows: Option<ListDetail>,
        changed: bool,
    ) {
        self.has_seen_list = true;
        let tells = !self.is_reminded && !self.is_stateless;
        let is_unclear = error.is_some_and(|error| error.is_unclear);
        let has_positions = (tells || is_unclear) && self.has_positions_of(store);
        let knows = || has_positions && self.knows(store);
        let is_unclear = is_unclear && !knows() || tells && (self.is_lost || !has_positions);
        let is_missing = is_unclear && shows.is_none();
        // Within a turn, only the answer to a read shows new positions.
        let is_due = is_missing && (tells || has_positions);
        notes.extend(self.replies.clone().map(|text| Note::new(NoteKind::Reply, &[], text)));
        // An answer that shows the list also reports all changes of others, so `seen` is always a
        // list that the model has read completely.
        if tells || shows.is_some() || is_due {
            let news = self.news(store);
            // What others did to their own todos is news until a sentence counts it.
            let is_told = news.is_some()
                || shows.is_some()
                || is_due
                || self.settings.name.is_none()
                || self.knows(store);
            let is_counted = news.as_ref().is_some_and(|(_, is_counted)| *is_counted);
            notes.extend(news.map(|(text, _)| Note::new(NoteKind::News, &[], text)));
            let is_untold =
                is_counted && shows.is_none_or(|shows| shows == ListDetail::ContentsOnly);
            if is_due || is_untold {
                note_list(store, self.settings.dialect, &self.actor(), notes);
            }
            if is_due || shows.is_some() {
                self.record_full_list(store, changed);
                // Only the list in a note leaves out todos and counts them instead.
                self.unshown = if is_due { counted(store, &[]) } else { Vec::new() };
            }
            if is_told {
                self.seen = KnownList::of(store);
                self.is_lost &= !(is_due || shows.is_some());
            }
            self.next_turn = true;
        } else if is_missing {
            self.changes_until_full_list = None;
        }
    }
}

impl AnswerFormat {
    /// Returns the dialect whose tool answers, if it is one.
    fn dialect(&self) -> Option<Dialect> {
        match self {
            Self::Tool(dialect) => Some(*dialect),
            Self::AskUser(_) | Self::Beside => None,
            Self::Xml(inner, _) => inner.dialect(),
        }
    }

    /// Writes the answer to a call.
    fn write(&self, state: &CallState, id_map: IdMap<'_>) -> AnswerText {
        match self {
            Self::Tool(dialect) => dialect.write_answer(state, id_map, false),
            Self::AskUser(dialect) => dialect.write_answer(state, id_map, true),
            Self::Beside => write_alongside(state, id_map.store),
            Self::Xml(inner, name) => {
                in_xml(name, state.result.is_ok(), inner.write(state, id_map))
            }
        }
    }
}

/// Returns the answer to the part of another tool's call that is about the list.
fn write_alongside(state: &CallState, store: &TodoStore) -> AnswerText {
    let mut text = match &state.result {
        Ok(None) => String::new(),
        Ok(Some(AppliedCall { result: CommandResult::Settled(settled), .. })) => {
            settled.sentence(state.is_asked)
        }
        Ok(Some(_)) => summary(store),
        Err(error) => error.error.message().into(),
    };
    let bare = state.result.is_err().then(|| text.clone());
    push_notes(&mut text, &state.notes);
    AnswerText { text, bare }
}

/// Adds a note about each todo that waits to be confirmed, except those that the call claimed
/// itself.
fn note_claims(store: &TodoStore, dialect: Dialect, own: &[Key], notes: &mut Notes) {
    let (list, positions) = (store.list(), KnownList::of(store).positions);
    let claimed_before = |todo: &&Rc<Todo>| todo.state.is_claimed() && !own.contains(&todo.key);
    let (ids, statuses) = (dialect.ids(), dialect.statuses());
    let id_map = IdMap { ids, statuses, list, positions: &positions, store };
    let claims = list.iter().filter(claimed_before);
    notes.extend(claims.map(|todo| claimed(&id_map, todo)));
}
