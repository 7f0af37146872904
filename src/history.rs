//! `History`: every revision of the list in a session, kept as changes.
//!
//! A change costs what it changed, not the length of the list or of the history; a snapshot is
//! built when somebody asks for it. Todos are shared, so a change holds pointers, not copies.

use std::rc::Rc;

use crate::todo::Todo;

/// The list at one revision: whole, in order, sharing its todos with the store.
pub type List = Vec<Rc<Todo>>;

/// One reversible step from a list to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// One todo gives way to another at the same place.
    Put {
        /// 0-based place.
        at: usize,
        /// What stood there.
        before: Rc<Todo>,
        /// What stands there now.
        after: Rc<Todo>,
    },
    /// Todos come in before the one at a place.
    Insert {
        /// 0-based place of the first.
        at: usize,
        /// Those that came.
        todos: List,
    },
    /// Todos leave.
    Remove {
        /// 0-based place of the first.
        at: usize,
        /// Those that left.
        todos: List,
    },
}

impl Edit {
    /// Carries the edit out. Places are valid by construction: the store makes edits for the list
    /// as it is, and a checkpoint's edits are checked as they are read.
    pub(crate) fn apply(&self, list: &mut List) {
        match self {
            Self::Put { at, after, .. } => {
                if let Some(slot) = list.get_mut(*at) {
                    *slot = Rc::clone(after);
                }
            }
            Self::Insert { at, todos } => {
                let tail = list.split_off(*at.min(&list.len()));
                list.extend(todos.iter().cloned());
                list.extend(tail);
            }
            Self::Remove { at, todos } => {
                let tail = list.split_off(*at.min(&list.len()));
                list.extend(tail.into_iter().skip(todos.len()));
            }
        }
    }

    fn inverse(&self) -> Self {
        match self.clone() {
            Self::Put { at, before, after } => Self::Put { at, before: after, after: before },
            Self::Insert { at, todos } => Self::Remove { at, todos },
            Self::Remove { at, todos } => Self::Insert { at, todos },
        }
    }
}

/// The edits that turn one list into another; none when they are equal.
pub fn difference(from: &List, to: &List) -> Vec<Edit> {
    if from.len() == to.len() {
        let pairs = from.iter().zip(to).enumerate();
        return pairs
            .filter(|(_, (before, after))| before != after)
            .map(|(at, (before, after))| Edit::Put {
                at,
                before: Rc::clone(before),
                after: Rc::clone(after),
            })
            .collect();
    }
    let at = from.iter().zip(to).take_while(|(a, b)| a == b).count();
    let rest = from.len().min(to.len()).saturating_sub(at);
    let tail =
        from.iter().rev().zip(to.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    let middle = |list: &List| -> List {
        list.iter().take(list.len().saturating_sub(tail)).skip(at).cloned().collect()
    };
    let edits = [Edit::Remove { at, todos: middle(from) }, Edit::Insert { at, todos: middle(to) }];
    edits
        .into_iter()
        .filter(|edit| !matches!(edit, Edit::Remove { todos, .. } | Edit::Insert { todos, .. } if todos.is_empty()))
        .collect()
}

/// What one revision changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub edits: Vec<Edit>,
    /// The revision whose list this one repeats, when it was made by undo: undoing again goes on
    /// from there. A revision of its own otherwise.
    pub origin: u64,
}

/// All revisions, oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct History {
    base: List,
    base_revision: u64,
    changes: Vec<Change>,
}

impl History {
    /// A history that begins with a list.
    pub fn new(base: List, base_revision: u64) -> Self {
        Self { base, base_revision, changes: Vec::new() }
    }

    /// The latest revision.
    pub fn revision(&self) -> u64 {
        self.base_revision.saturating_add(self.changes.len() as u64)
    }

    /// The list that the history begins with, and its revision.
    pub fn base(&self) -> (u64, &List) {
        (self.base_revision, &self.base)
    }

    /// The changes after the base, each with its revision.
    pub fn changes(&self) -> impl Iterator<Item = (u64, &Change)> {
        (self.base_revision.saturating_add(1)..).zip(&self.changes)
    }

    /// Adds a revision; `origin` is another revision when this one was made by undo.
    pub fn push(&mut self, edits: Vec<Edit>, origin: Option<u64>) {
        let revision = self.revision().saturating_add(1);
        self.changes.push(Change { edits, origin: origin.unwrap_or(revision) });
    }

    /// The edits that take back the latest change not yet taken back, and the origin of the
    /// revision that they make; none when the list is at the base.
    pub fn undo(&self) -> Option<(Vec<Edit>, u64)> {
        let undone = self.origin(self.revision());
        let change = self.change(undone)?;
        let edits = change.edits.iter().rev().map(Edit::inverse).collect();
        Some((edits, self.origin(undone.saturating_sub(1))))
    }

    /// Every list, oldest first.
    pub fn snapshots(&self) -> impl Iterator<Item = (u64, List)> {
        let mut list = self.base.clone();
        std::iter::once((self.base_revision, self.base.clone())).chain(self.changes().map(
            move |(revision, change)| {
                change.edits.iter().for_each(|edit| edit.apply(&mut list));
                (revision, list.clone())
            },
        ))
    }

    /// The list at a revision; none when the history does not hold it.
    pub fn list_at(&self, revision: u64) -> Option<List> {
        let steps = usize::try_from(revision.checked_sub(self.base_revision)?).ok()?;
        let changes = self.changes.get(..steps)?;
        let mut list = self.base.clone();
        changes.iter().flat_map(|change| &change.edits).for_each(|edit| edit.apply(&mut list));
        Some(list)
    }

    fn change(&self, revision: u64) -> Option<&Change> {
        let after_base = revision.checked_sub(self.base_revision)?.checked_sub(1)?;
        self.changes.get(usize::try_from(after_base).ok()?)
    }

    fn origin(&self, revision: u64) -> u64 {
        self.change(revision).map_or(revision, |change| change.origin)
    }
}
