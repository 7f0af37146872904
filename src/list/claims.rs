//! Who works on what, and what waits to be confirmed.
//!
//! A todo that needs confirming, of which a model or a run says that it is done, stays in progress and is claimed, until a
//! person or a host confirms it or sends it back. Who starts a todo under a name owns it: what another one has in progress,
//! or is to have, a model or a run can neither start nor settle nor set back.

use crate::list::author::Actor;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::List;
use crate::list::options::Options;
use crate::list::todo::{Field, Key, Status, Todo, find, place_of, set_text};
use crate::text::content::Content;
use crate::text::message::Part::Text;
use crate::text::message::{count, excerpt, fill};

/// What a call said of a todo that is otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Otherwise {
    /// It was said to be done, and is to be confirmed.
    Claimed,
    /// It is another owner's.
    Owned,
}

/// The todos of which calls said what is otherwise, until somebody asks. It is no part of what a store is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unsaid(pub Vec<(Key, Otherwise)>);

impl PartialEq for Unsaid {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Unsaid {}

/// Who says what of a list.
pub(crate) struct Saying<'a> {
    pub actor: &'a Actor,
    pub options: &'a Options,
    /// Whether all that is said to be done is to be confirmed, as the conversation has it.
    pub confirms: bool,
}

impl Saying<'_> {
    /// Whether a todo is in progress, or is to be, by somebody else than who speaks.
    pub fn is_others(&self, todo: &Todo) -> bool {
        let is_open = todo.is_at_work() || todo.is_claimed() || todo.status.is_pending();
        self.actor.author.is_bound() && is_open && is_of_another(self.actor, todo)
    }

    /// Whether "done" of a todo is a claim.
    pub fn is_claim(&self, todo: &Todo) -> bool {
        let is_asked = self.confirms || self.options.confirm_done() || todo.details.flags.confirm;
        self.actor.author.is_bound() && is_asked
    }

    /// Makes of a todo that is said to be like this what becomes of it, and of the one that was there, if any.
    pub fn state(&self, was: Option<&Todo>, todo: &mut Todo) {
        let is_new = was.is_none_or(|was| was.status != todo.status);
        if is_new && todo.status == Status::Done && self.is_claim(todo) {
            *todo = todo.claimed();
        }
        let is_begun = was.is_none_or(|was| was.status != Status::Doing);
        if todo.status == Status::Doing && is_begun && todo.text(Field::Owner).is_none() {
            set_owner(todo, self.actor.name.as_ref());
        }
    }

    /// What becomes of a whole list that is said: others' todos stay as they are, and what is done may be claimed.
    pub fn stated_list(&self, before: &List, mut list: List, unsaid: &mut Unsaid) -> List {
        for now in &mut list {
            // What goes with another status is left out.
            if now.has_more_than_status() {
                *now = now.with_status(now.status);
            }
            let was = find(before, now.key);
            if let Some(was) = was.filter(|was| was.status != now.status && self.is_others(was)) {
                unsaid.0.push((now.key, Otherwise::Owned));
                now.status = was.status;
                for field in [Field::Owner, Field::Evidence, Field::Reason] {
                    if now.text(field) != was.text(field) {
                        set_text(&mut now.details, field, was.cleaned_text(field).cloned());
                    }
                }
                *now = now.clone().flagged(|flags| flags.claimed = was.is_claimed());
            }
            let is_done = now.status == Status::Done;
            self.state(was, now);
            if is_done && now.is_claimed() {
                unsaid.0.push((now.key, Otherwise::Claimed));
            }
        }
        for (place, todo) in before.iter().enumerate() {
            if self.is_others(todo) && find(&list, todo.key).is_none() {
                unsaid.0.push((todo.key, Otherwise::Owned));
                list.insert(place.min(list.len()), todo.clone());
            }
        }
        list
    }
}

/// Whether a todo has another owner than who acts.
pub(crate) fn is_of_another(actor: &Actor, todo: &Todo) -> bool {
    todo.text(Field::Owner).is_some()
        && todo.text(Field::Owner) != actor.name.as_ref().map(Content::as_str)
}

/// Whether who acts, under a name or none, has a todo in progress.
pub(crate) fn is_own_work(actor: &Actor, todo: &Todo) -> bool {
    let name = actor.name.as_ref().map(Content::as_str);
    todo.is_at_work() && todo.text(Field::Owner) == name
}

/// Makes an actor with a name the owner of a todo.
pub(crate) fn set_owner(todo: &mut Todo, name: Option<&Content>) {
    if let Some(name) = name {
        set_text(&mut todo.details, Field::Owner, Some(name.clone()));
    }
}

/// Why a todo of another owner stays as it is.
pub(crate) fn already_owned(list: &[Todo], todo: &Todo) -> TodoError {
    TodoError::new(ErrorCode::AlreadyOwned, "{}: take another todo", &[Text(&owned(list, todo))])
}

fn owned(list: &[Todo], todo: &Todo) -> String {
    let place = place_of(list, todo.key).unwrap_or_default();
    let template = match todo.status {
        Status::Doing => "todo {} ({}) stays in progress: {} works on it",
        Status::Todo | Status::Done | Status::Skipped => {
            "todo {} ({}) stays as it is: it is for {}"
        }
    };
    let owner = todo.text(Field::Owner).unwrap_or_default();
    let parts = [count(place.wrapping_add(1)), excerpt(todo.content()), excerpt(owner)];
    fill(template, &parts)
}

/// What a call said that is otherwise, in a sentence; none where that is over.
pub(crate) fn sentence(list: &[Todo], (key, otherwise): (Key, Otherwise)) -> Option<String> {
    let todo = find(list, key)?;
    match otherwise {
        Otherwise::Owned => Some(owned(list, todo)),
        Otherwise::Claimed if !todo.is_claimed() => None,
        Otherwise::Claimed => {
            let place = place_of(list, key).unwrap_or_default();
            let parts = [count(place.wrapping_add(1)), excerpt(todo.content())];
            Some(fill("{} ({}) waits to be confirmed", &parts))
        }
    }
}
