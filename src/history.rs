//! `History`: every revision of the list in a session, kept as changes.
//!
//! A change costs what it changed, not the length of the list or of the history; a snapshot is
//! built when somebody asks for it. Todos share what they say, so a change holds no copies of it.

use alloc::vec::Vec;

use crate::todo::{Status, Todo};

/// The list at one revision: whole, in order.
pub type List = Vec<Todo>;

/// One reversible step from a list to the next, at one place (0-based).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// The todo there takes on another status: what nearly every step is.
    Status {
        /// The place.
        at: usize,
        /// The status it had.
        before: Status,
        /// The status it has.
        after: Status,
    },
    /// A todo comes in, leaves, or gives way to another.
    Todo {
        /// The place.
        at: usize,
        /// The todo that stood there; none when one comes in.
        before: Option<Todo>,
        /// The todo that stands there now; none when it left.
        after: Option<Todo>,
    },
}

impl Edit {
    /// Carries the edit out. Places are valid by construction: the store makes edits for the list
    /// as it is, and a checkpoint's edits are checked as they are read.
    pub(crate) fn apply(&self, list: &mut List) {
        match self {
            Self::Status { at, after, .. } => {
                if let Some(todo) = list.get_mut(*at) {
                    todo.status = *after;
                }
            }
            Self::Todo { at, before: Some(_), after: Some(after) } => {
                if let Some(slot) = list.get_mut(*at) {
                    *slot = after.clone();
                }
            }
            Self::Todo { at, before: None, after: Some(after) } => {
                let mut moved = after.clone();
                for slot in list.iter_mut().skip(*at) {
                    core::mem::swap(slot, &mut moved);
                }
                list.push(moved);
            }
            Self::Todo { at, before: Some(_), after: None } => {
                if let Some(mut moved) = list.pop() {
                    for slot in list.iter_mut().skip(*at).rev() {
                        core::mem::swap(slot, &mut moved);
                    }
                }
            }
            Self::Todo { before: None, after: None, .. } => {}
        }
    }

    fn inverse(&self) -> Self {
        match self {
            Self::Status { at, before, after } => {
                Self::Status { at: *at, before: *after, after: *before }
            }
            Self::Todo { at, before, after } => {
                Self::Todo { at: *at, before: after.clone(), after: before.clone() }
            }
        }
    }
}

/// The edits that turn one list into another; none when they are equal.
pub fn difference(from: &[Todo], to: &[Todo]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for place in 0..from.len().max(to.len()) {
        let (before, after) = (from.get(place), to.get(place));
        if let (Some(before), Some(after)) = (before, after)
            && before.says_the_same(after)
        {
            if before.status != after.status {
                edits.push(Edit::Status { at: place, before: before.status, after: after.status });
            }
            continue;
        }
        // Where more leave than come, those behind move up.
        let at = place.min(to.len());
        edits.push(Edit::Todo { at, before: before.cloned(), after: after.cloned() });
    }
    edits
}

/// What one revision changed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Change {
    /// Where its edits end in the list of all edits; they begin where those of the one before end.
    end: usize,
    /// The revision whose list this one repeats, when it was made by undo: undoing again goes on
    /// from there. A revision of its own otherwise.
    origin: Revision,
}

/// The number of a revision. At a thousand changes per second they last for 49 days.
pub type Revision = u32;

/// All revisions, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct History {
    base: List,
    base_revision: Revision,
    /// Those of all changes, one after the other; those after the last change are not committed.
    edits: Vec<Edit>,
    changes: Vec<Change>,
}

impl History {
    /// A history that begins with a list.
    pub fn new(base: List, base_revision: Revision) -> Self {
        Self { base, base_revision, edits: Vec::new(), changes: Vec::new() }
    }

    /// The latest revision.
    pub fn revision(&self) -> Revision {
        self.base_revision.wrapping_add(self.changes.len() as Revision)
    }

    /// The first revision.
    pub fn oldest(&self) -> Revision {
        self.base_revision
    }

    /// Numbers the revisions anew, the latest one above a number, where it is not.
    pub fn raise_above(&mut self, number: Revision) {
        if self.revision() <= number {
            let raise = number.wrapping_sub(self.revision()).wrapping_add(1);
            self.base_revision = self.base_revision.wrapping_add(raise);
            for change in &mut self.changes {
                change.origin = change.origin.wrapping_add(raise);
            }
        }
    }

    /// Adds an edit to the change in progress.
    #[inline(always)]
    pub fn push(&mut self, edit: Edit) {
        self.edits.push(edit);
    }

    /// Makes the edits since the last change a revision; without edits it makes none. `origin` is
    /// another revision when this one was made by undo.
    #[inline(always)]
    pub fn commit(&mut self, origin: Option<Revision>) {
        let end = self.edits.len();
        if end > self.changes.last().map_or(0, |change| change.end) {
            let revision = self.revision().wrapping_add(1);
            self.changes.push(Change { end, origin: origin.unwrap_or(revision) });
        }
    }

    /// The edits that take back the latest change not yet taken back, and the origin of the
    /// revision that they make; none when the list is at the base.
    pub fn undo(&self) -> Option<(Vec<Edit>, Revision)> {
        let undone = self.origin(self.revision());
        let place = self.place(undone);
        self.changes.get(place)?;
        let mut edits = Vec::new();
        for edit in self.edits_of(place).iter().rev() {
            edits.push(edit.inverse());
        }
        Some((edits, self.origin(undone.wrapping_sub(1))))
    }

    /// Hands every revision, its origin (its own number, or when it was made by undo the revision
    /// whose list it repeats) and its list to `visit`, oldest first, until that says true.
    pub fn visit(&self, visit: &mut dyn FnMut(Revision, Revision, &List) -> bool) {
        let mut list = self.base.clone();
        let mut revision = self.base_revision;
        let mut place = 0;
        while !visit(revision, self.origin(revision), &list) && place < self.changes.len() {
            self.edits_of(place).iter().for_each(|edit| edit.apply(&mut list));
            place = place.wrapping_add(1);
            revision = revision.wrapping_add(1);
        }
    }

    fn edits_of(&self, place: usize) -> &[Edit] {
        let end = |place: usize| self.changes.get(place).map_or(0, |change| change.end);
        self.edits.get(end(place.wrapping_sub(1))..end(place)).unwrap_or_default()
    }

    fn place(&self, revision: Revision) -> usize {
        revision.wrapping_sub(self.base_revision).wrapping_sub(1) as usize
    }

    fn origin(&self, revision: Revision) -> Revision {
        self.changes.get(self.place(revision)).map_or(revision, |change| change.origin)
    }
}
