//! Waiting for a person or an event, and the answer that ends it.

use std::borrow::Cow;

use crate::change::command::Command;
use crate::change::draft::Draft;
use crate::change::target::Target;
use crate::list::delta::Aspect;
use crate::list::error::{ErrorCode, TodoError, WriteError};
use crate::list::indexed_list::find;
use crate::list::note::{Notes, note};
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Ref, StateKind, Status, TextField, Todo};
use crate::list::waiting::{Wait, WaitFor};
use crate::text::message::FormatArg::Text;
use crate::text::message::excerpt;

impl TodoStore {
    /// Makes an open todo wait for a person or an event, with a question and the answers to choose
    /// from. A blank text is no question. Returns a note for each text that was cleaned.
    ///
    /// # Errors
    /// `unknown_id`, `content_too_long`; `invalid_argument` if the todo is settled, and for options
    /// as `Wait::normalize_options`.
    pub fn wait(&mut self, todo: impl Into<Ref>, wait: &Wait) -> Result<Notes, WriteError> {
        let todo = todo.into();
        self.execute_all_or_nothing(&[todo], Command::Wait(Target::Ref(todo), Cow::Borrowed(wait)))
    }

    /// Answers a todo that waits. It is open again, and keeps the answer until it is settled. A
    /// blank text is no answer.
    ///
    /// # Errors
    /// `not_allowed` for a model or an agent, unless the todo waits for an event; `unknown_id`,
    /// `content_too_long`; `not_waiting`.
    pub fn answer(&mut self, todo: impl Into<Ref>, text: &str) -> Result<Notes, WriteError> {
        let todo = todo.into();
        self.check_may_answer(todo)?;
        self.execute_all_or_nothing(&[todo], Command::Answer(todo, text))
    }

    /// Refuses an answer of a model or an agent to a person's question.
    pub(super) fn check_may_answer(&self, todo: Ref) -> Result<(), TodoError> {
        let known = self.index_of(todo).ok().and_then(|index| self.list().get(index));
        match known.and_then(|todo| todo.waiting()) {
            Some(WaitFor::Event) => Ok(()),
            Some(WaitFor::User) | None => self.check_may("answer"),
        }
    }
}

impl Draft<'_> {
    /// Makes an open todo wait. Returns its key.
    ///
    /// # Errors
    /// `unknown_id`, `content_too_long`; `invalid_argument` if the todo is settled.
    pub fn wait(&mut self, todo: Ref, wait: &Wait) -> Result<(Key, Notes), TodoError> {
        let mut notes = Notes::new();
        let index = self.index_of(todo)?;
        let question = self.current.text(TextField::Question, &wait.question, &mut notes)?;
        let (options, cleaned) = wait.normalize_options()?;
        for cleaned in cleaned.iter().filter(|cleaned| !cleaned.is_nothing()) {
            note(&mut notes, "options: cleaned out {}", &[Text(&cleaned.words())]);
        }
        if let Some(known) = self.requested.get(index) {
            self.check_open(known)?;
            self.note_status(index, Status::Todo);
        }
        self.change(index, |todo| {
            let state = todo.state.change(wait.on.into(), &[TextField::Owner]);
            let state = state.with(TextField::Question, question);
            todo.state = state.with(TextField::Options, options);
        });
        self.claim_authorship(index, Aspect::State);
        let key = self.requested.get(index).map_or(Key(0), |todo| todo.key);
        Ok((key, notes))
    }

    /// Ends the wait of a todo with an answer.
    ///
    /// # Errors
    /// `unknown_id`, `content_too_long`, `not_waiting`.
    pub fn answer(&mut self, todo: Ref, text: &str) -> Result<Notes, TodoError> {
        let mut notes = Notes::new();
        let index = self.index_of(todo)?;
        let answer = self.current.text(TextField::Answer, text, &mut notes)?;
        if let Some(known) = self.requested.get(index).filter(|todo| todo.waiting().is_none()) {
            return Err(TodoError::new(
                ErrorCode::NotWaiting,
                "{} does not wait for anything",
                &[excerpt(known.content())],
            ));
        }
        self.change(index, |todo| {
            let state = todo.state.change(StateKind::Todo, &[TextField::Owner]);
            todo.state = state.with(TextField::Answer, answer);
        });
        Ok(notes)
    }

    /// Refuses to make a settled todo wait.
    ///
    /// # Errors
    /// `invalid_argument`.
    fn check_open(&self, todo: &Todo) -> Result<(), TodoError> {
        if !todo.status().is_settled() {
            return Ok(());
        }
        // Another todo may have the content by now that the writer knows.
        let current = find(self.current.list(), todo.key);
        let content = current.map_or_else(|| todo.content(), |current| current.content());
        Err(TodoError::invalid(
            "{} is settled and cannot wait: name an open todo, or open this one again first",
            &[excerpt(content)],
        ))
    }
}
