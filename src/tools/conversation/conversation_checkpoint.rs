//! A conversation as JSON text, to be stored together with the list.
//!
//! ```json
//! ["agent-todos conversation",1,"todo_manager","changes",20,"researcher",false,"lean",false,null,
//!  0,0,null,true,true,false,[],"tool",[1,2],false,"",0,0,false,7,[1],[1],[[1,"todo","a"]],[[0],[0]]]
//! ```
//!
//! After the format and its version come the settings: dialect, reminders, `every`, name or null,
//! whether open todos stay, the form of the schemas, whether the model has `ask_user`, the element
//! around reminders or null, `stale` or 0, and the key of the todo to which it is confined, or 0.
//! Then comes what the conversation knows:
//!
//! - how many changes are left until the whole list is due, or null if it is due
//! - whether the model has seen the list, whether the host asks for reminders, and whether the
//!   messages lost what the model knew
//! - the keys of the todos that the last whole list only counted
//! - how the model last changed the list
//! - the keys of the last nudge
//! - whether the next turn is due
//! - the deliveries, as JSON of the host
//! - the revision of the last reminder, the number of messages since it came, and whether the model
//!   has read that nothing has changed
//! - the revision up to which it knows what others did, or null
//! - the keys that positions refer to in the list that it has seen, and in that of the turn
//! - a table of todos, and these two lists as indices in it

use std::rc::Rc;

use crate::forms::codec::{
    Codec, Decoder, begin, end, read_checkpoint, record, string_enum_codecs,
};
use crate::forms::reminder::ReminderMode;
use crate::list::error::TodoError;
use crate::list::history::{List, Revision};
use crate::list::store::TodoStore;
use crate::list::todo::Todo;
use crate::text::content::Content;
use crate::text::json::Writer;
use crate::text::message::excerpt;
use crate::tools::conversation::settings::{Settings, read_tag};
use crate::tools::conversation::turns::{Conversation, Deliveries, WriteChannel, are_of};
use crate::tools::dialects::Dialect;
use crate::tools::schema::SchemaForm;

const FORMAT: &str = "agent-todos conversation";

record!(Conversation {
    settings: "settings",
    changes_until_full_list: "changes until the full list",
    has_seen_list: "whether the list was read",
    is_reminded: "whether reminders are used",
    is_lost: "whether what was read is lost",
    unshown: "unshown todos",
    last_channel: "kind of the last write",
    nudged: "todos of the last hint",
    next_turn: "whether the next turn is due",
    deliveries: "deliveries",
    unchanged: "stale",
    seen.revision: "revision",
    seen.positions: "positions of the list that was read",
    turn_base.positions: "positions",
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
        tag: "tag",
        stale: "stale",
        branch: "branch",
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

impl Codec for Deliveries {
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
        let lists = [&self.seen, &self.turn_base].map(|known| indices_of(&known.list, &mut todos));
        let mut to = begin(FORMAT);
        self.write(&mut to);
        todos.write(&mut to);
        lists.write(&mut to);
        end(to)
    }

    /// Reads a conversation from its checkpoint, for a store that was restored too. If the messages
    /// of the model are not to be seen, call [`Conversation::compacted`] afterwards.
    ///
    /// # Errors
    /// `invalid_checkpoint` if the text is damaged; `newer_checkpoint` if a newer version wrote it.
    pub fn from_checkpoint(store: &TodoStore, checkpoint: &str) -> Result<Self, TodoError> {
        let mut read = Self::new(Settings::default());
        read_checkpoint((FORMAT, "conversation"), *store.options(), checkpoint, &mut |from| {
            read.read(from);
            let (mut todos, mut lists) = (List::new(), <[Vec<u32>; 2]>::default());
            from.field("todos", &mut todos);
            from.field("lists", &mut lists);
            let [seen, turn_base] = lists.map(|list| Rc::new(from.todos_at(&list, &todos)));
            (read.seen.list, read.turn_base.list) = (seen, turn_base);
        })?;
        let is_known = |since: &Revision| store.is_own(*since) && are_of(store, &read.seen.list);
        let revision = read.seen.revision.filter(is_known);
        (read.seen.revision, read.turn_base.revision) = (revision, revision);
        read.forgotten = store.forgotten();
        Ok(read)
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
