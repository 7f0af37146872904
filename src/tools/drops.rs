//! What a list of the whole plan left out while it was still open.

use crate::list::sentences::quoted;
use crate::list::todo::{Id, Todo, find};
use crate::text::message::Part::Text;
use crate::text::message::{Notes, note};

/// The open todos of a list that another one has not, by their ids.
pub fn dropped(before: &[Todo], now: &[Todo]) -> Vec<(Id, Todo)> {
    let is_dropped = |todo: &Todo| !todo.status.is_settled() && find(now, todo.key).is_none();
    let ids = before.iter().enumerate().filter(|(_, todo)| is_dropped(todo));
    ids.map(|(place, todo)| (Id::at(place), todo.clone())).collect()
}

/// Says which open todos a list left out.
pub fn note_dropped(dropped: &[(Id, Todo)], notes: &mut Notes) {
    let named = quoted(dropped.iter().map(|(_, todo)| todo));
    if !named.is_empty() {
        note(notes, "left out while still open, so off the list now: {}", &[Text(&named)]);
    }
}
