//! The checkpoint: a store written as one JSON text and read back whole, history included.
//!
//! ```json
//! ["agent-todos",2,{"maxTodos":30,…},3,
//!  [["user",["model","researcher"]],[[0,1,1],0],[]],
//!  [0,"host",1763769600000,0],
//!  [1,"user",52000,2,0,[1,"todo","a"],1,[2,"todo","b"]],
//!  [2,"model","researcher",1250,2,0,"done"],
//!  [3,"model","researcher",800,1,0,1],
//!  [2,"user undo",90000]]
//! ```
//!
//! The format, its version, the options, the number of the next key; then the marks, as `forms/marks` has them, which
//! version 1 did not have; then the history, an array for each revision. Its first number is the revision (the very first need not be 0), or an earlier one
//! whose list an undo brought back: then no list follows, unless that one fell away from a history
//! that is bounded. Next are who made it, with what they did where that was no mere edit (`"user skip: too slow"`), their name if they have one, and how many
//! milliseconds after the one before. Then comes the size of the list, and after
//! it come pairs of a place and what stands there now: a todo, or a status that the todo at this place
//! took on, or the place of the list before at which the todo stood. Places that are not named hold
//! what they held. A todo is as `forms/todo` has it.
//!
//! Last may come an object: what somebody stored with the list, by name, each a text. It is no part of the
//! store, and reading passes over it.
//!
//! Reading checks every rule of the store at every revision: a text that was cut short, damaged or
//! edited by hand is refused as a whole.

use std::rc::Rc;

use crate::forms::marks;
use crate::forms::todo::{integer, read_name, read_status, read_text, read_todo, write_todo};
use crate::list::author::{Actor, Author, Cause, Stamp};
use crate::list::blockers::closing;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::{Edit, History, List, Revision};
use crate::list::marks::Marks;
use crate::list::options::{CheckpointOptions, Options};
use crate::list::store::TodoStore;
use crate::list::times::Times;
use crate::list::todo::{Field, Key, Todo};
use crate::text::content::Content;
use crate::text::json::{Document, Parts, Value, Writer};
use crate::text::message::Part::Number;
use crate::text::message::excerpt;

const FORMAT: &str = "agent-todos";
/// Goes up when the form changes; older forms stay readable.
const VERSION: i64 = 2;
/// The last version that had no marks.
const WITHOUT_MARKS: i64 = 1;
/// The version of the other formats.
const OTHER_VERSION: i64 = 1;

impl TodoStore {
    /// The whole store as JSON text: options, keys, list and history.
    pub fn checkpoint(&self) -> String {
        self.checkpoint_of(usize::MAX)
    }

    /// As [`TodoStore::checkpoint`], with as many of the latest snapshots as the options ask for.
    pub fn checkpoint_with(&self, options: CheckpointOptions) -> String {
        self.checkpoint_of(options.max_snapshots().unwrap_or(usize::MAX))
    }

    /// As [`TodoStore::checkpoint`], with so many of the latest snapshots at most, 1 or more. It costs as
    /// much as they hold, however many there are.
    pub fn checkpoint_of(&self, snapshots: usize) -> String {
        let mut json = Writer::default();
        json.open('[').string(FORMAT).integer(VERSION);
        json.value(self.options()).integer(self.next_key().into());
        marks::write(&mut json, self.marks(), self.times(), self.list());
        self.write_history(&mut json, snapshots);
        json.close(']');
        json.finish()
    }

    fn write_history(&self, json: &mut Writer, snapshots: usize) {
        let mut before = Rc::<List>::default();
        let mut at = 0;
        let oldest = self.history().oldest_of(snapshots);
        self.history().visit_from(oldest, self.shared_list(), &mut |revision, origin, list| {
            json.open('[').integer(origin.into());
            let stamp = self.history().stamp_of(revision);
            // Of the first list nobody knows what left it.
            let reason = self.history().reason_of(revision).filter(|_| revision > oldest);
            write_stamp(json, stamp, reason, at);
            at = stamp.at;
            if origin == revision || origin < oldest {
                write_list(json, &before, list);
            }
            json.close(']');
            before = list.clone();
            false
        });
    }

    /// Reads a checkpoint back.
    ///
    /// # Errors
    /// `invalid_checkpoint` for a text that is damaged (one that is no checkpoint is);
    /// `newer_checkpoint` for one that a newer version wrote.
    pub fn from_checkpoint(checkpoint: &str) -> Result<Self, TodoError> {
        Self::from_checkpoint_with(checkpoint, CheckpointOptions::default())
    }

    /// As [`TodoStore::from_checkpoint`], with other options than those of the store that was written.
    ///
    /// # Errors
    /// Those of [`TodoStore::from_checkpoint`].
    pub fn from_checkpoint_with(
        checkpoint: &str,
        options: CheckpointOptions,
    ) -> Result<Self, TodoError> {
        let mut reader = CheckpointReader::default();
        reader.read(checkpoint, options).ok_or_else(|| {
            let (code, template, number) = if reader.version > VERSION {
                (
                    ErrorCode::NewerCheckpoint,
                    "invalid checkpoint: version {} is newer than 2: update agent-todos",
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

/// Appends who made a revision, how and why, and how long after a time.
fn write_stamp(json: &mut Writer, stamp: &Stamp, reason: Option<&Content>, since: i64) {
    let mut words = String::from(stamp.by.author.word());
    if stamp.cause != Cause::Edit {
        words.push(' ');
        words.push_str(stamp.cause.word());
    }
    if let Some(reason) = reason {
        words.push_str(": ");
        words.push_str(reason.as_str());
    }
    json.string(&words);
    if let Some(name) = &stamp.by.name {
        json.string(name.as_str());
    }
    json.integer(stamp.at.saturating_sub(since));
}

/// Appends the size of a list and what is new in it, as the module's description says.
fn write_list(json: &mut Writer, before: &List, list: &List) {
    json.integer(list.len() as i64);
    for (place, todo) in list.iter().enumerate() {
        let stood_here = before.get(place);
        if stood_here.is_some_and(|before| before.is_same(todo)) {
            continue;
        }
        json.integer(place as i64);
        if stood_here.is_some_and(|before| before.says_the_same(todo)) {
            json.string(todo.status.word());
        } else if let Some(stood) = before.iter().position(|before| before.is_same(todo)) {
            json.integer(stood as i64);
        } else {
            write_todo(json, todo);
        }
    }
}

/// Replays a checkpoint, checking each step. None is a broken rule.
#[derive(Default)]
struct CheckpointReader {
    version: i64,
    options: Options,
    next_key: u32,
    list: List,
    /// When the latest revision was made.
    at: i64,
    keys: UniqueItems<Key>,
    names: UniqueItems<Content>,
    /// How many todos of the list are in progress that have no owner and are not claimed.
    doing: usize,
    /// How many entries of the history have been begun.
    entry: i64,
    /// How many edits were made.
    #[cfg(test)]
    work: usize,
}

impl CheckpointReader {
    fn read(&mut self, checkpoint: &str, options: CheckpointOptions) -> Option<TodoStore> {
        let document = Document::read(checkpoint).ok()?;
        let mut parts = document.root().parts();
        if parts.next()?.as_string()? != FORMAT || document.is_repaired {
            return None;
        }
        self.version = parts.next()?.as_integer()?;
        if !(WITHOUT_MARKS..=VERSION).contains(&self.version) {
            return None;
        }
        self.options = Options::from_value(parts.next()?).ok()?;
        self.next_key = integer(&mut parts)?;
        let has_marks = self.version > WITHOUT_MARKS;
        let marks = if has_marks { Some(parts.next()?) } else { None };
        let mut history = self.first(parts.next()?)?;
        while let Some(entry) = parts.next() {
            if entry.is_object() {
                let is_with_the_list =
                    entry.parts().all(|part| part.as_string().is_some()) && parts.next().is_none();
                is_with_the_list.then_some(())?;
            } else {
                self.change(entry, &mut history)?;
            }
        }
        let list = core::mem::take(&mut self.list);
        let options = self.options.chosen_anew(options);
        history.show_at_most(options.max_snapshots());
        let (marks, times) = match marks {
            Some(marks) => marks::read(marks, &list, self.next_key, &options)?,
            None => (Marks::default(), Times::default()),
        };
        let store = TodoStore::from_parts(options, self.next_key, history, list.into());
        Some(store.with_marks(marks).with_times(times))
    }

    fn first(&mut self, entry: Value<'_>) -> Option<History> {
        let mut parts = entry.parts();
        let revision = integer(&mut parts)?;
        let (stamp, None) = self.stamp(&mut parts)? else { return None };
        self.edits(parts)?;
        Some(History::new(
            Rc::new(self.list.clone()),
            revision,
            stamp,
            self.options.max_snapshots(),
        ))
    }

    fn change(&mut self, entry: Value<'_>, history: &mut History) -> Option<()> {
        self.entry = self.entry.wrapping_add(1);
        let revision = history.revision();
        let mut parts = entry.parts();
        let origin: Revision = integer(&mut parts)?;
        let (stamp, reason) = self.stamp(&mut parts)?;
        let (edits, known) = if parts.clone().next().is_none() {
            let (edits, known) = history.undo()?;
            edits.iter().for_each(|edit| self.apply(edit));
            (edits, known)
        } else {
            let edits = self.edits(parts)?;
            let is_of_fallen = origin < history.oldest();
            (edits, if is_of_fallen { origin } else { revision.checked_add(1)? })
        };
        edits.into_iter().for_each(|edit| history.push(edit));
        history.commit(stamp, Some(known));
        if let Some(reason) = reason {
            history.give_reason(reason);
        }
        (known == origin && history.revision() != revision).then_some(())
    }

    fn stamp(&mut self, parts: &mut Parts<'_>) -> Option<(Stamp, Option<Content>)> {
        let words = parts.next()?.as_string()?;
        let (words, reason) = match words.split_once(':') {
            Some((words, reason)) => {
                let reason = reason.strip_prefix(' ')?;
                (words, Some(read_text(Field::Reason, reason, &self.options)?))
            }
            None => (&*words, None),
        };
        let author = Author::ALL.into_iter().find(|by| words.starts_with(by.word()))?;
        let cause = match words.strip_prefix(author.word())? {
            "" => Cause::Edit,
            rest => Cause::from_word(rest.strip_prefix(' ')?)?,
        };
        let mut next = parts.next()?;
        let mut name = None;
        if let Some(text) = next.as_string() {
            name = Some(read_name(&text)?);
            next = parts.next()?;
        }
        self.at = self.at.checked_add(next.as_integer()?)?;
        let may_have_reason = match cause {
            Cause::Edit | Cause::Skip => true,
            Cause::Undo | Cause::Restore | Cause::NewTask => false,
        };
        (reason.is_none() || may_have_reason)
            .then_some((Stamp { by: Actor { author, name }, at: self.at, cause }, reason))
    }

    /// Makes the list that follows the present one, from its size and pairs, the present one: costs what
    /// changed.
    fn edits(&mut self, mut parts: Parts<'_>) -> Option<Vec<Edit>> {
        let size = integer(&mut parts)? as usize;
        // What a pair names stood in the list before, so all are read first.
        let mut todos = Vec::new();
        while let Some(place) = parts.next() {
            let place = usize::try_from(place.as_integer()?).ok()?;
            let what = parts.next()?;
            let todo = if let Some(status) = what.as_string() {
                let (status, waits) = read_status(&status)?;
                self.list.get(place)?.with_status(status).waiting_elsewhere(waits)
            } else if let Some(stood) = what.as_integer() {
                self.list.get(usize::try_from(stood).ok()?)?.clone()
            } else {
                self.todo(what)?
            };
            todos.push((place, todo));
        }
        let mut edits = Vec::new();
        for at in (size..self.list.len()).rev() {
            let before = self.list.get(at).cloned();
            edits.push(self.applied(Edit::Todo { at, before, after: None }));
        }
        for (at, todo) in todos {
            let edit = match self.list.get(at) {
                Some(before) if before.is_same(&todo) => continue,
                Some(before) if before.says_the_same(&todo) => {
                    Edit::Status { at, before: before.status, after: todo.status }
                }
                Some(before) => Edit::Todo { at, before: Some(before.clone()), after: Some(todo) },
                None if at == self.list.len() => Edit::Todo { at, before: None, after: Some(todo) },
                None => return None,
            };
            edits.push(self.applied(edit));
        }
        let has_circle = edits.iter().any(|edit| match edit {
            Edit::Todo { after: Some(todo), .. } => closing(&self.list, todo).is_some(),
            Edit::Todo { after: None, .. } | Edit::Status { .. } => false,
        });
        let is_whole = !has_circle && self.list.len() == size && size <= self.options.max_todos();
        let is_valid = self.doing <= self.options.max_doing()
            && self.keys.is_each_once()
            && self.names.is_each_once();
        (is_whole && is_valid).then_some(edits)
    }

    fn applied(&mut self, edit: Edit) -> Edit {
        self.apply(&edit);
        edit
    }

    fn apply(&mut self, edit: &Edit) {
        #[cfg(test)]
        {
            self.work = self.work.saturating_add(1);
        }
        let (at, leaves, comes) = match edit {
            Edit::Status { at, .. } => (*at, true, true),
            Edit::Todo { at, before, after } => (*at, before.is_some(), after.is_some()),
        };
        if let Some(todo) = self.list.get(at).filter(|_| leaves).cloned() {
            self.forget(&todo);
        }
        edit.apply(&mut self.list);
        if let Some(todo) = self.list.get(at).filter(|_| comes).cloned() {
            self.learn(&todo);
        }
    }

    fn learn(&mut self, todo: &Todo) {
        self.keys.insert(todo.key);
        todo.cleaned_text(Field::Name).into_iter().for_each(|name| self.names.insert(name.clone()));
        self.doing = self.doing.wrapping_add(usize::from(is_counted_work(todo)));
    }

    fn forget(&mut self, todo: &Todo) {
        self.keys.remove(&todo.key);
        todo.cleaned_text(Field::Name).into_iter().for_each(|name| self.names.remove(name));
        self.doing = self.doing.wrapping_sub(usize::from(is_counted_work(todo)));
    }

    fn todo(&self, value: Value<'_>) -> Option<Todo> {
        let is_known = |key: &Key| key.0 < self.next_key;
        read_todo(value, &self.options)
            .filter(|todo| is_known(&todo.key) && todo.blocked_by().iter().all(is_known))
    }
}

/// Whether a todo counts for how many may be in progress.
fn is_counted_work(todo: &Todo) -> bool {
    todo.is_at_work() && todo.text(Field::Owner).is_none()
}

/// Begins a checkpoint of another format than a list's, with the version of that.
pub(crate) fn open_other(json: &mut Writer, format: &str) {
    json.open('[').string(format).integer(OTHER_VERSION);
}

/// Reads a checkpoint of another format than a list's; `read` takes what follows its version.
///
/// # Errors
/// `invalid_checkpoint` for a text that is damaged; `newer_checkpoint` for one that a newer version wrote.
pub(crate) fn read_other<T>(
    format: &str,
    checkpoint: &str,
    read: impl FnOnce(&mut Parts<'_>) -> Option<T>,
) -> Result<T, TodoError> {
    let mut version = OTHER_VERSION;
    let document = Document::read(checkpoint).ok();
    let parts = document.as_ref().and_then(|document| opened(document, format, &mut version));
    parts.and_then(|mut parts| read(&mut parts)).ok_or_else(|| refused(format, version))
}

/// What follows the version, where that is the one that is read.
fn opened<'d>(document: &'d Document<'_>, format: &str, version: &mut i64) -> Option<Parts<'d>> {
    let mut parts = document.root().parts();
    let is_it =
        document.root().is_array() && !document.is_repaired && parts.next()?.as_string()? == format;
    *version = parts.next().filter(|_| is_it)?.as_integer()?;
    (*version == OTHER_VERSION).then_some(parts)
}

#[cold]
fn refused(format: &str, version: i64) -> TodoError {
    let (code, template) = match version > OTHER_VERSION {
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

/// What the todos of a list have, each of which may have it once.
struct UniqueItems<T> {
    /// In order.
    items: Vec<T>,
    /// How many stand beside one like them.
    repeated: usize,
}

impl<T> Default for UniqueItems<T> {
    fn default() -> Self {
        Self { items: Vec::new(), repeated: 0 }
    }
}

impl<T: Ord> UniqueItems<T> {
    fn insert(&mut self, item: T) {
        let at = match self.items.binary_search(&item) {
            Ok(at) => {
                self.repeated = self.repeated.saturating_add(1);
                at
            }
            Err(at) => at,
        };
        self.items.insert(at, item);
    }

    fn remove(&mut self, item: &T) {
        if let Ok(at) = self.items.binary_search(item) {
            self.items.remove(at);
            let is_repeated = self.items.binary_search(item).is_ok();
            self.repeated = self.repeated.saturating_sub(usize::from(is_repeated));
        }
    }

    fn is_each_once(&self) -> bool {
        self.repeated == 0
    }
}

#[cfg(test)]
mod tests;
