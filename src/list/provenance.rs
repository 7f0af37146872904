//! `Provenance`: who last wrote each aspect of one todo. `Tombstone`: a todo that left the list,
//! with its provenance.

use std::rc::Rc;

use crate::list::author::Actor;
use crate::list::delta::{Aspect, aspects};
use crate::list::history::Revision;
use crate::list::todo::{Key, SkipDetails, TextField, Todo};
use crate::text::content::Content;

/// The maximum number of earlier contents of a todo that are remembered.
pub(crate) const MAX_PREVIOUS_CONTENTS: usize = 4;

/// The last write of an aspect: who and when.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LastWrite {
    pub by: Actor,
    /// The revision in which it was written, or 0 if it is unknown. A merge is one revision:
    /// everything that either side wrote since their common base counts as written in it.
    pub revision: Revision,
}

/// Who last wrote which aspect of one todo.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Provenance {
    pub key: Key,
    /// Who added the todo. This actor also wrote every aspect that is not in `later_writes`.
    pub creation: LastWrite,
    /// The last write of each aspect that was written again, latest last.
    pub later_writes: Vec<(Aspect, LastWrite)>,
    /// Whether an undo, a restore or a merge brought the todo back.
    pub is_restored: bool,
    /// Its earlier contents, latest last. A model may still refer to the todo by one of them.
    pub previous_contents: Vec<Content>,
}

impl Provenance {
    pub fn new(key: Key, creation: LastWrite) -> Self {
        Self {
            key,
            creation,
            later_writes: Vec::new(),
            is_restored: false,
            previous_contents: Vec::new(),
        }
    }

    /// Returns the last write of an aspect.
    pub fn last_write(&self, aspect: Aspect) -> &LastWrite {
        let known = self.later_writes.iter().find(|(other, _)| *other == aspect);
        known.map_or(&self.creation, |(_, last_write)| last_write)
    }

    /// Returns whether an aspect was written after the todo was added.
    pub fn was_written_later(&self, aspect: Aspect) -> bool {
        self.later_writes.iter().any(|(known, _)| *known == aspect)
    }

    /// Returns whether the two differ in who last wrote the aspect, or in whether it was written
    /// after the todo was added.
    pub fn has_other_writer(&self, aspect: Aspect, other: &Self) -> bool {
        self.by(aspect) != other.by(aspect)
            || self.was_written_later(aspect) != other.was_written_later(aspect)
    }

    /// Returns who last wrote an aspect.
    pub fn by(&self, aspect: Aspect) -> &Actor {
        &self.last_write(aspect).by
    }

    /// Returns the presence and each aspect that was written later, with its last write. The
    /// presence comes first.
    pub fn last_writes(&self) -> impl Iterator<Item = (Aspect, &LastWrite)> {
        let others = self.later_writes.iter().filter(|(aspect, _)| *aspect != Aspect::Presence);
        let presence = (Aspect::Presence, self.last_write(Aspect::Presence));
        core::iter::once(presence).chain(others.map(|(aspect, last_write)| (*aspect, last_write)))
    }

    /// Returns who wrote an aspect last of all.
    pub fn latest_author(&self) -> &Actor {
        self.later_writes.last().map_or(&self.creation.by, |(_, last_write)| &last_write.by)
    }

    /// Returns whether the two differ in anything but revisions, which cannot be compared between
    /// two stores.
    pub fn differs(&self, other: &Self) -> bool {
        Aspect::ALL.into_iter().any(|aspect| self.has_other_writer(aspect, other))
            || self.is_restored != other.is_restored
            || self.previous_contents != other.previous_contents
    }

    /// Returns whether a person last wrote the aspect.
    pub fn is_by_person(&self, aspect: Aspect) -> bool {
        self.by(aspect).is_person()
    }

    /// Records a write of an aspect. Returns whether the previous one was by another actor.
    pub fn record_write(&mut self, aspect: Aspect, last_write: &LastWrite) -> bool {
        let is_another_actor = *self.by(aspect) != last_write.by;
        match self.later_writes.last_mut() {
            Some((latest, known)) if *latest == aspect && !is_another_actor => {
                known.revision = last_write.revision;
            }
            _ => {
                self.later_writes.retain(|(other, _)| *other != aspect);
                self.later_writes.push((aspect, last_write.clone()));
            }
        }
        is_another_actor
    }

    /// Records a write of each aspect that differs between `before` and `after`.
    pub fn record_changes(&mut self, before: &Todo, after: &Todo, last_write: &LastWrite) {
        for aspect in aspects(before, after) {
            if aspect == Aspect::Blockers && self.keeps_blocker_author(before, after, last_write) {
                continue;
            }
            self.record_write(aspect, last_write);
            if aspect == Aspect::Text(TextField::Content)
                && let (Some(before), Some(after)) = (
                    before.cleaned_text(TextField::Content),
                    after.cleaned_text(TextField::Content),
                )
            {
                self.previous_contents.retain(|known| known != after && known != before);
                self.previous_contents.push(before.clone());
                self.drop_oldest_contents();
            }
        }
    }

    /// Returns whether the blockers still count as written by a person, because a model or an agent
    /// only adds one.
    fn keeps_blocker_author(&self, before: &Todo, after: &Todo, last_write: &LastWrite) -> bool {
        last_write.by.author.is_restricted()
            && self.is_by_person(Aspect::Blockers)
            && before.blocked_by().iter().all(|key| after.blocked_by().contains(key))
    }

    /// Returns whether a person wrote or cleared this text of the todo. The name that a model's
    /// tool uses for a todo never counts as a person's.
    pub fn has_person_text(&self, todo: &Todo, field: TextField) -> bool {
        let aspect = Aspect::Text(field);
        field != TextField::Name
            && self.is_by_person(aspect)
            && (todo.text(field).is_some() || self.was_written_later(aspect))
    }

    /// Returns whether a person added or approved the todo, or wrote its content or its
    /// description.
    pub fn is_wanted(&self, todo: &Todo) -> bool {
        self.is_by_person(Aspect::Presence)
            || TextField::MEANING.into_iter().any(|field| self.has_person_text(todo, field))
    }

    /// Returns whether the todo had this content before.
    pub fn had_content(&self, content: &str) -> bool {
        self.previous_contents.iter().any(|text| text.as_str() == content)
    }

    /// Adds the contents that a todo had on the other side of a merge, and the one that was
    /// dropped.
    pub fn merge_previous_contents(&mut self, other: &Self, sides: [&Todo; 2], merged: &Todo) {
        let latest = sides.into_iter().filter_map(|todo| todo.cleaned_text(TextField::Content));
        let earlier = core::mem::take(&mut self.previous_contents);
        for text in other.previous_contents.iter().chain(&earlier).chain(latest) {
            if text.as_str() != merged.content() && !self.previous_contents.contains(text) {
                self.previous_contents.push(text.clone());
            }
        }
        self.drop_oldest_contents();
    }

    fn drop_oldest_contents(&mut self) {
        let excess = self.previous_contents.len().saturating_sub(MAX_PREVIOUS_CONTENTS);
        self.previous_contents.drain(..excess);
    }

    /// Returns whether a person last wrote any aspect.
    pub fn has_person(&self) -> bool {
        let by_person = |(_, last_write): &(Aspect, LastWrite)| last_write.by.is_person();
        self.creation.by.is_person() || self.later_writes.iter().any(by_person)
    }
}

/// How a todo left the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum RemovalKind {
    /// It was removed.
    #[default]
    Removed,
    /// It was skipped or it failed, in a list that removes skipped todos.
    Skipped(SkipDetails),
    /// The whole list was cleared, for a new task or because it was emptied.
    Cleared,
}

/// A todo that left the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tombstone {
    /// The todo as it was.
    pub todo: Rc<Todo>,
    /// Who had last written which of its aspects.
    pub provenance: Provenance,
    /// Who removed it.
    pub by: Actor,
    pub kind: RemovalKind,
    /// When it left, in milliseconds since the epoch, or 0 if the time is unknown.
    pub at: i64,
    /// Whether a person's decisions about it still count. They end when a new task begins or the
    /// list is emptied.
    pub is_in_force: bool,
    /// Whether a model or an agent wrote a whole list without it since. From then on, only its own
    /// text means it.
    pub is_left_out: bool,
}

impl Tombstone {
    /// Returns whether a person removed the todo, so that a whole list of a model cannot add it
    /// again.
    pub fn blocks_readding(&self) -> bool {
        self.is_in_force && self.by.is_person()
    }

    /// Forgets all but the texts by which a model may refer to the todo, its state, and who wrote
    /// that.
    pub fn keep_text_only(&mut self) {
        if let Some(content) = self.todo.cleaned_text(TextField::Content)
            && (!self.provenance.later_writes.is_empty()
                || self.todo.details.texts.iter().flatten().count() > 1)
        {
            let todo = Todo {
                state: self.todo.state.clone(),
                ..Todo::new(self.todo.key, content.clone())
            };
            self.todo = Rc::new(todo);
            self.provenance.later_writes.retain(|(aspect, _)| *aspect == Aspect::State);
        }
    }

    /// Returns whether a person removed the todo or had settled it, and that still counts.
    pub fn is_protected_by_person(&self) -> bool {
        let is_settled =
            self.todo.status().is_settled() && self.provenance.is_by_person(Aspect::State);
        self.is_in_force && (self.by.is_person() || is_settled)
    }
}
