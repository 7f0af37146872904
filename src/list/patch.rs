//! `Patch`: what an edit changes of a todo.

use crate::list::todo::Field;

/// The texts that an edit changes. None leaves one as it is, a blank one clears it; the content cannot be
/// cleared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Patch<'a> {
    /// What is to be done.
    pub content: Option<&'a str>,
    /// How much it matters: `low`, `medium` or `high`.
    pub priority: Option<&'a str>,
    /// What to show while it is in progress.
    pub active_form: Option<&'a str>,
    /// More about it.
    pub description: Option<&'a str>,
}

impl<'a> Patch<'a> {
    /// What it names, by field.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (Field, &'a str)> {
        let fields = [
            (Field::Content, self.content),
            (Field::Priority, self.priority),
            (Field::ActiveForm, self.active_form),
            (Field::Description, self.description),
        ];
        fields.into_iter().filter_map(|(field, text)| Some((field, text?)))
    }
}
