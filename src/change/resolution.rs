//! The kind of a write, and its result: the list, and what was denied.

use crate::change::policy::DenyReason;
use crate::change::statement::Statement;
use crate::list::author::Actor;
use crate::list::delta::Aspect;
use crate::list::history::List;
use crate::list::sites::Sites;
use crate::list::todo::Key;

/// The kind of a write.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WriteMode {
    /// It states the whole list, so todos that it omits leave the list.
    pub is_whole: bool,
    /// Open todos that the list omits stay.
    pub keeps_open: bool,
    /// Every "done" of this writer has to be confirmed.
    pub confirms: bool,
    /// It reads a list as it was written, so `maxTodos` does not limit it.
    pub is_read: bool,
    /// The part of it that `maxDoing` limits.
    pub doing_limit: DoingLimit,
    /// It passes over the todos in front of the one that it starts. Those that others added since
    /// are noted.
    pub passes_over: bool,
    /// It takes back what its writer did, including questions to a person.
    pub takes_back: bool,
    /// It takes back one earlier change. What anybody has changed since stays, even against a
    /// person.
    pub undoes: bool,
}

/// The part of a write that `maxDoing` limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum DoingLimit {
    /// Nothing: what it says is in progress is.
    #[default]
    Nothing,
    /// The todo that it starts, which is refused if others are in progress.
    Start,
    /// Its list, of which the last ones that it starts stay in progress.
    List,
}

/// An aspect that a write asked for and the policy denied.
#[derive(Clone, Debug)]
pub(crate) struct DeniedChange {
    pub key: Key,
    pub aspect: Aspect,
    pub reason: DenyReason,
    /// The aspect that was written by somebody else, which is the reason. For example, "done" is
    /// denied because of the content if somebody reworded the todo.
    pub because_of: Aspect,
    /// Who wrote that aspect, if known.
    pub by: Option<Actor>,
    /// Whether the write requested another value. Otherwise it only repeated that of the base.
    pub is_requested: bool,
}

impl DeniedChange {
    /// Returns the denial of a requested value, because somebody else wrote that aspect.
    pub fn new(key: Key, aspect: Aspect, reason: DenyReason, by: Option<Actor>) -> Self {
        Self { key, aspect, reason, because_of: aspect, by, is_requested: true }
    }
}

/// The result of a write.
#[derive(Debug, Default)]
pub(crate) struct Resolution {
    pub list: List,
    pub next_key: u32,
    pub denied: Vec<DeniedChange>,
    /// The todos that the write completed and that have to be confirmed.
    pub claimed: Vec<Key>,
    /// The todos that were set back to "todo", because the list had too many in progress.
    pub demoted: Vec<Key>,
    /// What the write states in addition to its list.
    pub statements: Vec<Statement>,
    /// The list that the write states.
    pub requested: List,
    /// Whether it is a whole list of a model or an agent.
    pub is_models_list: bool,
    /// The proposed and approved sites from now on, if the write sets them.
    pub sites: Option<Sites>,
}

impl Resolution {
    /// Returns the first denied change that the write requested.
    pub fn first_requested_denial(&self) -> Option<&DeniedChange> {
        self.denied.iter().find(|denied| denied.is_requested)
    }
}
