//! `Draft`: the list that a write requests, before the policy decides how much of it becomes the
//! list.
//!
//! A draft begins with the list that the writer had in front of it. Its methods apply the request
//! to a copy of that list alone. [`crate::change::resolve`] compares the result with the current
//! list.

use std::borrow::Cow;
use std::rc::Rc;

use crate::change::denial_notes::name;
use crate::change::statement::{Stated, Statement};
use crate::forms::id_map::{IdMap, IdScheme};
use crate::list::author::Actor;
use crate::list::blockers::{add_dependency, clear_dependencies, next};
use crate::list::data::Data;
use crate::list::delta::Aspect;
use crate::list::edit_options::Patch;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::List;
use crate::list::indexed_list::{find, find_near, index_of};
use crate::list::known_list::KnownList;
use crate::list::limits::check_length;
use crate::list::note::Notes;
use crate::list::options::OnSkip;
use crate::list::owners::{is_of_another, is_own_work, work_of};
use crate::list::sites::Sites;
use crate::list::store::{TodoStore, unknown_id};
use crate::list::todo::{Id, Key, Ref, SkipDetails, StateKind, Status, TextField, Todo};
use crate::list::tree::{is_descendant, open_descendants};
use crate::text::content::Content;
use crate::text::message::FormatArg::{Number, Text};
use crate::text::message::{count, excerpt, fill};

/// The list that a write requests, and what else it states.
pub(crate) struct Draft<'a> {
    /// The store with the current list.
    pub current: &'a TodoStore,
    pub actor: Actor,
    /// The list that the writer had in front of it.
    pub base: Rc<List>,
    pub requested: List,
    pub next_key: u32,
    /// The todos that positions refer to, in order, or `None` for those of the base.
    pub positions: Option<Cow<'a, [Key]>>,
    /// What the writer calls todos.
    pub ids: IdScheme,
    /// What the write states in addition to the list.
    pub statements: Vec<Statement>,
    /// The todos of the list that the writer was not shown.
    pub unshown: &'a [Key],
    /// The proposed and approved sites from now on, if the write sets them.
    pub sites: Option<Sites>,
    /// Whether the call is still being written, so that more items may follow.
    pub is_partial: bool,
}

impl<'a> Draft<'a> {
    /// Creates a draft of a change to the current list.
    pub fn new(current: &'a TodoStore) -> Self {
        Self::with(current, current.shared_list().clone(), None, current.next_key())
    }

    /// Creates a draft of a change to the list that the writer has in front of it, which may be out
    /// of date.
    pub fn from_known(current: &'a TodoStore, known_list: &'a KnownList, next_key: u32) -> Self {
        let base = with_links_of(current, known_list.list.clone());
        let positions = Cow::Borrowed(known_list.positions.as_slice());
        Self::with(current, base, Some(positions), next_key)
    }

    fn with(
        current: &'a TodoStore,
        base: Rc<List>,
        positions: Option<Cow<'a, [Key]>>,
        next_key: u32,
    ) -> Self {
        Self {
            current,
            actor: current.actor().clone(),
            requested: List::clone(&base),
            base,
            next_key: next_key.max(current.next_key()),
            positions,
            ids: IdScheme::Positions(1),
            statements: Vec::new(),
            unshown: &[],
            sites: None,
            is_partial: false,
        }
    }

    /// Puts back the todos that a call omits so far, because its further items may be these. Each
    /// goes in front of the same todo as before, so that no todo moves while the call is written.
    pub fn keep_left_out(&mut self) {
        if !self.is_partial {
            return;
        }
        let mut before = self.requested.len();
        for todo in self.base.iter().rev() {
            match index_of(&self.requested, todo.key) {
                Some(index) => before = index,
                None => self.requested.insert(before, Rc::clone(todo)),
            }
        }
    }

    // Which todo is meant --------------------------------------------------------------------

    /// Returns the index of a todo in the draft, and records that the write names it.
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn index_of(&mut self, todo: Ref) -> Result<usize, TodoError> {
        let key = match todo {
            Ref::Id(id) => self.key_at(id)?,
            Ref::Key(key) => key,
        };
        let index = index_of(&self.requested, key).ok_or_else(|| self.not_on_list(key, todo))?;
        if !self.states(key, &Stated::Name) {
            self.state(key, Stated::Name);
        }
        Ok(index)
    }

    /// Returns the todo with an id.
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn key_at(&self, id: Id) -> Result<Key, TodoError> {
        let key = match self.ids {
            IdScheme::Positions(_) => self.key_in(id.index()),
            IdScheme::Names | IdScheme::Numbers => self.key_named(&fill("{}", &[Number(id.0)])),
        };
        // Somebody else may have emptied the list.
        let size = if self.current.list().is_empty() { 0 } else { self.last_position() };
        key.ok_or_else(|| unknown_id(id, size))
    }

    /// Returns the key of the todo that the writer calls by this name.
    pub fn key_named(&self, name: &str) -> Option<Key> {
        self.with_naming(|id_map| id_map.key_named(name))
    }

    /// Returns what the writer calls a todo.
    pub fn id_of(&self, key: Key) -> Option<String> {
        self.with_naming(|id_map| id_map.of(key))
    }

    fn with_naming<T>(&self, use_it: impl FnOnce(&IdMap<'_>) -> T) -> T {
        let positions = match self.ids {
            IdScheme::Positions(_) => self.by_position(),
            IdScheme::Names | IdScheme::Numbers => Vec::new(),
        };
        let (ids, store) = (self.ids, self.current);
        use_it(&IdMap { ids, statuses: None, list: &self.requested, positions: &positions, store })
    }

    /// Returns the todos that positions refer to, in order.
    pub fn by_position(&self) -> Vec<Key> {
        match &self.positions {
            Some(positions) => positions.to_vec(),
            None => self.base.iter().map(|todo| todo.key).collect(),
        }
    }

    /// Makes positions refer to what the write has left of the list so far, and to what it added
    /// after that: the todos with this number of a key or a later one.
    pub fn renumber(&mut self, first_new: u32) {
        let mut positions = self.by_position();
        positions.retain(|key| index_of(&self.requested, *key).is_some());
        let is_new = |todo: &&Rc<Todo>| todo.key.0 >= first_new;
        positions.extend(self.requested.iter().filter(is_new).map(|todo| todo.key));
        self.positions = Some(Cow::Owned(positions));
    }

    fn key_in(&self, index: usize) -> Option<Key> {
        match &self.positions {
            Some(positions) => positions.get(index).copied(),
            None => self.base.get(index).map(|todo| todo.key),
        }
    }

    fn last_position(&self) -> usize {
        self.positions.as_ref().map_or(self.base.len(), |positions| positions.len())
    }

    /// Returns the keys of todos, and records that the write names them.
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn keys(&mut self, todos: &[Ref]) -> Result<Vec<Key>, TodoError> {
        let mut keys = Vec::with_capacity(todos.len());
        for todo in todos {
            let index = self.index_of(*todo)?;
            keys.extend(self.requested.get(index).map(|todo| todo.key));
        }
        Ok(keys)
    }

    /// Returns the position that refers to a todo.
    pub fn position_of(&self, key: Key) -> Option<Id> {
        let index = match &self.positions {
            Some(positions) => positions.iter().position(|known| *known == key),
            None => index_of(&self.base, key),
        };
        index.map(Id::at)
    }

    #[cold]
    fn not_on_list(&self, key: Key, named: Ref) -> TodoError {
        match named {
            Ref::Id(id) => {
                let removed =
                    || self.current.provenance().tombstone(key).map(|tombstone| &tombstone.todo);
                let base = find(&self.base, key).or_else(removed).map_or("", |todo| todo.content());
                let parts = [Number(id.0), excerpt(base)];
                TodoError::new(ErrorCode::UnknownId, "todo {} ({}) left the list", &parts)
            }
            Ref::Key(key) => self.current.unknown_key(key),
        }
    }

    /// Returns the index at which to insert todos after a position.
    fn index_after(&self, position: i64) -> Result<usize, TodoError> {
        let unknown = || no_position(position, self.last_position());
        if position == 0 {
            return Ok(0);
        }
        let key = self.key_in(Id(position).index()).ok_or_else(unknown)?;
        let index = index_of(&self.requested, key)
            .ok_or_else(|| self.not_on_list(key, Ref::Id(Id(position))))?;
        Ok(index + 1)
    }

    // Edits ----------------------------------------------------------------------------------

    /// Changes the todo at an index. If nothing differs, the list keeps the same object.
    pub fn change(&mut self, index: usize, change: impl FnOnce(&mut Todo)) {
        let Some(slot) = self.requested.get_mut(index) else { return };
        let mut todo = Todo::clone(slot);
        change(&mut todo);
        if !slot.is_same(&todo) {
            *slot = Rc::new(todo);
        }
    }

    /// Records that the write decides an aspect, if a person writes. A person makes no claim, so
    /// one that they leave as it is keeps its author.
    pub(super) fn claim_authorship(&mut self, index: usize, aspect: Aspect) {
        let Some(todo) = self.requested.get(index).filter(|_| self.actor.is_person()) else {
            return;
        };
        if aspect != Aspect::State || !todo.state.is_claimed() {
            self.state(todo.key, Stated::Decision(aspect));
        }
    }

    /// Records what the write states of a todo.
    pub fn state(&mut self, key: Key, what: Stated) {
        self.statements.push(Statement { key, what });
    }

    /// Returns whether the write states this of a todo.
    pub fn states(&self, key: Key, what: &Stated) -> bool {
        self.statements.iter().any(|stated| stated.key == key && stated.what == *what)
    }

    /// Sets the status of the todo at an index.
    pub fn set_status(&mut self, index: usize, status: Status) {
        let name = self.actor.name.clone();
        // The end of a lease decides nothing, so a todo that it freed starts from there.
        let key = self.requested.get(index).map(|todo| todo.key);
        let current = key.and_then(|key| find_near(self.current.list(), index, key));
        let freed = current.map(|todo| &todo.state).filter(|state| state.last_owner().is_some());
        let freed = freed.cloned();
        self.change(index, |todo| {
            let state = freed.as_ref().unwrap_or(&todo.state);
            todo.state = state.to(status).started_by(state, name);
        });
        self.note_status(index, status);
        self.claim_authorship(index, Aspect::State);
    }

    /// Records that the write states the status of the todo at an index.
    pub fn note_status(&mut self, index: usize, status: Status) {
        if let Some(todo) = self.requested.get(index) {
            self.state(todo.key, Stated::Status { status, waits: false });
        }
    }

    /// Returns whether the write states the status of a todo.
    pub fn states_status(&self, todo: Key) -> bool {
        self.statements.iter().any(|stated| stated.key == todo && stated.status().is_some())
    }

    /// Inserts new todos before an index. Returns notes about what was cleaned out of them.
    fn insert(&mut self, index: usize, contents: &[&str]) -> Result<Notes, TodoError> {
        check_length(self.requested.len() + contents.len())?;
        let mut notes = Notes::new();
        let mut todos = List::with_capacity(contents.len());
        for ((number, text), key) in (1..).zip(contents).zip(self.next_key..) {
            let content = self.current.content(text, number, &mut notes)?;
            todos.push(Rc::new(Todo::new(Key(key), content)));
        }
        self.next_key += todos.len() as u32;
        let index = index.min(self.requested.len());
        let after = self.requested.split_off(index);
        self.requested.extend(todos);
        self.requested.extend(after);
        Ok(notes)
    }

    /// Appends todos, in order.
    ///
    /// # Errors
    /// `empty_content` and `content_too_long`, naming the item; `too_many_todos`.
    pub fn add(&mut self, contents: &[&str]) -> Result<Notes, TodoError> {
        self.insert(self.requested.len(), contents)
    }

    /// Inserts todos after a position, 0 being the front.
    ///
    /// # Errors
    /// `unknown_id`, and those of [`Draft::add`].
    pub fn add_after(&mut self, position: i64, contents: &[&str]) -> Result<Notes, TodoError> {
        let index = self.index_after(position)?;
        self.insert(index, contents)
    }

    /// Marks a todo done, with the evidence, if there is any.
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn complete(&mut self, todo: Ref, evidence: Option<Content>) -> Result<(), TodoError> {
        let index = self.index_of(todo)?;
        self.set_status(index, Status::Done);
        if evidence.is_some() {
            self.change(index, |todo| todo.set_text(TextField::Evidence, evidence));
        }
        Ok(())
    }

    /// Skips a todo, with the reason. `failed` is whether it was tried. A person also skips what is
    /// open under it. [`OnSkip`] decides whether they stay on the list.
    ///
    /// # Errors
    /// `unknown_id`, `content_too_long`.
    pub fn skip(&mut self, todo: Ref, reason: &str, failed: bool) -> Result<Notes, TodoError> {
        let mut notes = Notes::new();
        let index = self.index_of(todo)?;
        let reason = self.current.text(TextField::Reason, reason, &mut notes)?;
        let named = self.requested.get(index).map(|todo| todo.key);
        for key in self.with_open_descendants(index) {
            if let Some(index) = index_of(&self.requested, key) {
                // Only the todo itself was tried, not those under it.
                let failed = failed && Some(key) == named;
                self.skip_at(index, SkipDetails { reason: reason.clone(), failed });
            }
        }
        Ok(notes)
    }

    fn skip_at(&mut self, index: usize, skip: SkipDetails) {
        match self.current.options().on_skip() {
            OnSkip::Remove => {
                let todo = self.requested.remove(index);
                self.state(todo.key, Stated::Skip(skip));
            }
            OnSkip::Mark => {
                // The reason stays if the same actor skips the todo again without one, or a model
                // does. What a model skips again stays failed, because not every
                // tool can say that.
                let by = self
                    .requested
                    .get(index)
                    .and_then(|todo| self.current.provenance().by(todo.key, Aspect::State));
                let is_restricted = self.actor.author.is_restricted();
                let is_kept = by == Some(&self.actor) || is_restricted;
                self.change(index, |todo| {
                    let known = todo.state.reason().filter(|_| is_kept).cloned();
                    let known = known.filter(|_| todo.status() == Status::Skipped);
                    let failed = skip.failed || is_restricted && todo.is_failed();
                    todo.state = SkipDetails { reason: skip.reason.or(known), failed }.into();
                });
                self.note_status(index, Status::Skipped);
                self.claim_authorship(index, Aspect::State);
            }
        }
    }

    /// Sets a todo back to "todo", with the reason.
    ///
    /// # Errors
    /// `unknown_id`, `content_too_long`.
    pub fn reopen(&mut self, todo: Ref, reason: &str) -> Result<Notes, TodoError> {
        let mut notes = Notes::new();
        let index = self.index_of(todo)?;
        let reason = self.current.text(TextField::Reason, reason, &mut notes)?;
        self.set_status(index, Status::Todo);
        self.change(index, |todo| {
            if reason.is_some() || todo.waiting().is_some() {
                let kept = [TextField::Owner, TextField::Answer];
                let state = todo.state.change(StateKind::Todo, &kept);
                todo.state = state.with(TextField::Reason, reason);
            }
        });
        Ok(notes)
    }

    /// Sets a todo and all after it back to "todo".
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn go_back(&mut self, todo: Ref) -> Result<(), TodoError> {
        for index in self.index_of(todo)?..self.requested.len() {
            self.set_status(index, Status::Todo);
        }
        Ok(())
    }

    /// Marks a todo as in progress.
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn start(&mut self, todo: Ref) -> Result<(), TodoError> {
        let index = self.index_of(todo)?;
        self.set_status(index, Status::Doing);
        Ok(())
    }

    /// Returns the todos that the actor has in progress.
    pub fn in_progress(&self) -> impl Iterator<Item = &Rc<Todo>> {
        self.requested.iter().filter(|todo| is_own_work(&self.actor, todo))
    }

    /// Returns how a message names a todo of the list: by its id and its content.
    pub fn name_of(&self, todo: &Todo) -> String {
        self.with_naming(|id_map| name(id_map, todo))
    }

    /// Starts the next todo, unless one is in progress. Returns its key.
    pub fn start_next(&mut self) -> Option<Key> {
        let own = work_of(&self.requested, self.actor.name.as_ref());
        let own = own.first().and_then(|key| index_of(&self.requested, *key));
        let free = |todo: &Todo| {
            let current = find(self.current.list(), todo.key).map_or(todo, |current| current);
            !current.status().is_settled() && !is_of_another(&self.actor, current)
        };
        let index = own.or_else(|| next(&self.requested, free))?;
        self.set_status(index, Status::Doing);
        self.requested.get(index).map(|todo| todo.key)
    }

    /// Sets todos in progress back to "todo": all, or those of the actor.
    pub fn unstart(&mut self, all: bool) {
        for index in 0..self.requested.len() {
            let is_selected = |todo: &Rc<Todo>| {
                if all { todo.is_at_work() } else { is_own_work(&self.actor, todo) }
            };
            if self.requested.get(index).is_some_and(is_selected) {
                self.change(index, |todo| *todo = todo.with_status(Status::Todo));
            }
        }
    }

    /// Removes a todo, if it is there. A person also removes what is open under it.
    pub fn remove(&mut self, key: Key) {
        let Some(index) = index_of(&self.requested, key) else { return };
        for key in self.with_open_descendants(index) {
            if let Some(index) = index_of(&self.requested, key) {
                self.requested.remove(index);
            }
        }
    }

    /// Returns the todo at an index. A person who skips or removes it also means what is open under
    /// it.
    fn with_open_descendants(&self, index: usize) -> Vec<Key> {
        let Some(key) = self.requested.get(index).map(|todo| todo.key) else { return Vec::new() };
        let mut meant = if self.actor.is_person() {
            open_descendants(&self.requested, key)
        } else {
            Vec::new()
        };
        meant.push(key);
        meant
    }

    /// Moves a todo to after a position, 0 being the front. The todos under it follow it.
    ///
    /// # Errors
    /// `unknown_id`, also for a position that is not 0..=n.
    pub fn move_to(&mut self, todo: Ref, position: i64) -> Result<(), TodoError> {
        let from = self.index_of(todo)?;
        let to = self.index_after(position)?;
        let moved = self.requested.remove(from);
        // The todos behind it moved up.
        let to = if to > from { to.saturating_sub(1) } else { to };
        let key = moved.key;
        self.state(key, Stated::Move);
        let to = to.min(self.requested.len());
        self.requested.insert(to, moved);
        if self.actor.is_person() {
            self.state(key, Stated::Decision(Aspect::Place));
        }
        Ok(())
    }

    /// Changes the texts of a todo, its blockers, its parent, whether it has to be confirmed, and
    /// its data.
    ///
    /// # Errors
    /// `unknown_id`, `empty_content`, `content_too_long`, `invalid_priority`; `invalid_argument` if
    /// it would depend on itself, and for data that is too long.
    pub fn edit(&mut self, todo: Ref, patch: &Patch<'_>) -> Result<Notes, TodoError> {
        let index = self.index_of(todo)?;
        let mut notes = Notes::new();
        for (field, text) in patch.fields() {
            let text = self.current.text(field, text, &mut notes)?;
            self.change(index, |todo| todo.set_text(field, text));
            self.claim_authorship(index, Aspect::Text(field));
        }
        if let Some(confirm) = patch.confirm {
            self.change(index, |todo| todo.set_flags(|flags| flags.confirm = confirm));
            if let Some(todo) =
                self.requested.get(index).filter(|_| !self.actor.author.is_restricted())
            {
                self.state(todo.key, Stated::Decision(Aspect::Confirm));
            }
        }
        if let Some(data) = patch.data {
            let data = Data::read(data)?;
            self.change(index, |todo| todo.set_data(data));
        }
        if let (Some(blockers), Some(key)) =
            (patch.blocked_by, self.requested.get(index).map(|todo| todo.key))
        {
            clear_dependencies(&mut self.requested, key);
            let mut links = Vec::with_capacity(blockers.len());
            for blocker in blockers {
                let blocker = match blocker {
                    Ref::Id(id) => self.key_at(*id)?,
                    Ref::Key(key) => *key,
                };
                let known = index_of(&self.requested, blocker);
                known.ok_or_else(|| self.current.unknown_key(blocker))?;
                links.push((key, blocker));
            }
            add_dependency(&mut self.requested, &links)?;
            self.claim_authorship(index, Aspect::Blockers);
        }
        if let Some(parent) = patch.parent {
            self.put_under(index, parent)?;
        }
        Ok(notes)
    }

    /// Moves the todo at an index under another one, or to the top level.
    pub fn put_under(&mut self, index: usize, parent: Option<Ref>) -> Result<(), TodoError> {
        let parent = match parent {
            Some(Ref::Id(id)) => Some(self.key_at(id)?),
            Some(Ref::Key(key)) => Some(key),
            None => None,
        };
        let Some(key) = self.requested.get(index).map(|todo| todo.key) else { return Ok(()) };
        if let Some(parent) = parent {
            let above =
                find(&self.requested, parent).ok_or_else(|| self.current.unknown_key(parent))?;
            if parent == key || is_descendant(&self.requested, above, key) {
                let parts = [Text(&key.to_text()), Text(&parent.to_text())];
                return Err(TodoError::invalid(
                    "{} cannot be under {}, which is that todo or under it",
                    &parts,
                ));
            }
        }
        self.change(index, |todo| todo.set_parent(parent));
        self.claim_authorship(index, Aspect::Parent);
        Ok(())
    }

    /// Approves these open todos, or all: their presence and their texts become the person's.
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn approve(&mut self, todos: Option<&[Ref]>) -> Result<(), TodoError> {
        let keys = match todos {
            Some(todos) => Some(self.keys(todos)?),
            None => None,
        };
        for index in 0..self.requested.len() {
            let is_selected = self.requested.get(index).is_some_and(|todo| {
                !todo.status().is_settled()
                    && keys.as_ref().is_none_or(|keys| keys.contains(&todo.key))
            });
            if !is_selected {
                continue;
            }
            self.change(index, |todo| todo.set_flags(|flags| flags.approved = true));
            self.claim_authorship(index, Aspect::Presence);
            for field in TextField::APPROVED {
                if self.requested.get(index).is_some_and(|todo| todo.text(field).is_some()) {
                    self.claim_authorship(index, Aspect::Text(field));
                }
            }
        }
        Ok(())
    }
}

/// Returns a list whose todos have the current blockers. Few tools can state blockers, and their
/// calls only add some.
fn with_links_of(current: &TodoStore, mut base: Rc<List>) -> Rc<List> {
    if Rc::ptr_eq(&base, current.shared_list()) {
        return base;
    }
    for index in 0..base.len() {
        let Some(before) = base.get(index) else { break };
        let Some(current) = find_near(current.list(), index, before.key) else { continue };
        if before.blocked_by() != current.blocked_by()
            && let Some(todo) = Rc::make_mut(&mut base).get_mut(index)
        {
            Rc::make_mut(todo).set_blocked_by(current.blocked_by().to_vec());
        }
    }
    base
}

/// Returns the error for a position that a list of `known` todos does not have.
#[cold]
pub(super) fn no_position(position: i64, known: usize) -> TodoError {
    let template = "there is no position {}: give 0 for the front or an id up to {}";
    TodoError::new(ErrorCode::UnknownId, template, &[Number(position), count(known)])
}
