//! What an open todo waits for: the answer of a person, or an event.
use crate::list::error::TodoError;
use crate::list::settings::{self, Setting, Word};
use crate::text::json::Value;
use crate::text::words::words;

words! {
    /// What a todo waits for: a person (`"user"`), as for a login or a code, or something that happens elsewhere
    /// (`"event"`), as for a long job.
    pub enum WaitFor {
        /// A person.
        User = "user",
        /// Something that happens elsewhere.
        Event = "event",
    }
}

/// What `wait()` of JavaScript is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// What the todo waits for.
    pub on: WaitFor,
    /// What it waits to be told; empty for nothing.
    pub question: String,
}

impl Wait {
    /// Reads it from a JSON object.
    ///
    /// # Errors
    /// `invalid_argument` for a key or value that is not one of ours.
    pub fn from_json(text: &str) -> Result<Self, TodoError> {
        let (mut on, mut question) = (WaitFor::User, Question::default());
        settings::read(
            text,
            &mut [("for", &mut Word(&mut on, &WaitFor::WORDS)), ("question", &mut question)],
        )?;
        Ok(Self { on, question: question.0 })
    }
}

/// The text of a question.
#[derive(Default)]
struct Question(String);

impl Setting for Question {
    fn set(&mut self, value: Value<'_>) -> bool {
        let said = value.as_string();
        self.0 = said.as_deref().unwrap_or_default().to_owned();
        said.is_some()
    }

    fn range(&self) -> String {
        "a string".into()
    }
}
