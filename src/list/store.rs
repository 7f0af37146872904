//! `TodoStore`: the ordered list and its rules.
//!
//! Every write is all or nothing: it checks everything first, then changes the list, then commits
//! it as one revision. A write that changes nothing makes no revision.

use std::rc::Rc;

use crate::list::author::{Actor, Author, Clock, RevisionInfo};
use crate::list::delta::{Aspect, Delta, moved};
use crate::list::error::{ErrorCode, TodoError};
use crate::list::held::HeldDecisions;
use crate::list::history::{Entry, History, List, Revision, Snapshot};
use crate::list::indexed_list::index_of;
use crate::list::options::Options;
use crate::list::owners::work_of;
use crate::list::past::Past;
use crate::list::provenance_table::ProvenanceTable;
use crate::list::sites::{Origins, Sites};
use crate::list::times::Times;
use crate::list::todo::{Id, Key, Ref, TextField, Todo};
use crate::text::message::FormatArg::{Number, Text};
use crate::text::message::count;

/// An ordered list of todos with ids 1..n, stable keys, and a history of every revision.
///
/// ```
/// use agent_todos::{Id, TodoStore};
///
/// let mut store = TodoStore::default();
/// store.add_multiple(&["Open the shop", "Find a kettle"])?;
/// store.complete(Id(1))?;
/// assert_eq!(
///     store.xml(),
///     "<todos><todo id=\"1\" status=\"done\">Open the shop</todo>\
///      <todo id=\"2\" status=\"todo\">Find a kettle</todo></todos>",
/// );
/// # Ok::<(), agent_todos::WriteError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TodoStore {
    pub(super) options: Options,
    pub(super) list: Rc<List>,
    pub(super) next_key: u32,
    pub(super) history: History,
    /// What merges and loads replaced.
    pub(super) past: Past,
    /// The first revision that this store itself made. Older ones are from another store whose
    /// content replaced this one's.
    pub(super) own_since: Revision,
    /// The revision at which this store last forgot everything before it, or 0.
    pub(super) forgotten: Revision,
    /// Who last wrote which aspect of each todo, and which todos left.
    pub(super) provenance: ProvenanceTable,
    /// How long todos were in progress.
    pub(super) times: Times,
    /// The author of the next change.
    pub(super) actor: Actor,
    pub(super) clock: Clock,
    /// The sites that are proposed and approved.
    pub(super) sites: Sites,
    pub(super) origins: Origins,
    /// The decisions of people against which writes were denied.
    pub(crate) held: HeldDecisions,
    /// If this store is a branch of another one, the todos outside it, except those in progress
    /// that it is under.
    pub(crate) outside: List,
}

impl Default for TodoStore {
    fn default() -> Self {
        Self::new(Options::default())
    }
}

impl TodoStore {
    /// Creates an empty list at revision 0.
    pub fn new(options: Options) -> Self {
        let list = Rc::<List>::default();
        let history =
            History::new(list.clone(), 0, RevisionInfo::default(), options.max_snapshots());
        Self::from_parts(options, 1, history, list)
    }

    /// Creates a store from the parts of a checkpoint or an XML text. `list` is the latest list of
    /// the history.
    pub(crate) fn from_parts(
        options: Options,
        next_key: u32,
        history: History,
        list: Rc<List>,
    ) -> Self {
        let (sites, own_since) = (history.sites(), history.merged_at());
        Self {
            options,
            list,
            next_key,
            history,
            past: Past::default(),
            own_since,
            forgotten: 0,
            provenance: ProvenanceTable::default(),
            times: Times::default(),
            actor: Actor::default(),
            clock: Clock::default(),
            sites,
            origins: Origins::default(),
            held: HeldDecisions::default(),
            outside: List::new(),
        }
    }

    /// Returns this store with another provenance.
    pub(crate) fn with_provenance(self, provenance: ProvenanceTable) -> Self {
        Self { provenance, ..self }
    }

    /// Returns this store with other times.
    pub(crate) fn with_times(self, times: Times) -> Self {
        Self { times, ..self }
    }

    /// Sets the clock. If the store is empty and new, the time of its first revision is set too.
    /// Todos in progress whose time is not known count as started now.
    pub fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
        let now = (clock.0)();
        self.history.begin_at(now);
        self.times.record(&Delta::between(&List::new(), &self.list), &self.list, now);
    }

    /// Sets the function that determines the origin of an address.
    pub fn set_origins(&mut self, origins: Origins) {
        self.origins = origins;
    }

    /// Runs `act` with its changes made in the name of `actor`, which may be an author without a
    /// name. The default actor is the agent.
    pub fn acting_as<T>(&mut self, actor: impl Into<Actor>, act: impl FnOnce(&mut Self) -> T) -> T {
        self.in_name_of(actor.into(), |store| {
            store.end_leases();
            act(store)
        })
    }

    /// Like [`TodoStore::acting_as`], but ends no lease by itself.
    pub(crate) fn in_name_of<T>(&mut self, actor: Actor, act: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.act_as(actor);
        let result = act(self);
        self.actor = before;
        result
    }

    /// Sets the actor for the following changes and returns the previous one. With a lease, this is
    /// a sign of life of the actor.
    pub(crate) fn act_as(&mut self, actor: Actor) -> Actor {
        let before = core::mem::replace(&mut self.actor, actor);
        self.sign();
        before
    }

    /// Returns the actor of the next change.
    pub fn actor(&self) -> &Actor {
        &self.actor
    }

    /// Sets the actor for the following changes, and takes over the clock and the origins of
    /// another store.
    pub(crate) fn act_like(&mut self, other: &Self, actor: Actor) {
        self.actor = actor;
        self.clock = other.clock;
        self.origins = other.origins;
    }

    /// Returns the options that this store was created with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the list. The id of a todo is its index plus one.
    pub fn list(&self) -> &List {
        &self.list
    }

    /// Returns the list to be shared: later changes of the store do not affect it.
    pub(crate) fn shared_list(&self) -> &Rc<List> {
        &self.list
    }

    /// Returns the current revision. It starts at 0 and grows by one with each change that changed
    /// something.
    pub fn revision(&self) -> Revision {
        self.history.revision()
    }

    /// Returns the todo in progress with its id, claimed todos aside. If the actor has several in
    /// progress, it is the first of them, a step before the todo that it is under; if the actor has
    /// none, it is the first of anybody.
    pub fn current_doing(&self) -> Option<(Id, &Todo)> {
        let own = work_of(&self.list, self.actor.name.as_ref());
        let index = own.first().and_then(|key| index_of(&self.list, *key));
        let index = index.or_else(|| self.list.iter().position(|todo| todo.is_at_work()))?;
        Some((Id::at(index), self.list.get(index)?))
    }

    /// Returns the todos whose order changed since `before`. If two neighbours changed places, only
    /// the one that somebody moved is included.
    pub(crate) fn moved_since(&self, before: &List) -> Vec<Key> {
        moved(before, &self.list, &|key| self.provenance.place_rank(key))
    }

    /// Returns the todos that are not started yet.
    pub fn pending(&self) -> impl Iterator<Item = &Rc<Todo>> {
        self.list.iter().filter(|todo| todo.status().is_pending())
    }

    /// Returns whether any todo is neither done nor skipped.
    pub fn has_unfinished(&self) -> bool {
        self.list.iter().any(|todo| !todo.status().is_settled())
    }

    /// Returns whether every todo is done or skipped. This is true for an empty list.
    pub fn is_all_done_or_skipped(&self) -> bool {
        !self.has_unfinished()
    }

    /// Returns whether the todo is done or skipped. A todo that left is neither.
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn is_completed(&self, todo: impl Into<Ref>) -> Result<bool, TodoError> {
        let todo = todo.into();
        if self.was_removed(todo) {
            return Ok(false);
        }
        let index = self.index_of(todo)?;
        Ok(self.list.get(index).is_some_and(|todo| todo.status().is_settled()))
    }

    /// Returns the snapshots of the history, oldest first: the latest ones, as many as the options
    /// keep.
    pub fn snapshots(&self) -> Vec<Snapshot> {
        let snapshot = |(revision, entry): (Revision, &Entry)| {
            let (info, todos) = (entry.info.clone(), entry.list().clone());
            Snapshot { revision, info, todos }
        };
        self.history.entries().map(snapshot).collect()
    }

    /// Returns who made the latest change, when, and by which kind of operation.
    pub fn info(&self) -> RevisionInfo {
        self.history.info()
    }

    /// Returns the last write of each aspect, todo by todo in the order of the list. The first one
    /// of each todo is its presence. An aspect that is not included has not been written since the
    /// todo was added. The revision is the one of the write, or of its merge or load from another
    /// store; 0 if it is unknown.
    pub fn decisions(&self) -> impl Iterator<Item = (Key, Aspect, &Actor, Revision)> {
        let provenance = self.list.iter().filter_map(|todo| self.provenance.of(todo.key));
        provenance.flat_map(|provenance| {
            let all = provenance.last_writes();
            all.map(|(aspect, last_write)| {
                (provenance.key, aspect, &last_write.by, last_write.revision)
            })
        })
    }

    /// Returns the sites that are proposed, and those that a person approved.
    pub fn sites(&self) -> &Sites {
        &self.sites
    }

    /// Returns whether an approved site covers the origin of `address`.
    pub fn allows(&self, address: &str) -> bool {
        let Some(approved) = &self.sites.approved else { return false };
        (self.origins.0)(address).is_some_and(|origin| approved.sites.cover(&origin))
    }

    /// Returns whether an open todo or a proposed site has not been approved yet. Todos that a
    /// person added need no approval.
    pub fn awaits_approval(&self) -> bool {
        let open_and_unapproved =
            |todo: &Rc<Todo>| !todo.status().is_settled() && self.needs_approval(todo);
        self.list.iter().any(open_and_unapproved) || self.awaits_sites()
    }

    /// Returns whether nobody has approved a todo, and it is not as a person added it.
    pub(crate) fn needs_approval(&self, todo: &Todo) -> bool {
        !todo.is_approved() && !self.is_of_person(todo.key)
    }

    /// Returns whether a person added a todo of the list, and its texts are still a person's.
    pub(crate) fn is_of_person(&self, key: Key) -> bool {
        self.provenance.of(key).is_some_and(|provenance| {
            let has_text = |field: &TextField| provenance.is_by_person(Aspect::Text(*field));
            provenance.creation.by.is_person() && TextField::MEANING.iter().all(has_text)
        })
    }

    /// Returns whether a proposed site has not been approved yet.
    pub(crate) fn awaits_sites(&self) -> bool {
        !self.sites.proposed.as_str().is_empty()
    }

    /// Returns the current time in milliseconds since the epoch, or 0 without a clock.
    pub(crate) fn time(&self) -> i64 {
        (self.clock.0)()
    }

    /// Returns the function that determines the origin of an address.
    pub(crate) fn origins(&self) -> Origins {
        self.origins
    }

    pub(crate) fn history(&self) -> &History {
        &self.history
    }

    /// Returns who last wrote which aspect of each todo, and which todos left.
    pub(crate) fn provenance(&self) -> &ProvenanceTable {
        &self.provenance
    }

    pub(crate) fn times(&self) -> &Times {
        &self.times
    }

    /// Returns for how many milliseconds each todo was in progress, as far as it is known. This
    /// includes todos that left.
    pub fn time_spent(&self) -> impl Iterator<Item = (Key, i64)> {
        let now = (self.clock.0)();
        self.times.todos.iter().map(move |time| (time.key, time.spent_at(now)))
    }

    /// Returns the list that this store had at a revision, or `None` if the revision was dropped or
    /// was another store's.
    pub(crate) fn list_at(&self, revision: Revision) -> Option<Rc<List>> {
        if revision < self.own_since {
            return None;
        }
        self.history.list_at(revision).cloned()
    }

    /// Returns a revision by the number that it has or had in this context.
    pub(crate) fn entry(&self, revision: Revision) -> Option<&Entry> {
        self.history_with(revision)?.entry(revision)
    }

    /// Returns a revision with the one before it.
    pub(crate) fn around(&self, revision: Revision) -> Option<(&Entry, &Entry)> {
        let history = self.history_with(revision)?;
        Some((history.entry(revision.checked_sub(1)?)?, history.entry(revision)?))
    }

    /// Returns the history with a revision. No two of them have the same number.
    fn history_with(&self, revision: Revision) -> Option<&History> {
        let is_in_history = self.history.entry(revision).is_some();
        if is_in_history { Some(&self.history) } else { self.past.history_with(revision) }
    }

    /// Returns the revisions that followed a revision in this context, oldest first. A merge or a
    /// load is one of them.
    pub(crate) fn entries_since(
        &self,
        revision: Revision,
    ) -> impl Iterator<Item = (Revision, &Entry)> {
        let past = self.past.history_with(revision).map(|_| self.past.entries_after(revision));
        let next = if past.is_some() { self.own_since } else { revision + 1 };
        past.into_iter().flatten().chain(self.history.entries_from(next))
    }

    /// Returns whether this store itself made the revision.
    pub(crate) fn is_own(&self, revision: Revision) -> bool {
        (self.own_since..=self.revision()).contains(&revision)
    }

    /// Returns a store with the same options but another list and no history. Its new todos get
    /// keys that this store has not used.
    pub(crate) fn with_list(&self, list: Rc<List>, next_key: u32) -> Self {
        let history = History::new(list.clone(), 0, RevisionInfo::default(), 1);
        let actor = Actor { author: Author::Host, name: self.actor.name.clone() };
        let copy = Self::from_parts(self.options, next_key.max(self.next_key), history, list);
        Self { actor, ..copy }
    }

    pub(crate) fn next_key(&self) -> u32 {
        self.next_key
    }

    /// Returns the revision at which the list was last forgotten, or 0.
    pub(crate) fn forgotten(&self) -> Revision {
        self.forgotten
    }

    /// Returns the index of a todo.
    ///
    /// # Errors
    /// `unknown_id`.
    pub(crate) fn index_of(&self, todo: Ref) -> Result<usize, TodoError> {
        match todo {
            Ref::Id(id) if id.index() < self.list.len() => Ok(id.index()),
            Ref::Id(id) => Err(unknown_id(id, self.list.len())),
            Ref::Key(key) => {
                let index = index_of(&self.list, key);
                index.ok_or_else(|| self.unknown_key(key))
            }
        }
    }

    /// Returns whether a todo that had this key left the list.
    pub(crate) fn was_removed(&self, todo: Ref) -> bool {
        match todo {
            Ref::Id(_) => false,
            Ref::Key(key) => key.0 < self.next_key && index_of(&self.list, key).is_none(),
        }
    }

    #[cold]
    pub(crate) fn unknown_key(&self, key: Key) -> TodoError {
        let template = if key.0 < self.next_key {
            "there is no todo {} any more: it left the list"
        } else {
            "there is no todo {}: none of this list has had that key"
        };
        TodoError::new(ErrorCode::UnknownId, template, &[Text(&key.to_text())])
    }
}

/// Returns the error for a position without a todo. `size` is the number of todos.
#[cold]
pub(crate) fn unknown_id(id: Id, size: usize) -> TodoError {
    let template = match size {
        0 => "there is no todo {}: the list is empty",
        _ => "there is no todo {}: ids are 1 to {}",
    };
    TodoError::new(ErrorCode::UnknownId, template, &[Number(id.0), count(size)])
}
