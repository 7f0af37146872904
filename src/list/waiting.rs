//! What a waiting todo waits for: a person's answer, or an event.
use crate::list::error::TodoError;
use crate::list::option_table::{self, Setting, Word};
use crate::text::clean::Cleaned;
use crate::text::content::Content;
use crate::text::json::Value;
use crate::text::message::count;
use crate::text::string_enum::string_enum;

/// The maximum number of options of a question.
pub const MAX_OPTIONS: usize = 6;
/// The maximum number of characters in an option of a question.
pub const MAX_OPTION: usize = 80;

string_enum! {
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
    /// Returns whom or what a todo waits for, as in sentences.
    pub(crate) fn named(self) -> &'static str {
        match self {
            Self::User => "the user",
            Self::Event => "an event",
        }
    }
}

/// What a todo is to wait for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// Whom or what the todo waits for.
    pub on: WaitFor,
    /// The question that it waits for an answer to, or empty.
    pub question: String,
    /// The answers to choose from.
    pub options: Vec<String>,
}

impl Wait {
    /// Creates a wait without options.
    pub fn new(on: WaitFor, question: &str) -> Self {
        Self { on, question: question.to_owned(), options: Vec::new() }
    }

    /// Returns the options, one per line, or `None` if there are none, and what each was cleaned
    /// of.
    ///
    /// # Errors
    /// `invalid_argument` if there are more than [`MAX_OPTIONS`], or one is blank, repeated or too
    /// long.
    pub(crate) fn normalize_options(&self) -> Result<(Option<Content>, Vec<Cleaned>), TodoError> {
        let (mut all, mut all_cleaned) = (String::new(), Vec::new());
        for (index, text) in self.options.iter().enumerate() {
            match Content::new(&text.replace('\n', " "), MAX_OPTION) {
                Ok((option, cleaned))
                    if index < MAX_OPTIONS
                        && all.split('\n').all(|known| known != option.as_str()) =>
                {
                    all_cleaned.push(cleaned);
                    if index > 0 {
                        all.push('\n');
                    }
                    all.push_str(option.as_str());
                }
                Ok(_) | Err(_) => {
                    return Err(TodoError::invalid(
                        "options must be at most {} different texts of at most {} characters",
                        &[count(MAX_OPTIONS), count(MAX_OPTION)],
                    ));
                }
            }
        }
        Ok((Content::from_normalized(&all, usize::MAX).ok(), all_cleaned))
    }

    /// Reads the arguments of JavaScript's `wait()` from a JSON object.
    ///
    /// # Errors
    /// `invalid_argument` for an unknown key, or an ill-typed value.
    pub fn from_json(text: &str) -> Result<Self, TodoError> {
        let (mut on, mut question) = (WaitFor::User, QuestionSetting::default());
        let mut options = OptionsSetting::default();
        option_table::read(
            text,
            &mut [
                ("for", &mut Word(&mut on, &WaitFor::NAMES)),
                ("question", &mut question),
                ("options", &mut options),
            ],
        )?;
        Ok(Self { on, question: question.0, options: options.0 })
    }
}

/// The text of a question.
#[derive(Default)]
struct QuestionSetting(String);

impl Setting for QuestionSetting {
    fn set(&mut self, value: Value<'_>) -> bool {
        let text = value.as_string();
        self.0 = text.as_deref().unwrap_or_default().to_owned();
        text.is_some()
    }

    fn range(&self) -> String {
        "a string".into()
    }
}

/// The options of a question.
#[derive(Default)]
struct OptionsSetting(Vec<String>);

impl Setting for OptionsSetting {
    fn set(&mut self, value: Value<'_>) -> bool {
        for item in value.parts() {
            match item.as_string() {
                Some(text) => self.0.push(text.into_owned()),
                None => return false,
            }
        }
        value.is_array()
    }

    fn range(&self) -> String {
        "an array of strings".into()
    }
}

/// Returns whether a text is options, one per line, as [`Wait::normalize_options`] returns them.
pub(crate) fn are_normalized(options: &Content) -> bool {
    let lines = options.as_str().split('\n').map(str::to_owned).collect();
    let wait = Wait { options: lines, ..Wait::new(WaitFor::User, "") };
    wait.normalize_options().is_ok_and(|(tidy, _)| tidy.as_ref() == Some(options))
}
