//! The provenance of a list in a checkpoint.
//!
//! ```json
//! [[[["user",null,1],[],false,[]],
//!   [["user",null,1],[1,["model","researcher",4]],true,["its text before"]]],
//!  [[[3,"done","a"],[["user",null,1],[],false,[]],
//!    "agent",null,"skipped","no longer needed",1763769600000,true,false]],
//!  [1,52000,0,2,0,1763769652000],[]]
//! ```
//!
//! The parts are:
//!
//! 1. The provenance of each todo on the list, in its order: its creation, pairs of an aspect (its
//!    index in [`Aspect::ALL`]) and its later write, whether the todo was restored, and its earlier
//!    contents. A write is an array of the author, the name or null, and the revision, or 0 if it
//!    is unknown.
//! 2. The todos that left, oldest first: the todo as it was, its provenance, who removed it, how,
//!    why and when, whether a person's decisions about it still count, and whether a whole list of
//!    a model left it out since.
//! 3. The times of the todos that were in progress: for each the number of its key, the
//!    milliseconds in progress, and since when it is in progress, or 0.
//! 4. In a list with a lease, the owners by name, the latest sign of life first, each with its
//!    time.

use crate::forms::codec::{Codec, Decoder, record, string_enum_codecs};
use crate::list::author::{Actor, Author};
use crate::list::delta::Aspect;
use crate::list::history::{List, Revision};
use crate::list::indexed_list::find;
use crate::list::provenance::{
    LastWrite, MAX_PREVIOUS_CONTENTS, Provenance, RemovalKind, Tombstone,
};
use crate::list::provenance_table::{MAX_TEXT_TOMBSTONES, MAX_TOMBSTONES, ProvenanceTable};
use crate::list::times::{Sign, Time, Times};
use crate::list::todo::{FAILED, SkipDetails, TextField};
use crate::text::content::Content;
use crate::text::json::Writer;
use crate::text::message::FormatArg::Text;
use crate::text::message::count;

string_enum_codecs!(Author);

record!(Actor { author: "author", name: "name" });

record!(LastWrite [by: "author", revision: "revision"]);

record!("time of todo t{}": Time {
    key: "key",
    spent: "spent",
    since: "since",
}, check_time);

record!("removed todo t{}": Tombstone [
    todo: "todo",
    provenance: "provenance",
    by: "author",
    kind: "kind of removal",
    at: "time",
    is_in_force: "protection",
    is_left_out: "omission",
], name_provenance);

fn check_time(time: &Time, from: &mut Decoder<'_>) {
    from.check(time.spent >= 0 && time.since >= 0, "in progress for less than no time", &[]);
}

/// A provenance does not repeat the key of its todo.
fn name_provenance(tombstone: &mut Tombstone, _: &mut Decoder<'_>) {
    tombstone.provenance.key = tombstone.todo.key;
}

/// Writes the provenance of a list, and its times.
pub(crate) fn write(to: &mut Writer, provenance: &ProvenanceTable, times: &Times, list: &List) {
    to.open('[');
    to.open('[');
    for todo in list.iter() {
        match provenance.of(todo.key) {
            Some(provenance) => provenance.write(to),
            None => Provenance::default().write(to),
        }
    }
    to.close(']');
    provenance.tombstones().cloned().collect::<Vec<_>>().write(to);
    times.todos.write(to);
    let pair = |sign: &Sign| (Some(sign.name.clone()), sign.at);
    times.signs.iter().map(pair).collect::<Vec<_>>().write(to);
    to.close(']');
}

/// Reads what [`write`] wrote. `list` is the list at its revision, and `next_key` is the number of
/// the next key.
pub(crate) fn read(
    from: &mut Decoder<'_>,
    (list, revision): (&List, Revision),
    next_key: u32,
) -> (ProvenanceTable, Times) {
    let outer = from.enter();
    let of_list = from.enter();
    let mut table = Vec::with_capacity(list.len());
    for todo in list {
        let mut provenance = Provenance::new(todo.key, LastWrite::default());
        let around = from.name_by("provenance of todo t{}", todo.key.0.into());
        from.field("decision", &mut provenance);
        from.rename(around);
        table.push(provenance);
    }
    from.leave(of_list);
    let mut tombstones: Vec<Tombstone> = Vec::new();
    from.field("removed todos", &mut tombstones);
    for (index, Tombstone { todo, .. }) in tombstones.iter().enumerate() {
        let is_known = find(list, todo.key).is_some()
            || tombstones.iter().take(index).any(|other| other.todo.key == todo.key);
        let problem = "{} was removed, but it is on the list, was removed twice, or never added";
        from.check(!is_known && todo.key.0 < next_key, problem, &[Text(&todo.key.to_text())]);
    }
    let is_past = |provenance: &Provenance| {
        provenance.last_writes().all(|(_, last_write)| last_write.revision <= revision)
    };
    let are_past =
        table.iter().all(is_past) && tombstones.iter().all(|left| is_past(&left.provenance));
    from.check(are_past, "decided after the latest revision", &[]);
    let is_bounded = tombstones.len() <= MAX_TOMBSTONES + MAX_TEXT_TOMBSTONES;
    from.check(is_bounded, "{} removed todos", &[count(tombstones.len())]);
    let mut times: Vec<Time> = Vec::new();
    from.field("times", &mut times);
    for (index, Time { key, .. }) in times.iter().enumerate() {
        let is_known = times.iter().take(index).any(|other| other.key == *key);
        let problem = "{} has two times, or was never on the list";
        from.check(!is_known && key.0 < next_key, problem, &[Text(&key.to_text())]);
    }
    let is_bounded = times.len() <= list.len() + MAX_TOMBSTONES;
    from.check(is_bounded, "{} times", &[count(times.len())]);
    let mut signs: Vec<(Option<Content>, i64)> = Vec::new();
    from.field("signs of life", &mut signs);
    from.leave(outer);
    let sign = |(name, at): (Option<Content>, i64)| Some(Sign { name: name?, at, reported: at });
    let signs = signs.into_iter().filter_map(sign).collect();
    (ProvenanceTable::new(table, tombstones), Times { todos: times, signs })
}

/// The provenance without the key.
impl Codec for Provenance {
    fn write(&self, to: &mut Writer) {
        to.open('[');
        self.creation.write(to);
        self.later_writes.write(to);
        self.is_restored.write(to);
        to.open('[');
        for text in &self.previous_contents {
            to.string(text.as_str());
        }
        to.close(']').close(']');
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        let outer = from.enter();
        from.field("creation", &mut self.creation);
        from.field("later writes", &mut self.later_writes);
        let is_first = |(at, (aspect, _)): (usize, &(Aspect, LastWrite))| {
            !self.later_writes.iter().take(at).any(|(known, _)| known == aspect)
        };
        from.check(self.later_writes.iter().enumerate().all(is_first), "an aspect twice", &[]);
        from.field("restored", &mut self.is_restored);
        from.name_field("earlier content");
        from.items(&mut |from| {
            let text = from.text(from.options.max_content_length());
            self.previous_contents.extend(text);
        });
        let is_bounded = self.previous_contents.len() <= MAX_PREVIOUS_CONTENTS;
        from.check(is_bounded, "too many earlier contents", &[]);
        from.leave(outer);
    }
}

/// An aspect is its index in [`Aspect::ALL`].
impl Codec for Aspect {
    fn write(&self, to: &mut Writer) {
        let index = Self::ALL.iter().position(|known| known == self);
        to.integer(index.unwrap_or_default() as i64);
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        let mut index = 0_u32;
        index.read(from);
        from.set(self, Self::ALL.get(index as usize).copied());
    }
}

/// The words for how a todo left.
const REMOVAL_KINDS: [&str; 4] = ["removed", "skipped", "cleared", FAILED];

/// A word, and the reason or `null`.
impl Codec for RemovalKind {
    fn write(&self, to: &mut Writer) {
        let (word, reason) = match self {
            Self::Removed => (0, None),
            Self::Skipped(SkipDetails { reason, failed }) => {
                (if *failed { 3 } else { 1 }, reason.as_ref())
            }
            Self::Cleared => (2, None),
        };
        to.string(REMOVAL_KINDS.get(word).copied().unwrap_or_default());
        to.optional(reason.map(Content::as_str));
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        let word = from.string();
        let index = REMOVAL_KINDS.iter().position(|known| *known == word);
        if index.is_none() {
            from.refuse();
        }
        from.name_field("reason");
        let reason = from.text(from.options.max_length(TextField::Reason));
        *self = match index {
            Some(1 | 3) => Self::Skipped(SkipDetails { reason, failed: index == Some(3) }),
            Some(2) => Self::Cleared,
            Some(_) | None => Self::Removed,
        };
    }
}
