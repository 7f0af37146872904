//! `Mark`: who last decided each aspect of one todo. `RemovedTodo`: a todo that left the list, with its mark.

use std::rc::Rc;

use crate::list::author::Actor;
use crate::list::delta::{Aspect, aspects};
use crate::list::history::Revision;
use crate::list::todo::{Key, SkipDetails, TextField, Todo};
use crate::text::content::Content;

/// How many earlier contents of a todo are remembered.
pub(crate) const MOST_FORMER: usize = 4;

/// Who decided something, and when.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LastWrite {
    pub by: Actor,
    /// The revision in which it was decided, or 0 if it is unknown. A merge is one revision: what
    /// either side decided since their common base was decided in it.
    pub revision: Revision,
}

/// Who decided which aspect of one todo.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Provenance {
    pub key: Key,
    /// Who added the todo. This actor decided every aspect that is not in `others`.
    pub made: LastWrite,
    /// The later decisions, latest last.
    pub others: Vec<(Aspect, LastWrite)>,
    /// Whether an undo, a restore or a merge brought the todo back.
    pub is_back: bool,
    /// Its earlier contents, latest last. A model may still refer to the todo by one of them.
    pub former: Vec<Content>,
}

impl Provenance {
    pub fn new(key: Key, made: LastWrite) -> Self {
        Self { key, made, others: Vec::new(), is_back: false, former: Vec::new() }
    }

    /// Returns the last decision on an aspect.
    pub fn decided(&self, aspect: Aspect) -> &LastWrite {
        let known = self.others.iter().find(|(other, _)| *other == aspect);
        known.map_or(&self.made, |(_, decided)| decided)
    }

    /// Returns whether an aspect was decided after the todo was added.
    pub fn is_later(&self, aspect: Aspect) -> bool {
        self.others.iter().any(|(known, _)| *known == aspect)
    }

    /// Returns whether the aspect was decided by another actor than in `other`, or only in one of them after
    /// the todo was added.
    pub fn is_decided_otherwise(&self, aspect: Aspect, other: &Self) -> bool {
        self.by(aspect) != other.by(aspect) || self.is_later(aspect) != other.is_later(aspect)
    }

    /// Returns who last decided an aspect.
    pub fn by(&self, aspect: Aspect) -> &Actor {
        &self.decided(aspect).by
    }

    /// Returns each decided aspect with its last decision. The first one is the presence.
    pub fn decisions(&self) -> impl Iterator<Item = (Aspect, &LastWrite)> {
        let others = self.others.iter().filter(|(aspect, _)| *aspect != Aspect::Presence);
        let presence = (Aspect::Presence, self.decided(Aspect::Presence));
        core::iter::once(presence).chain(others.map(|(aspect, decided)| (*aspect, decided)))
    }

    /// Returns who made the latest decision on any aspect.
    pub fn latest(&self) -> &Actor {
        self.others.last().map_or(&self.made.by, |(_, decided)| &decided.by)
    }

    /// Returns whether the deciders differ, or what is known of the todo's past. The revisions of
    /// two stores cannot be compared.
    pub fn differs(&self, other: &Self) -> bool {
        Aspect::ALL.into_iter().any(|aspect| self.is_decided_otherwise(aspect, other))
            || self.is_back != other.is_back
            || self.former != other.former
    }

    /// Returns whether a person last decided the aspect.
    pub fn is_persons(&self, aspect: Aspect) -> bool {
        self.by(aspect).is_person()
    }

    /// Records a decision on an aspect. Returns whether another actor had decided it before.
    pub fn set(&mut self, aspect: Aspect, decided: &LastWrite) -> bool {
        let is_another_actor = *self.by(aspect) != decided.by;
        match self.others.last_mut() {
            Some((latest, known)) if *latest == aspect && !is_another_actor => {
                known.revision = decided.revision;
            }
            _ => {
                self.others.retain(|(other, _)| *other != aspect);
                self.others.push((aspect, decided.clone()));
            }
        }
        is_another_actor
    }

    /// Records every difference between `was` and `is` as decided so.
    pub fn change(&mut self, was: &Todo, is: &Todo, decided: &LastWrite) {
        for aspect in aspects(was, is) {
            if aspect == Aspect::Blockers && self.keeps_blockers(was, is, decided) {
                continue;
            }
            self.set(aspect, decided);
            if aspect == Aspect::Text(TextField::Content)
                && let (Some(before), Some(now)) =
                    (was.cleaned_text(TextField::Content), is.cleaned_text(TextField::Content))
            {
                self.former.retain(|known| known != now && known != before);
                self.former.push(before.clone());
                self.keep_latest_former();
            }
        }
    }

    /// Returns whether the blockers stay a person's decision, because a model or an agent only adds one.
    fn keeps_blockers(&self, was: &Todo, is: &Todo, decided: &LastWrite) -> bool {
        decided.by.author.is_restricted()
            && self.is_persons(Aspect::Blockers)
            && was.blocked_by().iter().all(|key| is.blocked_by().contains(key))
    }

    /// Returns whether a person wrote or cleared this text of the todo. The name that a model's
    /// tool uses for a todo is nobody's text.
    pub fn is_written(&self, todo: &Todo, field: TextField) -> bool {
        let aspect = Aspect::Text(field);
        field != TextField::Name
            && self.is_persons(aspect)
            && (todo.text(field).is_some() || self.is_later(aspect))
    }

    /// Returns whether a person added or approved the todo, or wrote what it means: its content or its
    /// description.
    pub fn is_wanted(&self, todo: &Todo) -> bool {
        self.is_persons(Aspect::Presence)
            || TextField::MEANING.into_iter().any(|field| self.is_written(todo, field))
    }

    /// Returns whether the todo had this content before.
    pub fn was_called(&self, content: &str) -> bool {
        self.former.iter().any(|text| text.as_str() == content)
    }

    /// Adds the contents that a todo had on the other side of a merge, and the one that gave way.
    pub fn merge_former(&mut self, other: &Self, sides: [&Todo; 2], merged: &Todo) {
        let latest = sides.into_iter().filter_map(|todo| todo.cleaned_text(TextField::Content));
        let earlier = core::mem::take(&mut self.former);
        for text in other.former.iter().chain(&earlier).chain(latest) {
            if text.as_str() != merged.content() && !self.former.contains(text) {
                self.former.push(text.clone());
            }
        }
        self.keep_latest_former();
    }

    fn keep_latest_former(&mut self) {
        let excess = self.former.len().saturating_sub(MOST_FORMER);
        self.former.drain(..excess);
    }

    /// Returns whether a person decided any aspect.
    pub fn has_person(&self) -> bool {
        let by_person = |(_, decided): &(Aspect, LastWrite)| decided.by.is_person();
        self.made.by.is_person() || self.others.iter().any(by_person)
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
    /// Who had decided which of its aspects.
    pub mark: Provenance,
    /// Who removed it.
    pub by: Actor,
    pub how: RemovalKind,
    /// When it left, in milliseconds since the epoch, or 0 if the time is unknown.
    pub at: i64,
    /// Whether a person's decisions on it still hold. They end when a new task begins or the list
    /// is emptied.
    pub holds: bool,
}

impl Tombstone {
    /// Returns whether a person removed the todo, so that no whole list of a model brings it back.
    pub fn blocks_readding(&self) -> bool {
        self.holds && self.by.is_person()
    }

    /// Forgets all but the texts by which a model may mean the todo, its state, and who decided that.
    pub fn keep_text(&mut self) {
        if let Some(content) = self.todo.cleaned_text(TextField::Content)
            && (!self.mark.others.is_empty()
                || self.todo.details.texts.iter().flatten().count() > 1)
        {
            let todo = Todo {
                state: self.todo.state.clone(),
                ..Todo::new(self.todo.key, content.clone())
            };
            self.todo = Rc::new(todo);
            self.mark.others.retain(|(aspect, _)| *aspect == Aspect::State);
        }
    }

    /// Returns whether a person removed the todo, or had settled it, and that still holds.
    pub fn is_held_by_person(&self) -> bool {
        let is_settled = self.todo.status().is_settled() && self.mark.is_persons(Aspect::State);
        self.holds && (self.by.is_person() || is_settled)
    }
}
