//! The reminder: the text that a host adds to the conversation so that the model sees the list.
//!
//! It contains the whole list, or what others have changed since the model last saw it, and who
//! they are.

use std::rc::Rc;

use tsify::Tsify;

use crate::forms::id_map::{IdMap, IdScheme};
use crate::forms::item_schema::StatusNames;
use crate::forms::xml::{self, OWN_WORDS, Words};
use crate::list::delta::Aspect;
use crate::list::history::List;
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Todo};
use crate::text::message::FormatArg::Text;
use crate::text::message::{count, fill, join, push};
use crate::text::string_enum::string_enum;

/// The text before the list in a reminder.
pub const BEFORE_LIST: &str = "<browser-state>TODO list updated. Current state:\n";
/// The start of a reminder. Each begins with it and ends with [`AFTER_LIST`].
const START: &str = "<browser-state>";
/// The text after the list in a reminder.
pub const AFTER_LIST: &str = "</browser-state>";

/// Returns the whole list in a `<browser-state>` element, exactly as the original agent wrote it.
pub fn system_reminder(list: &List) -> String {
    let mut reminder = String::from(BEFORE_LIST);
    xml::write(&mut reminder, list, &[], OWN_WORDS);
    reminder.push_str(AFTER_LIST);
    reminder
}

/// The maximum number of settled todos that a reminder shows. Of more, it shows those that were
/// settled last.
const MAX_SETTLED: usize = 30;

/// The todos that a list leaves out and only counts.
pub(crate) struct Counted {
    pub settled: Vec<Key>,
    /// The todos of others than the reader.
    pub others: Vec<Key>,
}

impl Counted {
    /// Returns what a list without these todos of others counts.
    pub fn without(others: Vec<Key>, store: &TodoStore) -> Self {
        Self { settled: counted(store, &others), others }
    }
}

/// Returns the settled todos that a reminder without these todos of others only counts, ordered by
/// key.
pub(crate) fn counted(store: &TodoStore, others: &[Key]) -> Vec<Key> {
    if store.list().len() <= MAX_SETTLED {
        return Vec::new();
    }
    let settled = || {
        let todos = store.list().iter().enumerate();
        todos.filter(|(_, todo)| todo.status().is_settled() && !others.contains(&todo.key))
    };
    let Some(excess) = settled().count().checked_sub(MAX_SETTLED).filter(|excess| *excess > 0)
    else {
        return Vec::new();
    };
    let settled_at = |(index, todo): (usize, &Rc<Todo>)| {
        let provenance = store.provenance().of(todo.key);
        (
            provenance.map(|provenance| provenance.last_write(Aspect::State).revision),
            index,
            todo.key,
        )
    };
    sorted(sorted(settled().map(settled_at)).into_iter().take(excess).map(|(_, _, key)| key))
}

/// Returns the items in order. The standard library's sorting would add 2 kB to the module, and the
/// items nearly are in order.
pub(crate) fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut sorted: Vec<T> = Vec::new();
    for item in items {
        let index = sorted.partition_point(|known| *known < item);
        sorted.insert(index, item);
    }
    sorted
}

/// Appends the list without the counted todos, after an introduction with their number.
pub(crate) fn write_list(
    out: &mut String,
    id_map: &IdMap<'_>,
    counted: &Counted,
    introduction: &str,
    end: &str,
) {
    out.push_str(introduction);
    for (keys, template) in [
        (&counted.settled, "; {} more are done or skipped"),
        (&counted.others, "; not shown: {} of other agents"),
    ] {
        if !keys.is_empty() {
            push(out, template, &[count(keys.len())]);
        }
    }
    out.push_str(end);
    let left_out = sorted(counted.settled.iter().chain(&counted.others).copied());
    let write_id = &|out: &mut String, index, todo: &Todo| id_map.write(out, index, todo);
    xml::write(out, id_map.list, &left_out, Words { write_id, statuses: id_map.statuses });
}

/// Returns the list in a reminder, with the ids by which the models of a tool name todos.
#[cfg_attr(
    not(all(target_arch = "wasm32", feature = "todos")),
    allow(dead_code, reason = "JavaScript's outcomes alone have it")
)]
pub(crate) fn reminder_of(
    store: &TodoStore,
    ids: IdScheme,
    statuses: Option<&'static StatusNames>,
) -> String {
    let id_map = IdMap { ids, statuses, list: store.list(), positions: &[], store };
    list_after(&[], &id_map, &Counted::without(Vec::new(), store))
}

/// Returns a reminder with sentences and the list.
pub(crate) fn list_after(sentences: &[String], id_map: &IdMap<'_>, counted: &Counted) -> String {
    let before = match sentences {
        [] => "<browser-state>TODO list updated. Current state".to_owned(),
        _ => {
            let parts = [Text(&join(sentences, "\n"))];
            fill("<browser-state>TODO list updated. {}\nCurrent state", &parts)
        }
    };
    let mut reminder = String::new();
    write_list(&mut reminder, id_map, counted, &before, ":\n");
    reminder.push_str(AFTER_LIST);
    reminder
}

string_enum! {
    /// What a reminder contains: what others changed, with the whole list after each change
    /// (`"full"`) or at first and now and then (`"changes"`), or nothing (`"off"`).
    #[derive(Tsify)]
    pub enum ReminderMode {
        /// After each change, what others changed and the whole list.
        Full = "full",
        /// The whole list at first and now and then, and otherwise what others changed.
        Changes = "changes",
        /// Nothing.
        Off = "off",
    }
}

/// The reminder to add to a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reminder {
    /// No reminder: nothing is new, or nothing is left to do.
    Nothing,
    /// What others changed, or the list.
    Text {
        /// The text of the reminder.
        text: String,
        /// Whether the text contains the whole list. It does if ids have changed and when the
        /// whole list is due.
        is_whole: bool,
    },
}

impl Reminder {
    /// Returns whether the reminder contains the whole list.
    pub fn is_whole(&self) -> bool {
        match self {
            Self::Nothing => false,
            Self::Text { is_whole, .. } => *is_whole,
        }
    }

    /// Returns the reminder with another element around it.
    pub(crate) fn within(self, tag: &str) -> Self {
        let is_whole = self.is_whole();
        match self.inner() {
            "" => self,
            inner => {
                let parts = [Text(tag), Text(inner), Text(tag)];
                Self::Text { text: fill("<{}>{}</{}>", &parts), is_whole }
            }
        }
    }

    /// Returns the reminder with another line.
    pub(crate) fn with(self, line: &str) -> Self {
        let (inner, is_whole) = (self.inner(), self.is_whole());
        let separator = if inner.is_empty() { "" } else { "\n" };
        Self::Text { text: join(&[START, inner, separator, line, AFTER_LIST], ""), is_whole }
    }

    /// Returns what is in the element.
    fn inner(&self) -> &str {
        let Self::Text { text, .. } = self else { return "" };
        let inner = text.strip_prefix(START).and_then(|text| text.strip_suffix(AFTER_LIST));
        inner.unwrap_or_default()
    }
}

impl TodoStore {
    /// Returns the text that a host adds to the conversation after a change.
    pub fn system_reminder(&self) -> String {
        system_reminder(self.list())
    }
}
