//! The provenance of a list in a checkpoint.
//!
//! ```json
//! [[["user",1],["model","researcher",4]],
//!  [0,[0,1,1,true,"its text before"]],
//!  [[[3,"done","a"],[0],1,"skipped","no longer needed",1763769600000,true,false]],
//!  [1,52000,0,2,0,1763769652000]]
//! ```
//!
//! The parts are:
//!
//! 1. The last writes, ordered by revision: each is an array of an author, a name, if there is one,
//!    and the revision. An unknown revision is omitted, and an author without a name is then not in
//!    an array. The other parts refer to these by index.
//! 2. The provenance of each todo on the list, in its order: who added the todo and when, or an
//!    array that begins with that. Then follow pairs of an aspect (its index in [`Aspect::ALL`])
//!    and its later write, whether the todo was restored, and its earlier contents.
//! 3. The todos that left, oldest first: the todo as it was, its provenance, who removed it, how,
//!    why and when, whether a person's decisions about it still count, and whether a whole list of
//!    a model left it out since.
//! 4. If any todo was ever in progress, the times: for each todo the number of its key, the
//!    milliseconds in progress, and since when it is in progress, or 0.
//! 5. If the list has a lease, the owners by name, the latest sign of life first, each with its
//!    time.

use std::rc::Rc;

use crate::forms::codec::{Codec, Decoder, Encoder, record};
use crate::list::author::{Actor, Author};
use crate::list::delta::Aspect;
use crate::list::history::{List, Revision};
use crate::list::indexed_list::find;
use crate::list::provenance::{
    LastWrite, MAX_PREVIOUS_CONTENTS, Provenance, RemovalKind, Tombstone,
};
use crate::list::provenance_table::{MAX_TEXT_TOMBSTONES, MAX_TOMBSTONES, ProvenanceTable};
use crate::list::times::{Sign, Time, Times};
use crate::list::todo::{FAILED, SkipDetails, TextField, Todo};
use crate::text::content::Content;
use crate::text::message::FormatArg::Text;
use crate::text::message::count;

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
pub(crate) fn write(to: &mut Encoder, provenance: &ProvenanceTable, times: &Times, list: &List) {
    let provenance_of = |todo: &Rc<Todo>| {
        let unknown = || Provenance::new(todo.key, LastWrite::default());
        provenance.of(todo.key).cloned().unwrap_or_else(unknown)
    };
    let of_list: Vec<Provenance> = list.iter().map(provenance_of).collect();
    let tombstones: Vec<Tombstone> = provenance.tombstones().cloned().collect();
    for provenance in of_list.iter().chain(tombstones.iter().map(|tombstone| &tombstone.provenance))
    {
        add_decision(to, &provenance.creation);
        provenance.later_writes.iter().for_each(|(_, last_write)| add_decision(to, last_write));
    }
    tombstones.iter().for_each(|tombstone| add_decision(to, &removal(&tombstone.by)));
    to.json.open('[');
    to.decisions.clone().write(to);
    of_list.write(to);
    tombstones.write(to);
    if !times.todos.is_empty() || !times.signs.is_empty() {
        times.todos.write(to);
    }
    if !times.signs.is_empty() {
        let pair = |sign: &Sign| (Some(sign.name.clone()), sign.at);
        times.signs.iter().map(pair).collect::<Vec<_>>().write(to);
    }
    to.json.close(']');
}

/// Reads what [`write`] wrote. `list` is the list at its revision, and `next_key` is the number of
/// the next key.
pub(crate) fn read(
    from: &mut Decoder<'_>,
    (list, revision): (&List, Revision),
    next_key: u32,
) -> (ProvenanceTable, Times) {
    let outer = from.enter();
    let mut decisions: Vec<LastWrite> = Vec::new();
    from.field("decisions", &mut decisions);
    let is_past = decisions.iter().all(|last_write| last_write.revision <= revision);
    from.check(is_past, "decided after the latest revision", &[]);
    from.decisions = decisions;
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
    let is_bounded = tombstones.len() <= MAX_TOMBSTONES + MAX_TEXT_TOMBSTONES;
    from.check(is_bounded, "{} removed todos", &[count(tombstones.len())]);
    let mut times: Vec<Time> = Vec::new();
    from.optional("times", &mut times);
    for (index, Time { key, .. }) in times.iter().enumerate() {
        let is_known = times.iter().take(index).any(|other| other.key == *key);
        let problem = "{} has two times, or was never on the list";
        from.check(!is_known && key.0 < next_key, problem, &[Text(&key.to_text())]);
    }
    let is_bounded = times.len() <= list.len() + MAX_TOMBSTONES;
    from.check(is_bounded, "{} times", &[count(times.len())]);
    let mut signs: Vec<(Option<Content>, i64)> = Vec::new();
    from.optional("signs of life", &mut signs);
    from.leave(outer);
    let sign = |(name, at): (Option<Content>, i64)| Some(Sign { name: name?, at, reported: at });
    let signs = signs.into_iter().filter_map(sign).collect();
    (ProvenanceTable::new(table, tombstones), Times { todos: times, signs })
}

/// Returns the removal of a todo as a write in the table.
fn removal(by: &Actor) -> LastWrite {
    LastWrite { by: by.clone(), revision: 0 }
}

fn add_decision(to: &mut Encoder, last_write: &LastWrite) {
    if let Err(index) = index_of(to, last_write) {
        to.decisions.insert(index, last_write.clone());
    }
}

/// Returns the index of a write in the table, or where it belongs.
fn index_of(to: &Encoder, last_write: &LastWrite) -> Result<usize, usize> {
    let from = to.decisions.partition_point(|known| known.revision < last_write.revision);
    let until = to.decisions.partition_point(|known| known.revision <= last_write.revision);
    let same_author =
        |index: &usize| to.decisions.get(*index).is_some_and(|known| known.by == last_write.by);
    (from..until).find(same_author).ok_or(until)
}

fn write_index(to: &mut Encoder, last_write: &LastWrite) {
    to.json.integer(index_of(to, last_write).unwrap_or_default() as i64);
}

/// Reads the index of a write, and returns the write.
fn read_index(from: &mut Decoder<'_>) -> LastWrite {
    let mut index = 0_u32;
    index.read(from);
    let mut last_write = LastWrite::default();
    let known = from.decisions.get(index as usize).cloned();
    from.set(&mut last_write, known);
    last_write
}

/// A write in the table: an author, with the name and the revision if they are known.
impl Codec for LastWrite {
    fn write(&self, to: &mut Encoder) {
        let Self { by: Actor { author, name }, revision } = self;
        if name.is_none() && *revision == 0 {
            to.json.string(author.as_str());
            return;
        }
        to.json.open('[').string(author.as_str());
        if name.is_some() {
            name.write(to);
        }
        if *revision > 0 {
            revision.write(to);
        }
        to.json.close(']');
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        let outer = from.enter_array();
        let word = from.string();
        from.set(&mut self.by.author, Author::parse_str(&word));
        if let Some(outer) = outer {
            from.optional("name", &mut self.by.name);
            if from.is_more() {
                from.field("revision", &mut self.revision);
            }
            from.leave(outer);
        }
    }
}

/// The actor who removed a todo, as the index of the removal in the table.
impl Codec for Actor {
    fn write(&self, to: &mut Encoder) {
        write_index(to, &removal(self));
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        *self = read_index(from).by;
    }
}

/// The provenance without the key.
impl Codec for Provenance {
    fn write(&self, to: &mut Encoder) {
        if self.later_writes.is_empty() && !self.is_restored && self.previous_contents.is_empty() {
            write_index(to, &self.creation);
            return;
        }
        to.json.open('[');
        write_index(to, &self.creation);
        for (aspect, last_write) in &self.later_writes {
            let code = Aspect::ALL.iter().position(|known| known == aspect).unwrap_or_default();
            to.json.integer(code as i64);
            write_index(to, last_write);
        }
        if self.is_restored {
            to.json.boolean(true);
        }
        for text in &self.previous_contents {
            to.json.string(text.as_str());
        }
        to.json.close(']');
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        let outer = from.enter_array();
        self.creation = read_index(from);
        if let Some(outer) = outer {
            while from.peek().is_some_and(|value| value.as_integer().is_some()) {
                let mut code = 0_u32;
                from.field("aspect", &mut code);
                let mut aspect = Aspect::Presence;
                from.set(&mut aspect, Aspect::ALL.get(code as usize).copied());
                self.record_write(aspect, &read_index(from));
            }
            if from.peek().is_some_and(|value| value.as_boolean().is_some()) {
                from.field("restored", &mut self.is_restored);
            }
            from.name_field("earlier content");
            while from.is_more() {
                let text = from.text(from.options.max_content_length());
                self.previous_contents.extend(text);
            }
            from.check(
                self.previous_contents.len() <= MAX_PREVIOUS_CONTENTS,
                "too many earlier contents",
                &[],
            );
            from.leave(outer);
        }
    }
}

/// The words for how a todo left.
const REMOVAL_KINDS: [&str; 4] = ["removed", "skipped", "cleared", FAILED];

/// A word, and the reason or `null`.
impl Codec for RemovalKind {
    fn write(&self, to: &mut Encoder) {
        let (word, reason) = match self {
            Self::Removed => (0, None),
            Self::Skipped(SkipDetails { reason, failed }) => {
                (if *failed { 3 } else { 1 }, reason.as_ref())
            }
            Self::Cleared => (2, None),
        };
        to.json.string(REMOVAL_KINDS.get(word).copied().unwrap_or_default());
        to.json.optional(reason.map(Content::as_str));
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
