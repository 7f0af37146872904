//! `Request`: what a call asks for, in the words of no dialect. Dialects read calls into it.

use alloc::vec::Vec;

use crate::forms::shape::{Item, Shape};
use crate::list::error::TodoError;
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Id};
use crate::sync::rewrite::Mode;
use crate::text::json::Value;
use crate::text::message::Notes;
use crate::text::message::Part::Text;
use crate::tools::arguments::{Arguments, List};

/// What is to be done with the list.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Action {
    List,
    Add,
    AddAfter,
    Complete,
    Skip,
    Replace,
    GetNext,
    GoBack,
    MarkDoing,
    Rewrite(Mode, &'static Shape),
}

/// A call that was understood. What its action does not take is empty.
#[derive(Debug)]
pub(crate) struct Request<'a> {
    pub action: Action,
    pub items: Vec<Item<'a>>,
    pub ids: Vec<Id>,
    pub position: i64,
    /// The arguments of the tool that may be there, empty, though the call does not take them.
    pub unused: &'static [&'static str],
}

impl<'a> Request<'a> {
    pub fn new(action: Action, unused: &'static [&'static str]) -> Self {
        Self { action, items: Vec::new(), ids: Vec::new(), position: 0, unused }
    }

    /// A whole-list write.
    pub fn rewrite(items: Vec<Item<'a>>, mode: Mode, shape: &'static Shape) -> Self {
        Self { items, ..Self::new(Action::Rewrite(mode, shape), &[]) }
    }

    /// Does what is asked for.
    ///
    /// # Errors
    /// Those of the store; then nothing has changed.
    pub fn run(mut self, store: &mut TodoStore, notes: &mut Notes) -> Result<Done, TodoError> {
        notes.append(&mut self.change(store)?);
        Ok(self.into())
    }

    fn change(&mut self, store: &mut TodoStore) -> Result<Notes, TodoError> {
        if let Action::Rewrite(mode, shape) = self.action {
            return store.rewrite(&mut self.items, mode, shape);
        }
        let id = self.ids.first().copied().unwrap_or(Id(0));
        let mut texts = Vec::with_capacity(self.items.len());
        texts.extend(self.items.iter().filter_map(|item| item.text(Field::Content)));
        match self.action {
            Action::List | Action::Rewrite(..) => {}
            Action::Add => return store.add_multiple(&texts),
            Action::AddAfter => return store.add_after_position(self.position, &texts),
            Action::Replace => return store.replace_all(&texts),
            Action::Complete => store.complete_multiple(&self.ids)?,
            Action::Skip => store.skip(id)?,
            Action::GoBack => store.go_back(id)?,
            Action::MarkDoing => store.mark_doing(id)?,
            Action::GetNext => drop(store.next_todo()),
        }
        Ok(Notes::new())
    }
}

/// A call that was carried out: what there is to say of it.
#[derive(Debug)]
pub(crate) struct Done {
    pub action: Action,
    /// How many items it had.
    pub items: usize,
    pub ids: Vec<Id>,
    pub position: i64,
}

impl From<Request<'_>> for Done {
    fn from(request: Request<'_>) -> Self {
        let Request { action, items, ids, position, .. } = request;
        Self { action, items: items.len(), ids, position }
    }
}

/// Takes the list of items of a tool, which `is_all` of it or a part; none when it is missing.
///
/// # Errors
/// `invalid_argument`, naming the first item that cannot be read.
pub(crate) fn take_items<'a>(
    arguments: &mut Arguments<'a>,
    shape: &Shape,
    is_all: bool,
) -> Result<Option<Vec<Item<'a>>>, TodoError> {
    match arguments.take_list(shape.list)? {
        None => Ok(None),
        Some(List::Value(value)) => items(arguments, shape, is_all, value).map(Some),
        Some(List::Text(text)) => {
            let inner = arguments.inner(shape.list, &text)?;
            let items = items(arguments, shape, is_all, inner.root())?;
            Ok(Some(items.into_iter().map(Item::into_owned).collect()))
        }
    }
}

fn items<'v>(
    arguments: &mut Arguments<'_>,
    shape: &Shape,
    is_all: bool,
    value: Value<'v>,
) -> Result<Vec<Item<'v>>, TodoError> {
    // Hardly any list is longer.
    let mut items = Vec::with_capacity(32);
    // A bare string is what some tools have for an item.
    let is_all = is_all && !shape.field(Field::Content).is_empty();
    arguments.each(shape.list, is_all, value, &mut |notes, number, value| {
        items.push(shape.item(notes, number, value)?);
        Ok(())
    })?;
    Ok(items)
}

/// Takes the list that a call writes.
///
/// # Errors
/// `invalid_argument`, also when there is none.
pub(crate) fn take_rewrite<'a>(
    arguments: &mut Arguments<'a>,
    mode: Mode,
    shape: &'static Shape,
) -> Result<Request<'a>, TodoError> {
    match take_items(arguments, shape, true)? {
        Some(items) => Ok(Request::rewrite(items, mode, shape)),
        None => Err(TodoError::invalid(
            "{} is missing: give the list, [] to clear it",
            &[Text(shape.list)],
        )),
    }
}

/// As [`take_rewrite`], with the mode in `merge`.
pub(crate) fn take_rewrite_or_merge<'a>(
    arguments: &mut Arguments<'a>,
    shape: &'static Shape,
) -> Result<Request<'a>, TodoError> {
    match arguments.take_boolean("merge")? {
        Some(true) => take_rewrite(arguments, Mode::Merge, shape),
        Some(false) => take_rewrite(arguments, Mode::Replace, shape),
        None => Err(TodoError::invalid(
            "merge is missing: true to update todos, false to replace the list",
            &[],
        )),
    }
}
