//! What is proposed to a person, and what a person approves.

use std::rc::Rc;

use crate::change::command::Command;
use crate::change::draft::Draft;
use crate::change::if_unchanged::changed;
use crate::list::edit_options::Approval;
use crate::list::error::{ErrorCode, TodoError, WriteError};
use crate::list::sites::{Approved, SiteList, Sites};
use crate::list::store::TodoStore;
use crate::list::todo::Ref;

impl TodoStore {
    /// Proposes sites where an agent may act. They replace the ones proposed before. An empty list
    /// withdraws the proposal.
    ///
    /// # Errors
    /// `invalid_argument` for a text that is not a site.
    pub fn propose(&mut self, sites: &[String]) -> Result<(), WriteError> {
        let sites = SiteList::read(sites, self.origins())?;
        let sites = self.sites().proposing(sites);
        self.execute_all_or_nothing(&[], Command::SetSites(sites)).map(drop)
    }

    /// Approves open todos: their presence and their texts become the person's. Options say which
    /// todos, at which revision they were shown, and the sites where the agent may act from
    /// then on.
    ///
    /// # Errors
    /// `not_allowed` unless the author is a person; `unknown_id`; `invalid_argument` for a text
    /// that is not a site; `changed` if the open todos, their texts or the proposed sites have
    /// changed since that revision, or the history does not have it.
    pub fn approve(&mut self, approval: &Approval) -> Result<(), WriteError> {
        self.check_person("only a person approves a list: call approve() of store.as(\"user\")")?;
        if let Some(revision) = approval.revision
            && !self.is_as_shown(revision, None)
        {
            return Err(changed().into());
        }
        let sites = SiteList::read(&approval.sites, self.origins())?;
        let name = self.actor().name.clone();
        let at = self.time();
        let known = self.sites().approved.as_ref();
        let is_answer = !self.sites().proposed.as_str().is_empty();
        let is_same =
            |known: &&Rc<Approved>| !is_answer && known.sites == sites && known.name == name;
        let approved = match known.filter(is_same) {
            Some(known) => Rc::clone(known),
            None => Rc::new(Approved { sites, at, name }),
        };
        // An approval answers the proposal.
        let sites = Sites { proposed: SiteList::default(), approved: Some(approved) };
        let refs = match (&approval.refs, approval.revision) {
            (Some(refs), Some(revision)) => {
                let shown = self.shown_at(revision.into())?;
                let key_there = |todo: &Ref| match todo {
                    Ref::Id(id) => shown.get(id.index()).map_or(*todo, |todo| Ref::Key(todo.key)),
                    Ref::Key(_) => *todo,
                };
                Some(refs.iter().map(key_there).collect())
            }
            (refs, _) => refs.clone(),
        };
        self.execute_all_or_nothing(&[], Command::Approve { todos: refs, sites: Some(sites) })
            .map(drop)
    }

    /// Approves open todos. The sites stay as they are.
    ///
    /// # Errors
    /// `unknown_id`.
    pub(crate) fn approve_todos(&mut self, todos: &[Ref]) -> Result<(), TodoError> {
        let todos = Some(todos.to_vec());
        self.execute_permitted(Command::Approve { todos, sites: None }).map(drop)
    }

    /// Ends the approval of the sites. The todos stay approved, because their texts are the
    /// person's.
    ///
    /// # Errors
    /// `not_allowed` unless the author is a person.
    pub fn revoke(&mut self) -> Result<(), WriteError> {
        self.check_person(
            "only a person revokes an approval: call revoke() of store.as(\"user\")",
        )?;
        self.execute_all_or_nothing(&[], Command::SetSites(self.sites().revoked())).map(drop)
    }

    pub(super) fn check_person(&self, otherwise: &str) -> Result<(), TodoError> {
        match self.actor().is_person() {
            true => Ok(()),
            false => Err(TodoError::new(ErrorCode::NotAllowed, otherwise, &[])),
        }
    }
}

impl Draft<'_> {
    /// Proposes sites.
    ///
    /// # Errors
    /// `invalid_argument` for a text that is not a site.
    pub fn propose(&mut self, sites: &[String]) -> Result<(), TodoError> {
        let sites = SiteList::read(sites, self.current.origins())?;
        self.sites = Some(self.current.sites().proposing(sites));
        Ok(())
    }
}
