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
//! - whether the model has seen anything of the list
//! - whether the host asks for reminders
//! - how the model last changed the list
//! - the revision up to which it knows what others did, or -1
//! - the keys of the last nudge
//! - a table of todos
//! - the list that it has read, and that of the turn, as places in the table
//! - the keys that positions of the turn refer to
//! - if the next turn is due, the list that it has read again, and the keys that positions will refer to

use std::rc::Rc;

use crate::forms::checkpoint::{open_other, read_other};
use crate::forms::reminder::ReminderMode;
use crate::forms::todo::{integer, read_name, read_todo, write_todo};
use crate::list::error::TodoError;
use crate::list::history::{List, Revision};
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Todo};
use crate::list::view::View;
use crate::text::content::Content;
use crate::text::json::{Parts, Value, Writer};
use crate::tools::conversation::settings::{Settings, read_tag};
use crate::tools::conversation::state::{Conversation, Way, are_of};
use crate::tools::dialects::Dialect;
use crate::tools::schema::Form;

const FORMAT: &str = "agent-todos conversation";

impl Conversation {
    /// Returns the conversation as JSON text, to be stored together with the list.
    pub fn checkpoint(&self) -> String {
        let mut json = Writer::default();
        let Settings {
            dialect,
            reminders,
            every,
            keeps_open,
            name,
            confirms: _,
            schema,
            asks,
            tag,
        } = &self.settings;
        open_other(&mut json, FORMAT);
        json.string(dialect.word()).string(reminders.word()).integer((*every).into());
        json.optional(name.as_ref().map(Content::as_str)).boolean(*keeps_open);
        json.string(schema.word()).boolean(*asks);
        json.optional(tag.as_ref().map(Content::as_str)).integer(self.until_whole.into());
        json.boolean(self.is_begun).boolean(self.is_reminded).string(self.way.word());
        json.integer(self.read.revision.map_or(-1, i64::from));
        write_keys(&mut json, &self.nudged);
        let mut table: Vec<&Rc<Todo>> = Vec::new();
        for todo in self.read.list.iter().chain(&*self.turn.list) {
            if !table.iter().any(|known| known.is_same(todo)) {
                table.push(todo);
            }
        }
        json.open('[');
        table.iter().for_each(|todo| write_todo(&mut json, todo));
        json.close(']');
        write_places(&mut json, &table, &self.read.list);
        write_places(&mut json, &table, &self.turn.list);
        write_keys(&mut json, &self.turn.positions);
        if self.next_turn {
            write_places(&mut json, &table, &self.read.list);
            write_keys(&mut json, &self.read.positions);
        }
        json.close(']');
        json.finish()
    }

    /// Reads a conversation from its checkpoint, for a store that was restored too. If the messages
    /// of the model were not restored, call [`Conversation::compacted`] afterwards.
    ///
    /// # Errors
    /// `invalid_checkpoint` if the text is damaged; `newer_checkpoint` if a newer version wrote it.
    pub fn from_checkpoint(store: &TodoStore, checkpoint: &str) -> Result<Self, TodoError> {
        read_other(FORMAT, checkpoint, |parts| read(store, parts))
    }

    /// Returns this conversation with the options of a restored one. `confirms` says whether
    /// somebody confirms claims. Unless the host kept the messages, the next reminder is the whole
    /// list.
    pub fn restored(mut self, confirms: bool, has_messages: bool) -> Self {
        self.settings.confirms = confirms;
        if !has_messages {
            self.compacted();
        }
        self.awaiting_verdicts(confirms)
    }
}

fn write_keys(json: &mut Writer, keys: &[Key]) {
    json.open('[');
    for key in keys {
        json.integer(key.0.into());
    }
    json.close(']');
}

fn write_places(json: &mut Writer, table: &[&Rc<Todo>], list: &List) {
    json.open('[');
    for todo in list {
        let place = table.iter().position(|known| known.is_same(todo));
        json.integer(place.unwrap_or_default() as i64);
    }
    json.close(']');
}

fn read(store: &TodoStore, parts: &mut Parts<'_>) -> Option<Conversation> {
    let dialect = Dialect::from_name(&parts.next()?.as_string()?).ok()?;
    let reminders = ReminderMode::from_word(&parts.next()?.as_string()?)?;
    let every = u32::try_from(parts.next()?.as_integer()?).ok().filter(|every| *every > 0)?;
    let name = match parts.next()? {
        value if value.is_null() => None,
        value => Some(read_name(&value.as_string()?)?),
    };
    let keeps_open = parts.next()?.as_boolean()?;
    let schema = Form::from_word(&parts.next()?.as_string()?)?;
    let asks = parts.next()?.as_boolean()?;
    let tag = match parts.next()? {
        value if value.is_null() => None,
        value => Some(read_tag(&value.as_string()?)?),
    };
    let settings = Settings {
        dialect,
        reminders,
        every,
        keeps_open,
        name,
        confirms: false,
        schema,
        asks,
        tag,
    };
    let until_whole = u32::try_from(parts.next()?.as_integer()?).ok()?;
    let is_begun = parts.next()?.as_boolean()?;
    let is_reminded = parts.next()?.as_boolean()?;
    let way = Way::from_word(&parts.next()?.as_string()?)?;
    let since = parts.next()?.as_integer()?;
    let nudged = read_keys(parts.next()?)?;
    let mut table = List::new();
    for todo in parts.next().filter(|table| table.is_array())?.parts() {
        table.push(Rc::new(read_todo(todo, store.options())?));
    }
    let list = Rc::new(read_list(&table, parts.next()?)?);
    let turn_list = Rc::new(read_list(&table, parts.next()?)?);
    let turn_positions = read_keys(parts.next()?)?;
    // The list that the model has read.
    let next_turn = parts.next().map(|next| read_list(&table, next));
    let positions = match &next_turn {
        Some(None) => return None,
        Some(Some(_)) => read_keys(parts.next()?)?,
        None => turn_positions.clone(),
    };
    if parts.next().is_some() {
        return None;
    }
    let revision =
        Revision::try_from(since).ok().filter(|since| store.is_own(*since) && are_of(store, &list));
    let turn = View { revision, list: turn_list, positions: turn_positions };
    let forgotten = store.forgotten();
    Some(Conversation {
        turn,
        next_turn: next_turn.is_some(),
        is_begun,
        is_reminded,
        way,
        until_whole,
        nudged,
        forgotten,
        ..Conversation::with(settings, View { revision, list, positions })
    })
}

fn read_keys(value: Value<'_>) -> Option<Vec<Key>> {
    let mut parts = Some(value).filter(|keys| keys.is_array())?.parts();
    let mut keys = Vec::new();
    while parts.clone().next().is_some() {
        keys.push(Key(integer(&mut parts)?));
    }
    Some(keys)
}

fn read_list(table: &List, value: Value<'_>) -> Option<List> {
    let mut parts = Some(value).filter(|places| places.is_array())?.parts();
    let mut list = List::new();
    while parts.clone().next().is_some() {
        list.push(Rc::clone(table.get(integer(&mut parts)? as usize)?));
    }
    Some(list)
}
