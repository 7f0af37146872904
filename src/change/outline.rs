//! Which todo the items of a call are under: models say it by ids, by levels, by the names of phases, and by numbers or lines before
//! the texts.

use std::borrow::Cow;
use std::rc::Rc;

use crate::change::draft::Draft;
use crate::change::identity::Mode;
use crate::forms::shape::{Item, Shape, StatedStatus, Under};
use crate::list::keyed_list::{List, find, find_content};
use crate::list::todo::{Field, Id, Key, Status, Todo};
use crate::list::tree::is_under;
use crate::text::content::trim;
use crate::text::decimal::parse_decimal;
use crate::text::message::{Notes, count, excerpt, note};

/// Reads the levels of items whose texts begin with lines (`└─`) or all with numbers (`1.1`). The lines are
/// taken out of the texts, unless a todo of the list has the text as it is.
pub(super) fn read_outline(items: &mut [Item<'_>], shape: &Shape, list: &List) {
    for item in items.iter_mut().filter(|_| shape.has_lines) {
        let [Some(content), ..] = &mut item.texts else { continue };
        // Most texts begin with a letter.
        if !matches!(content.as_bytes(), [b' ' | 0xe2, ..]) {
            continue;
        }
        let branch = content.trim_start_matches([' ', '│']);
        let is_known = || find_content(list, trim(content)).is_some();
        if branch.starts_with(['└', '├']) && !is_known() {
            let level = content.len().wrapping_sub(branch.len()).wrapping_add(1);
            item.under = Some(Under::Level(level));
            *content = Cow::Owned(branch.trim_start_matches(['└', '├', '─', ' ']).to_owned());
        }
    }
    let is_first = items.first().and_then(number_level) == Some(1);
    let is_nested = |item: &Item<'_>| number_level(item).is_some_and(|level| level > 1);
    let is_outline = is_first
        && items.iter().all(|item| number_level(item).is_some())
        && items.iter().any(is_nested);
    for item in items.iter_mut().filter(|_| is_outline) {
        let level = number_level(item).map(Under::Level);
        item.under = item.under.take().or(level);
    }
}

/// Returns how many numbers a text begins with: 2 for "1.1 Search".
fn number_level(item: &Item<'_>) -> Option<usize> {
    let text = item.text(Field::Content)?;
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let number = text.split(' ').next()?.trim_end_matches(['.', ')']);
    let is_number = number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let dots = number.bytes().filter(|b| *b == b'.').count();
    is_number.then_some(dots.wrapping_add(1))
}

/// Adds the phases of items as items, unless the call has them. In a whole list, a phase is done once all that is in it is
/// settled.
pub(super) fn add_phases(items: &mut Vec<Item<'_>>, mode: Mode) {
    for place in 0..items.len() {
        let Some(Under::Phase(phase)) = items.get(place).and_then(|item| item.under.clone()) else {
            continue;
        };
        let is_phase = |item: &Item<'_>| item.text(Field::Content).map(trim) == Some(&*phase);
        if items.iter().any(is_phase) {
            continue;
        }
        let is_in =
            |item: &&Item<'_>| matches!(&item.under, Some(Under::Phase(known)) if *known == phase);
        let is_settled = |item: &Item<'_>| item.status.is_some_and(|it| it.status.is_settled());
        let is_done = items.iter().filter(is_in).all(is_settled);
        let status = if is_done { Status::Done } else { Status::Todo };
        let mut item = Item::of(Cow::Owned(phase));
        item.status = (mode == Mode::Replace).then_some(StatedStatus::of(status));
        items.push(item);
    }
}

impl Draft<'_> {
    /// Puts the todos of items, which are at these places, under others as the items say. A note says what cannot be.
    pub(super) fn put_items_under(
        &mut self,
        items: &[Item<'_>],
        places: &[usize],
        mode: Mode,
        notes: &mut Notes,
    ) {
        if items.iter().all(|item| item.under.is_none()) {
            return;
        }
        let has_level = |item: &Item<'_>| matches!(item.under, Some(Under::Level(_)));
        let says_levels = mode == Mode::Replace && items.iter().any(has_level);
        // Two may change places, so first none of them is under another.
        for (item, at) in items.iter().zip(places) {
            if item.under.is_some() || says_levels {
                self.change(*at, |todo| todo.set_parent(None));
            }
        }
        let mut path: Vec<(usize, Key)> = Vec::new();
        for (place, (item, at)) in items.iter().zip(places).enumerate() {
            let Some(key) = self.list.get(*at).map(|todo| todo.key) else { continue };
            let level = if let Some(Under::Level(level)) = item.under { level } else { 0 };
            while path.last().is_some_and(|(above, _)| *above >= level) {
                path.pop();
            }
            let parent = match &item.under {
                Some(Under::Level(_)) => path.last().map(|(_, key)| *key),
                Some(Under::Named(name) | Under::Phase(name)) => {
                    let found = self.find_stated(name, items, places, mode);
                    let makes_cycle =
                        |above: &&Rc<Todo>| above.key == key || is_under(&self.list, above, key);
                    let above = found.and_then(|found| find(&self.list, found));
                    if above.is_none_or(|above| makes_cycle(&above)) {
                        let parts = [count(place.wrapping_add(1)), excerpt(name)];
                        note(notes, "item {}: cannot be under {}, so it is under none", &parts);
                        continue;
                    }
                    found
                }
                None => None,
            };
            path.push((level, key));
            if parent.is_some() {
                self.change(*at, |todo| todo.set_parent(parent));
            }
        }
    }

    /// Returns the todo that a call means by an id or a text: one of its own items first.
    fn find_stated(
        &self,
        name: &str,
        items: &[Item<'_>],
        places: &[usize],
        mode: Mode,
    ) -> Option<Key> {
        let number = parse_decimal(name.strip_prefix('#').unwrap_or(name)).map(Id);
        let has_ids =
            items.iter().any(|item| item.position.is_some() || item.text(Field::Name).is_some());
        let is_called = |(place, item): (usize, &Item<'_>)| {
            let place = (mode == Mode::Replace && !has_ids).then(|| Id::at(place));
            let id = item.position.or(place);
            id.is_some() && id == number || item.text(Field::Name) == Some(name)
        };
        let at = items.iter().enumerate().position(is_called).and_then(|place| places.get(place));
        let stated = at.and_then(|at| self.list.get(*at));
        let named = || self.key_named(name).and_then(|key| find(&self.list, key));
        let same_text = || find_content(&self.list, name);
        stated.or_else(named).or_else(same_text).map(|todo| todo.key)
    }
}
