//! `Settings`: the options of a conversation.

use crate::forms::reminder::ReminderMode;
use crate::list::author::{Actor, Author};
use crate::list::edit_options::read_ref;
use crate::list::error::TodoError;
use crate::list::option_table::{self, Callback, Flag, Number, Setting, Word};
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Ref};
use crate::text::content::Content;
use crate::text::json::Value;
use crate::text::message::join;
use crate::tools::ask_user;
use crate::tools::dialects::Dialect;
use crate::tools::schema::SchemaForm;

/// The options of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The tools of the model.
    pub dialect: Dialect,
    /// The kind of reminders.
    pub reminders: ReminderMode,
    /// The number of its own changes after which the model reads again what is open, 1 or more.
    pub every: u32,
    /// The number of its messages without a change of the list after which it reads that, 2 or
    /// more, or 0 for never.
    pub stale: u32,
    /// Whether an open todo that a list of the model omits stays on the list.
    pub keeps_open: bool,
    /// The name of the model, if several share the list. The model owns each todo that it starts.
    pub name: Option<Content>,
    /// Whether everything that the model claims to be done has to be confirmed. Not part of a
    /// checkpoint.
    pub confirms: bool,
    /// The form of the tools' schemas.
    pub schema: SchemaForm,
    /// Whether the model has the tool `ask_user`.
    pub asks: bool,
    /// The name of the element around reminders, if it is not `browser-state`.
    pub tag: Option<Content>,
    /// The todo to which the conversation is confined: its list has the todos under that one.
    pub branch: Option<Key>,
}

/// The values of the option `drops`: whether an open todo that a list omits stays.
const DROPS: [(&str, bool); 2] = [("note", false), ("keep", true)];

impl Default for Settings {
    fn default() -> Self {
        Self {
            dialect: Dialect::DEFAULT,
            reminders: ReminderMode::Changes,
            every: 20,
            stale: 0,
            keeps_open: false,
            name: None,
            confirms: false,
            schema: SchemaForm::Lean,
            asks: false,
            tag: None,
            branch: None,
        }
    }
}

impl Settings {
    /// Reads the options of a conversation over `store` from a JSON object. Absent options keep
    /// their defaults.
    ///
    /// # Errors
    /// `invalid_argument` for an unknown key or an ill-typed value; `unknown_id` if no todo is
    /// `under`.
    pub fn from_json(store: &TodoStore, text: &str) -> Result<Self, TodoError> {
        let mut settings = Self::default();
        let mut under = BranchSetting(None);
        // The core only checks that it is a function.
        let mut has_on_change = false;
        option_table::read(
            text,
            &mut [
                ("dialect", &mut Word(&mut settings.dialect, &Dialect::NAMES)),
                ("reminders", &mut Word(&mut settings.reminders, &ReminderMode::NAMES)),
                ("every", &mut Number(&mut settings.every, 1..=1_000_000)),
                ("stale", &mut Number(&mut settings.stale, 2..=1000)),
                ("drops", &mut Word(&mut settings.keeps_open, &DROPS)),
                ("schema", &mut Word(&mut settings.schema, &SchemaForm::NAMES)),
                (
                    "name",
                    &mut NameSetting {
                        to: &mut settings.name,
                        read: read_model,
                        range: "1 to 64 characters",
                    },
                ),
                ("confirm", &mut Callback(&mut settings.confirms)),
                ("onChange", &mut Callback(&mut has_on_change)),
                ("ask", &mut Flag(&mut settings.asks)),
                ("under", &mut under),
                (
                    "tag",
                    &mut NameSetting {
                        to: &mut settings.tag,
                        read: read_tag,
                        range: "an XML name",
                    },
                ),
            ],
        )?;
        if let Some(todo) = under.0 {
            settings.branch = store.list().get(store.index_of(todo)?).map(|todo| todo.key);
        }
        Ok(settings)
    }

    /// Reads the options of a restored conversation from a JSON object. An absent `drops` stays as
    /// it is in the checkpoint.
    ///
    /// # Errors
    /// `invalid_argument` for an unknown key or an ill-typed value.
    pub fn restore(&mut self, text: &str) -> Result<(), TodoError> {
        option_table::read(
            text,
            &mut [
                ("confirm", &mut Flag(&mut self.confirms)),
                ("drops", &mut Word(&mut self.keeps_open, &DROPS)),
            ],
        )
    }
}

impl Settings {
    /// Returns the tools of the model as JSON text, in the form of these settings: an array of
    /// name, description, inputSchema and annotations. `max_doing` is how many todos may be in
    /// progress at once.
    pub fn tools(&self, max_doing: usize) -> String {
        let tools = self.dialect.tools(max_doing);
        if !self.asks {
            return self.schema.of(&tools).into_owned();
        }
        let open = tools.trim_end().strip_suffix(']').unwrap_or(&tools);
        self.schema
            .of(&join(&[open, ",\n", &ask_user::tool(self.dialect.ids()), "]"], ""))
            .into_owned()
    }
}

/// A text that `read` checks. `range` describes the valid ones.
struct NameSetting<'o> {
    to: &'o mut Option<Content>,
    read: fn(&str) -> Option<Content>,
    range: &'static str,
}

impl Setting for NameSetting<'_> {
    fn set(&mut self, value: Value<'_>) -> bool {
        *self.to = value.as_string().and_then(|word| (self.read)(&word));
        self.to.is_some()
    }

    fn range(&self) -> String {
        self.range.into()
    }
}

/// A todo by id or key.
struct BranchSetting(Option<Ref>);

impl Setting for BranchSetting {
    fn set(&mut self, value: Value<'_>) -> bool {
        self.0 = read_ref(value);
        self.0.is_some()
    }

    fn range(&self) -> String {
        "an id or a key".into()
    }
}

/// Reads the name of a model.
fn read_model(word: &str) -> Option<Content> {
    Actor::named(Author::Model, word).ok()?.name
}

/// Reads the name of an XML element, in ASCII.
pub(super) fn read_tag(word: &str) -> Option<Content> {
    let is_part = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
    let is_start = |b: &u8| !b.is_ascii_digit() && *b != b'-';
    let is_name = word.bytes().all(is_part) && word.as_bytes().first().is_some_and(is_start);
    Content::from_normalized(word, 64).ok().filter(|_| is_name)
}
