//! Errors: one type with a stable code and a helpful message.
//!
//! The codes are part of the public interface, where they appear as `TodoError.code` in JavaScript.
//! The wording of messages is not.

use core::fmt;

use tsify::Tsify;

use crate::text::message::{FormatArg, fill};
use crate::text::string_enum::string_enum;

string_enum! {
    /// The stable name of a kind of error:
    ///
    /// - `empty_content`, `content_too_long`: a text is blank, or longer than the store allows
    /// - `too_many_todos`: more todos would be open than `maxTodos`, or the list would exceed 1,000
    /// - `unknown_id`: no todo has that id or key
    /// - `already_doing`: another todo is in progress
    /// - `not_waiting`: a todo that is answered does not wait
    /// - `changed`: the subject of a person's approval, answer or change has changed since it was
    ///   shown
    /// - `unknown_revision`: the history has no such revision
    /// - `empty_title`, `title_too_long`, `invalid_priority`, `invalid_due_date`: a field of a task
    ///   is not valid
    /// - `task_not_found`, `nothing_to_update`: the user has no such task, or an update names no
    ///   field
    /// - `over_budget`: a todo has used its tool calls
    /// - `stuck`: a model makes the same call again and again
    /// - `unexpected_report`: a run does not wait for this report
    /// - `already_running`: another run of the store is active
    /// - `invalid_argument`: a value has the wrong type, shape or range
    /// - `invalid_checkpoint`, `newer_checkpoint`: a text is damaged, or a newer version wrote it
    /// - `invalid_xml`: a text is not the XML form of a list
    /// - `freed`: the object was freed
    /// - `not_initialized`, `init_failed`: `init()` has not run, or the module could not be loaded
    /// - `broken`: the WebAssembly instance was interrupted in a call and cannot be trusted
    /// - `no_owner`, `owner_exists`: nobody owns the live list, or somebody else does
    /// - `no_answer`: the owner did not answer a call
    /// - `not_allowed`: the owner refuses this call
    #[derive(Tsify)]
    #[tsify(type_prefix = "Todo")]
    pub enum ErrorCode {
        /// A todo's text is empty, or blank once it is trimmed and cleaned.
        EmptyContent = "empty_content",
        /// A todo's text has more characters than `maxContentLength` allows.
        ContentTooLong = "content_too_long",
        /// More todos would be open than `maxTodos`, or the list would exceed 1,000.
        TooManyTodos = "too_many_todos",
        /// No todo has that id or key.
        UnknownId = "unknown_id",
        /// Another todo is in progress.
        AlreadyDoing = "already_doing",
        /// A todo that is answered does not wait.
        NotWaiting = "not_waiting",
        /// The subject of a person's approval, move or undo has changed since it was shown.
        Changed = "changed",
        /// The history has no such revision.
        UnknownRevision = "unknown_revision",
        /// A task's title is empty, or blank once it is trimmed and cleaned.
        EmptyTitle = "empty_title",
        /// A task's title has more than 200 characters.
        TitleTooLong = "title_too_long",
        /// A task's priority is not low, medium or high.
        InvalidPriority = "invalid_priority",
        /// A task's due date is not a calendar date in the form `YYYY-MM-DD`.
        InvalidDueDate = "invalid_due_date",
        /// The user has no such task.
        TaskNotFound = "task_not_found",
        /// An update names no field.
        NothingToUpdate = "nothing_to_update",
        /// A todo has used all tool calls that a run allows it.
        OverBudget = "over_budget",
        /// A model makes the same call again and again; thrown by the npm package only.
        Stuck = "stuck",
        /// A run does not wait for this report.
        UnexpectedReport = "unexpected_report",
        /// A value has the wrong type, shape or range.
        InvalidArgument = "invalid_argument",
        /// A text is not a checkpoint, or is a damaged one.
        InvalidCheckpoint = "invalid_checkpoint",
        /// A newer version of this package wrote the checkpoint.
        NewerCheckpoint = "newer_checkpoint",
        /// A text is not the XML form of a list.
        InvalidXml = "invalid_xml",
        /// Another run of the store is active.
        AlreadyRunning = "already_running",
        /// The store was freed; thrown by the binding layer only.
        Freed = "freed",
        /// The module was used before `init()`; thrown by the npm package only.
        NotInitialized = "not_initialized",
        /// The module could not be loaded; thrown by the npm package only.
        InitFailed = "init_failed",
        /// A call was interrupted, so its WebAssembly instance cannot be trusted; thrown by the npm
        /// package only.
        Broken = "broken",
        /// Nobody owns the list that was to be followed; thrown by the npm package only.
        NoOwner = "no_owner",
        /// The owner of a list did not answer a call; thrown by the npm package only.
        NoAnswer = "no_answer",
        /// Another context owns the list with that name; thrown by the npm package only.
        OwnerExists = "owner_exists",
        /// The owner of a list does not allow a follower to make this call; thrown by the npm
        /// package only.
        NotAllowed = "not_allowed",
    }
}

/// The error of an operation that failed. The store is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TodoError(Box<(ErrorCode, String)>);

impl TodoError {
    /// Creates an error whose message is the template with its gaps filled.
    #[cold]
    pub(crate) fn new(code: ErrorCode, template: &str, parts: &[FormatArg<'_>]) -> Self {
        Self(Box::new((code, fill(template, parts))))
    }

    /// Creates an error with the code `invalid_argument`.
    #[cold]
    pub(crate) fn invalid(template: &str, parts: &[FormatArg<'_>]) -> Self {
        Self::new(ErrorCode::InvalidArgument, template, parts)
    }

    /// Returns the error of an item in a list, of which this is the 1-based number.
    #[cold]
    pub(crate) fn in_item(&self, number: FormatArg<'_>) -> Self {
        Self::new(self.code(), "item {}: {}", &[number, FormatArg::Text(self.message())])
    }

    /// Returns the kind of error.
    pub fn code(&self) -> ErrorCode {
        self.0.0
    }

    /// Returns a sentence with the problem, what was expected, and what to do.
    pub fn message(&self) -> &str {
        &self.0.1
    }
}

impl fmt::Display for TodoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl core::error::Error for TodoError {}

/// The reason why a handle's write was not carried out. The store is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// The policy denied it, or the todo is no longer as the writer expects. This is not an error:
    /// the method in JavaScript returns `false`.
    Denied,
    /// The request itself is wrong.
    Error(TodoError),
}

impl WriteError {
    /// Returns the code of the error, or `None` if the write was denied.
    pub fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Denied => None,
            Self::Error(error) => Some(error.code()),
        }
    }
}

impl From<TodoError> for WriteError {
    fn from(error: TodoError) -> Self {
        Self::Error(error)
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Denied => f.write_str("somebody else decided otherwise"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for WriteError {}
