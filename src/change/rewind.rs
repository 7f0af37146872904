//! Rewinding: the changes of one actor since a revision are undone, and those of everybody else
//! stay.
//!
//! The rewind asks for the list of that revision with the changes that others made since. The
//! policy decides how much of it becomes the list.

use std::rc::Rc;

use crate::change::apply_delta::{apply_delta, insert_as_in};
use crate::change::draft::Draft;
use crate::change::resolution::{Resolution, WriteMode};
use crate::change::resolve::resolve_write;
use crate::list::author::{Actor, Author, ChangeKind};
use crate::list::delta::{Aspect, Delta};
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::{List, Revision};
use crate::list::indexed_list::{find, find_near};
use crate::list::limits::MAKE_ROOM;
use crate::list::options::MAX_REASON;
use crate::list::provenance::Provenance;
use crate::list::sites::Sites;
use crate::list::store::TodoStore;
use crate::list::todo::{Key, StateKind, Status, TextField, Todo};
use crate::list::write::Commit;
use crate::text::content::Content;
use crate::text::message::FormatArg::Number;

impl TodoStore {
    /// Undoes what the current actor changed since a revision, as one new revision. Decisions of
    /// everybody else stay. Returns the list of that revision.
    ///
    /// # Errors
    /// `unknown_revision` if the history does not have the revision, or it is older than the latest
    /// merge; `too_many_todos` if there is no room for the todos that come back.
    pub(crate) fn rewind(&mut self, revision: i64) -> Result<Rc<List>, TodoError> {
        let known = Revision::try_from(revision).ok();
        let known = known.filter(|known| *known >= self.history().merged_at());
        let then = known.and_then(|known| Some((known, self.list_at(known)?)));
        let Some((since, then)) = then else { return Err(self.no_way_back_to(revision)) };
        let (list, sites) = self.list_without(since, &then, &|by| by == self.actor());
        let mut draft = Draft::new(self);
        draft.requested = list;
        draft.sites = Some(sites);
        let mut completed = Vec::new();
        // The rewound claim refers to the rewound text, so it is stated again.
        for (index, todo) in draft.requested.iter().enumerate() {
            let is_completed = todo.is_claimed() || todo.status() == Status::Done;
            let base = find_near(&draft.base, index, todo.key);
            let comes_back = |base: &Rc<Todo>| {
                base.state != todo.state || Aspect::Text(TextField::Content).differs(base, todo)
            };
            if is_completed && base.is_none_or(comes_back) {
                completed.push(index);
            }
        }
        completed.into_iter().for_each(|index| draft.note_status(index, Status::Done));
        let mut resolution =
            resolve_write(draft, WriteMode { takes_back: true, ..WriteMode::default() });
        self.check_room(&resolution.list, MAKE_ROOM)?;
        self.commit(&mut resolution, ChangeKind::Edit);
        Ok(then)
    }

    /// Takes back a plan that a person does not approve, as one revision. `since` is the revision
    /// at which the plan was requested, if what it took off and changed is to come back, too, and
    /// `added_since` the one from which on todos are taken off: those of `refused` that no person
    /// added, approved or wrote. What others changed since stays. `is_own` accepts who wrote the
    /// plan.
    pub(crate) fn take_back_plan(
        &mut self,
        since: Option<Revision>,
        (refused, added_since): (&[Key], Revision),
        is_own: &dyn Fn(&Actor) -> bool,
    ) {
        let then = since.and_then(|since| Some((since, self.list_at(since)?)));
        let (mut list, sites) = match then {
            Some((since, then)) => self.list_without(since, &then, is_own),
            None => (self.list().clone(), self.sites().clone()),
        };
        let is_of_plan = |todo: &Todo, provenance: &Provenance| {
            let creation = &provenance.creation;
            let is_as_planned = |aspect| is_own(provenance.by(aspect));
            is_own(&creation.by)
                && creation.revision > added_since
                && !provenance.is_wanted(todo)
                && [Aspect::State, Aspect::Confirm].into_iter().all(is_as_planned)
        };
        list.retain(|todo| {
            let provenance = self.provenance().of(todo.key);
            !(refused.contains(&todo.key)
                && provenance.is_some_and(|provenance| is_of_plan(todo, provenance)))
        });
        let mut draft = Draft::new(self);
        // What others decided is in the list already.
        draft.actor.author = Author::Host;
        draft.requested = list;
        let Resolution { list, next_key, .. } = resolve_write(draft, WriteMode::default());
        let commit = Commit {
            kind: ChangeKind::Undo,
            reason: Content::new("the plan was not approved", MAX_REASON)
                .ok()
                .map(|(text, _)| text),
            sites: Some(sites),
            ..Commit::default()
        };
        self.set_list(list, next_key, commit);
    }

    /// Returns today's list and sites without what the actors that `is_own` accepts changed since a
    /// revision, whose list is `then`. Approvals of sites stay.
    fn list_without(
        &self,
        since: Revision,
        then: &Rc<List>,
        is_own: &dyn Fn(&Actor) -> bool,
    ) -> (List, Sites) {
        let (mut list, mut sites) = self.replay(since, self.revision(), then, |_, by| !is_own(by));
        self.keep_decided(since, &mut list, is_own);
        self.take_back_new_states(since, then, &mut list, is_own);
        sites.approved.clone_from(&self.sites().approved);
        (list, sites)
    }

    #[cold]
    fn no_way_back_to(&self, revision: i64) -> TodoError {
        let known = Revision::try_from(revision).is_ok_and(|it| self.history().entry(it).is_some());
        let merged = self.history().merged_at();
        let mut revisions = self.history().entries_from(merged).map(|(revision, _)| revision);
        match revisions.find(|revision| self.is_own(*revision)) {
            Some(oldest) if known => TodoError::new(
                ErrorCode::UnknownRevision,
                "revision {} is from before the latest merge with another list: go back to revision {}, or to a later one",
                &[Number(revision), Number(oldest.into())],
            ),
            _ => self.unknown_revision(revision),
        }
    }

    /// Takes back the states that the actors that `is_own` accepts have set since a revision on
    /// todos that are not on `then`, the list of that revision. Answers stay.
    fn take_back_new_states(
        &self,
        since: Revision,
        then: &List,
        list: &mut List,
        is_own: &dyn Fn(&Actor) -> bool,
    ) {
        for todo in list.iter_mut().filter(|todo| find(then, todo.key).is_none()) {
            let last_write = self
                .provenance()
                .of(todo.key)
                .map(|provenance| provenance.last_write(Aspect::State));
            if last_write
                .is_some_and(|last_write| last_write.revision > since && is_own(&last_write.by))
            {
                let todo = Rc::make_mut(todo);
                todo.state = todo.state.change(StateKind::Todo, &[TextField::Answer]);
            }
        }
    }

    /// Returns the list and the sites of the revision `since` with the changes until another
    /// revision whose revision and actor `counts` accepts.
    fn replay(
        &self,
        since: Revision,
        until: Revision,
        then: &Rc<List>,
        counts: impl Fn(Revision, &Actor) -> bool,
    ) -> (List, Sites) {
        let mut list = List::clone(then);
        let mut entries = self.history().entries_from(since).take_while(|(at, _)| *at <= until);
        let first = entries.next();
        let mut sites = first.map(|(_, entry)| entry.sites.clone()).unwrap_or_default();
        let (mut list_before, mut sites_before) = (then, sites.clone());
        for (revision, entry) in entries {
            if counts(revision, &entry.info.by) {
                apply_delta(&mut list, &Delta::between(list_before, entry.list()), entry.list());
                if entry.sites != sites_before {
                    sites.clone_from(&entry.sites);
                }
            }
            (list_before, sites_before) = (entry.list(), entry.sites.clone());
        }
        (list, sites)
    }

    /// Keeps the todos about which somebody else has decided since. The policy keeps what they
    /// decided about the others.
    fn keep_decided(&self, since: Revision, list: &mut List, is_own: &dyn Fn(&Actor) -> bool) {
        for current in self.list() {
            let mut decided =
                self.provenance().of(current.key).into_iter().flat_map(Provenance::last_writes);
            if decided.any(|(_, last_write)| last_write.revision > since && !is_own(&last_write.by))
            {
                insert_as_in(list, self.list(), current.key);
            }
        }
    }
}
