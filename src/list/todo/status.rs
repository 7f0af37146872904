//! `Status`: the status of a todo, and the words of other programs for it.

use tsify::Tsify;

use crate::text::string_enum::string_enum;

string_enum! {
    /// The status of a todo: not started (`"todo"`), in progress (`"doing"`), finished (`"done"`),
    /// or given up (`"skipped"`).
    // Source: the original `todo_manager`.
    #[derive(Tsify)]
    pub enum Status {
        /// Not started.
        Todo = "todo",
        /// In progress.
        Doing = "doing",
        /// Finished.
        Done = "done",
        /// Given up, explicitly.
        Skipped = "skipped",
    }
}

impl Status {
    /// Returns every name of a status with the status, the package's own names first.
    pub(crate) fn words() -> impl Iterator<Item = (&'static str, Self)> {
        Self::NAMES.into_iter().chain(SYNONYMS)
    }

    /// Returns whether the status is not started, which `todo_manager` calls pending.
    pub const fn is_pending(self) -> bool {
        match self {
            Self::Todo => true,
            Self::Doing | Self::Done | Self::Skipped => false,
        }
    }

    /// Returns whether the status is done or skipped, so that nothing is left to do.
    pub const fn is_settled(self) -> bool {
        match self {
            Self::Todo | Self::Doing => false,
            Self::Done | Self::Skipped => true,
        }
    }
}

/// The word for a todo that was tried and given up.
pub(crate) const FAILED: &str = "failed";

/// Returns whether a word of [`Status::words`] means that the todo was tried and given up.
pub(crate) fn means_failed(word: &str) -> bool {
    matches!(word, FAILED | "failure" | "error")
}

/// The words of other programs for the statuses.
const SYNONYMS: [(&str, Status); 19] = [
    (FAILED, Status::Skipped),
    ("failure", Status::Skipped),
    ("error", Status::Skipped),
    ("pending", Status::Todo),
    ("not_started", Status::Todo),
    ("open", Status::Todo),
    ("to_do", Status::Todo),
    ("in_progress", Status::Doing),
    ("active", Status::Doing),
    ("started", Status::Doing),
    ("running", Status::Doing),
    ("completed", Status::Done),
    ("complete", Status::Done),
    ("finished", Status::Done),
    ("closed", Status::Done),
    ("resolved", Status::Done),
    ("cancelled", Status::Skipped),
    ("canceled", Status::Skipped),
    ("abandoned", Status::Skipped),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_str_reads_back_each_status() {
        for (index, status) in Status::ALL.into_iter().enumerate() {
            assert_eq!(
                (Status::parse_str(status.as_str()), status as usize),
                (Some(status), index)
            );
        }
        assert_eq!(Status::parse_str("Todo"), None);
    }
}
