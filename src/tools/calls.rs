//! The calls of a conversation: of its tools, in XML, and in the arguments of other tools.

use std::rc::Rc;

use crate::change::command::{Command, Done};
use crate::change::sentences::claimed;
use crate::forms::naming::Naming;
use crate::list::author::{Actor, Author, Cause};
use crate::list::error::TodoError;
use crate::list::history::Revision;
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Todo, find};
use crate::text::message::Notes;
use crate::tools::answered::Answered;
use crate::tools::arguments::Arguments;
use crate::tools::ask_user;
use crate::tools::call::{Call, Outcome};
use crate::tools::carry_out::{Effects, note_list};
use crate::tools::conversation::{Conversation, ELEMENT, Way};
use crate::tools::dialects::{Dialect, shorten};
use crate::tools::progress;
use crate::tools::take_request::take_plan;
use crate::tools::vocabulary::{ListShown, push_notes, summary};
use crate::tools::xml_reader::ToolCall;

impl Conversation {
    /// Runs one call of a tool and returns its answer, whatever the model sent. Positions in it
    /// refer to the list of the turn. If the call is invalid or refused, the outcome has `ok`
    /// false, and the list is unchanged.
    pub fn call(&mut self, store: &mut TodoStore, call: &Call<'_>) -> Outcome {
        let dialect = self.settings.dialect;
        self.way = Way::Tool;
        self.acting(store, |this, store| this.run(dialect, store, Ok(call), Notes::new()))
    }

    /// Like [`Conversation::call`], but for a call whose arguments could not be read.
    #[cfg_attr(
        not(all(target_arch = "wasm32", feature = "todos")),
        allow(dead_code, reason = "JavaScript's values alone")
    )]
    pub(crate) fn refuse_unreadable(
        &mut self,
        store: &mut TodoStore,
        unreadable: TodoError,
    ) -> Outcome {
        let dialect = self.settings.dialect;
        self.acting(store, |this, store| this.run(dialect, store, Err(unreadable), Notes::new()))
    }

    /// Runs a tool call in XML that [`ToolCall::find_all`] found, in any dialect.
    pub fn call_xml(&mut self, store: &mut TodoStore, call: &ToolCall) -> Outcome {
        self.acting(store, |this, store| {
            let asks = this.settings.asks;
            call.run_by(asks, &mut |call, notes| this.run(Dialect::XmlCall, store, call, notes))
        })
    }

    /// Completes the todos in `todo_done` and skips those in `todo_skip`, which a model wrote in
    /// the arguments of another tool. All of it is one revision, or nothing is done. Errors are
    /// returned as an outcome for the model.
    pub fn apply_progress(
        &mut self,
        store: &mut TodoStore,
        arguments: Result<&str, &TodoError>,
    ) -> Outcome {
        self.way = Way::Progress;
        self.apply(store, arguments, &mut progress::take)
    }

    /// Carries out what a model wrote about its plan in the arguments of another tool. All of it is
    /// one revision, or nothing is done. Errors are returned as an outcome for the model.
    pub fn apply_plan(
        &mut self,
        store: &mut TodoStore,
        arguments: Result<&str, &TodoError>,
    ) -> Outcome {
        self.way = Way::Plan;
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
            let before = store.revision();
            let dialect = this.settings.dialect;
            let (mut notes, mut effects) = (Notes::new(), Effects::default());
            this.align(store);
            let result = arguments.map_err(Clone::clone).and_then(|arguments| {
                Arguments::read(arguments, "", &mut notes, |arguments| {
                    let Some(request) = take(arguments)? else { return Ok(None) };
                    let notes = &mut *arguments.notes;
                    this.carry_out(store, dialect, request, notes, &mut effects).map(Some)
                })
            });
            let changed = store.revision() != before;
            // A call that does not mention the list is not answered with news about it.
            if !matches!(result, Ok(None)) {
                this.conclude(store, &mut effects, &mut notes, None, changed);
                this.know_replies(store, before);
            }
            let is_asked = this.awaits_verdicts;
            let mut text = match &result {
                Ok(None) => String::new(),
                Ok(Some(Done::Settled(settled))) => settled.sentence(is_asked),
                Ok(Some(_)) => summary(store),
                Err(error) => error.message().into(),
            };
            let ok = result.is_ok();
            let answer = result.err().map(|_| text.clone());
            push_notes(&mut text, &notes);
            this.count(changed);
            let dropped = effects.dropped;
            Outcome { ok, text, answer, notes, changed, dropped }
        })
    }

    fn run(
        &mut self,
        dialect: Dialect,
        store: &mut TodoStore,
        call: Result<&Call<'_>, TodoError>,
        mut notes: Notes,
    ) -> Outcome {
        let before = store.revision();
        let mut effects = Effects::default();
        self.align(store);
        let asks =
            call.as_ref().is_ok_and(|call| self.settings.asks && call.tool == ask_user::NAME);
        let result = call.and_then(|call| {
            let mut carry_out = |request: Command<'_>, notes: &mut Notes| {
                self.carry_out(store, dialect, request, notes, &mut effects)
            };
            match asks {
                true => ask_user::read(call, &mut notes, &mut carry_out),
                false => dialect.read(call, &mut notes, &mut carry_out),
            }
        });
        let shows = result.as_ref().ok().filter(|_| !asks).and_then(|done| dialect.shows(done));
        // The words of other tools cannot express a claim, so a note does. Our own XML can.
        if dialect != Dialect::TodoManager && shows.is_some() {
            let claimed_before =
                |todo: &&Rc<Todo>| todo.state.is_claimed() && !effects.claimed.contains(&todo.key);
            let positions: Vec<Key> = store.list().iter().map(|todo| todo.key).collect();
            let (ids, list) = (dialect.ids(), store.list());
            let naming = Naming { ids, list, positions: &positions, store };
            let claims = store.list().iter().filter(claimed_before);
            notes.extend(claims.map(|todo| claimed(&naming, todo)));
        }
        // The news and the list are never cut.
        shorten(&mut notes, result.is_ok());
        self.conclude(store, &mut effects, &mut notes, shows, store.revision() != before);
        // If the answer begins a turn, the model reads it with the ids of that turn.
        let how = (&*self.read.positions, self.awaits_verdicts);
        let outcome = dialect.outcome(store, before, result.as_ref(), notes, how, asks);
        self.count(outcome.changed);
        self.know_replies(store, before);
        self.answered = result
            .ok()
            .filter(|_| self.awaits_verdicts)
            .map(|done| Rc::new(Answered { dialect, done, notes: outcome.notes.clone(), asks }));
        Outcome { dropped: effects.dropped, ..outcome }
    }

    /// Runs `act` in the name of the model.
    pub(super) fn acting<T>(
        &mut self,
        store: &mut TodoStore,
        act: impl FnOnce(&mut Self, &mut TodoStore) -> T,
    ) -> T {
        let actor = Actor { author: Author::Model, name: self.settings.name.clone() };
        store.acting_as(actor, |store| act(self, store))
    }

    /// Records that the model has read the replies of others. If it has changed nothing since the
    /// revision `before`, this makes a revision.
    pub(super) fn know_replies(&mut self, store: &mut TodoStore, before: Revision) {
        if self.replies.take().is_some() && store.revision() == before {
            store.repeat_list(Cause::Edit);
        }
    }

    /// Records what the answer tells the model, and adds what is new to it if nothing else will
    /// tell the model.
    fn conclude(
        &mut self,
        store: &TodoStore,
        effects: &mut Effects,
        notes: &mut Notes,
        shows: Option<ListShown>,
        changed: bool,
    ) {
        for key in &effects.claimed {
            if !self.claims.contains(key) {
                self.claims.push(*key);
            }
            self.read.learn(store.list(), *key, ELEMENT);
        }
        self.is_begun = true;
        self.claims
            .retain(|key| find(store.list(), *key).is_some_and(|todo| todo.state.is_claimed()));
        let tells = !self.is_reminded && !self.is_always_told;
        let has_positions = (tells || effects.is_unclear) && self.has_positions_of(store);
        let knows = || has_positions && self.knows(store);
        let is_unclear = effects.is_unclear && !knows() || tells && !has_positions;
        let is_missing = is_unclear && shows.is_none();
        // Within a turn, only the answer to a read shows new positions.
        let is_due = is_missing && (tells || has_positions);
        if let Some(kept) = effects.refused.take() {
            self.learn_noted(store, &kept);
        }
        notes.extend(self.replies.clone());
        // An answer that shows the list also tells all the news. So `told` is always the list that
        // the model saw last.
        if tells || shows.is_some() || is_due {
            let news = self.news(store);
            let is_counted = news.as_ref().is_some_and(|(_, is_counted)| *is_counted);
            notes.extend(news.map(|(text, _)| text));
            let is_untold =
                is_counted && shows.is_none_or(|shows| shows == ListShown::ContentsOnly);
            if is_due || is_untold {
                note_list(store, self.settings.dialect.ids(), notes);
            }
            if is_due || shows.is_some() {
                self.know_by_call(changed);
            }
            self.read.learn_list(store, is_counted);
            self.next_turn = true;
        } else if is_missing {
            self.until_whole = 0;
        }
    }
}
