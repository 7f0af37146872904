//! What may be done to the list: each write checks everything first, then makes its edits, then commits them as one
//! revision. One that changes nothing makes none.

use std::rc::Rc;

use crate::list::author::{Author, Cause, Stamp};
use crate::list::blockers::{block, free, next};
use crate::list::claims::{is_of_another, is_own_work};
use crate::list::delta::Aspect;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::{Edit, History, List, Revision, difference};
use crate::list::holds::is_kept;
use crate::list::marks::How;
use crate::list::options::{OnSkip, Unfinished};
use crate::list::patch::Patch;
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Id, Key, Ref, Status, Todo, find, set_text};
use crate::text::message::Part::Number;
use crate::text::message::{Notes, count, excerpt};

impl TodoStore {
    /// Appends todos, in order.
    ///
    /// # Errors
    /// `empty_content`, `content_too_long`, `too_many_todos`; each names the item.
    pub fn add_multiple(&mut self, contents: &[&str]) -> Result<Notes, TodoError> {
        self.insert(self.list.len(), contents)
    }

    /// Inserts todos after a position, 0 being the front; the rest move back.
    ///
    /// # Errors
    /// `unknown_id` for a position that is not 0..=n, and those of [`TodoStore::add_multiple`].
    pub fn add_after_position(
        &mut self,
        position: i64,
        contents: &[&str],
    ) -> Result<Notes, TodoError> {
        let at = self.position(position)?;
        self.insert(at, contents)
    }

    /// Empties the list and adds todos, none of them started.
    ///
    /// # Errors
    /// Those of [`TodoStore::add_multiple`].
    pub fn replace_all(&mut self, contents: &[&str]) -> Result<Notes, TodoError> {
        let (todos, notes) = self.new_todos(0, contents)?;
        self.check_kept(0..self.list.len())?;
        self.clear(&How::Removed);
        self.put_in(0, todos);
        Ok(notes)
    }

    /// Marks todos done, from any status.
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn complete_multiple<R: Copy + Into<Ref>>(&mut self, todos: &[R]) -> Result<(), TodoError> {
        let todos: Vec<Ref> = todos.iter().map(|todo| (*todo).into()).collect();
        self.complete_with(&todos, "").map(drop)
    }

    /// As [`TodoStore::complete_multiple`], with what shows that they are done. A blank one is none.
    ///
    /// # Errors
    /// `unknown_id`; `already_owned`; `content_too_long`.
    pub fn complete_with(&mut self, todos: &[Ref], evidence: &str) -> Result<Notes, TodoError> {
        let mut notes = Notes::new();
        let mut places = Vec::with_capacity(todos.len());
        for todo in todos {
            let place = self.place(*todo)?;
            self.check_owner(place)?;
            places.push(place);
        }
        let first = places.first().copied().unwrap_or_default();
        let evidence = self.text(Field::Evidence, evidence, first, &mut notes)?;
        for place in &places {
            self.check_status(*place, Status::Done)?;
        }
        for place in places {
            self.decide_status(place, Status::Done);
            self.set_text(place, Field::Evidence, evidence.as_ref());
        }
        self.commit();
        Ok(notes)
    }

    /// Marks one todo done, from any status.
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn complete(&mut self, todo: impl Into<Ref>) -> Result<(), TodoError> {
        self.set_one(todo.into(), Status::Done)
    }

    /// Sets one todo back to todo, from any status; the others stay as they are.
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn reopen(&mut self, todo: impl Into<Ref>) -> Result<(), TodoError> {
        self.set_one(todo.into(), Status::Todo)
    }

    /// As [`TodoStore::reopen`], with the reason why it is sent back. The history and the reminders have it.
    /// A blank one is none.
    ///
    /// # Errors
    /// `unknown_id`; `already_owned`; `held_by_user`; `content_too_long`.
    pub fn reopen_with_reason(
        &mut self,
        todo: impl Into<Ref>,
        reason: &str,
    ) -> Result<Notes, TodoError> {
        let at = self.place(todo.into())?;
        self.check_owner(at)?;
        self.check_status(at, Status::Todo)?;
        let mut notes = Notes::new();
        let reason = self.text(Field::Reason, reason, at, &mut notes)?;
        self.decide_status(at, Status::Todo);
        self.set_text(at, Field::Reason, reason.as_ref());
        let before = self.revision();
        self.commit();
        if let Some(reason) = reason.filter(|_| self.revision() != before) {
            self.history.give_reason(reason);
        }
        Ok(notes)
    }

    /// A person approves what is open: that it is there, and what it says, is theirs from now on.
    ///
    /// # Errors
    /// `not_allowed` unless the author is a person.
    pub fn approve(&mut self) -> Result<(), TodoError> {
        if !self.actor.is_person() {
            return Err(TodoError::new(
                ErrorCode::NotAllowed,
                "only a person approves a list: call approve() of store.as(\"user\")",
                &[],
            ));
        }
        for at in 0..self.list.len() {
            let Some(todo) = self.list.get(at).filter(|todo| !todo.status.is_settled()) else {
                continue;
            };
            let after = todo.clone().flagged(|flags| flags.approved = true);
            self.replace(at, after);
            self.decide(at, Aspect::Presence);
            for field in [Field::Content, Field::Priority, Field::ActiveForm, Field::Description] {
                if self.list.get(at).is_some_and(|todo| todo.text(field).is_some()) {
                    self.decide(at, Aspect::Text(field));
                }
            }
        }
        self.commit();
        Ok(())
    }

    /// Gives one todo up: it is marked skipped or leaves the list, as [`OnSkip`] says.
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn skip(&mut self, todo: impl Into<Ref>) -> Result<(), TodoError> {
        let todo: Ref = todo.into();
        self.skip_with_reason(todo, "").map(drop)
    }

    /// As [`TodoStore::skip`], with the reason, which stays with a todo that is marked skipped until it is
    /// anything else; where it leaves the list, the history has it. A blank one is none.
    ///
    /// # Errors
    /// `unknown_id`; `content_too_long`.
    pub fn skip_with_reason(
        &mut self,
        todo: impl Into<Ref>,
        reason: &str,
    ) -> Result<Notes, TodoError> {
        let at = self.place(todo.into())?;
        let mut notes = Notes::new();
        let reason = self.text(Field::Reason, reason, at, &mut notes)?;
        self.check_owner(at)?;
        self.check_status(at, Status::Skipped)?;
        // What a person wants on the list is not taken off it.
        let is_kept = self.is_bound() && self.list.get(at).is_some_and(|t| is_kept(&self.marks, t));
        let on_skip = if is_kept { OnSkip::Mark } else { self.options.on_skip() };
        match (on_skip, reason) {
            (OnSkip::Remove, reason) => {
                self.take_out(at, How::Skipped(reason.clone()));
                self.commit_as(Cause::Skip, None);
                if let Some(reason) = reason {
                    self.history.give_reason(reason);
                }
            }
            (OnSkip::Mark, None) => self.decide_status(at, Status::Skipped),
            (OnSkip::Mark, Some(reason)) => {
                if let Some(before) = self.list.get(at) {
                    let mut after = before.with_status(Status::Skipped);
                    set_text(&mut after.details, Field::Reason, Some(reason));
                    self.replace(at, after);
                    self.decide(at, Aspect::Status);
                }
            }
        }
        self.commit();
        Ok(notes)
    }

    /// Changes texts of one todo, and which others it waits on. Its key, its status and its place stay.
    ///
    /// # Errors
    /// `unknown_id`, `empty_content`, `content_too_long`, `invalid_priority`; `invalid_argument` where it would wait on
    /// itself.
    pub fn edit(&mut self, todo: impl Into<Ref>, patch: &Patch<'_>) -> Result<Notes, TodoError> {
        let at = self.place(todo.into())?;
        let mut notes = Notes::new();
        let Some(mut after) = self.list.get(at).cloned() else { return Ok(notes) };
        for (field, text) in patch.fields() {
            let text = self.text(field, text, at, &mut notes)?;
            set_text(&mut after.details, field, text);
        }
        if let Some(confirm) = patch.confirm {
            if self.is_bound() && after.details.flags.confirm && !confirm {
                return Err(TodoError::new(
                    ErrorCode::HeldByUser,
                    "todo {} ({}) is to be confirmed: only the user or the host may take that back",
                    &[Number(Id::at(at).0), excerpt(after.content())],
                ));
            }
            after = after.flagged(|flags| flags.confirm = confirm);
        }
        if let Some(todos) = patch.blocked_by {
            let mut list = List::clone(&self.list);
            free(&mut list, after.key);
            for todo in todos {
                if let Some(blocker) = self.list.get(self.place(*todo)?) {
                    block(&mut list, after.key, blocker.key)?;
                }
            }
            let blocked_by = find(&list, after.key).map(Todo::blocked_by).unwrap_or_default();
            Rc::make_mut(&mut after.details).blocked_by = blocked_by.to_vec();
        }
        self.check_texts(at, &after)?;
        let reworded = self.list.get(at).and_then(|todo| self.reworded(todo, &after));
        if reworded.is_some() && !self.actor.is_person() {
            // What a person approved it no longer says.
            after = after.flagged(|flags| flags.approved = false);
        }
        self.replace(at, after);
        for (field, _) in patch.fields() {
            self.decide(at, Aspect::Text(field));
        }
        if patch.blocked_by.is_some() {
            self.decide(at, Aspect::Blockers);
        }
        self.commit();
        Ok(notes)
    }

    /// Moves one todo to after a position of the present list, 0 being the front; the rest reindex.
    ///
    /// # Errors
    /// `unknown_id`, also for a position that is not 0..=n.
    pub fn move_to(&mut self, todo: impl Into<Ref>, position: i64) -> Result<(), TodoError> {
        let from = self.place(todo.into())?;
        let position = self.position(position)?;
        // Those behind it move up when it leaves.
        let to = if position > from { position.saturating_sub(1) } else { position };
        if let Some(todo) = self.list.get(from).filter(|_| to != from).cloned() {
            self.marks.set(todo.key, Aspect::Place, &self.actor);
            self.apply(Edit::Todo { at: from, before: Some(todo.clone()), after: None });
            self.apply(Edit::Todo { at: to, before: None, after: Some(todo) });
        }
        self.decide(to, Aspect::Place);
        self.commit();
        Ok(())
    }

    /// Takes one todo off the list; the rest reindex.
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn remove(&mut self, todo: impl Into<Ref>) -> Result<(), TodoError> {
        let at = self.place(todo.into())?;
        self.check_owner(at)?;
        self.check_kept(at..at.wrapping_add(1))?;
        self.take_out(at, How::Removed);
        self.commit();
        Ok(())
    }

    /// Sets a todo and all after it back to todo.
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn go_back(&mut self, todo: impl Into<Ref>) -> Result<(), TodoError> {
        let places = self.place(todo.into())?..self.list.len();
        for place in places.clone() {
            self.check_owner(place)?;
            self.check_status(place, Status::Todo)?;
        }
        for place in places {
            self.decide_status(place, Status::Todo);
        }
        self.commit();
        Ok(())
    }

    /// Marks a todo as in progress, from any status. Marking the current one again is no change.
    ///
    /// # Errors
    /// `unknown_id`; `already_doing`, naming the one in progress.
    pub fn mark_doing(&mut self, todo: impl Into<Ref>) -> Result<(), TodoError> {
        let at = self.place(todo.into())?;
        self.check_owner(at)?;
        self.check_status(at, Status::Doing)?;
        let max = self.options.max_doing();
        let own = self.list.iter().enumerate();
        let mut others = own.filter(|(place, todo)| *place != at && is_own_work(&self.actor, todo));
        if let Some((doing, todo)) = others.next()
            && others.count().saturating_add(1) >= max
            && self.list.get(at).is_some_and(|todo| todo.status != Status::Doing)
        {
            let template = match max {
                1 => {
                    "todo {} ({}) is in progress and only one may be: complete, skip or abort it first"
                }
                _ => {
                    "todo {} ({}) is in progress and at most {} may be: complete, skip or abort one first"
                }
            };
            let parts = [Number(Id::at(doing).0), excerpt(todo.content()), count(max)];
            return Err(TodoError::new(ErrorCode::AlreadyDoing, template, &parts));
        }
        self.decide_status(at, Status::Doing);
        self.commit();
        Ok(())
    }

    /// The todo in progress, else the first one not started that waits on nothing, which becomes the one in
    /// progress. One that waits on something elsewhere alone comes last.
    pub fn next_todo(&mut self) -> Option<Id> {
        let own = self.list.iter().position(|todo| is_own_work(&self.actor, todo));
        let is_free = |todo: &Todo| !is_of_another(&self.actor, todo);
        let place = own.or_else(|| next(&self.list, is_free))?;
        self.set(place, Status::Doing);
        self.commit();
        Some(Id::at(place))
    }

    /// Puts what is in progress back to todo, and changes nothing else. An actor with a name puts back only its own.
    pub fn abort(&mut self) {
        for place in 0..self.list.len() {
            let is_meant = self.list.get(place).is_some_and(|todo| match self.actor.name {
                Some(_) => is_own_work(&self.actor, todo),
                None => todo.is_at_work(),
            });
            if is_meant {
                self.set(place, Status::Todo);
            }
        }
        self.commit();
    }

    /// Empties the list. Keys go on counting, so none is ever reused.
    ///
    /// # Errors
    /// `held_by_user`.
    pub fn reset(&mut self) -> Result<(), TodoError> {
        self.check_kept(0..self.list.len())?;
        self.clear(&How::Cleared);
        self.commit();
        Ok(())
    }

    /// Empties the list and forgets what it held: the history begins anew, and nothing is known of what
    /// left. Revisions and keys go on counting.
    pub fn forget(&mut self) {
        let revision = self.revision().wrapping_add(1);
        let by = self.actor.author.into();
        let stamp = Stamp { by, at: (self.clock.0)(), cause: Cause::Edit };
        let list = Rc::<List>::default();
        let history = History::new(list.clone(), revision, stamp, self.options.max_snapshots());
        let begun = Self::from_parts(self.options, self.next_key, history, list);
        let (actor, clock) = (self.actor.clone(), self.clock);
        *self = Self { own_since: revision, forgotten: revision, actor, clock, ..begun };
    }

    /// The revision at which [`TodoStore::forget`] was last called, 0 where it never was.
    pub(crate) fn forgotten(&self) -> Revision {
        self.forgotten
    }

    /// Makes room for a new task. A finished list, each todo done or skipped, is archived: it is emptied as one
    /// revision and stays in the history. `unfinished` decides what happens to any other. Returns whether a list was
    /// archived, which an empty one never is.
    ///
    /// # Errors
    /// `held_by_user`, for a model: a task of a run is free to begin anew.
    pub fn new_task(&mut self, unfinished: Unfinished) -> Result<bool, TodoError> {
        let is_kept = unfinished == Unfinished::Keep && self.has_unfinished();
        if is_kept || self.list.is_empty() {
            return Ok(false);
        }
        if self.actor.author == Author::Model {
            self.check_kept(0..self.list.len())?;
        }
        self.clear(&How::Cleared);
        self.commit_as(Cause::NewTask, None);
        Ok(true)
    }

    /// Takes back the latest change that is not taken back yet, as a new revision. Returns whether
    /// there was one.
    ///
    /// # Errors
    /// `unknown_revision`, when what came before fell away.
    pub fn undo(&mut self) -> Result<bool, TodoError> {
        let is_persons = |undone| self.history.stamp_of(undone).by.is_person();
        if self.is_bound() && self.history.undone().is_some_and(is_persons) {
            return Err(TodoError::new(
                ErrorCode::HeldByUser,
                "the latest change is the user's: it is theirs to take back",
                &[],
            ));
        }
        if let Some((edits, origin)) = self.history.undo() {
            self.go_back_by(edits)?;
            self.commit_as(Cause::Undo, Some(origin));
            return Ok(true);
        }
        let (oldest, max) = (self.history.oldest(), self.options.max_snapshots());
        let shown = self.revision().wrapping_sub(oldest).wrapping_add(1) as usize;
        // A history that was taken over may begin above 0 by itself.
        if oldest == 0 || shown < max {
            return Ok(false);
        }
        Err(TodoError::new(
            ErrorCode::UnknownRevision,
            "nothing is left to undo: what came before revision {} was dropped, as maxSnapshots is {}",
            &[Number(oldest.into()), count(max)],
        ))
    }

    /// Brings the list of an earlier revision back, as a new revision.
    ///
    /// # Errors
    /// `unknown_revision`, also for one that fell away.
    pub fn restore_revision(&mut self, revision: i64) -> Result<(), TodoError> {
        let (oldest, latest) = (self.history.oldest(), self.revision());
        let mut edits = None;
        self.history.visit(&self.list, &mut |known, _, list| {
            let is_found = i64::from(known) == revision;
            if is_found {
                edits = Some(difference(&self.list, list));
            }
            is_found
        });
        let edits = edits.ok_or_else(|| {
            TodoError::new(
                ErrorCode::UnknownRevision,
                "there is no revision {}: history holds {} to {}",
                &[Number(revision), Number(oldest.into()), Number(latest.into())],
            )
        })?;
        self.go_back_by(edits)?;
        self.commit_as(Cause::Restore, None);
        Ok(())
    }

    /// The place before which something comes in after a position.
    fn position(&self, position: i64) -> Result<usize, TodoError> {
        let size = self.list.len();
        usize::try_from(position).ok().filter(|at| *at <= size).ok_or_else(|| {
            TodoError::new(
                ErrorCode::UnknownId,
                "there is no position {}: give 0 for the front or an id up to {}",
                &[Number(position), count(size)],
            )
        })
    }

    fn insert(&mut self, at: usize, contents: &[&str]) -> Result<Notes, TodoError> {
        let (todos, notes) = self.new_todos(self.list.len(), contents)?;
        self.put_in(at, todos);
        Ok(notes)
    }

    /// Makes todos for a list that will keep `kept` of its own.
    fn new_todos(&self, kept: usize, contents: &[&str]) -> Result<(List, Notes), TodoError> {
        self.check_room(kept, contents.len())?;
        let mut notes = Notes::new();
        let mut todos = List::with_capacity(contents.len());
        for text in contents {
            let added = todos.len();
            let key = Key(self.next_key.wrapping_add(added as u32));
            let content = self.content(text, added.wrapping_add(1), &mut notes)?;
            todos.push(Todo::new(key, content));
        }
        Ok((todos, notes))
    }
}
