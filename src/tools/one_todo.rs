//! Reads the details of a single todo from the arguments of a call.

use crate::change::update::{BLOCKED_BY, BLOCKS, NOT_BLOCKED_BY, TodoRefText, Update};
use crate::forms::item_schema::{CONTENT_FIELDS, ItemSchema, PARENT_FIELDS};
use crate::list::error::TodoError;
use crate::list::note::note;
use crate::list::todo::TextField;
use crate::text::clean::is_blank;
use crate::text::message::FormatArg::Text;
use crate::tools::arguments::{Arguments, not_a_text};

impl Update {
    /// Takes the fields that a tool can set of a todo, except its name.
    ///
    /// # Errors
    /// `invalid_argument`.
    pub fn take(
        arguments: &mut Arguments<'_>,
        schema: &'static ItemSchema,
    ) -> Result<Self, TodoError> {
        let mut update = Self::nothing(schema);
        for field in
            [TextField::Content, TextField::Description, TextField::ActiveForm, TextField::Owner]
        {
            let Some(name) = schema.field(field) else { continue };
            let mut said = name;
            if field == TextField::Content && !arguments.has(name) {
                let not_description = |also: &&&str| schema.description != Some(**also);
                let mut others = CONTENT_FIELDS.iter().filter(not_description);
                said = others.find(|also| arguments.has(also)).unwrap_or(&name);
            }
            let Some(value) = arguments.take(said) else { continue };
            if said != name {
                note(arguments.notes, "{}: read as {}", &[Text(said), Text(name)]);
            }
            let Some(text) = value.as_string() else {
                return Err(not_a_text(said, value));
            };
            if !is_blank(&text) {
                update.texts.push((field, text.into_owned()));
            }
        }
        let mut key = "status";
        if !arguments.has(key) && schema.statuses.is_some() && arguments.has("state") {
            key = "state";
            note(arguments.notes, "state: read as status", &[]);
        }
        if let Some(value) = arguments.take(key)
            && value.as_string().is_none_or(|text| !is_blank(&text))
        {
            update.status = Some(schema.read_status(arguments.notes, "status", value)?);
        }
        if let Some(argument) = PARENT_FIELDS.into_iter().find(|key| arguments.has(key)) {
            let name = arguments.take_text(argument)?.filter(|name| !is_blank(name));
            update.parent = name.map(|name| TodoRefText { argument, name });
        }
        Ok(update)
    }

    /// Takes the todos that this one blocks, or is blocked by, or no longer.
    ///
    /// # Errors
    /// `invalid_argument`.
    pub fn with_links(mut self, arguments: &mut Arguments<'_>) -> Result<Self, TodoError> {
        for (argument, also) in
            [(BLOCKED_BY, "blockedBy"), (BLOCKS, "blocks"), (NOT_BLOCKED_BY, "")]
        {
            let mut key = argument;
            if !arguments.has(argument) && arguments.has(also) {
                key = also;
                if self.schema.blocked_by != Some(also) {
                    note(arguments.notes, "{}: read as {}", &[Text(also), Text(argument)]);
                }
            }
            let names = arguments.take_texts(key, "id")?;
            self.links.extend(names.into_iter().map(|name| TodoRefText { argument, name }));
        }
        Ok(self)
    }
}

impl TodoRefText {
    /// Takes the reference to a todo.
    ///
    /// # Errors
    /// `invalid_argument`, also if it is missing.
    pub fn take(arguments: &mut Arguments<'_>, argument: &'static str) -> Result<Self, TodoError> {
        let mut key = argument;
        if !arguments.has(argument)
            && let Some(also) =
                ["taskId", "task_id", "id"].into_iter().find(|also| arguments.has(also))
        {
            key = also;
            note(arguments.notes, "{}: read as {}", &[Text(also), Text(argument)]);
        }
        let said = arguments.take_text(key)?.filter(|said| !is_blank(said));
        match said {
            Some(name) => Ok(Self { argument, name }),
            None => {
                Err(TodoError::invalid("{} is missing: give the id of a todo", &[Text(argument)]))
            }
        }
    }
}
