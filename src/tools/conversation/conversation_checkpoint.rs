//! A conversation as JSON text, to be stored together with the list.
//!
//! ```json
//! ["agent-todos conversation",1,"todo_manager","changes",20,"researcher",false,"lean",
//!  false,null,0,true,true,[],"tool",7,[1,2],[[1,"todo","a"]],[0],[1],[0],[1],false,0,"",0,0,0,false]
//! ```
//!
//! After the format and its version come the settings: dialect, reminders, `every`, name or null,
//! whether open todos stay, the form of the schemas, whether the model has `ask_user`, and the
//! element around reminders or null. Then comes what the conversation knows:
//!
//! - how many changes are left until the whole list is due
//! - whether the model has seen the list
//! - whether the host asks for reminders
//! - the keys of the todos that the last whole list only counted
//! - how the model last changed the list
//! - the revision up to which it knows what others did, or -1
//! - the keys of the last nudge
//! - a table of todos
//! - the list that it has seen, as indices in the table, and the keys that positions in it refer to
//! - the same of the turn
//! - whether the next turn is due
//! - the key of the todo to which it is confined, or 0
//! - the deliveries, as JSON of the host
//! - `stale` or 0, the revision of the last reminder, the number of messages since it came, and
//!   whether the model has read that nothing has changed

use std::rc::Rc;

use crate::forms::codec::{
    Codec, Decoder, begin, end, read_checkpoint, record, string_enum_codecs,
};
use crate::forms::reminder::ReminderMode;
use crate::list::error::TodoError;
use crate::list::history::{List, Revision};
use crate::list::known_list::KnownList;
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Todo};
use crate::text::content::Content;
use crate::text::json::Writer;
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
    seen_positions: Vec<Key>,
    turn_base: Vec<u32>,
    positions: Vec<Key>,
    next_turn: bool,
    branch: Option<Key>,
    deliveries: StoredDeliveries,
    unchanged: Unchanged,
}

record!(StoredConversation {
    settings: "settings",
    changes_until_full_list: "changes until the full list",
    has_seen_list: "whether the list was read",
    is_reminded: "whether reminders are used",
    unshown: "unshown todos",
    last_channel: "kind of the last write",
    since: "revision",
    nudged: "todos of the last hint",
    todos: "todos",
    seen: "list that was read",
    seen_positions: "positions of the list that was read",
    turn_base: "list of the turn",
    positions: "positions",
    next_turn: "whether the next turn is due",
    branch: "branch",
    deliveries: "deliveries",
    unchanged: "stale",
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

/// What stands in the messages, as JSON text.
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
            seen: indices_of(&self.seen.list, &mut todos),
            turn_base: indices_of(&self.turn_base.list, &mut todos),
            positions: self.turn_base.positions.clone(),
            seen_positions: self.seen.positions.clone(),
            next_turn: self.next_turn,
            branch: self.settings.branch,
            deliveries: StoredDeliveries(self.deliveries.clone()),
            unchanged: self.unchanged.clone(),
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
    let revision = Revision::try_from(read.since)
        .ok()
        .filter(|since| store.is_own(*since) && are_of(store, &list));
    let settings = Settings { branch: read.branch, stale: read.unchanged.after, ..read.settings };
    Conversation {
        turn_base: KnownList { revision, list: turn_list, positions: read.positions },
        next_turn: read.next_turn,
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
        ..Conversation::with(settings, KnownList { revision, list, positions: read.seen_positions })
    }
}
