//! A conversation as JSON text, to be stored together with the list.
//!
//! ```json
//! ["agent-todos conversation",1,"todo_manager","changes",20,"researcher",false,"lean",
//!  false,null,0,true,true,"tool",7,[1,2],[[1,"todo","a"]],[0],[0],[1],null]
//! ```
//!
//! After the format and its version come the settings: dialect, reminders, `every`, name or null,
//! whether open todos stay, the form of the schemas, whether the model has `ask_user`, and the
//! element around reminders or null. Then comes what the conversation knows:
//!
//! - how many changes are left until the whole list is due
//! - whether the model has seen the list
//! - whether the host asks for reminders
//! - the keys of the todos that the last whole list only counted, if there are any
//! - how the model last changed the list
//! - the revision up to which it knows what others did, or -1
//! - the keys of the last nudge
//! - a table of todos
//! - the list that it has seen, and that of the turn, as indices in the table
//! - the keys that positions of the turn refer to
//! - the key of the todo to which it is confined, if there is one
//! - the deliveries, as JSON of the host, if there are any
//! - `stale`, the revision of the last reminder, the number of messages since it came, and whether
//!   the model has read that nothing has changed, if there is the option
//! - if the next turn is due, the list that it has seen again, and the keys that positions will
//!   refer to

use std::rc::Rc;

use crate::forms::codec::{
    Codec, Decoder, Optional, OptionalField, begin, end, read_checkpoint, record,
    string_enum_codecs,
};
use crate::forms::reminder::ReminderMode;
use crate::list::error::TodoError;
use crate::list::history::{List, Revision};
use crate::list::known_list::KnownList;
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Todo};
use crate::text::content::Content;
use crate::text::json::{Value, Writer};
use crate::text::message::excerpt;
use crate::tools::conversation::settings::{Settings, read_tag};
use crate::tools::conversation::stale::Unchanged;
use crate::tools::conversation::turns::{Conversation, WriteChannel, are_of};
use crate::tools::dialects::Dialect;
use crate::tools::schema::SchemaForm;

const FORMAT: &str = "agent-todos conversation";

/// A conversation as it is written. Lists are indices in `todos`.
#[derive(Default)]
struct StoredConversation {
    settings: Settings,
    changes_until_full_list: u32,
    has_seen_list: bool,
    is_reminded: bool,
    unshown: Vec<Key>,
    last_channel: WriteChannel,
    since: i64,
    nudged: Vec<Key>,
    todos: List,
    seen: Vec<u32>,
    turn_base: Vec<u32>,
    positions: Vec<Key>,
    branch: StoredBranch,
    deliveries: StoredDeliveries,
    unchanged: Unchanged,
    /// If the next turn is due: the list that it has read, and its positions.
    next_turn: Optional<Vec<u32>>,
    next_positions: Optional<Vec<Key>>,
}

record!(StoredConversation {
    settings: "settings",
    changes_until_full_list: "changes until the full list",
    has_seen_list: "whether the list was read",
    is_reminded: "whether reminders are used",
    unshown: optional "unshown todos",
    last_channel: "kind of the last write",
    since: "revision",
    nudged: "todos of the last hint",
    todos: "todos",
    seen: "list that was read",
    turn_base: "list of the turn",
    positions: "positions",
    branch: optional "branch",
    deliveries: optional "deliveries",
    unchanged: optional "stale",
    next_turn: optional "list of the next turn",
    next_positions: optional "positions of the next turn",
});

record!(
    Settings {
        dialect: "dialect",
        reminders: "reminders",
        every: "every",
        name: "name",
        keeps_open: "keepsOpen",
        schema: "schema",
        asks: "ask_user",
        tag: "tag"
    },
    check_settings
);

fn check_settings(settings: &Settings, from: &mut Decoder<'_>) {
    from.check(settings.every > 0, "every cannot be 0", &[]);
    let tag = settings.tag.as_ref().map(Content::as_str);
    let is_name = tag.is_none_or(|tag| read_tag(tag).is_some());
    from.check(is_name, "tag cannot be {}", &[excerpt(tag.unwrap_or_default())]);
}

string_enum_codecs!(ReminderMode, SchemaForm, WriteChannel);

/// The todo to which a conversation is confined, as a word.
#[derive(Default)]
struct StoredBranch(Option<Key>);

impl Codec for StoredBranch {
    fn write(&self, to: &mut Writer) {
        to.optional(self.0.map(Key::to_text).as_deref());
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        let word = from.string();
        from.set(self.0.get_or_insert_default(), Key::parse_str(&word));
    }
}

impl OptionalField for StoredBranch {
    fn is_none(&self) -> bool {
        self.0.is_none()
    }

    fn may_begin_with(value: Value<'_>) -> bool {
        value.as_string().is_some_and(|text| !text.starts_with('['))
    }
}

/// What stands in the messages: JSON text that begins with `[`, unlike the word of a branch.
#[derive(Default)]
struct StoredDeliveries(String);

impl Codec for StoredDeliveries {
    fn write(&self, to: &mut Writer) {
        to.string(&self.0);
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        self.0 = from.string().into_owned();
    }
}

impl OptionalField for StoredDeliveries {
    fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    fn may_begin_with(value: Value<'_>) -> bool {
        value.as_string().is_some_and(|text| text.starts_with('['))
    }
}

impl Codec for Dialect {
    fn write(&self, to: &mut Writer) {
        to.string(self.as_str());
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        let name = from.string();
        from.set(self, Self::from_name(&name).ok());
    }
}

impl Conversation {
    /// Returns the conversation as JSON text, to be stored together with the list.
    pub fn checkpoint(&self) -> String {
        let mut todos = List::new();
        let read = indices_of(&self.seen.list, &mut todos);
        let mut to = begin(FORMAT);
        let written = StoredConversation {
            settings: self.settings.clone(),
            // 0 says that the model needs it at once.
            changes_until_full_list: self.changes_until_full_list.map_or(0, |left| left + 1),
            has_seen_list: self.has_seen_list,
            is_reminded: self.is_reminded,
            unshown: self.unshown.clone(),
            last_channel: self.last_channel,
            since: self.seen.revision.map_or(-1, i64::from),
            nudged: self.nudged.clone(),
            next_turn: Optional(self.next_turn.then(|| read.clone())),
            seen: read,
            turn_base: indices_of(&self.turn_base.list, &mut todos),
            positions: self.turn_base.positions.clone(),
            branch: StoredBranch(self.settings.branch),
            deliveries: StoredDeliveries(self.deliveries.clone()),
            unchanged: self.unchanged.clone(),
            next_positions: Optional(self.next_turn.then(|| self.seen.positions.clone())),
            todos,
        };
        written.write(&mut to);
        end(to)
    }

    /// Reads a conversation from its checkpoint, for a store that was restored too. If the messages
    /// of the model are not to be seen, call [`Conversation::compacted`] afterwards.
    ///
    /// # Errors
    /// `invalid_checkpoint` if the text is damaged; `newer_checkpoint` if a newer version wrote it.
    pub fn from_checkpoint(store: &TodoStore, checkpoint: &str) -> Result<Self, TodoError> {
        let format = (FORMAT, "conversation");
        read_checkpoint(format, *store.options(), checkpoint, |from| read(store, from))
    }

    /// Returns this conversation with the options of a restored one.
    ///
    /// # Errors
    /// The errors of [`Settings::restore`].
    pub fn restored(mut self, options: &str) -> Result<Self, TodoError> {
        self.settings.restore(options)?;
        Ok(self)
    }
}

/// Returns the indices of the todos of a list in `todos`, and adds those that are not there.
fn indices_of(list: &List, todos: &mut List) -> Vec<u32> {
    let mut index = |todo: &Rc<Todo>| {
        let known = todos.iter().position(|known| known.is_same(todo));
        known.unwrap_or_else(|| {
            let index = todos.len();
            todos.push(Rc::clone(todo));
            index
        }) as u32
    };
    list.iter().map(&mut index).collect()
}

fn read(store: &TodoStore, from: &mut Decoder<'_>) -> Conversation {
    let mut read = StoredConversation::default();
    read.read(from);
    let list = Rc::new(from.todos_at(&read.seen, &read.todos));
    let turn_list = Rc::new(from.todos_at(&read.turn_base, &read.todos));
    let next_turn = read.next_turn.0.is_some();
    let positions = read.next_positions.0;
    from.check(next_turn == positions.is_some(), "next_positions is missing", &[]);
    let positions = positions.unwrap_or_else(|| read.positions.clone());
    let revision = Revision::try_from(read.since)
        .ok()
        .filter(|since| store.is_own(*since) && are_of(store, &list));
    let settings = Settings { branch: read.branch.0, stale: read.unchanged.after, ..read.settings };
    Conversation {
        turn_base: KnownList { revision, list: turn_list, positions: read.positions },
        next_turn,
        has_seen_list: read.has_seen_list,
        is_reminded: read.is_reminded,
        last_channel: read.last_channel,
        changes_until_full_list: read.changes_until_full_list.checked_sub(1),
        is_lost: read.has_seen_list && read.changes_until_full_list == 0,
        nudged: read.nudged,
        unshown: read.unshown,
        forgotten: store.forgotten(),
        deliveries: read.deliveries.0,
        unchanged: read.unchanged,
        ..Conversation::with(settings, KnownList { revision, list, positions })
    }
}
