//! The methods of a handle that change the list. Each makes a draft upon the list of today, and the rule decides
//! whether it may be: all of it, or nothing with an error.

use std::rc::Rc;

use crate::change::decision::{Decision, Policy};
use crate::change::draft::Draft;
use crate::change::rule::decide;
use crate::change::sentences::refusal;
use crate::list::author::{Actor, Cause};
use crate::list::delta::Aspect;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::{Entry, List, Revision};
use crate::list::marks::How;
use crate::list::options::Unfinished;
use crate::list::patch::Patch;
use crate::list::sites::Sites;
use crate::list::store::{Change, TodoStore};
use crate::list::todo::{Field, Id, Key, Ref, Todo, find, place_of};
use crate::text::message::Part::{Number, Text};
use crate::text::message::{Notes, count};

impl TodoStore {
    /// Appends todos, in order.
    ///
    /// # Errors
    /// `empty_content`, `content_too_long`, `too_many_todos`; each names the item.
    pub fn add_multiple(&mut self, contents: &[&str]) -> Result<Notes, TodoError> {
        self.write(|draft| draft.add(contents))
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
        self.write(|draft| draft.add_after(position, contents))
    }

    /// Empties the list and adds todos, none of them started.
    ///
    /// # Errors
    /// `held_by_user`, `already_owned`, and those of [`TodoStore::add_multiple`].
    pub fn replace_all(&mut self, contents: &[&str]) -> Result<Notes, TodoError> {
        self.write(|draft| {
            draft.list.clear();
            draft.add(contents)
        })
    }

    /// Marks todos done, from any status.
    ///
    /// # Errors
    /// `unknown_id`, `held_by_user`, `already_owned`.
    pub fn complete_multiple<R: Copy + Into<Ref>>(&mut self, todos: &[R]) -> Result<(), TodoError> {
        let todos: Vec<Ref> = todos.iter().map(|todo| (*todo).into()).collect();
        self.complete_with(&todos, "").map(drop)
    }

    /// As [`TodoStore::complete_multiple`], with what shows that they are done. A blank text is none.
    ///
    /// # Errors
    /// Those of [`TodoStore::complete_multiple`]; `content_too_long`.
    pub fn complete_with(&mut self, todos: &[Ref], evidence: &str) -> Result<Notes, TodoError> {
        self.write(|draft| draft.complete(todos, evidence))
    }

    /// Marks one todo done, from any status.
    ///
    /// # Errors
    /// Those of [`TodoStore::complete_multiple`].
    pub fn complete(&mut self, todo: impl Into<Ref>) -> Result<(), TodoError> {
        self.complete_with(&[todo.into()], "").map(drop)
    }

    /// Sets one todo back to todo, from any status; the others stay as they are.
    ///
    /// # Errors
    /// `unknown_id`, `held_by_user`, `already_owned`.
    pub fn reopen(&mut self, todo: impl Into<Ref>) -> Result<(), TodoError> {
        self.reopen_with_reason(todo, "").map(drop)
    }

    /// As [`TodoStore::reopen`], with the reason why it is sent back. The history and the reminders have it.
    /// A blank one is none.
    ///
    /// # Errors
    /// Those of [`TodoStore::reopen`]; `content_too_long`.
    pub fn reopen_with_reason(
        &mut self,
        todo: impl Into<Ref>,
        reason: &str,
    ) -> Result<Notes, TodoError> {
        let todo = todo.into();
        self.write(|draft| draft.reopen(todo, reason))
    }

    /// Returns the list that a person was shown at a revision.
    ///
    /// # Errors
    /// `unknown_revision`.
    pub(crate) fn shown_at(&self, revision: i64) -> Result<Rc<List>, TodoError> {
        let known = Revision::try_from(revision).ok();
        let shown = known.and_then(|known| self.history().list_at(known));
        shown.cloned().ok_or_else(|| self.unknown_revision(revision))
    }

    /// Refuses an approval of open todos that are not as they were when they were shown, unless a person changed them.
    /// `concerns` says which todos it is about.
    ///
    /// # Errors
    /// `changed`.
    pub(crate) fn check_shown(
        &self,
        shown: &List,
        concerns: impl Fn(&Todo) -> bool,
    ) -> Result<(), TodoError> {
        let open_and_concerned = |todo: &Todo| !todo.status().is_settled() && concerns(todo);
        let decided_by_person =
            |key: Key, aspect| self.marks().by(key, aspect).is_some_and(Actor::is_person);
        let shown_or_by_person = |now: &Rc<Todo>| {
            let Some(was) = find(shown, now.key) else {
                return decided_by_person(now.key, Aspect::Presence);
            };
            let mut texts = Field::APPROVED.iter().map(|field| Aspect::Text(*field));
            texts.all(|text| !text.differs(was, now) || decided_by_person(now.key, text))
                && (open_and_concerned(was) || decided_by_person(now.key, Aspect::State))
        };
        let still_open_or_by_person = |was: &Rc<Todo>| match find(self.list(), was.key) {
            Some(now) => open_and_concerned(now) || decided_by_person(was.key, Aspect::State),
            None => decided_by_person(was.key, Aspect::Presence),
        };
        let mut open_now = self.list().iter().filter(|todo| open_and_concerned(todo));
        let mut open_then = shown.iter().filter(|todo| open_and_concerned(todo));
        if open_now.all(shown_or_by_person) && open_then.all(still_open_or_by_person) {
            return Ok(());
        }
        Err(changed())
    }

    /// Returns whether an answer about the list as a revision showed it still counts: nobody but a person has changed since what
    /// the answer is about. Without a todo, that is which todos are open, their texts, and the sites that are proposed. With one, it is its texts, and its claim
    /// or its question, if it had or has one.
    pub fn is_as_shown(&self, revision: Revision, todo: Option<Ref>) -> bool {
        let Some(Entry { list: shown, sites, .. }) = self.history().entry(revision) else {
            return false;
        };
        let Some(todo) = todo else {
            let are_same_sites = sites.proposed == self.sites().proposed;
            return are_same_sites && self.check_shown(shown, |_| true).is_ok();
        };
        let (Some(was), Some(is)) = (todo_in(shown, todo), todo_in(self.list(), todo)) else {
            return false;
        };
        let is_asked = was.is_on_hold() || is.is_on_hold();
        let mut before = Some(was);
        let mut since = self.history().entries_from(revision.saturating_add(1));
        was.key == is.key
            && since.all(|(_, entry)| {
                let after = find(&entry.list, was.key);
                let is_same = match (before, after) {
                    (Some(before), Some(after)) => is_same_to_a_person(before, after, is_asked),
                    (None, None) => true,
                    (Some(_), None) | (None, Some(_)) => false,
                };
                before = after;
                is_same || entry.stamp.by.is_person()
            })
    }

    /// Refuses an answer about todos that are not as a revision showed them. Without a revision, nothing is refused.
    ///
    /// # Errors
    /// `changed`.
    pub fn check_as_shown(
        &self,
        revision: Option<Revision>,
        todos: &[Ref],
    ) -> Result<(), TodoError> {
        let Some(revision) = revision else { return Ok(()) };
        match todos.iter().all(|todo| self.is_as_shown(revision, Some(*todo))) {
            true => Ok(()),
            false => Err(changed()),
        }
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

    /// Gives one todo up: it is marked skipped or leaves the list, as [`crate::list::options::OnSkip`] says.
    ///
    /// # Errors
    /// `unknown_id`, `held_by_user`, `already_owned`.
    pub fn skip(&mut self, todo: impl Into<Ref>) -> Result<(), TodoError> {
        self.skip_with_reason(todo, "").map(drop)
    }

    /// As [`TodoStore::skip`], with the reason, which stays with a todo that is marked skipped until it is
    /// anything else; where it leaves the list, the history has it. A blank one is none.
    ///
    /// # Errors
    /// Those of [`TodoStore::skip`]; `content_too_long`.
    pub fn skip_with_reason(
        &mut self,
        todo: impl Into<Ref>,
        reason: &str,
    ) -> Result<Notes, TodoError> {
        let todo = todo.into();
        self.write(|draft| draft.skip(todo, reason))
    }

    /// Changes texts of one todo, which others it waits on, and whether it is to be confirmed. Its key, its status and
    /// its place stay.
    ///
    /// # Errors
    /// `unknown_id`, `empty_content`, `content_too_long`, `invalid_priority`; `invalid_argument` where it would wait on
    /// itself; `held_by_user`, `already_owned`.
    pub fn edit(&mut self, todo: impl Into<Ref>, patch: &Patch<'_>) -> Result<Notes, TodoError> {
        let todo = todo.into();
        self.write(|draft| draft.edit(todo, patch))
    }

    /// Moves one todo to after a position of the present list, 0 being the front; the rest reindex.
    ///
    /// # Errors
    /// `unknown_id`, also for a position that is not 0..=n.
    pub fn move_to(&mut self, todo: impl Into<Ref>, position: i64) -> Result<(), TodoError> {
        let todo = todo.into();
        self.write(|draft| draft.move_to(todo, position))
    }

    /// Takes one todo off the list; the rest reindex.
    ///
    /// # Errors
    /// `unknown_id`, `held_by_user`, `already_owned`.
    pub fn remove(&mut self, todo: impl Into<Ref>) -> Result<(), TodoError> {
        let todo = todo.into();
        self.write(|draft| draft.remove(todo).map(drop))
    }

    /// Sets a todo and all after it back to todo.
    ///
    /// # Errors
    /// `unknown_id`, `held_by_user`, `already_owned`.
    pub fn go_back(&mut self, todo: impl Into<Ref>) -> Result<(), TodoError> {
        let todo = todo.into();
        self.write(|draft| draft.go_back(todo))
    }

    /// Marks a todo as in progress, from any status. Marking the current one again is no change.
    ///
    /// # Errors
    /// `unknown_id`, `held_by_user`, `already_owned`; `already_doing`, naming the one in progress.
    pub fn mark_doing(&mut self, todo: impl Into<Ref>) -> Result<(), TodoError> {
        let todo = todo.into();
        let policy = Policy { only_starts: true, ..Policy::default() };
        let mut draft = Draft::new(self);
        draft.start(todo)?;
        self.accept(decide(draft, policy), Cause::Edit)
    }

    /// Returns the todo in progress; else starts the first one not started that waits on nothing, and returns that.
    pub fn next_todo(&mut self) -> Option<Id> {
        let key = self.write(|draft| Ok(draft.start_next())).ok()??;
        place_of(self.list(), key).map(Id::at)
    }

    /// Puts what is in progress back to todo, and changes nothing else: with a name its own, of a model or a run without
    /// one what has no owner, of anybody else all.
    pub fn abort(&mut self) {
        // Nothing holds against it: it touches the actor's own work alone.
        let _ = self.write(|draft| {
            draft.abort();
            Ok(())
        });
    }

    /// Empties the list. Keys go on counting, so none is ever reused.
    ///
    /// # Errors
    /// `held_by_user`, `already_owned`.
    pub fn reset(&mut self) -> Result<(), TodoError> {
        self.clear(Cause::Edit)
    }

    /// Makes room for a new task. A finished list, each todo done or skipped, is archived: it is emptied as one
    /// revision and stays in the history. `unfinished` decides what happens to any other. Returns whether a list was
    /// archived, which an empty one never is.
    ///
    /// # Errors
    /// `held_by_user`, `already_owned`.
    pub fn new_task(&mut self, unfinished: Unfinished) -> Result<bool, TodoError> {
        let is_kept = unfinished == Unfinished::Keep && self.has_unfinished();
        if is_kept {
            return Ok(false);
        }
        let is_archived = !self.list().is_empty();
        self.clear(Cause::NewTask).map(|()| is_archived)
    }

    fn clear(&mut self, cause: Cause) -> Result<(), TodoError> {
        let mut draft = Draft::new(self);
        draft.list.clear();
        let decision = decide(draft, Policy::default());
        self.check(&decision)?;
        if !self.list().is_empty() {
            self.let_marks_go();
        }
        let sites = Some(Sites::default());
        let change = Change { cause, how: &|_| How::Cleared, sites, ..Change::default() };
        self.set_list(decision.list, decision.next_key, change);
        Ok(())
    }

    /// Takes back the latest change that is not taken back yet, as a new revision. Returns whether
    /// there was one.
    ///
    /// # Errors
    /// `not_allowed` for a model or a run; `unknown_revision`, when what came before was dropped.
    pub fn undo(&mut self) -> Result<bool, TodoError> {
        self.check_may("undo")?;
        if let Some((Entry { list, sites, .. }, origin)) = self.history().undo() {
            let (list, sites) = (List::clone(list), Some(sites.clone()));
            let origin = Some(origin);
            let change = Change { cause: Cause::Undo, origin, sites, ..Change::default() };
            self.set_list(list, self.next_key(), change);
            return Ok(true);
        }
        let (oldest, max) = (self.history().oldest(), self.options().max_snapshots());
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

    /// Brings the list of an earlier revision back, as a new revision. An approval that has ended since stays so.
    ///
    /// # Errors
    /// `not_allowed` for a model or a run; `unknown_revision`, also for one that was dropped.
    pub fn restore_revision(&mut self, revision: i64) -> Result<(), TodoError> {
        self.check_may("restoreRevision")?;
        let known = u32::try_from(revision).ok().and_then(|known| self.history().entry(known));
        let Some(Entry { list, sites, .. }) = known else {
            return Err(self.unknown_revision(revision));
        };
        let (list, mut sites) = (List::clone(list), sites.clone());
        if sites.approved != self.sites().approved {
            sites.approved = None;
        }
        let change = Change { cause: Cause::Restore, sites: Some(sites), ..Change::default() };
        self.set_list(list, self.next_key(), change);
        Ok(())
    }

    /// Empties the list and forgets what it held: the history begins anew, and nothing is known of what
    /// left. Revisions and keys go on counting.
    ///
    /// # Errors
    /// `not_allowed` for a model or a run.
    pub fn forget(&mut self) -> Result<(), TodoError> {
        self.check_may("forget")?;
        self.begin_anew();
        Ok(())
    }

    /// Refuses to a model and a run what is a person's or a host's to do.
    pub(super) fn check_may(&self, method: &str) -> Result<(), TodoError> {
        if !self.actor().author.is_bound() {
            return Ok(());
        }
        Err(TodoError::new(
            ErrorCode::NotAllowed,
            "{} is for a person or a host: call it on store.as(\"user\") or on the store itself",
            &[Text(method)],
        ))
    }

    // Within ---------------------------------------------------------------------------------

    /// Makes a change in the name of the store's current author. Changes nothing if any part of it is refused.
    pub(crate) fn write<T>(
        &mut self,
        make: impl FnOnce(&mut Draft<'_>) -> Result<T, TodoError>,
    ) -> Result<T, TodoError> {
        let mut draft = Draft::new(self);
        let result = make(&mut draft)?;
        self.accept(decide(draft, Policy::default()), Cause::Edit)?;
        Ok(result)
    }

    pub(super) fn check(&self, decision: &Decision) -> Result<(), TodoError> {
        match decision.refused() {
            Some(kept) => Err(refusal(self, kept)),
            None => Ok(()),
        }
    }

    pub(super) fn accept(&mut self, decision: Decision, cause: Cause) -> Result<(), TodoError> {
        self.check(&decision)?;
        self.take(decision, cause);
        Ok(())
    }

    /// Makes the list of a decision the present one.
    pub(crate) fn take(&mut self, decision: Decision, cause: Cause) {
        let reason = decision.reason(self.list());
        let Decision { list, next_key, decided, skipped, moved, sites, .. } = decision;
        let how = |key: Key| {
            let skip = skipped.iter().find(|(skipped, _)| *skipped == key);
            skip.map_or(How::Removed, |(_, reason)| How::Skipped(reason.clone()))
        };
        let is_skip = skipped.iter().any(|(key, _)| find(&list, *key).is_none());
        let cause = if is_skip && cause == Cause::Edit { Cause::Skip } else { cause };
        let decided = &decided;
        let change = Change { cause, how: &how, moved, reason, decided, sites, origin: None };
        self.set_list(list, next_key, change);
    }
}

#[cold]
pub(super) fn changed() -> TodoError {
    TodoError::new(
        ErrorCode::Changed,
        "the list has changed since it was shown: show it again, and ask again",
        &[],
    )
}

/// The todo of a list that is meant by its place or its key.
fn todo_in(list: &List, todo: Ref) -> Option<&Rc<Todo>> {
    match todo {
        Ref::Id(id) => list.get(id.place()),
        Ref::Key(key) => find(list, key),
    }
}

/// Returns whether a person who is asked about a todo reads the same in two forms of it. `is_asked` says that it has a claim or a
/// question, which belongs to its state.
fn is_same_to_a_person(was: &Todo, is: &Todo, is_asked: bool) -> bool {
    const TEXTS: [Field; 3] = [Field::Content, Field::ActiveForm, Field::Description];
    let has_same_texts = TEXTS.iter().all(|field| !Aspect::Text(*field).differs(was, is));
    has_same_texts && !(is_asked && Aspect::State.differs(was, is))
}
