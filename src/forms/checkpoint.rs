//! The checkpoint: a store written as one JSON text, with its history, and read back.
//!
//! ```json
//! ["agent-todos",1,{"maxTodos":30,…},3,
//!  [[1,"todo","a"],[2,"todo","b"],[1,"done","a"]],
//!  [[["user",1],["model","researcher",3]],[[0,1,1],0],[]],
//!  [0,"host",1763769600000,[]],
//!  [1,"user",52000,[0,1]],
//!  [2,"model","researcher",1250,[2,1]],
//!  [3,"model skip","researcher",800,"The shop has none",[2]],
//!  [2,"user undo",90000]]
//! ```
//!
//! First come the format, its version, the options and the number of the next key. Then come three
//! parts: each version of each todo in the history once (see `forms/todo`), the marks (see
//! `forms/marks`), and the history, with an array for each revision.
//!
//! A revision consists of:
//!
//! - its number (the first one need not be 0), or that of the earlier revision whose list an undo
//!   brought back
//! - its author, with the cause unless it was a mere edit, and the author's name, if any
//! - the milliseconds since the previous revision
//! - the reason why a todo was skipped or sent back, if there is one
//! - its list, as places of todos in the first part. An undo has no list, unless the revision that
//!   it brought back was dropped from a bounded history.
//! - if its sites differ from those of the previous revision, an array with the proposed sites as
//!   one text and, if there is an approval, its sites, its time and the name of the person
//!
//! The last entry may be an object with what a host stored with the list: texts by name. It is not
//! part of the store, and reading skips it.
//!
//! Reading checks every rule of a list at every revision. A text that was cut off, damaged or
//! edited by hand is refused as a whole. The number of todos in progress is not checked: it is read
//! as it was written.

use std::rc::Rc;

use crate::forms::marks;
use crate::forms::todo::{integer, read_name, read_text, read_todo, write_todo};
use crate::list::author::{Actor, Author, Cause, Stamp};
use crate::list::blockers::has_circle;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::{Entry, History, List, Revision};
use crate::list::limits::MOST_TODOS;
use crate::list::options::{CheckpointOptions, Options};
use crate::list::settings;
use crate::list::sites::{Approved, SiteList, Sites};
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Key, Todo};
use crate::text::content::Content;
use crate::text::json::{Document, Parts, Value, Writer};
use crate::text::message::Part::Number;
use crate::text::message::excerpt;

const FORMAT: &str = "agent-todos";
/// The version of all formats. It increases when one of them changes.
const VERSION: i64 = 1;

impl TodoStore {
    /// Returns the whole store as JSON text: options, keys, list and history.
    pub fn checkpoint(&self) -> String {
        self.checkpoint_of(usize::MAX)
    }

    /// Like [`TodoStore::checkpoint`], but with as many of the latest snapshots as the options ask
    /// for.
    pub fn checkpoint_with(&self, options: CheckpointOptions) -> String {
        self.checkpoint_of(options.max_snapshots().unwrap_or(usize::MAX))
    }

    /// Like [`TodoStore::checkpoint`], but with at most `snapshots` of the latest snapshots, 1 or
    /// more. The cost depends only on the snapshots that are written.
    pub fn checkpoint_of(&self, snapshots: usize) -> String {
        let oldest = self.history().oldest_of(snapshots);
        let entries: Vec<(Revision, &Entry)> = self.history().entries_from(oldest).collect();
        let mut table = Table::default();
        let lists: Vec<Vec<usize>> =
            entries.iter().map(|(_, entry)| table.places(&entry.list)).collect();
        let mut json = Writer::default();
        json.open('[').string(FORMAT).integer(VERSION);
        self.options().write(&mut json);
        json.integer(self.next_key().into());
        json.open('[');
        table.todos.iter().for_each(|todo| write_todo(&mut json, todo));
        json.close(']');
        marks::write(&mut json, self.marks(), self.times(), self.list());
        let mut since = 0;
        let mut sites = &Sites::default();
        for ((revision, entry), places) in entries.into_iter().zip(lists) {
            // The revision that the oldest one repeats is not included, so it counts as its own origin.
            let origin = if revision == oldest { revision } else { entry.origin };
            json.open('[').integer(origin.into());
            write_stamp(&mut json, entry, since);
            since = entry.stamp.at;
            if origin == revision || origin < oldest {
                json.open('[');
                places.into_iter().for_each(|place| {
                    json.integer(place as i64);
                });
                json.close(']');
                if *sites != entry.sites {
                    write_sites(&mut json, &entry.sites);
                }
            }
            sites = &entry.sites;
            json.close(']');
        }
        json.close(']');
        json.finish()
    }

    /// Reads a store from its checkpoint.
    ///
    /// # Errors
    /// `invalid_checkpoint` if the text is damaged or not a checkpoint; `newer_checkpoint` if a
    /// newer version wrote it.
    pub fn from_checkpoint(checkpoint: &str) -> Result<Self, TodoError> {
        Self::from_checkpoint_with(checkpoint, "{}")
    }

    /// Like [`TodoStore::from_checkpoint`], but with options, as a JSON object, that replace those in the text. The limits
    /// only grow, so that what is in the text fits.
    ///
    /// # Errors
    /// The errors of [`TodoStore::from_checkpoint`] and of [`Options::from_json`].
    pub fn from_checkpoint_with(checkpoint: &str, options: &str) -> Result<Self, TodoError> {
        let chosen = settings::document(options)?;
        Options::from_value(chosen.root())?;
        let mut reader = CheckpointReader::default();
        reader.read(checkpoint, chosen.root()).ok_or_else(|| {
            let (code, template, number) = if reader.version > VERSION {
                (
                    ErrorCode::NewerCheckpoint,
                    "invalid checkpoint: version {} is newer than 1: update agent-todos",
                    reader.version,
                )
            } else {
                let template = "invalid checkpoint: damaged at entry {}";
                (ErrorCode::InvalidCheckpoint, template, reader.entry)
            };
            TodoError::new(code, template, &[Number(number)])
        })
    }
}

/// The todos of a history, each version once.
#[derive(Default)]
struct Table<'a> {
    todos: Vec<&'a Rc<Todo>>,
    /// The places of the todos, sorted by key.
    by_key: Vec<(Key, usize)>,
    /// The latest list, and the place of each of its todos.
    latest: Option<(&'a List, Vec<usize>)>,
}

impl<'a> Table<'a> {
    /// Adds the todos of a list, and returns the place of each.
    fn places(&mut self, list: &'a List) -> Vec<usize> {
        let mut places = Vec::with_capacity(list.len());
        for (at, todo) in list.iter().enumerate() {
            let before = self.latest.as_ref().and_then(|(list, places)| {
                list.get(at).filter(|was| Rc::ptr_eq(was, todo)).and(places.get(at)).copied()
            });
            places.push(before.unwrap_or_else(|| self.place(todo)));
        }
        self.latest = Some((list, places.clone()));
        places
    }

    fn place(&mut self, todo: &'a Rc<Todo>) -> usize {
        let from = self.by_key.partition_point(|(key, _)| *key < todo.key);
        let to = self.by_key.partition_point(|(key, _)| *key <= todo.key);
        let known = self.by_key.get(from..to).unwrap_or_default().iter().map(|(_, place)| *place);
        let mut same =
            known.filter(|place| self.todos.get(*place).is_some_and(|t| t.is_same(todo)));
        if let Some(place) = same.next() {
            return place;
        }
        let place = self.todos.len();
        self.by_key.insert(to, (todo.key, place));
        self.todos.push(todo);
        place
    }
}

/// Writes the author, the cause, the time since `since` and the reason of a revision.
fn write_stamp(json: &mut Writer, entry: &Entry, since: i64) {
    let stamp = &entry.stamp;
    let mut words = String::from(stamp.by.author.word());
    if stamp.cause != Cause::Edit {
        words.push(' ');
        words.push_str(stamp.cause.word());
    }
    json.string(&words);
    if let Some(name) = &stamp.by.name {
        json.string(name.as_str());
    }
    json.integer(stamp.at.saturating_sub(since));
    if let Some(reason) = &entry.reason {
        json.string(reason.as_str());
    }
}

/// Writes the sites that are proposed and approved.
fn write_sites(json: &mut Writer, Sites { proposed, approved }: &Sites) {
    json.open('[').string(proposed.as_str());
    if let Some(approved) = approved {
        json.string(approved.sites.as_str()).integer(approved.at);
        if let Some(name) = &approved.name {
            json.string(name.as_str());
        }
    }
    json.close(']');
}

fn read_sites(value: Value<'_>) -> Option<Sites> {
    let mut parts = Some(value).filter(|value| value.is_array())?.parts();
    let proposed = SiteList::from_text(&parts.next()?.as_string()?)?;
    let mut approved = None;
    if let Some(sites) = parts.next() {
        let (sites, at) = (SiteList::from_text(&sites.as_string()?)?, parts.next()?.as_integer()?);
        let mut name = None;
        if let Some(text) = parts.next() {
            name = Some(read_name(&text.as_string()?)?);
        }
        approved = Some(Rc::new(Approved { sites, at, name }));
    }
    parts.next().is_none().then_some(Sites { proposed, approved })
}

/// Reads a checkpoint and checks each part. Its methods return `None` if a rule is broken.
#[derive(Default)]
struct CheckpointReader {
    version: i64,
    options: Options,
    next_key: u32,
    todos: List,
    /// The time of the latest revision.
    at: i64,
    /// The number of the history entry that is being read.
    entry: i64,
}

/// The contents of a history entry.
struct ReadEntry {
    number: Revision,
    stamp: Stamp,
    reason: Option<Content>,
    list: Option<List>,
    sites: Option<Sites>,
}

impl CheckpointReader {
    fn read(&mut self, checkpoint: &str, chosen: Value<'_>) -> Option<TodoStore> {
        let document = Document::read(checkpoint).ok()?;
        let mut parts = document.root().parts();
        if parts.next()?.as_string()? != FORMAT || document.is_repaired {
            return None;
        }
        self.version = parts.next()?.as_integer()?;
        if self.version != VERSION {
            return None;
        }
        self.options = Options::from_value(parts.next()?).ok()?;
        self.next_key = integer(&mut parts)?;
        for value in parts.next().filter(|todos| todos.is_array())?.parts() {
            let todo = self.todo(value)?;
            self.todos.push(todo.into());
        }
        let marks = parts.next()?;
        let first = self.entry(parts.next()?)?;
        let mut history = History::new(
            Rc::new(first.list?),
            first.number,
            first.stamp,
            self.options.max_snapshots(),
        );
        history.set_reason_and_sites(first.reason, first.sites.unwrap_or_default());
        while let Some(entry) = parts.next() {
            if entry.is_object() {
                let is_last_and_of_texts =
                    entry.parts().all(|part| part.as_string().is_some()) && parts.next().is_none();
                is_last_and_of_texts.then_some(())?;
            } else {
                self.entry = self.entry.wrapping_add(1);
                let entry = self.entry(entry)?;
                add_revision(&mut history, entry)?;
            }
        }
        let options = self.options.changed_by(chosen).ok()?.with_limits_of(&self.options);
        history.show_at_most(options.max_snapshots());
        let revision = history.revision();
        let list = history.list_at(revision)?.clone();
        let (marks, times) = marks::read(marks, (&list, revision), self.next_key, &self.options)?;
        let store = TodoStore::from_parts(options, self.next_key, history, list);
        Some(store.with_marks(marks).with_times(times))
    }

    fn entry(&mut self, value: Value<'_>) -> Option<ReadEntry> {
        let mut parts = value.parts();
        let number = integer(&mut parts)?;
        let stamp = self.stamp(&mut parts)?;
        let mut next = parts.next();
        let mut reason = None;
        if let Some(text) = next.and_then(Value::as_string) {
            reason = Some(read_text(Field::Reason, &text, &self.options)?);
            next = parts.next();
        }
        let list = match next {
            Some(places) => Some(self.list(places)?),
            None => None,
        };
        let sites = match parts.next() {
            Some(sites) => Some(read_sites(sites)?),
            None => None,
        };
        let may_have_reason = match stamp.cause {
            Cause::Edit | Cause::Skip => true,
            Cause::Undo | Cause::Restore | Cause::NewTask | Cause::Merge => false,
        };
        let is_whole = parts.next().is_none() && (reason.is_none() || may_have_reason);
        is_whole.then_some(ReadEntry { number, stamp, reason, list, sites })
    }

    fn stamp(&mut self, parts: &mut Parts<'_>) -> Option<Stamp> {
        let words = parts.next()?.as_string()?;
        let (author, cause) = match words.split_once(' ') {
            Some((author, cause)) => (author, Cause::from_word(cause)?),
            None => (&*words, Cause::Edit),
        };
        let author = Author::from_stored(author)?;
        let mut next = parts.next()?;
        let mut name = None;
        if let Some(text) = next.as_string() {
            name = Some(read_name(&text)?);
            next = parts.next()?;
        }
        self.at = self.at.checked_add(next.as_integer()?)?;
        Some(Stamp { by: Actor { author, name }, at: self.at, cause })
    }

    /// Reads the list of a revision and checks every rule of a list.
    fn list(&self, places: Value<'_>) -> Option<List> {
        places.is_array().then_some(())?;
        let mut list = List::new();
        for place in places.parts() {
            let place = usize::try_from(place.as_integer()?).ok()?;
            list.push(self.todos.get(place)?.clone());
        }
        let keys = list.iter().map(|todo| todo.key);
        let names = list.iter().filter_map(|todo| todo.text(Field::Name));
        let is_valid = list.len() <= MOST_TODOS
            && are_different(keys)
            && are_different(names)
            && !has_circle(&list);
        is_valid.then_some(list)
    }

    fn todo(&self, value: Value<'_>) -> Option<Todo> {
        let already_issued = |key: &Key| key.0 < self.next_key;
        read_todo(value, &self.options).filter(|todo| {
            already_issued(&todo.key) && todo.blocked_by().iter().all(already_issued)
        })
    }
}

/// Adds a revision to a history. An entry without a list undoes the previous revisions.
fn add_revision(history: &mut History, read: ReadEntry) -> Option<()> {
    let revision = history.revision().checked_add(1)?;
    let (list, sites, origin) = match read.list {
        Some(list) => {
            let is_of_dropped = read.number < history.oldest();
            let sites = read.sites.unwrap_or_else(|| history.sites());
            (list.into(), sites, if is_of_dropped { read.number } else { revision })
        }
        None => {
            let (entry, origin) = history.undo()?;
            (entry.list.clone(), entry.sites.clone(), origin)
        }
    };
    history.push((list, sites), read.stamp, Some(origin), read.reason);
    (origin == read.number).then_some(())
}

/// Returns whether all items are different. Sorting them would make the WebAssembly module larger.
fn are_different<T: Ord>(mut items: impl Iterator<Item = T>) -> bool {
    let mut known: Vec<T> = Vec::new();
    items.all(|item| match known.binary_search(&item) {
        Ok(_) => false,
        Err(at) => {
            known.insert(at, item);
            true
        }
    })
}

/// Begins a checkpoint in a format other than that of a list, with its version.
pub(crate) fn open_other(json: &mut Writer, format: &str) {
    json.open('[').string(format).integer(VERSION);
}

/// Reads a checkpoint in a format other than that of a list. `read` reads what follows the version.
///
/// # Errors
/// `invalid_checkpoint` if the text is damaged; `newer_checkpoint` if a newer version wrote it.
pub(crate) fn read_other<T>(
    format: &str,
    checkpoint: &str,
    read: impl FnOnce(&mut Parts<'_>) -> Option<T>,
) -> Result<T, TodoError> {
    let mut version = VERSION;
    let document = Document::read(checkpoint).ok();
    let parts =
        document.as_ref().and_then(|document| parts_after_version(document, format, &mut version));
    parts.and_then(|mut parts| read(&mut parts)).ok_or_else(|| refusal(format, version))
}

/// Returns the parts after the version, if the format and the version are the expected ones. Sets
/// `version`.
fn parts_after_version<'d>(
    document: &'d Document<'_>,
    format: &str,
    version: &mut i64,
) -> Option<Parts<'d>> {
    let mut parts = document.root().parts();
    let is_of_format =
        document.root().is_array() && !document.is_repaired && parts.next()?.as_string()? == format;
    *version = parts.next().filter(|_| is_of_format)?.as_integer()?;
    (*version == VERSION).then_some(parts)
}

#[cold]
fn refusal(format: &str, version: i64) -> TodoError {
    let (code, template) = match version > VERSION {
        true => (
            ErrorCode::NewerCheckpoint,
            "invalid checkpoint of {}: version {} is newer than 1: update agent-todos",
        ),
        false => (
            ErrorCode::InvalidCheckpoint,
            "invalid checkpoint of {}: it is damaged, or something else",
        ),
    };
    TodoError::new(code, template, &[excerpt(format), Number(version)])
}

#[cfg(test)]
mod tests;
