//! `History`: every revision of the list in a session, kept as changes.
//!
//! A change costs what it changed, not the length of the list or of the history; a snapshot is
//! built when somebody asks for it. Todos share what they say, so a change holds no copies of it.
//!
//! A history may be bounded. The oldest snapshots then fall away one by one, but what they cost is
//! given back in batches, so that a change stays as cheap as it is.

use std::rc::Rc;

use crate::list::author::Stamp;
use crate::list::todo::{Status, Todo};
use crate::text::content::Content;

/// The list at one revision: whole, in order. Who keeps one shares it in an `Rc`; who changes it copies it first, if anybody else has it.
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

    /// Whether it changes a todo that stays where it is.
    pub fn is_in_place(&self) -> bool {
        match self {
            Self::Status { .. } => true,
            Self::Todo { before: Some(before), after: Some(after), .. } => before.key == after.key,
            Self::Todo { .. } => false,
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
    let places = from.len().max(to.len());
    let mut edits = Vec::with_capacity(places);
    for place in 0..places {
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

/// One revision of the list, whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Its number.
    pub revision: Revision,
    /// Who made it, when and how.
    pub stamp: Stamp,
    /// The list.
    pub todos: Rc<List>,
}

/// What one revision changed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Change {
    /// Where its edits end in the list of all edits; they begin where those of the one before end.
    end: usize,
    /// The revision whose list this one repeats, when it was made by undo: undoing again goes on
    /// from there. A revision of its own otherwise.
    origin: Revision,
    stamp: Stamp,
    /// Why a todo was given up that left the list.
    reason: Option<Content>,
}

/// The number of a revision.
pub type Revision = u32;

/// All revisions, oldest first, or the latest of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct History {
    /// The most revisions that it shows.
    most: usize,
    /// The list at the first revision that is still held, which may be older than those shown.
    base: Rc<List>,
    base_revision: Revision,
    base_stamp: Stamp,
    /// Those of all changes, one after the other; those after the last change are not committed.
    edits: Vec<Edit>,
    changes: Vec<Change>,
}

impl History {
    /// A history that begins with a list and shows so many revisions at most, 1 or more.
    pub fn new(base: Rc<List>, base_revision: Revision, base_stamp: Stamp, most: usize) -> Self {
        Self { most, base, base_revision, base_stamp, edits: Vec::new(), changes: Vec::new() }
    }

    /// Says when the first revision was made, where that is not known and there is none but that.
    pub fn begin_at(&mut self, at: i64) {
        if self.changes.is_empty() && self.base_stamp.at == 0 {
            self.base_stamp.at = at;
        }
    }

    /// Says who made the latest revision, when and how.
    pub fn stamp(&self) -> &Stamp {
        self.changes.last().map_or(&self.base_stamp, |change| &change.stamp)
    }

    /// Whether edits wait to become a revision.
    pub fn has_edits(&self) -> bool {
        self.edits.len() > self.changes.last().map_or(0, |change| change.end)
    }

    /// The latest revision.
    pub fn revision(&self) -> Revision {
        self.base_revision.wrapping_add(self.changes.len() as Revision)
    }

    /// The first revision that has not fallen away.
    #[inline(never)]
    pub fn oldest(&self) -> Revision {
        let fallen = self.changes.len().saturating_add(1).saturating_sub(self.most);
        self.base_revision.wrapping_add(fallen as Revision)
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
    pub fn push(&mut self, edit: Edit) {
        self.edits.push(edit);
    }

    /// Makes the edits since the last change a revision; there are none where a person decided what was so
    /// already. `origin` is another revision when this one was made by undo.
    pub fn commit(&mut self, stamp: Stamp, origin: Option<Revision>) {
        let revision = self.revision().wrapping_add(1);
        let origin = origin.unwrap_or(revision);
        self.changes.push(Change { end: self.edits.len(), origin, stamp, reason: None });
        if self.changes.len() / 2 >= self.most {
            self.fold();
        }
    }

    /// Says why the todo that left in the latest change was given up.
    pub fn give_reason(&mut self, reason: Content) {
        if let Some(change) = self.changes.last_mut() {
            change.reason = Some(reason);
        }
    }

    /// Shows so many revisions at most from now on, 1 or more.
    pub fn show_at_most(&mut self, most: usize) {
        self.most = most;
        self.fold();
    }

    /// Lets go of what is no longer shown. After a change that is half of what is held, so each comes
    /// here once.
    #[cold]
    fn fold(&mut self) {
        let fallen = self.oldest().wrapping_sub(self.base_revision);
        let end = self.end(fallen as usize);
        if let Some(last) = self.changes.get((fallen as usize).wrapping_sub(1)) {
            self.base_stamp = last.stamp.clone();
        }
        for (place, edit) in core::mem::take(&mut self.edits).into_iter().enumerate() {
            if place < end {
                edit.apply(Rc::make_mut(&mut self.base));
            } else {
                self.edits.push(edit);
            }
        }
        for mut change in core::mem::take(&mut self.changes).into_iter().skip(fallen as usize) {
            change.end = change.end.wrapping_sub(end);
            self.changes.push(change);
        }
        self.base_revision = self.base_revision.wrapping_add(fallen);
    }

    /// The edits that take back the latest change not yet taken back, and the origin of the
    /// revision that they make; none when the list is as at the oldest revision, or as it was before. A revision
    /// without edits changed nothing that could be taken back: the one before it is.
    pub fn undo(&self) -> Option<(Vec<Edit>, Revision)> {
        let undone = self.undone()?;
        let edits = self.edits_of(self.place(undone));
        let before = self.origin(undone.wrapping_sub(1));
        Some((edits.iter().rev().map(Edit::inverse).collect(), before))
    }

    /// The revision that an undo would take back.
    pub fn undone(&self) -> Option<Revision> {
        let mut undone = self.origin(self.revision());
        while undone > self.oldest() {
            if !self.edits_of(self.place(undone)).is_empty() {
                return Some(undone);
            }
            undone = self.origin(undone.wrapping_sub(1));
        }
        None
    }

    /// The first of so many latest revisions, or of those that have not fallen away.
    pub fn oldest_of(&self, latest: usize) -> Revision {
        let before = Revision::try_from(latest.saturating_sub(1)).unwrap_or(Revision::MAX);
        self.oldest().max(self.revision().saturating_sub(before))
    }

    /// Hands every revision, its origin (its own number, or when it was made by undo the revision
    /// whose list it repeats, which may have fallen away) and its list to `visit`, oldest first, until
    /// that says true.
    pub fn visit(
        &self,
        latest: &Rc<List>,
        visit: &mut dyn FnMut(Revision, Revision, &Rc<List>) -> bool,
    ) {
        self.visit_from(self.oldest(), latest, visit);
    }

    /// As [`History::visit`], from a revision on, as if those before it had fallen away: costs what changed
    /// since. A revision that is not shown visits none.
    pub fn visit_from(
        &self,
        oldest: Revision,
        latest: &Rc<List>,
        visit: &mut dyn FnMut(Revision, Revision, &Rc<List>) -> bool,
    ) {
        let Some(mut list) = self.list_at(oldest, latest) else { return };
        let mut revision = oldest;
        let mut origin = oldest;
        while !visit(revision, origin, &list) && revision < self.revision() {
            revision = revision.wrapping_add(1);
            origin = self.origin(revision);
            self.edits_of(self.place(revision))
                .iter()
                .for_each(|edit| edit.apply(Rc::make_mut(&mut list)));
        }
    }

    /// The list at a revision, from the latest one backwards: costs what changed since. None for a revision
    /// that is not shown.
    pub fn list_at(&self, revision: Revision, latest: &Rc<List>) -> Option<Rc<List>> {
        if revision < self.oldest() || revision > self.revision() {
            return None;
        }
        let since = self.end(self.place(revision).wrapping_add(1));
        let mut list = latest.clone();
        for edit in self.edits.get(since..)?.iter().rev() {
            edit.inverse().apply(Rc::make_mut(&mut list));
        }
        Some(list)
    }

    fn edits_of(&self, place: usize) -> &[Edit] {
        self.edits.get(self.end(place)..self.end(place.wrapping_add(1))).unwrap_or_default()
    }

    /// Where the edits of so many changes end.
    fn end(&self, changes: usize) -> usize {
        self.changes.get(changes.wrapping_sub(1)).map_or(0, |change| change.end)
    }

    fn place(&self, revision: Revision) -> usize {
        revision.wrapping_sub(self.base_revision).wrapping_sub(1) as usize
    }

    /// Who made a revision that is shown, when and how.
    pub fn stamp_of(&self, revision: Revision) -> &Stamp {
        self.changes.get(self.place(revision)).map_or(&self.base_stamp, |change| &change.stamp)
    }

    /// Who made the revisions after one, when and how, as far as they have not fallen away; oldest first.
    pub fn stamps_after(&self, revision: Revision) -> impl Iterator<Item = &Stamp> {
        let known = revision.saturating_sub(self.base_revision) as usize;
        self.changes.iter().skip(known).map(|change| &change.stamp)
    }

    /// Why the todo was given up that left the list at a revision.
    pub fn reason_of(&self, revision: Revision) -> Option<&Content> {
        self.changes.get(self.place(revision)).and_then(|change| change.reason.as_ref())
    }

    /// What the oldest repeats has fallen away, so that counts as no other's.
    fn origin(&self, revision: Revision) -> Revision {
        match self.changes.get(self.place(revision)) {
            Some(change) if revision > self.oldest() => change.origin,
            _ => revision,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::list::todo::Id;
    use crate::{Options, TodoStore};

    fn bounded(most: u32) -> TodoStore {
        let options = format!(r#"{{"maxSnapshots":{most}}}"#);
        let mut store = TodoStore::new(Options::from_json(&options).unwrap());
        store.add_multiple(&["a", "b"]).unwrap();
        store
    }

    #[test]
    fn a_bounded_history_holds_at_most_twice_what_it_shows() {
        for most in [1, 2, 7, 100] {
            let mut store = bounded(most);
            for _ in 0..1000 {
                store.mark_doing(Id(1)).unwrap();
                store.abort();
                let history = store.history();
                let shown = history.revision() - history.oldest() + 1;
                assert_eq!(shown, most.min(store.revision() + 1));
                assert!(history.changes.len() < 2 * most as usize);
                assert!(history.edits.len() <= 2 * most as usize + 1);
            }
            assert_eq!(store.snapshots().len(), most as usize);
        }
    }

    #[test]
    fn what_fell_away_is_said() {
        let mut store = bounded(2);
        store.complete(Id(1)).unwrap();
        store.complete(Id(2)).unwrap();
        let message =
            |result: Result<(), crate::TodoError>| String::from(result.unwrap_err().message());
        assert_eq!(
            message(store.restore_revision(1)),
            "there is no revision 1: history holds 2 to 3"
        );
        assert_eq!(store.undo(), Ok(true));
        assert_eq!(
            message(store.undo().map(drop)),
            "nothing is left to undo: what came before revision 3 was dropped, as maxSnapshots is 2"
        );
        assert_eq!(store.revision(), 4);
    }
}
