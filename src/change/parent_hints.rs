//! Finds the parents of a call's items. Models state them by ids or texts, and by nesting.

use crate::change::draft::Draft;
use crate::change::match_items::Mode;
use crate::forms::item_schema::{Item, ParentHint};
use crate::list::indexed_list::{find, find_content};
use crate::list::note::{Notes, note};
use crate::list::todo::{Id, Key, TextField};
use crate::list::tree::cycles_of_parents;
use crate::text::decimal::parse_decimal;
use crate::text::hash_index::{HashIndex, hash};
use crate::text::message::{count, excerpt};

impl Draft<'_> {
    /// Sets the parents of the todos of items, which are at these indices. Adds a note for each
    /// parent that is not possible.
    pub(super) fn put_items_under(
        &mut self,
        items: &[Item<'_>],
        indices: &[usize],
        mode: Mode,
        notes: &mut Notes,
    ) {
        if items.iter().all(|item| item.parent_hint.is_none()) {
            return;
        }
        let has_level = |item: &Item<'_>| matches!(item.parent_hint, Some(ParentHint::Level(_)));
        let says_levels = mode == Mode::Replace && items.iter().any(has_level);
        // A parent and its child may change places, so all of them move to the top level first.
        for (item, at) in items.iter().zip(indices) {
            if item.parent_hint.is_some() || says_levels {
                self.change(*at, |todo| todo.set_parent(None));
            }
        }
        let known = ItemsById::of(items, mode);
        let mut path: Vec<(usize, Key)> = Vec::new();
        let mut is_refused = vec![false; items.len()];
        for (index, (item, at)) in items.iter().zip(indices).enumerate() {
            let Some(key) = self.requested.get(*at).map(|todo| todo.key) else { continue };
            let level =
                if let Some(ParentHint::Level(level)) = item.parent_hint { level } else { 0 };
            while path.last().is_some_and(|(above, _)| *above >= level) {
                path.pop();
            }
            let parent = match &item.parent_hint {
                Some(ParentHint::Level(_)) => path.last().map(|(_, key)| *key),
                Some(ParentHint::Named(name)) => {
                    let found = self.find_item_or_todo(name, &known, indices);
                    if let Some(is_refused) = is_refused.get_mut(index) {
                        *is_refused = found.is_none();
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
        let name_of = |index: usize| match &items.get(index)?.parent_hint {
            Some(ParentHint::Named(name)) => Some(name),
            Some(ParentHint::Level(_)) | None => None,
        };
        // In each cycle, the last item that names its parent moves to the top level.
        let mut item_at: Vec<Option<usize>> = vec![None; self.requested.len()];
        for (index, at) in indices.iter().enumerate().filter(|(index, _)| name_of(*index).is_some())
        {
            if let Some(item_at) = item_at.get_mut(*at) {
                *item_at = Some(index);
            }
        }
        let mut cycles = cycles_of_parents(&self.requested);
        while let Some(cycle) = cycles.next(&self.requested) {
            let item_of = |at: &usize| (item_at.get(*at).copied().flatten(), *at);
            let Some((index, at)) = cycle.iter().map(item_of).max() else { break };
            self.change(at, |todo| todo.set_parent(None));
            if let Some(is_refused) = index.and_then(|index| is_refused.get_mut(index)) {
                *is_refused = true;
            }
        }
        for (index, _) in is_refused.iter().enumerate().filter(|(_, is_refused)| **is_refused) {
            let parts = [count(index + 1), excerpt(name_of(index).map_or("", |name| name))];
            note(notes, "item {}: cannot be under {}, so it is under none", &parts);
        }
    }

    /// Returns the todo that a call means by an id or a text: one of its own items first.
    fn find_item_or_todo(
        &self,
        name: &str,
        known: &ItemsById<'_, '_>,
        indices: &[usize],
    ) -> Option<Key> {
        let at = known.find(name).and_then(|index| indices.get(index));
        let stated = at.and_then(|at| self.requested.get(*at));
        let named = || self.key_named(name).and_then(|key| find(&self.requested, key));
        let same_text = || find_content(&self.requested, name);
        stated.or_else(named).or_else(same_text).map(|todo| todo.key)
    }
}

/// The items of a call by their ids.
struct ItemsById<'i, 't> {
    items: &'i [Item<'t>],
    /// Whether the number of an item without an id is its position.
    has_places: bool,
    by_name: HashIndex,
    by_position: HashIndex,
}

impl<'i, 't> ItemsById<'i, 't> {
    fn of(items: &'i [Item<'t>], mode: Mode) -> Self {
        let has_id =
            |item: &Item<'_>| item.position.is_some() || item.text(TextField::Name).is_some();
        let by_name =
            HashIndex::of_texts(items.len(), &|index| items.get(index)?.text(TextField::Name));
        let hash_at = |index: usize| Some(items.get(index)?.position?.0 as u32);
        let by_position = HashIndex::of(items.len(), &hash_at);
        let has_places = mode == Mode::Replace && !items.iter().any(has_id);
        Self { items, has_places, by_name, by_position }
    }

    /// Returns the index of the first item with this id.
    fn find(&self, name: &str) -> Option<usize> {
        let mut has_name = |index: usize| {
            self.items.get(index).and_then(|item| item.text(TextField::Name)) == Some(name)
        };
        let named = self.by_name.find(hash(name), &mut has_name);
        let id = parse_decimal(name.strip_prefix('#').unwrap_or(name)).map(Id);
        let mut has_id = |index: usize| self.items.get(index).and_then(|item| item.position) == id;
        let numbered = id.and_then(|id| match self.has_places {
            true => Some(id.index()).filter(|index| *index < self.items.len()),
            false => self.by_position.find(id.0 as u32, &mut has_id),
        });
        named.into_iter().chain(numbered).min()
    }
}
