//! `TodoStore`: the ordered list and its rules.
//!
//! Every write is all or nothing: it first works out its edits from the list as it is, and only a
//! write that is whole is carried out. One that changes nothing makes no revision.
//!
//! Sources: seed 002 for the operations; the design for keys, revisions and undo.

use std::rc::Rc;

use crate::content::{Content, Rejected};
use crate::error::{ErrorCode, TodoError};
use crate::history::{Edit, History, List, difference};
use crate::json;
use crate::options::{OnSkip, Options};
use crate::todo::{Id, Key, Status, Todo};

/// The notes of a write: one line for each thing that was cleaned or repaired, usually none.
pub type Notes = Vec<String>;

/// An ordered list of todos with ids 1..n, stable keys, and a history of every revision.
///
/// ```
/// use agent_todos::{Id, TodoStore};
///
/// let mut store = TodoStore::default();
/// store.add_multiple(&["Open the shop", "Find a kettle"])?;
/// store.complete(Id(1))?;
/// assert_eq!(
///     store.xml(),
///     "<todos><todo id=\"1\" status=\"done\">Open the shop</todo>\
///      <todo id=\"2\" status=\"todo\">Find a kettle</todo></todos>",
/// );
/// # Ok::<(), agent_todos::TodoError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TodoStore {
    options: Options,
    list: List,
    next_key: u32,
    history: History,
}

impl Default for TodoStore {
    fn default() -> Self {
        Self::new(Options::default())
    }
}

impl TodoStore {
    /// An empty list at revision 0.
    pub fn new(options: Options) -> Self {
        Self::from_parts(options, 1, History::new(List::new(), 0), List::new())
    }

    /// A store put together from what a checkpoint or XML held; `list` is the history's latest.
    pub(crate) fn from_parts(
        options: Options,
        next_key: u32,
        history: History,
        list: List,
    ) -> Self {
        Self { options, list, next_key, history }
    }

    /// The rules this store was made with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    // Reads ----------------------------------------------------------------------------------

    /// The list; a todo's id is its place plus one.
    pub fn list(&self) -> &List {
        &self.list
    }

    /// Grows by one with each change that changed something; 0 at first.
    pub fn revision(&self) -> u64 {
        self.history.revision()
    }

    /// The todo in progress, with its id.
    pub fn current_doing(&self) -> Option<(Id, &Rc<Todo>)> {
        self.with_ids().find(|(_, todo)| todo.status == Status::Doing)
    }

    /// The todos not started yet, with their ids.
    pub fn pending(&self) -> impl Iterator<Item = (Id, &Rc<Todo>)> {
        self.with_ids().filter(|(_, todo)| todo.status == Status::Todo)
    }

    /// Whether any todo is neither done nor skipped.
    pub fn check_pending(&self) -> bool {
        self.list.iter().any(|todo| !todo.status.is_settled())
    }

    /// Whether every todo is done or skipped; so an empty list is.
    pub fn is_all_done_or_skipped(&self) -> bool {
        !self.check_pending()
    }

    /// Whether the todo is done or skipped (seed 002).
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn is_completed(&self, id: Id) -> Result<bool, TodoError> {
        self.find(id).map(|(_, todo)| todo.status.is_settled())
    }

    /// `<todos><todo id="1" status="doing">text</todo></todos>`, escaped.
    pub fn xml(&self) -> String {
        crate::xml::write(&self.list)
    }

    /// One todo as it stands in [`TodoStore::xml`].
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn todo_xml(&self, id: Id) -> Result<String, TodoError> {
        let (at, todo) = self.find(id)?;
        let mut xml = String::new();
        crate::xml::write_todo(&mut xml, (at as u64).saturating_add(1), todo);
        Ok(xml)
    }

    /// The text a host puts into the conversation after a change.
    pub fn system_reminder(&self) -> String {
        crate::reminder::system_reminder(&self.list)
    }

    /// Every snapshot of the session, oldest first.
    pub fn snapshots(&self) -> impl Iterator<Item = (u64, List)> {
        self.history.snapshots()
    }

    // Writes ---------------------------------------------------------------------------------

    /// Appends todos, in order.
    ///
    /// # Errors
    /// `empty_content`, `content_too_long`, `too_many_todos`; each names the item.
    pub fn add_multiple(&mut self, contents: &[impl AsRef<str>]) -> Result<Notes, TodoError> {
        self.insert(self.list.len(), contents)
    }

    /// Inserts todos after a position, 0 being the front; the rest move back.
    ///
    /// # Errors
    /// `unknown_id` for a position that is not 0..=n, and those of [`TodoStore::add_multiple`].
    pub fn add_after_position(
        &mut self,
        position: i64,
        contents: &[impl AsRef<str>],
    ) -> Result<Notes, TodoError> {
        let size = self.list.len();
        match usize::try_from(position) {
            Ok(at) if at <= size => self.insert(at, contents),
            _ => Err(TodoError::new(
                ErrorCode::UnknownId,
                format!(
                    "there is no position {position}: give 0 for the front or an id up to {size}"
                ),
            )),
        }
    }

    /// Empties the list and adds todos, none of them started.
    ///
    /// # Errors
    /// Those of [`TodoStore::add_multiple`].
    pub fn replace_all(&mut self, contents: &[impl AsRef<str>]) -> Result<Notes, TodoError> {
        let (todos, notes) = self.new_todos(0, contents)?;
        let added = todos.len();
        self.commit(
            [removal(0, self.list.clone()), insertion(0, todos)].into_iter().flatten().collect(),
        );
        self.count_keys(added);
        Ok(notes)
    }

    /// Marks todos done, from any status.
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn complete_multiple(&mut self, ids: &[Id]) -> Result<(), TodoError> {
        let mut places = Vec::with_capacity(ids.len());
        for id in ids {
            let (at, _) = self.find(*id)?;
            if !places.contains(&at) {
                places.push(at);
            }
        }
        self.set_statuses(places, Status::Done);
        Ok(())
    }

    /// Marks one todo done, from any status.
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn complete(&mut self, id: Id) -> Result<(), TodoError> {
        self.set_status(id, Status::Done)
    }

    /// Gives one todo up: it is marked skipped or leaves the list, as [`OnSkip`] says.
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn skip(&mut self, id: Id) -> Result<(), TodoError> {
        match self.options.on_skip() {
            OnSkip::Mark => self.set_status(id, Status::Skipped),
            OnSkip::Remove => self.remove(id),
        }
    }

    /// Takes one todo off the list; the rest reindex.
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn remove(&mut self, id: Id) -> Result<(), TodoError> {
        let (at, todo) = self.find(id)?;
        let removal = Edit::Remove { at, todos: vec![Rc::clone(todo)] };
        self.commit(vec![removal]);
        Ok(())
    }

    /// Sets a todo and all after it back to todo.
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn go_back(&mut self, id: Id) -> Result<(), TodoError> {
        let (at, _) = self.find(id)?;
        self.set_statuses(at..self.list.len(), Status::Todo);
        Ok(())
    }

    /// Marks a todo as in progress, from any status. Marking the current one again is no change.
    ///
    /// # Errors
    /// `unknown_id`; `already_doing`, naming the one in progress.
    pub fn mark_doing(&mut self, id: Id) -> Result<(), TodoError> {
        self.find(id)?;
        match self.current_doing() {
            Some((doing, todo)) if doing != id => Err(TodoError::new(
                ErrorCode::AlreadyDoing,
                format!(
                    "todo {doing} (\"{}\") is in progress and only one may be: complete, skip or abort it first",
                    json::excerpt(todo.content.as_str())
                ),
            )),
            _ => self.set_status(id, Status::Doing),
        }
    }

    /// The todo in progress, else the first one not started, which becomes the one in progress.
    pub fn next_todo(&mut self) -> Option<Id> {
        if let Some((id, _)) = self.current_doing() {
            return Some(id);
        }
        let (id, _) = self.pending().next()?;
        self.set_status(id, Status::Doing).ok()?;
        Some(id)
    }

    /// Puts the todo in progress back to todo; nothing else changes.
    pub fn abort(&mut self) {
        if let Some((id, _)) = self.current_doing() {
            // The id was found just now.
            let _ = self.set_status(id, Status::Todo);
        }
    }

    /// Empties the list. Keys go on counting, so none is ever reused.
    pub fn reset(&mut self) {
        self.commit(removal(0, self.list.clone()).into_iter().collect());
    }

    /// Takes back the latest change that is not taken back yet, as a new revision. Says whether
    /// there was one.
    pub fn undo(&mut self) -> bool {
        match self.history.undo() {
            Some((edits, origin)) => {
                self.carry_out(edits, Some(origin));
                true
            }
            None => false,
        }
    }

    /// Brings the list of an earlier revision back, as a new revision.
    ///
    /// # Errors
    /// `unknown_revision`.
    pub fn restore_revision(&mut self, revision: i64) -> Result<(), TodoError> {
        let list = u64::try_from(revision).ok().and_then(|revision| self.history.list_at(revision));
        let list = list.ok_or_else(|| {
            let (oldest, latest) = (self.history.base().0, self.revision());
            TodoError::new(
                ErrorCode::UnknownRevision,
                format!("there is no revision {revision}: history holds {oldest} to {latest}"),
            )
        })?;
        self.commit(difference(&self.list, &list));
        Ok(())
    }

    // Within the crate -----------------------------------------------------------------------

    pub(crate) fn history(&self) -> &History {
        &self.history
    }

    pub(crate) fn next_key(&self) -> u32 {
        self.next_key
    }

    fn with_ids(&self) -> impl Iterator<Item = (Id, &Rc<Todo>)> {
        (1..).map(Id).zip(&self.list)
    }

    fn find(&self, id: Id) -> Result<(usize, &Rc<Todo>), TodoError> {
        id.place().and_then(|at| Some((at, self.list.get(at)?))).ok_or_else(|| {
            let message = match self.list.len() {
                0 => format!("there is no todo {id}: the list is empty"),
                1 => format!("there is no todo {id}: the only id is 1"),
                size => format!("there is no todo {id}: ids are 1 to {size}"),
            };
            TodoError::new(ErrorCode::UnknownId, message)
        })
    }

    fn insert(&mut self, at: usize, contents: &[impl AsRef<str>]) -> Result<Notes, TodoError> {
        let (todos, notes) = self.new_todos(self.list.len(), contents)?;
        let added = todos.len();
        self.commit(insertion(at, todos).into_iter().collect());
        self.count_keys(added);
        Ok(notes)
    }

    /// Makes todos for a list that will keep `kept` of its own.
    fn new_todos(
        &self,
        kept: usize,
        contents: &[impl AsRef<str>],
    ) -> Result<(List, Notes), TodoError> {
        let max = self.options.max_todos();
        if kept.saturating_add(contents.len()) > max {
            return Err(TodoError::new(
                ErrorCode::TooManyTodos,
                format!(
                    "item {} is one too many: {} given, {kept} on the list, and at most {max} allowed: use fewer, broader todos",
                    max.saturating_sub(kept).saturating_add(1),
                    contents.len(),
                ),
            ));
        }
        let mut notes = Notes::new();
        let items = (1..).zip(contents).zip(self.next_key..);
        let todos = items
            .map(|((number, text), key)| {
                let content =
                    self.content(text.as_ref(), &format_args!("item {number}"), &mut notes)?;
                Ok(Rc::new(Todo::new(Key(key), content)))
            })
            .collect::<Result<_, _>>()?;
        Ok((todos, notes))
    }

    /// Makes a text valid; `item` is what errors and notes call it ("item 2").
    fn content(
        &self,
        text: &str,
        item: &dyn std::fmt::Display,
        notes: &mut Notes,
    ) -> Result<Content, TodoError> {
        let max = self.options.max_content_length();
        match Content::new(text, max) {
            Ok((content, cleaned)) => {
                notes.extend(cleaned.notes(item));
                Ok(content)
            }
            Err(Rejected::Empty) => Err(TodoError::new(
                ErrorCode::EmptyContent,
                format!("{item} is empty: say in a few words what is to be done"),
            )),
            Err(Rejected::TooLong { length }) => Err(TodoError::new(
                ErrorCode::ContentTooLong,
                format!("{item} has {length} characters and at most {max} are allowed: shorten it"),
            )),
        }
    }

    fn set_status(&mut self, id: Id, status: Status) -> Result<(), TodoError> {
        let (at, _) = self.find(id)?;
        self.set_statuses([at], status);
        Ok(())
    }

    fn set_statuses(&mut self, places: impl IntoIterator<Item = usize>, status: Status) {
        let edits = places
            .into_iter()
            .filter_map(|at| {
                let before = self.list.get(at).filter(|todo| todo.status != status)?;
                let after = Rc::new(before.with_status(status));
                Some(Edit::Put { at, before: Rc::clone(before), after })
            })
            .collect();
        self.commit(edits);
    }

    /// Carries out a whole write as one revision; without edits it makes none.
    fn commit(&mut self, edits: Vec<Edit>) {
        if !edits.is_empty() {
            self.carry_out(edits, None);
        }
    }

    fn carry_out(&mut self, edits: Vec<Edit>, origin: Option<u64>) {
        edits.iter().for_each(|edit| edit.apply(&mut self.list));
        self.history.push(edits, origin);
    }

    fn count_keys(&mut self, added: usize) {
        self.next_key = self.next_key.saturating_add(u32::try_from(added).unwrap_or(u32::MAX));
    }
}

fn insertion(at: usize, todos: List) -> Option<Edit> {
    (!todos.is_empty()).then_some(Edit::Insert { at, todos })
}

fn removal(at: usize, todos: List) -> Option<Edit> {
    (!todos.is_empty()).then_some(Edit::Remove { at, todos })
}
