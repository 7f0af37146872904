//! What a waiting todo waits for: a person's answer, or an event.
use crate::list::error::TodoError;
use crate::list::settings::{self, Setting, Word};
use crate::text::json::Value;
use crate::text::words::words;

words! {
    /// What a todo waits for: a person (`"user"`), for example to log in, or an event elsewhere
    /// (`"event"`), such as the end of a long job.
    pub enum WaitFor {
        /// A person.
        User = "user",
        /// An event elsewhere.
        Event = "event",
    }
}

impl WaitFor {
    /// Returns whom or what a todo waits for, as sentences say it.
    pub(crate) fn named(self) -> &'static str {
        match self {
            Self::User => "the user",
            Self::Event => "an event",
        }
    }
}

/// The arguments of JavaScript's `wait()`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// Whom or what the todo waits for.
    pub on: WaitFor,
    /// The question that it waits for an answer to, or empty.
    pub question: String,
}

impl Wait {
    /// Reads the arguments from a JSON object.
    ///
    /// # Errors
    /// `invalid_argument` for an unknown key or an ill-typed value.
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
        let text = value.as_string();
        self.0 = text.as_deref().unwrap_or_default().to_owned();
        text.is_some()
    }

    fn range(&self) -> String {
        "a string".into()
    }
}
