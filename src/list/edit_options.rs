//! `Patch`: the changes of an edit to a todo. `Approval`: what a person approves.

use crate::list::error::{TodoError, WriteError};
use crate::list::history::Revision;
use crate::list::option_table::{self, Setting};
use crate::list::sites::TextsSetting;
use crate::list::todo::{Id, Key, PRIORITIES, Ref, TextField};
use crate::text::json::Value;
use crate::text::message::join;

/// The changes of an edit to a todo. `None` leaves a text as it is, and a blank text clears it. The
/// content cannot be cleared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Patch<'a> {
    /// What is to be done.
    pub content: Option<&'a str>,
    /// Its priority: `low`, `medium` or `high`.
    pub priority: Option<&'a str>,
    /// What to show while it is in progress.
    pub active_form: Option<&'a str>,
    /// More details.
    pub description: Option<&'a str>,
    /// The todos that it depends on, which replace its current blockers.
    pub blocked_by: Option<&'a [Ref]>,
    /// The todo that it is under from now on, or `Some(None)` for no other.
    pub parent: Option<Option<Ref>>,
    /// Whether "done" by a model or an agent has to be confirmed.
    pub confirm: Option<bool>,
    /// The host's data, as JSON text. `null` clears it.
    pub data: Option<&'a str>,
}

/// A new text for a field. `null` clears an optional one.
struct NewText {
    text: Option<String>,
    field: TextField,
}

impl NewText {
    fn of(field: TextField) -> Self {
        Self { text: None, field }
    }
}

impl Setting for NewText {
    fn set(&mut self, value: Value<'_>) -> bool {
        let text = match value.as_string() {
            Some(text) => text.into_owned(),
            None if value.is_null() && self.field != TextField::Content => String::new(),
            None => return false,
        };
        self.text = Some(text);
        true
    }

    fn range(&self) -> String {
        match self.field {
            TextField::Content => "a string".to_owned(),
            TextField::Priority => {
                let mut words = join(&PRIORITIES, ", ");
                words.push_str(" or null");
                words
            }
            TextField::Name
            | TextField::ActiveForm
            | TextField::Description
            | TextField::Reason
            | TextField::Owner
            | TextField::LastOwner
            | TextField::Evidence
            | TextField::Question
            | TextField::Options
            | TextField::Answer => "a string or null".to_owned(),
        }
    }
}

/// A todo by id or key. `null` means none.
#[derive(Default)]
struct NewParent(Option<Option<Ref>>);

impl Setting for NewParent {
    fn set(&mut self, value: Value<'_>) -> bool {
        let todo = read_ref(value);
        self.0 = Some(todo);
        todo.is_some() || value.is_null()
    }

    fn range(&self) -> String {
        "an id, a key or null".to_owned()
    }
}

/// Reads an id or a key.
pub(crate) fn read_ref(value: Value<'_>) -> Option<Ref> {
    let key = || Key::parse_str(&value.as_string()?).map(Ref::Key);
    value.as_integer().map(|id| Ref::Id(Id(id))).or_else(key)
}

/// Todos by id or key. `null` means none.
#[derive(Default)]
struct Refs(Option<Vec<Ref>>);

impl Setting for Refs {
    fn set(&mut self, value: Value<'_>) -> bool {
        let mut todos = Vec::new();
        for item in value.parts() {
            let Some(todo) = read_ref(item) else { return false };
            todos.push(todo);
        }
        self.0 = Some(todos);
        value.is_array() || value.is_null()
    }

    fn range(&self) -> String {
        "an array of ids and keys, or null".to_owned()
    }
}

/// A new value for a flag. `null` means false.
#[derive(Default)]
struct NewFlag(Option<bool>);

impl Setting for NewFlag {
    fn set(&mut self, value: Value<'_>) -> bool {
        self.0 = value.as_boolean().or(value.is_null().then_some(false));
        self.0.is_some()
    }

    fn range(&self) -> String {
        "true, false or null".to_owned()
    }
}

/// A JSON value, verbatim.
#[derive(Default)]
struct NewData(Option<String>);

impl Setting for NewData {
    fn set(&mut self, value: Value<'_>) -> bool {
        self.0 = Some(value.as_written().to_owned());
        true
    }

    fn range(&self) -> String {
        "a JSON value".to_owned()
    }
}

/// Reads a patch from a JSON object and passes it to `then`.
///
/// # Errors
/// `invalid_argument` for an unknown key or an ill-typed value, or an error of `then`.
pub fn read<T>(
    text: &str,
    then: impl FnOnce(&Patch<'_>) -> Result<T, WriteError>,
) -> Result<T, WriteError> {
    let mut content = NewText::of(TextField::Content);
    let mut priority = NewText::of(TextField::Priority);
    let mut active_form = NewText::of(TextField::ActiveForm);
    let mut description = NewText::of(TextField::Description);
    let mut blockers = Refs::default();
    let mut parent = NewParent::default();
    let mut confirm = NewFlag::default();
    let mut data = NewData::default();
    let document = option_table::document(text)?;
    if document.root().fields().any(|(key, _)| key == "status") {
        let advice =
            "edit() does not change the status: use complete(), skip(), markDoing() or reopen()";
        return Err(TodoError::invalid(advice, &[]).into());
    }
    option_table::read_value(
        document.root(),
        &mut [
            ("content", &mut content),
            ("priority", &mut priority),
            ("activeForm", &mut active_form),
            ("description", &mut description),
            ("blockedBy", &mut blockers),
            ("parent", &mut parent),
            ("confirm", &mut confirm),
            ("data", &mut data),
        ],
    )?;
    then(&Patch {
        content: content.text.as_deref(),
        priority: priority.text.as_deref(),
        active_form: active_form.text.as_deref(),
        description: description.text.as_deref(),
        blocked_by: blockers.0.as_deref(),
        parent: parent.0,
        confirm: confirm.0,
        data: data.0.as_deref(),
    })
}

/// What a person approves: which todos, as of which revision, and the sites where the agent may
/// act.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Approval {
    /// The todos to approve. Default: all open todos.
    pub refs: Option<Vec<Ref>>,
    /// The revision that the person was shown. Default: the current one.
    pub revision: Option<Revision>,
    /// The sites where the agent may act.
    pub sites: Vec<String>,
}

impl Approval {
    /// Reads an approval from a JSON object.
    ///
    /// # Errors
    /// `invalid_argument` for an unknown key or an ill-typed value.
    pub fn from_json(text: &str) -> Result<Self, TodoError> {
        let (mut refs, mut revision) = (Refs::default(), OptionalNumber::default());
        let mut sites = TextsSetting::default();
        option_table::read(
            text,
            &mut [("refs", &mut refs), ("revision", &mut revision), ("sites", &mut sites)],
        )?;
        Ok(Self { refs: refs.0, revision: revision.0, sites: sites.0.unwrap_or_default() })
    }
}

/// Reads the only option of a method, a revision, or returns `None` without it.
///
/// # Errors
/// `invalid_argument` for an unknown key or an ill-typed value.
pub fn read_revision(text: &str, name: &'static str) -> Result<Option<Revision>, TodoError> {
    let mut revision = OptionalNumber::default();
    option_table::read(text, &mut [(name, &mut revision)])?;
    Ok(revision.0)
}

/// An optional number.
#[derive(Default)]
struct OptionalNumber(Option<u32>);

impl Setting for OptionalNumber {
    fn set(&mut self, value: Value<'_>) -> bool {
        self.0 = value.as_integer().and_then(|number| u32::try_from(number).ok());
        self.0.is_some()
    }

    fn range(&self) -> String {
        "a whole number".to_owned()
    }
}

impl<'a> Patch<'a> {
    /// Returns the texts that the patch sets, by field.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (TextField, &'a str)> {
        let fields = [
            (TextField::Content, self.content),
            (TextField::Priority, self.priority),
            (TextField::ActiveForm, self.active_form),
            (TextField::Description, self.description),
        ];
        fields.into_iter().filter_map(|(field, text)| Some((field, text?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_clears_a_text_and_an_absent_field_leaves_it() {
        let text = r#"{"content":"a","priority":null,"description":""}"#;
        let expected = Patch {
            content: Some("a"),
            priority: Some(""),
            active_form: None,
            description: Some(""),
            blocked_by: None,
            parent: None,
            confirm: None,
            data: None,
        };
        assert_eq!(read(text, |patch| Ok(*patch == expected)), Ok(true));
        for (text, expected) in [
            (r#"{"blockedBy":[2,"t3"]}"#, &[Ref::Id(Id(2)), Ref::Key(Key(3))][..]),
            (r#"{"blockedBy":[]}"#, &[]),
            (r#"{"blockedBy":null}"#, &[]),
        ] {
            assert_eq!(read(text, |patch| Ok(patch.blocked_by == Some(expected))), Ok(true));
        }
        assert_eq!(read("{}", |patch| Ok(*patch == Patch::default())), Ok(true));
    }

    #[test]
    fn unknown_keys_and_ill_typed_values_are_errors() {
        for text in [
            r#"{"text":"a"}"#,
            r#"{"status":"done"}"#,
            r#"{"content":null}"#,
            r#"{"content":3}"#,
            r#"{"priority":1}"#,
            r#"{"description":["a"]}"#,
            r#"{"blockedBy":"t1"}"#,
            r#"{"blockedBy":1}"#,
            r#"{"blockedBy":["1"]}"#,
            r#"{"blockedBy":[1.5]}"#,
            r#"{"blockedBy":[null]}"#,
            "[]",
            "null",
            "3",
        ] {
            assert!(read(text, |_| Ok(())).is_err(), "{text}");
        }
    }
}
