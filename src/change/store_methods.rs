//! The methods of a handle that change the list. Each makes a draft of a change to today's list. If
//! the policy denies any part of it, the method returns [`WriteError::Denied`] and changes nothing.

use std::borrow::Cow;
use std::rc::Rc;

use crate::change::command::{Command, CommandResult, Settlement};
use crate::change::denial_notes::already_doing;
use crate::change::draft::Draft;
use crate::change::policy::DenyReason;
use crate::change::resolution::{Resolution, WriteMode};
use crate::change::resolve::resolve_write;
use crate::change::statement::{Stated, Statement};
use crate::change::target::Target;
use crate::forms::id_map::with_positions;
use crate::forms::item_schema::Item;
use crate::list::author::{Actor, Author, ChangeKind};
use crate::list::edit_options::Patch;
use crate::list::error::{ErrorCode, TodoError, WriteError};
use crate::list::history::List;
use crate::list::indexed_list::{find, index_of};
use crate::list::limits::{MAKE_ROOM, check_length};
use crate::list::note::Notes;
use crate::list::options::Unfinished;
use crate::list::provenance::RemovalKind;
use crate::list::sites::Sites;
use crate::list::store::TodoStore;
use crate::list::todo::{Id, Key, Ref, Todo};
use crate::list::write::Commit;
use crate::text::message::FormatArg::{Number, Text};

impl TodoStore {
    /// Appends todos, in order.
    ///
    /// # Errors
    /// `empty_content` and `content_too_long`, naming the item; `too_many_todos`.
    pub fn add_multiple(&mut self, contents: &[&str]) -> Result<Notes, TodoError> {
        let command = Command::Add { items: items_of(contents), after: None };
        self.execute_permitted(command).map(|(_, notes)| notes)
    }

    /// Inserts todos after a position, where 0 is the front. The todos behind them get higher ids.
    ///
    /// # Errors
    /// `unknown_id` for a position that is not 0..=n, and those of [`TodoStore::add_multiple`].
    pub fn add_after_position(
        &mut self,
        position: i64,
        contents: &[&str],
    ) -> Result<Notes, TodoError> {
        let command = Command::Add { items: items_of(contents), after: Some(position) };
        self.execute_permitted(command).map(|(_, notes)| notes)
    }

    /// Replaces the list with todos, none of them started. For a person or a host they are all new.
    /// For a model or an agent it is a whole list: a text that the list already has means that
    /// todo, and what the policy denies stays. Returns the todo that each text means, which is not
    /// on the list if a person removed it.
    ///
    /// # Errors
    /// Those of [`TodoStore::add_multiple`].
    pub fn replace_all(&mut self, contents: &[&str]) -> Result<(Vec<Key>, Notes), TodoError> {
        let is_restricted = self.actor().author.is_restricted();
        let (result, notes) = self.execute_permitted(match is_restricted {
            true => Command::Replace(items_of(contents)),
            false => Command::Renew(contents),
        })?;
        let CommandResult::Added { todos: keys, .. } = result else {
            return Ok((Vec::new(), notes));
        };
        Ok((keys, notes))
    }

    /// Marks todos done, from any status, with evidence. A blank text is no evidence.
    ///
    /// # Errors
    /// `unknown_id`; `content_too_long`.
    pub fn complete_multiple(
        &mut self,
        todos: &[Ref],
        evidence: &str,
    ) -> Result<Notes, WriteError> {
        let done = todos.iter().map(|todo| Target::Ref(*todo)).collect();
        let evidence = evidence.into();
        let settlement = Settlement { done, evidence, ..Settlement::default() };
        self.execute_all_or_nothing(todos, Command::Settle(settlement))
    }

    /// Marks one todo done, from any status.
    ///
    /// # Errors
    /// Those of [`TodoStore::complete_multiple`].
    pub fn complete(&mut self, todo: impl Into<Ref>) -> Result<(), WriteError> {
        self.complete_multiple(&[todo.into()], "").map(drop)
    }

    /// Sets one todo back to "todo", from any status, with a reason, which the history and the
    /// reminders contain. A blank text is no reason. The other todos stay as they are.
    ///
    /// # Errors
    /// `unknown_id`; `content_too_long`.
    pub fn reopen(&mut self, todo: impl Into<Ref>, reason: &str) -> Result<Notes, WriteError> {
        let todo = todo.into();
        self.execute_all_or_nothing(&[todo], Command::Reopen(todo, reason))
    }

    #[cold]
    pub(super) fn unknown_revision(&self, revision: i64) -> TodoError {
        let (oldest, latest) = (self.history().oldest(), self.revision());
        TodoError::new(
            ErrorCode::UnknownRevision,
            "there is no revision {}: history holds {} to {}",
            &[Number(revision), Number(oldest.into()), Number(latest.into())],
        )
    }

    /// Skips one todo, with a reason. [`crate::list::options::OnSkip`] decides whether it stays on
    /// the list. The reason stays with a todo that is marked skipped until its status changes.
    /// If the todo leaves the list, the history contains the reason. A blank text is no reason.
    ///
    /// # Errors
    /// `unknown_id`; `content_too_long`.
    pub fn skip(&mut self, todo: impl Into<Ref>, reason: &str) -> Result<Notes, WriteError> {
        self.give_up(todo.into(), reason, false)
    }

    /// Like [`TodoStore::skip`], but for a todo that was tried.
    ///
    /// # Errors
    /// `unknown_id`; `content_too_long`.
    pub fn fail(&mut self, todo: impl Into<Ref>, reason: &str) -> Result<Notes, WriteError> {
        self.give_up(todo.into(), reason, true)
    }

    fn give_up(&mut self, todo: Ref, reason: &str, failed: bool) -> Result<Notes, WriteError> {
        let (skip, reason) = (vec![Target::Ref(todo)], reason.into());
        let settlement = Settlement { skip, reason, failed, ..Settlement::default() };
        self.execute_all_or_nothing(&[todo], Command::Settle(settlement))
    }

    /// Changes the texts of one todo, its blockers, and whether it has to be confirmed. Its key,
    /// status and place stay.
    ///
    /// # Errors
    /// `unknown_id`, `empty_content`, `content_too_long`, `invalid_priority`; `invalid_argument` if
    /// it would depend on itself.
    pub fn edit(&mut self, todo: impl Into<Ref>, patch: &Patch<'_>) -> Result<Notes, WriteError> {
        let todo = todo.into();
        self.execute_all_or_nothing(&[todo], Command::Edit(todo, patch))
    }

    /// Moves one todo after a position of the present list, where 0 is the front. The others get
    /// new ids.
    ///
    /// # Errors
    /// `unknown_id`, also for a position that is not 0..=n.
    pub fn move_to(&mut self, todo: impl Into<Ref>, position: i64) -> Result<(), WriteError> {
        let todo = todo.into();
        self.execute_all_or_nothing(&[todo], Command::Move(todo, position)).map(drop)
    }

    /// Removes one todo. The others get new ids.
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn remove(&mut self, todo: impl Into<Ref>) -> Result<(), WriteError> {
        let todo = todo.into();
        match self.execute_all_or_nothing(&[todo], Command::Remove(vec![Target::Ref(todo)])) {
            // The todo is gone already, as requested.
            Err(WriteError::Denied) if self.was_removed(todo) => Ok(()),
            result => result.map(drop),
        }
    }

    /// Sets a todo and all after it back to "todo".
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn go_back(&mut self, todo: impl Into<Ref>) -> Result<(), WriteError> {
        let todo = todo.into();
        self.execute_all_or_nothing(&[todo], Command::GoBack(Target::Ref(todo))).map(drop)
    }

    /// Marks a todo as in progress, from any status. Marking it again changes nothing.
    ///
    /// # Errors
    /// `unknown_id`; `already_doing`, naming the one in progress.
    pub fn mark_doing(&mut self, todo: impl Into<Ref>) -> Result<(), WriteError> {
        let todo = todo.into();
        self.execute_all_or_nothing(&[todo], Command::Start(Target::Ref(todo))).map(drop)
    }

    /// Returns the todo in progress. If there is none, starts the first pending todo that depends
    /// on nothing, and returns it.
    pub fn next_todo(&mut self) -> Option<Id> {
        let mut draft = Draft::new(self);
        let result = Command::StartNext.run(&mut draft, &mut Notes::new()).ok()?;
        let CommandResult::Started(Some(key)) = result else { return None };
        self.commit_if_undenied(resolve_write(draft, WriteMode::default()), ChangeKind::Edit)
            .ok()?;
        index_of(self.list(), key).map(Id::at)
    }

    /// Sets todos in progress back to "todo", and changes nothing else. With a name, those of that
    /// owner. Without one, those without an owner for a model, and all for anybody else.
    pub fn abort(&mut self) {
        let Actor { author, name } = self.actor();
        self.unstart(name.is_none() && *author != Author::Model);
    }

    /// Sets the todos that the actor itself has in progress back to "todo".
    pub(crate) fn unstart_own(&mut self) {
        self.unstart(false);
    }

    fn unstart(&mut self, all: bool) {
        let mut draft = self.draft_of_application();
        let mut command = Command::PutBack { all };
        if command.run(&mut draft, &mut Notes::new()).is_ok() {
            self.commit(&mut resolve_write(draft, WriteMode::default()), ChangeKind::Edit);
        }
    }

    /// Empties the list. Keys are never reused. For a person, that is as if they removed each todo.
    /// For the application, the list starts over: models may add todos again that a person had
    /// removed.
    ///
    /// # Errors
    /// `not_allowed` for a model.
    pub fn reset(&mut self) -> Result<(), TodoError> {
        self.check_is_no_model("reset")?;
        self.clear(ChangeKind::Edit);
        Ok(())
    }

    /// Begins a new task. If each todo is done or skipped, the list is archived: one revision
    /// empties it, and the history keeps it. Otherwise `unfinished` decides. Returns whether a list
    /// was archived. An empty list never is. Models may then add todos again that a person had
    /// removed.
    ///
    /// # Errors
    /// `not_allowed` for a model.
    pub fn new_task(&mut self, unfinished: Unfinished) -> Result<bool, TodoError> {
        self.check_is_no_model("newTask")?;
        let is_kept = unfinished == Unfinished::Keep && self.has_unfinished();
        if is_kept {
            return Ok(false);
        }
        let is_archived = !self.list().is_empty();
        self.clear(ChangeKind::NewTask);
        Ok(is_archived)
    }

    fn clear(&mut self, kind: ChangeKind) {
        let begins_anew = kind == ChangeKind::NewTask || !self.actor().is_person();
        let before = self.revision();
        let sites = Some(Sites::default());
        let commit =
            Commit { kind, removal_kind: &|_| RemovalKind::Cleared, sites, ..Commit::default() };
        self.set_list(List::new(), self.next_key(), commit);
        if begins_anew {
            self.release_removed(before, kind);
        }
    }

    /// Restores the list of an earlier revision, as a new revision. An approval that has ended
    /// since is not restored.
    ///
    /// # Errors
    /// `not_allowed` for a model or an agent; `unknown_revision`, also for one that was dropped.
    pub fn restore_revision(&mut self, revision: i64) -> Result<(), TodoError> {
        self.check_may("restoreRevision")?;
        let known = u32::try_from(revision).ok().and_then(|known| self.entry(known));
        let Some(known) = known else { return Err(self.unknown_revision(revision)) };
        let (mut list, mut sites) = (List::clone(known.list()), known.sites.clone());
        if sites.approved != self.sites().approved {
            sites.approved = None;
        }
        for todo in list.iter_mut().filter(|todo| self.approval_ended(todo)) {
            Rc::make_mut(todo).set_flags(|flags| flags.approved = false);
        }
        let commit = Commit { kind: ChangeKind::Restore, sites: Some(sites), ..Commit::default() };
        self.set_list(list, self.next_key(), commit);
        Ok(())
    }

    /// Empties the list, its history and its record of todos that left. Revisions and keys
    /// continue.
    ///
    /// # Errors
    /// `not_allowed` for a model.
    pub fn forget(&mut self) -> Result<(), TodoError> {
        self.check_is_no_model("forget")?;
        self.clear_all();
        Ok(())
    }

    /// Returns whether a todo of an earlier list was approved then and is no longer. For a person
    /// it is false, because they may bring their approval back.
    pub(super) fn approval_ended(&self, todo: &Todo) -> bool {
        let unapproved = |current: &Rc<Todo>| !current.is_approved();
        !self.actor().is_person()
            && todo.is_approved()
            && find(self.list(), todo.key).is_some_and(unapproved)
    }

    /// Refuses a method that only a person or a host may call.
    pub(super) fn check_may(&self, method: &str) -> Result<(), TodoError> {
        if self.actor().author.is_restricted() { Err(not_allowed(method)) } else { Ok(()) }
    }

    /// Refuses what the application does to the list as a whole on a model's handle.
    pub(super) fn check_is_no_model(&self, method: &str) -> Result<(), TodoError> {
        match self.actor().author {
            Author::Model => Err(not_allowed(method)),
            Author::User | Author::Agent | Author::Host => Ok(()),
        }
    }

    // Shared by these methods --------------------------------------------------------------

    /// Starts a draft of a method of the application about the list as a whole. The policy denies
    /// nothing of it, unless a model's handle calls the method.
    fn draft_of_application(&self) -> Draft<'_> {
        let mut draft = Draft::new(self);
        if draft.actor.author == Author::Agent {
            draft.actor.author = Author::Host;
        }
        draft
    }

    /// Carries out a command about todos, in the name of the current actor. If one of them left the
    /// list, or any part of the command is denied, nothing changes. Returns notes about what was
    /// cleaned.
    pub(crate) fn execute_all_or_nothing(
        &mut self,
        todos: &[Ref],
        mut command: Command<'_>,
    ) -> Result<Notes, WriteError> {
        if todos.iter().any(|todo| self.was_removed(*todo)) {
            return Err(WriteError::Denied);
        }
        let mode = command.write_mode();
        let (mut draft, mut notes) = (Draft::new(self), Notes::new());
        command.run(&mut draft, &mut notes)?;
        self.commit_if_undenied(resolve_write(draft, mode), ChangeKind::Edit)?;
        Ok(notes)
    }

    /// Carries out what the policy permits of a command, in the name of the current actor.
    pub(crate) fn execute_permitted(
        &mut self,
        command: Command<'_>,
    ) -> Result<(CommandResult, Notes), TodoError> {
        self.execute_in_mode(command, WriteMode { is_whole: true, ..WriteMode::default() })
    }

    /// Like [`TodoStore::execute_permitted`], for a list from a text. An empty store reads it as it
    /// was written.
    pub(crate) fn execute_stored(&mut self, command: Command<'_>) -> Result<Notes, TodoError> {
        let is_read = self.list().is_empty();
        let mode = WriteMode { is_whole: true, is_read, ..WriteMode::default() };
        self.execute_in_mode(command, mode).map(|(_, notes)| notes)
    }

    fn execute_in_mode(
        &mut self,
        mut command: Command<'_>,
        mode: WriteMode,
    ) -> Result<(CommandResult, Notes), TodoError> {
        let (mut draft, mut notes) = (Draft::new(self), Notes::new());
        let result = command.run(&mut draft, &mut notes)?;
        let mut resolution = resolve_write(draft, mode);
        match mode.is_read {
            true => check_length(resolution.list.len())?,
            false => self.check_room(&resolution.list, MAKE_ROOM)?,
        }
        self.record_held(&resolution);
        self.commit(&mut resolution, ChangeKind::Edit);
        Ok((result, notes))
    }

    pub(super) fn commit_if_undenied(
        &mut self,
        mut resolution: Resolution,
        kind: ChangeKind,
    ) -> Result<(), WriteError> {
        self.record_held(&resolution);
        check(self, &resolution)?;
        self.check_room(&resolution.list, MAKE_ROOM)?;
        self.commit(&mut resolution, kind);
        Ok(())
    }

    /// Makes the list of a resolution the current list, and takes the list and the sites out of it.
    pub(crate) fn commit(&mut self, resolution: &mut Resolution, change_kind: ChangeKind) {
        let Resolution { list, next_key, statements, sites, requested, is_models_list, .. } =
            resolution;
        let (list, sites) = (core::mem::take(list), sites.take());
        let skipped = || statements.iter().filter_map(Statement::skip);
        let removal_kind = |key: Key| {
            let skip = skipped().find(|(skipped, _)| *skipped == key);
            skip.map_or(RemovalKind::Removed, |(_, skip)| RemovalKind::Skipped(skip.clone()))
        };
        let reason = skipped().next().and_then(|(_, skip)| skip.reason.clone());
        let is_skip = skipped().any(|(key, _)| find(&list, key).is_none());
        let kind =
            if is_skip && change_kind == ChangeKind::Edit { ChangeKind::Skip } else { change_kind };
        let decided: Vec<_> = statements.iter().filter_map(Statement::decision).collect();
        let moved = statements.iter().find(|stated| stated.what == Stated::Move);
        let commit = Commit {
            kind,
            removal_kind: &removal_kind,
            moved: moved.map(|stated| stated.key),
            reason,
            decided: &decided,
            sites,
            takes_back: None,
        };
        self.set_list(list, *next_key, commit);
        if *is_models_list {
            self.record_left_out(requested);
        }
    }
}

fn items_of<'t>(contents: &[&'t str]) -> Vec<Item<'t>> {
    contents.iter().map(|text| Item::of(Cow::Borrowed(*text))).collect()
}

/// Refuses a resolution in which any requested change is denied.
fn check(store: &TodoStore, resolution: &Resolution) -> Result<(), WriteError> {
    match resolution.first_requested_denial() {
        None => Ok(()),
        Some(denied) if matches!(denied.reason, DenyReason::Doing(_)) => {
            Err(with_positions(store, |id_map| already_doing(id_map, denied, true)).into())
        }
        Some(_) => Err(WriteError::Denied),
    }
}

#[cold]
pub(super) fn not_allowed(method: &str) -> TodoError {
    TodoError::new(
        ErrorCode::NotAllowed,
        "{} may overrule a person: call it on store.as(\"user\") for a person, or on store.as(\"host\")",
        &[Text(method)],
    )
}
