//! `Request`: what a call asks for, in the words of no dialect. Dialects read calls into it.

use alloc::vec::Vec;

use crate::error::TodoError;
use crate::rewrite::Mode;
use crate::shape::{Item, Shape};
use crate::store::{Notes, TodoStore};
use crate::todo::{Field, Id};

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
pub(crate) struct Request {
    pub action: Action,
    pub items: Vec<Item>,
    pub ids: Vec<Id>,
    pub position: i64,
    /// The arguments of the tool that may be there, empty, though the call does not take them.
    pub unused: &'static [&'static str],
}

impl Request {
    pub fn new(action: Action, unused: &'static [&'static str]) -> Self {
        Self { action, items: Vec::new(), ids: Vec::new(), position: 0, unused }
    }

    /// A whole-list write.
    pub fn rewrite(items: Vec<Item>, mode: Mode, shape: &'static Shape) -> Self {
        Self { items, ..Self::new(Action::Rewrite(mode, shape), &[]) }
    }

    /// Does what is asked for.
    ///
    /// # Errors
    /// Those of the store; then nothing has changed.
    pub fn run(&self, store: &mut TodoStore, notes: &mut Notes) -> Result<(), TodoError> {
        let id = self.ids.first().copied().unwrap_or(Id(0));
        let mut texts = Vec::new();
        texts.extend(self.items.iter().filter_map(|item| item.text(Field::Content)));
        let mut new_notes = match self.action {
            Action::List => Notes::new(),
            Action::Add => store.add_multiple(&texts)?,
            Action::AddAfter => store.add_after_position(self.position, &texts)?,
            Action::Replace => store.replace_all(&texts)?,
            Action::Rewrite(mode, shape) if cfg!(feature = "dialects") => {
                store.rewrite(&self.items, mode, shape)?
            }
            // No dialect there is reads such a call.
            Action::Rewrite(..) => Notes::new(),
            Action::Complete => store.complete_multiple(&self.ids).map(|()| Notes::new())?,
            Action::Skip => store.skip(id).map(|()| Notes::new())?,
            Action::GoBack => store.go_back(id).map(|()| Notes::new())?,
            Action::MarkDoing => store.mark_doing(id).map(|()| Notes::new())?,
            Action::GetNext => {
                store.next_todo();
                Notes::new()
            }
        };
        notes.append(&mut new_notes);
        Ok(())
    }
}
