//! What can go wrong: one error type with a stable code and a sentence that helps.
//!
//! The codes are part of the public interface (they reach JavaScript as `TodoError.code`);
//! the wording of a message is not.

use core::fmt;

use tsify::Tsify;

use crate::text::message::{Part, fill};
use crate::text::words::words;

words! {
    /// The stable name of a kind of error:
    ///
    /// - `empty_content`, `content_too_long`: a text is blank, or longer than the store allows
    /// - `too_many_todos`: the list would exceed `maxTodos`
    /// - `unknown_id`: no todo has that id or key
    /// - `already_doing`: another todo is in progress
    /// - `already_owned`: another owner has the todo in progress, or is to have it
    /// - `held_by_user`: a person decided otherwise, and a model or a run may not change that
    /// - `not_waiting`: a todo that is answered does not wait
    /// - `changed`: what a person approves has changed since it was shown
    /// - `unknown_revision`: the history has no such revision
    /// - `empty_title`, `title_too_long`, `invalid_priority`, `invalid_due_date`: a field of a task is not valid
    /// - `task_not_found`, `nothing_to_update`: the user has no such task, or an update names no field
    /// - `over_budget`: a todo has used its tool calls
    /// - `stuck`: a model makes the same call again and again
    /// - `unexpected_report`: a run does not wait for this report
    /// - `already_running`: another run of the store is under way
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
        /// The list would grow past `maxTodos`.
        TooManyTodos = "too_many_todos",
        /// No todo stands at that position.
        UnknownId = "unknown_id",
        /// Another todo is in progress.
        AlreadyDoing = "already_doing",
        /// Another owner has the todo in progress, or is to have it.
        AlreadyOwned = "already_owned",
        /// A person decided otherwise, and a model or a run may not change that.
        HeldByUser = "held_by_user",
        /// A todo that is answered does not wait.
        NotWaiting = "not_waiting",
        /// What a person approves has changed since it was shown.
        Changed = "changed",
        /// History holds no such revision.
        UnknownRevision = "unknown_revision",
        /// A task's title is empty, or blank once it is trimmed and cleaned.
        EmptyTitle = "empty_title",
        /// A task's title has more than 200 characters.
        TitleTooLong = "title_too_long",
        /// A task's priority is none of low, medium and high.
        InvalidPriority = "invalid_priority",
        /// A task's due date is no day of the calendar, written `YYYY-MM-DD`.
        InvalidDueDate = "invalid_due_date",
        /// The user has no such task.
        TaskNotFound = "task_not_found",
        /// An update that names nothing.
        NothingToUpdate = "nothing_to_update",
        /// A todo has used the tool calls that a run allows it.
        OverBudget = "over_budget",
        /// A model makes the same call again and again; thrown by the npm package only.
        Stuck = "stuck",
        /// A run does not wait for this report.
        UnexpectedReport = "unexpected_report",
        /// A value of the wrong type, shape or range.
        InvalidArgument = "invalid_argument",
        /// A checkpoint that is not one, or is damaged.
        InvalidCheckpoint = "invalid_checkpoint",
        /// A checkpoint that a newer version of this package wrote.
        NewerCheckpoint = "newer_checkpoint",
        /// Text that is not the XML form of a list.
        InvalidXml = "invalid_xml",
        /// The store has a run under way.
        AlreadyRunning = "already_running",
        /// The store was freed; thrown by the binding layer only.
        Freed = "freed",
        /// The module was used before `init()`; thrown by the npm package only.
        NotInitialized = "not_initialized",
        /// The module could not be loaded; thrown by the npm package only.
        InitFailed = "init_failed",
        /// A call was cut off in the middle, so its WebAssembly instance cannot be trusted; thrown by the npm package only.
        Broken = "broken",
        /// Nobody owns the list that was to be followed; thrown by the npm package only.
        NoOwner = "no_owner",
        /// The owner of a list did not answer a call; thrown by the npm package only.
        NoAnswer = "no_answer",
        /// Another context owns the list of that name; thrown by the npm package only.
        OwnerExists = "owner_exists",
        /// The owner of a list does not allow a follower this call; thrown by the npm package only.
        NotAllowed = "not_allowed",
    }
}

/// An operation that was refused. The store is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TodoError(Box<(ErrorCode, String)>);

impl TodoError {
    /// An error whose message is a template with its gaps filled.
    #[cold]
    pub(crate) fn new(code: ErrorCode, template: &str, parts: &[Part<'_>]) -> Self {
        Self(Box::new((code, fill(template, parts))))
    }

    /// Shorthand for the commonest code.
    #[cold]
    pub(crate) fn invalid(template: &str, parts: &[Part<'_>]) -> Self {
        Self::new(ErrorCode::InvalidArgument, template, parts)
    }

    /// What kind of error this is.
    pub fn code(&self) -> ErrorCode {
        self.0.0
    }

    /// What was wrong, what was expected and what to do.
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
