//! `Target`: which todo a command is about.

use crate::change::draft::Draft;
use crate::change::update::TodoRefText;
use crate::list::error::TodoError;
use crate::list::note::Notes;
use crate::list::todo::{Key, Ref};
use crate::text::message::FormatArg::Text;
use crate::text::message::{count, join};

/// The todo that a command is about.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    Ref(Ref),
    Mention(TodoRefText),
    /// The todo that the actor has in progress.
    Current,
}

impl Target {
    /// Returns the name by which a call mentions it.
    pub fn name(&self) -> &str {
        match self {
            Self::Mention(reference) => &reference.name,
            Self::Ref(_) | Self::Current => "",
        }
    }

    /// Finds the todo on the list of a draft.
    ///
    /// # Errors
    /// `unknown_id`; `invalid_argument` if not exactly one is in progress.
    pub fn key(&self, draft: &mut Draft<'_>, notes: &mut Notes) -> Result<Key, TodoError> {
        let todo = self.resolve(draft, notes)?;
        let index = draft.index_of(todo)?;
        Ok(draft.requested.get(index).map_or(Key(0), |todo| todo.key))
    }

    /// Finds the todo, and the id by which the answer reports it.
    ///
    /// # Errors
    /// Those of [`Target::key`].
    pub fn find(
        &self,
        draft: &mut Draft<'_>,
        notes: &mut Notes,
    ) -> Result<ReportedTodo, TodoError> {
        let key = self.key(draft, notes)?;
        let id = match self {
            Self::Mention(reference) => draft.id_of(key).unwrap_or_else(|| reference.name.clone()),
            Self::Ref(_) | Self::Current => String::new(),
        };
        Ok(ReportedTodo { key, id })
    }

    pub fn resolve(&self, draft: &Draft<'_>, notes: &mut Notes) -> Result<Ref, TodoError> {
        match self {
            Self::Ref(todo) => Ok(*todo),
            Self::Mention(reference) => reference.resolve(draft, notes).map(Ref::Key),
            Self::Current => {
                let mut own = draft.in_progress();
                match (own.next(), own.next()) {
                    (Some(only), None) => Ok(Ref::Key(only.key)),
                    (None, _) => Err(nothing_in_progress()),
                    (Some(_), Some(_)) => Err(several_in_progress(draft)),
                }
            }
        }
    }
}

/// A todo, and its id as the call wrote it.
#[derive(Clone, Debug)]
pub(crate) struct ReportedTodo {
    pub key: Key,
    pub id: String,
}

fn nothing_in_progress() -> TodoError {
    TodoError::invalid("no todo is in progress: give the id of the one that waits", &[])
}

fn several_in_progress(draft: &Draft<'_>) -> TodoError {
    let names: Vec<String> = draft.in_progress().map(|todo| draft.name_of(todo)).collect();
    TodoError::invalid(
        "{} todos are in progress: give the id of the one that waits: {}",
        &[count(names.len()), Text(&join(&names, ", "))],
    )
}
