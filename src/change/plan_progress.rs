//! Plans: starting one, and moving on in it. A model counts its items from 0.

use std::rc::Rc;

use crate::change::draft::Draft;
use crate::list::blockers::next;
use crate::list::delta::Aspect;
use crate::list::error::TodoError;
use crate::list::history::List;
use crate::list::indexed_list::find;
use crate::list::note::{Notes, note};
use crate::list::owners::is_own_work;
use crate::list::sentences::actor;
use crate::list::todo::{Key, Ref, Status, Todo};
use crate::text::message::FormatArg::{Number, Text};
use crate::text::message::{count, few};

/// Starts a plan that was just written. All its items are meant to be done, so a note names those
/// that a person skipped.
pub(super) fn start(draft: &mut Draft<'_>) {
    draft.start_next();
    for index in 0..draft.requested.len() {
        let current =
            draft.requested.get(index).and_then(|todo| find(draft.current.list(), todo.key));
        let skipped_by_person = |current: &Rc<Todo>| {
            current.status() == Status::Skipped
                && draft.current.provenance().is_by_person(current.key, Aspect::State)
        };
        if current.is_some_and(skipped_by_person) {
            draft.set_status(index, Status::Todo);
        }
    }
}

/// Moves on to the plan's item at an index. The open items from the one in progress up to it become
/// done. The index after the last item means that all are done.
///
/// # Errors
/// `invalid_argument` if the list is empty.
pub(super) fn go_on_to(draft: &mut Draft<'_>, at: i64, notes: &mut Notes) -> Result<(), TodoError> {
    let keys = draft.by_position();
    let end = keys.len();
    if end == 0 {
        return Err(TodoError::invalid(
            "current_plan_item: there is no plan: give one in plan_update",
            &[],
        ));
    }
    let mut index = usize::try_from(at).unwrap_or(usize::MAX);
    let is_open =
        |key: &Key| find(&draft.requested, *key).is_some_and(|todo| !todo.status().is_settled());
    if index >= end && !keys.iter().any(is_open) {
        // It is past the end already.
        return Ok(());
    }
    if index > end {
        index = end.saturating_sub(1);
        note(notes, "current_plan_item: {} read as {}, the last one", &[Number(at), count(index)]);
    }
    let position = |list: &List, at: Option<usize>| {
        let key = list.get(at?)?.key;
        keys.iter().position(|known| *known == key)
    };
    let doing =
        position(&draft.requested, draft.requested.iter().position(|todo| todo.state.is_at_work()));
    let from = doing.or_else(|| position(&draft.requested, next(&draft.requested, |_| true)));
    let from = from.unwrap_or(index);
    let mut passed = Vec::new();
    for (other, key) in keys.iter().enumerate() {
        let Some(todo) = find(&draft.requested, *key) else { continue };
        let is_passed = (from..index).contains(&other) && !todo.status().is_settled();
        let status = if other == index {
            Status::Doing
        } else if is_passed {
            Status::Done
        } else if is_own_work(&draft.actor, todo) {
            Status::Todo
        } else {
            continue;
        };
        let provenance = draft.current.provenance();
        if !is_passed || doing == Some(other) {
            // It is where the model was.
        } else if provenance.is_by_person(*key, Aspect::Presence) {
            let by = actor(provenance.by(*key, Aspect::Presence));
            let parts = [Text(&draft.name_of(todo)), Text(&by)];
            note(notes, "current_plan_item: passes {}, which {} added: it counts as done", &parts);
        } else if index < end
            && (doing.is_some() || other != from)
            && find(draft.current.list(), *key).is_some_and(|now| !now.status().is_settled())
        {
            passed.push(draft.name_of(todo));
        }
        let at = draft.index_of(Ref::Key(*key))?;
        draft.set_status(at, status);
    }
    if !passed.is_empty() {
        let template = match passed.len() {
            1 => "current_plan_item: passes {}: it counts as done",
            _ => "current_plan_item: passes {}: they count as done",
        };
        note(notes, template, &[Text(&few(&passed))]);
    }
    Ok(())
}
