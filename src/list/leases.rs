//! Leases: if an owner shows no sign of life for long enough, its todos are open to everybody.
//!
//! No timer runs. The next write or reminder of anybody ends the leases that are over; a call that
//! changes nothing does not. That is a revision of its own, by the host. The todo keeps the name of
//! its last owner, who may still finish it, until somebody changes its state.

use std::rc::Rc;

use crate::list::author::Author;
use crate::list::delta::Aspect;
use crate::list::history::List;
use crate::list::store::TodoStore;
use crate::list::todo::{StateKind, TextField, Todo};
use crate::list::write::Commit;
use crate::text::content::Content;

impl TodoStore {
    /// Records a sign of life of the actor.
    pub(super) fn sign(&mut self) {
        if let (1.., Some(name)) = (self.options.lease(), self.actor.name.clone()) {
            self.times.sign(&name, self.time());
        }
    }

    /// Takes over the signs of life that another store knows.
    pub(crate) fn take_signs_of(&mut self, other: &Self) {
        self.times.signs = other.times.signs.clone();
    }

    /// Puts back the todos of each owner whose lease is over. A merge does not do so: the signs of
    /// life may be in what is merged. Without a clock, no lease ends.
    pub(crate) fn end_leases(&mut self) {
        if self.options.lease() == 0 {
            return;
        }
        let (now, list) = (self.time(), Rc::clone(&self.list));
        for todo in list.iter() {
            let Some(owner) = self.leased_to(todo) else { continue };
            match self.times.last_sign(owner) {
                None => self.times.sign(owner, now),
                Some(at) if now.saturating_sub(at) >= self.lease() => self.end_lease(owner),
                Some(_) => {}
            }
        }
    }

    /// Returns whether [`TodoStore::end_leases`] would end any.
    pub(crate) fn has_lease_to_end(&self) -> bool {
        let now = self.time();
        let is_over = |at: i64| now.saturating_sub(at) >= self.lease();
        self.options.lease() > 0
            && self
                .list
                .iter()
                .filter_map(|todo| self.leased_to(todo))
                .any(|owner| self.times.last_sign(owner).is_some_and(is_over))
    }

    /// Returns whether the actor's sign of life has to be stored: if the actor has a todo, at most
    /// once in a third of the lease. Acting at all records the sign.
    pub fn heartbeat(&mut self) -> bool {
        let (now, name, third) = (self.time(), self.actor.name.clone(), self.lease() / 3);
        if !self.list.iter().any(|todo| self.leased_to(todo) == name.as_ref()) {
            return false;
        }
        let mut signs = self.times.signs.iter_mut();
        let sign = signs.find(|sign| Some(&sign.name) == name.as_ref());
        let due = sign.filter(|sign| now.saturating_sub(sign.reported) >= third);
        due.map(|sign| sign.reported = now).is_some()
    }

    fn lease(&self) -> i64 {
        i64::from(self.options.lease()).saturating_mul(1000)
    }

    /// Returns the owner who has a todo in progress, or is to have it. What a model without a name
    /// calls an owner is only a label.
    fn leased_to<'t>(&self, todo: &'t Todo) -> Option<&'t Content> {
        let is_leased = matches!(todo.state.kind, StateKind::Todo | StateKind::Doing);
        let is_label =
            || self.provenance.by(todo.key, Aspect::State) == Some(&Author::Model.into());
        todo.state.owner().filter(|_| is_leased && !is_label())
    }

    /// Opens all todos of an owner for everybody.
    fn end_lease(&mut self, owner: &Content) {
        let mut list = List::clone(&self.list);
        for (index, todo) in self.list.iter().enumerate() {
            if self.leased_to(todo) == Some(owner)
                && let Some(slot) = list.get_mut(index)
            {
                let state = todo.state.change(StateKind::Todo, &[TextField::Answer]);
                let state = state.with(TextField::LastOwner, Some(owner.clone()));
                *slot = Rc::new(Todo { state, ..Todo::clone(todo) });
            }
        }
        let before = core::mem::replace(&mut self.actor, Author::Host.into());
        self.set_list(list, self.next_key, Commit::default());
        self.actor = before;
    }
}
