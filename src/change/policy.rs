//! The policy: which changes are denied to a model or an agent. Nothing is denied to a person or a
//! host, except in an undo.
//!
//! | denied is a change of | until |
//! |---|---|
//! | an aspect that anybody else changed since; the presence of a todo that they changed; "done" of a todo whose content they changed | the writer's next turn |
//! | a state that a person settled, and the content that it was settled with | a person or a host reopens it |
//! | a text, a parent or blockers that a person set; `confirm` that a person or a host set | they change it |
//! | a wait for a person | it is answered; the one who asked may settle it and ask again |
//! | the presence of an open todo that a person wants, that has to be confirmed, or that waits or is claimed through somebody else | they remove it |
//! | the presence, the state and the texts of a todo of another owner | the owner, the one who assigned it, a person or a host ends that |
//!
//! A rewind may always undo a state that its writer set last, and a todo of which nobody else wrote
//! anything.

use crate::list::author::{Actor, Author};
use crate::list::delta::Aspect;
use crate::list::owners::is_of_another;
use crate::list::provenance::Provenance;
use crate::list::todo::{Key, State, StateKind, Status, TextField, Todo};
use crate::list::waiting::WaitFor;

/// Why the policy denies a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DenyReason {
    /// Somebody changed it since.
    Since,
    /// A person settled the todo.
    Settled,
    /// It waits, and the writer may not end that.
    Waits,
    /// A person wrote the text, or set the value.
    Wrote,
    /// The todo left the list.
    Gone,
    /// A person wants it on the list, or it has to be confirmed.
    Wanted,
    /// Another owner has it in progress, or it is assigned to one.
    Owned,
    /// It is open, and the policy keeps open todos.
    Open,
    /// Another todo was started since.
    Doing(Key),
}

/// The three versions of a todo that the policy compares, and its provenance.
#[derive(Clone, Copy)]
pub(crate) struct ThreeWay<'a> {
    pub base: &'a Todo,
    pub requested: &'a Todo,
    pub current: &'a Todo,
    pub provenance: Option<&'a Provenance>,
}

/// Returns why the policy denies a requested change of an aspect, or `None` if it permits it.
pub(crate) fn deny_reason(
    actor: &Actor,
    aspect: Aspect,
    three_way: ThreeWay<'_>,
) -> Option<DenyReason> {
    // Only a person approves. The rules of a list end an approval.
    if aspect == Aspect::Approved && !actor.is_person() {
        return Some(DenyReason::Wrote);
    }
    if !actor.author.is_restricted() {
        return None;
    }
    let ThreeWay { base, requested, current, provenance } = three_way;
    match aspect {
        Aspect::State => deny_state_change(actor, three_way),
        // The name that a model's tool uses for a todo is nobody's decision.
        Aspect::Text(TextField::Name) => aspect.differs(base, current).then_some(DenyReason::Since),
        Aspect::Text(field) => {
            if is_reserved_by_another(actor, current, provenance) {
                return Some(DenyReason::Owned);
            }
            if provenance.is_some_and(|provenance| provenance.has_person_text(current, field)) {
                return Some(DenyReason::Wrote);
            }
            if field == TextField::Content && is_settled_by_person(current, provenance) {
                return Some(DenyReason::Settled);
            }
            // A claim belongs to its text.
            let is_claimed_since = field == TextField::Content && current.state.is_claimed();
            let is_since = is_claimed_since && Aspect::State.differs(base, current);
            (is_since || aspect.differs(base, current)).then_some(DenyReason::Since)
        }
        Aspect::Blockers => {
            let is_taken_away = |key: &Key| {
                base.blocked_by().contains(key) && !requested.blocked_by().contains(key)
            };
            let is_by_person = provenance.is_some_and(|provenance| provenance.is_by_person(aspect));
            (is_by_person && current.blocked_by().iter().any(is_taken_away))
                .then_some(DenyReason::Wrote)
        }
        Aspect::Parent => {
            let is_by_person = provenance.is_some_and(|provenance| {
                provenance.is_by_person(aspect)
                    && (current.parent().is_some() || provenance.was_written_later(aspect))
            });
            let since = aspect.differs(base, current).then_some(DenyReason::Since);
            if is_by_person { Some(DenyReason::Wrote) } else { since }
        }
        Aspect::Confirm => {
            let is_asked_for =
                provenance.is_none_or(|provenance| !provenance.by(aspect).author.is_restricted());
            (current.details.flags.confirm && is_asked_for).then_some(DenyReason::Wrote)
        }
        // The host's data is nobody's decision. Presence and place are decided elsewhere.
        Aspect::Data | Aspect::Presence | Aspect::Place | Aspect::Approved => None,
    }
}

fn deny_state_change(
    actor: &Actor,
    ThreeWay { base, requested, current, provenance }: ThreeWay<'_>,
) -> Option<DenyReason> {
    if is_reserved_by_another(actor, current, provenance) {
        return Some(DenyReason::Owned);
    }
    if is_settled_by_person(current, provenance) {
        return Some(DenyReason::Settled);
    }
    // Anybody may end a wait for an event.
    if current.waiting() == Some(WaitFor::User) {
        let has_asked = provenance.is_some_and(|provenance| provenance.by(Aspect::State) == actor);
        let may_end = requested.status().is_settled() || requested.waiting().is_some();
        if !has_asked || !may_end {
            return Some(DenyReason::Waits);
        }
    }
    is_changed_since(actor, ThreeWay { base, requested, current, provenance })
        .then_some(DenyReason::Since)
}

/// Returns why the undo of an aspect is denied, or `None` if it is permitted. It is denied if the
/// aspect was changed since: an undo takes back one's own change, not those of others.
pub(crate) fn deny_undo(
    actor: &Actor,
    aspect: Aspect,
    three_way: ThreeWay<'_>,
) -> Option<DenyReason> {
    let ThreeWay { base, current, .. } = three_way;
    let is_since = match aspect {
        Aspect::State => is_changed_since(actor, three_way),
        // Only what the change added or removed is taken back.
        Aspect::Blockers | Aspect::Presence | Aspect::Place => false,
        Aspect::Text(_) | Aspect::Confirm | Aspect::Data | Aspect::Parent | Aspect::Approved => {
            aspect.differs(base, current)
        }
    };
    is_since.then_some(DenyReason::Since)
}

/// Returns why the undo of an addition is denied, or `None` if it is permitted. It is denied if
/// somebody did more than start the todo.
pub(crate) fn deny_undone_addition(base: &Todo, current: &Todo) -> Option<DenyReason> {
    let is_started = current.status() == Status::Doing && base.status() == Status::Todo;
    let is_changed = |aspect: &Aspect| match aspect {
        Aspect::State => {
            (current.state.is_claimed() || !is_started) && aspect.differs(base, current)
        }
        Aspect::Data | Aspect::Approved | Aspect::Text(TextField::Name) => false,
        Aspect::Presence
        | Aspect::Text(_)
        | Aspect::Blockers
        | Aspect::Confirm
        | Aspect::Place
        | Aspect::Parent => aspect.differs(base, current),
    };
    Aspect::OF_TODO.iter().any(is_changed).then_some(DenyReason::Since)
}

/// Returns whether the state of a todo was changed since, or the content that a completion refers
/// to.
fn is_changed_since(
    actor: &Actor,
    ThreeWay { base, requested, current, .. }: ThreeWay<'_>,
) -> bool {
    let says_done = matches!(requested.state.kind, StateKind::Done | StateKind::Claimed);
    let is_started = current.status() == Status::Doing
        && matches!(base.state.kind, StateKind::Todo | StateKind::Doing);
    // The owner to whom it is assigned may start it.
    let owner = actor.name.as_ref();
    let assigned = State::default().with(TextField::Owner, owner.cloned());
    let is_assigned =
        owner.is_some() && base.state.kind == StateKind::Todo && current.state == assigned;
    // The end of a lease decides nothing: it is open to everybody until somebody takes it.
    let is_still_free = current.state.last_owner().is_some();
    let is_reworded = Aspect::Text(TextField::Content).differs(base, current);
    let is_free = is_assigned || is_still_free || says_done && is_started;
    Aspect::State.differs(base, current) && !is_free || says_done && is_reworded
}

/// Returns why the removal of a todo is denied, or `None` if it is permitted.
pub(crate) fn deny_removal(
    actor: &Actor,
    base: &Todo,
    current: &Todo,
    provenance: Option<&Provenance>,
) -> Option<DenyReason> {
    if !actor.author.is_restricted() {
        return None;
    }
    if is_reserved_by_another(actor, current, provenance) {
        return Some(DenyReason::Owned);
    }
    let is_own = provenance.is_some_and(|provenance| provenance.by(Aspect::State) == actor);
    let is_protected = current.details.flags.confirm
        || current.details.flags.approved
        || current.is_on_hold() && !is_own
        || provenance.is_some_and(|provenance| provenance.is_wanted(current));
    if is_protected && !current.status().is_settled() {
        return Some(DenyReason::Wanted);
    }
    // The host's data is no decision about the todo.
    let is_decision = |aspect: &&Aspect| !matches!(aspect, Aspect::Data | Aspect::Approved);
    let mut decisions = Aspect::OF_TODO.iter().filter(is_decision);
    decisions.any(|aspect| aspect.differs(base, current)).then_some(DenyReason::Since)
}

/// Returns whether a todo is in progress under another owner, or assigned to one, through somebody
/// else. An owner that was written by a model without a name is only a label and reserves nothing.
fn is_reserved_by_another(actor: &Actor, current: &Todo, provenance: Option<&Provenance>) -> bool {
    let unnamed_model = Actor::from(Author::Model);
    let is_set_here = provenance.is_some_and(|provenance| {
        provenance.by(Aspect::State) == actor || *provenance.by(Aspect::State) == unnamed_model
    });
    !current.status().is_settled() && is_of_another(actor, current) && !is_set_here
}

/// Returns whether a person settled a todo.
pub(crate) fn is_settled_by_person(todo: &Todo, provenance: Option<&Provenance>) -> bool {
    todo.status().is_settled()
        && provenance.is_some_and(|provenance| provenance.is_by_person(Aspect::State))
}
