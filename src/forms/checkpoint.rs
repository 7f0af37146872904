//! The checkpoint of a store: one JSON text with the list and its history.
//!
//! ```json
//! ["agent-todos",1,{"maxTodos":30,…},3,
//!  [[1,"todo","a"],[2,"todo","b"],[1,"done","a"]],
//!  [[[["user",null,1],[1,["model","researcher",3]],false,[]],…],[],[],[]],
//!  [0,"host",null,"edit",1763769600000,null,[],null],
//!  [1,"user",null,"edit",52000,null,[0,1],null],
//!  [2,"model","researcher","edit",1250,null,[2,1],null],
//!  [3,"model","researcher","skip",800,"The shop has none",[2],null],
//!  [3,"user",null,"undo",90000,null,[2,1],null]]
//! ```
//!
//! First come the format, its version, the options and the number of the next key. Then come three
//! parts: each version of each todo in the history once (see `forms/todo_codec`), the provenance
//! (see `forms/provenance_codec`), and the history, with an array for each revision.
//!
//! A revision consists of:
//!
//! - its number (the first one need not be 0), or that of the earlier revision that an undo took
//!   back
//! - its author, the author's name or null, and the kind of operation
//! - the milliseconds since the previous revision
//! - the reason why a todo was skipped or sent back, or null
//! - its list, as indices of todos in the first part
//! - null, or if its sites differ from those of the previous revision, an array with the proposed
//!   sites as one text and, if there is an approval, its sites, its time and the name of the person
//!
//! The last entry may be an object with what a host stored with the list: texts by name. It is not
//! part of the store, and reading skips it.
//!
//! Reading checks every rule of a list at every revision. A text that was cut off, damaged or
//! edited by hand is refused as a whole. The number of todos in progress is not checked: it is read
//! as it was written.

use std::rc::Rc;

use crate::forms::codec::{
    Codec, Decoder, begin, end, read_checkpoint, record, string_enum_codecs,
};
use crate::forms::provenance_codec;
use crate::list::author::{Actor, ChangeKind, RevisionInfo};
use crate::list::check::find_fault;
use crate::list::error::TodoError;
use crate::list::history::{Entry, History, List, Revision};
use crate::list::option_table;
use crate::list::options::{CheckpointOptions, Options};
use crate::list::sites::{Approved, SiteList, Sites};
use crate::list::store::TodoStore;
use crate::list::todo::{Key, TextField, Todo};
use crate::text::content::Content;
use crate::text::json::{Value, Writer};
use crate::text::message::FormatArg::{Number, Text};

const FORMAT: &str = "agent-todos";

impl TodoStore {
    /// Returns the whole store as JSON text: options, keys, list and history.
    pub fn checkpoint(&self) -> String {
        self.checkpoint_of(usize::MAX)
    }

    /// Like [`TodoStore::checkpoint`], but with as many of the latest snapshots as the options ask
    /// for.
    pub fn checkpoint_with(&self, options: CheckpointOptions) -> String {
        self.checkpoint_of(options.max_snapshots().unwrap_or(usize::MAX))
    }

    /// Like [`TodoStore::checkpoint`], but with at most `snapshots` of the latest snapshots, 1 or
    /// more. The cost depends only on the snapshots that are written.
    pub fn checkpoint_of(&self, snapshots: usize) -> String {
        let oldest = self.history().oldest_of(snapshots);
        let entries: Vec<(Revision, &Entry)> = self.history().entries_from(oldest).collect();
        let mut versions = Versions::default();
        let lists: Vec<Vec<u32>> =
            entries.iter().map(|(_, entry)| versions.indices_of(entry.list())).collect();
        let mut to = begin(FORMAT);
        self.options().write(&mut to);
        self.next_key().write(&mut to);
        versions.todos.write(&mut to);
        provenance_codec::write(&mut to, self.provenance(), self.times(), self.list());
        let mut since = 0;
        let mut sites = &Sites::default();
        for ((revision, entry), indices) in entries.into_iter().zip(lists) {
            let RevisionInfo { by, at, kind } = &entry.info;
            let written = WrittenRevision {
                number: entry.undo_of.filter(|_| revision > oldest).unwrap_or(revision),
                by: by.clone(),
                kind: *kind,
                since: at.saturating_sub(since),
                reason: Reason(entry.reason.clone()),
                list: indices,
                sites: (*sites != entry.sites).then(|| entry.sites.clone()),
            };
            written.write(&mut to);
            (since, sites) = (*at, &entry.sites);
        }
        end(to)
    }

    /// Reads a store from its checkpoint.
    ///
    /// # Errors
    /// `invalid_checkpoint` if the text is damaged or not a checkpoint; `newer_checkpoint` if a
    /// newer version wrote it.
    pub fn from_checkpoint(checkpoint: &str) -> Result<Self, TodoError> {
        Self::from_checkpoint_with(checkpoint, "{}")
    }

    /// Like [`TodoStore::from_checkpoint`], but with options, as a JSON object, that replace those
    /// in the text. The limits only grow, so that what is in the text fits.
    ///
    /// # Errors
    /// The errors of [`TodoStore::from_checkpoint`] and of [`Options::from_json`].
    pub fn from_checkpoint_with(checkpoint: &str, options: &str) -> Result<Self, TodoError> {
        let chosen = option_table::document(options)?;
        Options::from_value(chosen.root())?;
        let defaults = Options::default();
        let mut store = Self::new(defaults);
        let mut read = |from: &mut Decoder<'_>| store = read(from, chosen.root());
        read_checkpoint((FORMAT, "list"), defaults, checkpoint, &mut read)?;
        Ok(store)
    }
}

/// The todos of a history, each version once.
#[derive(Default)]
struct Versions<'a> {
    todos: Vec<Rc<Todo>>,
    /// The indices of the todos, sorted by key.
    by_key: Vec<(Key, u32)>,
    /// The latest list, and the index of each of its todos.
    latest: Option<(&'a List, Vec<u32>)>,
}

impl<'a> Versions<'a> {
    /// Adds the todos of a list, and returns the index of each.
    fn indices_of(&mut self, list: &'a List) -> Vec<u32> {
        let mut indices = Vec::with_capacity(list.len());
        for (at, todo) in list.iter().enumerate() {
            let before = self.latest.as_ref().and_then(|(list, indices)| {
                list.get(at).filter(|before| Rc::ptr_eq(before, todo)).and(indices.get(at)).copied()
            });
            indices.push(before.unwrap_or_else(|| self.index_of(todo)));
        }
        self.latest = Some((list, indices.clone()));
        indices
    }

    fn index_of(&mut self, todo: &'a Rc<Todo>) -> u32 {
        let from = self.by_key.partition_point(|(key, _)| *key < todo.key);
        let to = self.by_key.partition_point(|(key, _)| *key <= todo.key);
        let known = self.by_key.get(from..to).unwrap_or_default().iter().map(|(_, index)| *index);
        let mut same =
            known.filter(|index| self.todos.get(*index as usize).is_some_and(|t| t.is_same(todo)));
        if let Some(index) = same.next() {
            return index;
        }
        let index = self.todos.len() as u32;
        self.by_key.insert(to, (todo.key, index));
        self.todos.push(Rc::clone(todo));
        index
    }
}

/// A revision as it is written.
#[derive(Default)]
struct WrittenRevision {
    /// Its number, or that of the revision that an undo took back.
    number: Revision,
    by: Actor,
    kind: ChangeKind,
    /// The milliseconds since the previous revision.
    since: i64,
    reason: Reason,
    /// The indices of its todos.
    list: Vec<u32>,
    /// The sites, if they differ from those of the previous revision.
    sites: Option<Sites>,
}

string_enum_codecs!(ChangeKind);

record!(WrittenRevision [
    number: "number",
    by: "author",
    kind: "kind",
    since: "since",
    reason: "reason",
    list: "list",
    sites: "sites",
], check_revision);

fn check_revision(revision: &WrittenRevision, from: &mut Decoder<'_>) {
    let may_have_reason = match revision.kind {
        ChangeKind::Edit | ChangeKind::Skip | ChangeKind::Undo => true,
        ChangeKind::Restore | ChangeKind::NewTask | ChangeKind::Merge => false,
    };
    from.check(may_have_reason || revision.reason.0.is_none(), "it cannot have a reason", &[]);
}

/// Why a todo was skipped or sent back.
#[derive(Default)]
struct Reason(Option<Content>);

impl Codec for Reason {
    fn write(&self, to: &mut Writer) {
        self.0.write(to);
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        self.0 = from.text(from.options.max_length(TextField::Reason));
    }
}

/// The sites that are proposed and approved, or `null`.
impl Codec for Option<Sites> {
    fn write(&self, to: &mut Writer) {
        let Some(sites) = self else {
            to.optional(None);
            return;
        };
        to.open('[');
        sites.proposed.write(to);
        sites.approved.iter().for_each(|approved| approved.write(to));
        to.close(']');
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        if from.take_null() {
            return;
        }
        let outer = from.enter();
        let sites = self.get_or_insert_default();
        from.field("proposed sites", &mut sites.proposed);
        if from.is_more() {
            from.field("approved sites", sites.approved.get_or_insert_default());
        }
        from.leave(outer);
    }
}

record!(Approved { sites: "sites", at: "at", name: "name" });

impl Codec for SiteList {
    fn write(&self, to: &mut Writer) {
        to.string(self.as_str());
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        let sites = from.string();
        from.set(self, Self::from_text(&sites));
    }
}

/// Reads what follows the version, with the options that replace those in the text.
fn read(from: &mut Decoder<'_>, chosen: Value<'_>) -> TodoStore {
    from.name_field("options");
    let written = from.next().map(Options::from_value);
    let mut options = Options::default();
    match written {
        Some(written) => from.set_result(&mut options, written),
        None => from.refuse(),
    }
    from.options = options;
    let mut next_key = 0;
    from.field("next key", &mut next_key);
    let mut todos = List::new();
    from.field("todos", &mut todos);
    todos.iter().for_each(|todo| check_keys(from, todo, next_key));
    from.name_field("provenance");
    let provenance = from.next();
    let mut at = 0;
    let number = from.first_number().unwrap_or_default();
    let (first, info, list) = read_revision(from, number, &todos, &mut at);
    let mut history = History::new(list.into(), first.number, info, options.max_snapshots());
    history.set_reason_and_sites(first.reason.0, first.sites.unwrap_or_default());
    while from.peek().is_some_and(|value| !value.is_object()) {
        add_revision(from, &mut history, &todos, &mut at);
    }
    from.name_field("what is stored with the list");
    if let Some(companions) = from.next()
        && !companions.parts().all(|part| part.as_string().is_some())
    {
        from.refuse();
    }
    from.end();
    if let Some(provenance) = provenance {
        from.go_back_to(provenance);
    }
    let list = history.latest();
    let (provenance, times) = provenance_codec::read(from, (&list, history.revision()), next_key);
    let mut chosen_options = options;
    from.set_result(&mut chosen_options, options.changed_by(chosen));
    let options = chosen_options.with_limits_of(&options);
    history.show_at_most(options.max_snapshots());
    let store = TodoStore::from_parts(options, next_key, history, list);
    store.with_provenance(provenance).with_times(times)
}

/// Reads a revision and its list. `at` is the time of the latest revision.
fn read_revision(
    from: &mut Decoder<'_>,
    number: i64,
    todos: &List,
    at: &mut i64,
) -> (WrittenRevision, RevisionInfo, List) {
    let around = from.name_by("revision {}", number);
    let mut read = WrittenRevision::default();
    read.read(from);
    *at += read.since;
    let info = RevisionInfo { by: read.by.clone(), at: *at, kind: read.kind };
    let list = list_of(from, &read.list, todos);
    from.rename(around);
    (read, info, list)
}

/// Reads a revision and adds it to a history.
fn add_revision(from: &mut Decoder<'_>, history: &mut History, todos: &List, at: &mut i64) {
    let revision = history.revision() + 1;
    let (read, info, list) = read_revision(from, revision.into(), todos, at);
    let is_undo = info.kind == ChangeKind::Undo && read.number < revision;
    let parts = [Number(revision.into()), Number(read.number.into())];
    let sites = read.sites.unwrap_or_else(|| history.sites());
    let takes_back = is_undo.then_some(read.number);
    from.check(is_undo || read.number == revision, "revision {} has the number {}", &parts);
    history.push((list.into(), sites), info, takes_back, read.reason.0);
}

/// Returns the list of a revision and checks every rule of a list.
fn list_of(from: &mut Decoder<'_>, indices: &[u32], todos: &List) -> List {
    let list = from.todos_at(indices, todos);
    if let Some(fault) = find_fault(&list) {
        from.check(false, "{}", &[Text(&fault)]);
    }
    list
}

/// Checks that the keys of a todo and of its blockers were given to todos.
fn check_keys(from: &mut Decoder<'_>, todo: &Todo, next_key: u32) {
    let around = from.name_by("todo t{}", todo.key.0.into());
    let next = Number(next_key.into());
    from.check(todo.key.0 < next_key, "its key is not below the next one, t{}", &[next]);
    for blocker in todo.blocked_by() {
        let problem = "blocked by {}, which was never on the list";
        from.check(blocker.0 < next_key, problem, &[Text(&blocker.to_text())]);
    }
    from.rename(around);
}

#[cfg(test)]
mod tests;
