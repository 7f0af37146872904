//! Boxes of a checklist before the texts of a call's items: `[x] Pay`. A box says the status, and
//! is no part of the text.

use std::borrow::Cow;

use crate::change::command::Command;
use crate::forms::checklist_line::read_box;
use crate::forms::item_schema::{Item, ItemSchema};
use crate::list::indexed_list::{List, find_content};
use crate::list::note::{Notes, note};
use crate::list::todo::TextField;
use crate::text::content::trim;
use crate::text::message::count;

impl Command<'_> {
    /// Takes the boxes out of the texts of items, unless a todo of the list has the text as it is.
    /// A box is the status of an item that has none of its own.
    pub fn read_boxes(&mut self, list: &List, notes: &mut Notes) {
        let (Self::Add { items, .. }
        | Self::Replace(items)
        | Self::Plan(items, _)
        | Self::Rewrite { items, schema: ItemSchema { has_boxes: true, .. }, .. }) = self
        else {
            return;
        };
        read_boxes(items, list, notes);
    }
}

/// Takes the boxes out of the texts of items, as [`Command::read_boxes`] does.
pub(crate) fn read_boxes(items: &mut [Item<'_>], list: &List, notes: &mut Notes) {
    for (index, item) in items.iter_mut().enumerate() {
        let Some(content) = item.text(TextField::Content) else { continue };
        // Most texts begin with a letter.
        if content.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        let Some((status, text)) = read_box(content) else { continue };
        if find_content(list, trim(content)).is_some() {
            continue;
        }
        let text = text.to_owned();
        let template = match item.status {
            None => "item {}: the box before its text read as its status",
            Some(_) => "item {}: the box before its text ignored",
        };
        note(notes, template, &[count(index + 1)]);
        item.status.get_or_insert(status);
        item.set_content(Cow::Owned(text));
    }
}
