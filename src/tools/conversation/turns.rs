//! `Conversation` itself: what it knows, and its turns.

use std::rc::Rc;

use crate::change::match_items::map_foreign_keys;
use crate::forms::id_map::{IdMap, IdScheme, name_before_merge};
use crate::forms::item_schema::model_name;
use crate::list::author::Author;
use crate::list::blockers;
use crate::list::error::TodoError;
use crate::list::history::{List, Revision};
use crate::list::indexed_list::find;
use crate::list::known_list::KnownList;
use crate::list::store::TodoStore;
use crate::list::todo::{Key, TextField, Todo};
use crate::text::content::Content;
use crate::text::json::Writer;
use crate::text::message::FormatArg::Number;
use crate::text::message::fill;
use crate::text::string_enum::string_enum;
use crate::tools::conversation::settings::Settings;
use crate::tools::conversation::stale::Unchanged;
use crate::tools::conversation::streaming::Writing;
use crate::tools::prompt::{self, Kind};

/// One model's view of a store: its tools, and the list as it last saw it. Several conversations
/// may share a store, each with its own reminders.
#[derive(Clone, Debug)]
pub struct Conversation {
    pub(in crate::tools) settings: Settings,
    /// The list as the model last saw it, with the model's own changes since.
    pub(in crate::tools) seen: KnownList,
    /// The list that the present message refers to: `seen` as the message began, with the changes
    /// of its own calls since.
    pub(in crate::tools) turn_base: KnownList,
    /// Whether the next turn begins once all calls of the present message have run.
    pub(in crate::tools) next_turn: bool,
    /// The settled todos that the last whole list only counted.
    pub(in crate::tools) unshown: Vec<Key>,
    /// The next key that neither the store nor this conversation has used.
    pub(in crate::tools) next_key: u32,
    /// Whether the model has seen anything of the list.
    pub(in crate::tools) has_seen_list: bool,
    /// Whether the host asks for reminders. Until it does, each answer reports the changes of
    /// others.
    pub(in crate::tools) is_reminded: bool,
    /// Who makes the changes: the model, or the person or the application whose handle a tool
    /// without a conversation has.
    pub(in crate::tools) author: Author,
    /// Whether the model always counts as having seen the current list: true for tools without a
    /// conversation.
    pub(in crate::tools) is_stateless: bool,
    /// For tools without a conversation: the replies of others since the model's latest revision.
    /// Each answer includes them, because nobody records that the model has read one.
    pub(in crate::tools) replies: Option<String>,
    /// The number of the model's own changes until the list is due again, or `None` if the model
    /// needs the whole list now.
    pub(in crate::tools) changes_until_full_list: Option<u32>,
    /// For how long nothing on the list has changed.
    pub(in crate::tools) unchanged: Unchanged,
    /// Whether the messages of the model lost what it knew.
    pub(in crate::tools) is_lost: bool,
    /// What the model's messages contain of the list, in the host's format. It is stored with the
    /// conversation.
    pub(in crate::tools) deliveries: Deliveries,
    /// How the model last changed the list.
    pub(in crate::tools) last_channel: WriteChannel,
    /// The todos that were open at the last nudge.
    pub(in crate::tools) nudged: Vec<Key>,
    /// The last seen value of [`TodoStore::forgotten`].
    pub(in crate::tools) forgotten: Revision,
    /// The claims about which nobody was asked yet.
    pub(in crate::tools) claims: Vec<Key>,
    /// The calls that the model is still writing.
    pub(in crate::tools) writing: Writing,
    /// Whether the call that is carried out is incomplete, as in a preview.
    pub(in crate::tools) is_partial: bool,
}

/// What the messages of a model contain of the list, as JSON text of the host.
#[derive(Clone, Debug, Default)]
pub(in crate::tools) struct Deliveries(pub String);

string_enum! {
    /// How a model changes the list.
    #[derive(Default)]
    pub enum WriteChannel {
        /// With a todo tool.
        #[default]
        Tool = "tool",
        /// With progress in the arguments of other tools.
        Progress = "progress",
        /// With a plan in the arguments of other tools.
        Plan = "plan",
    }
}

impl Conversation {
    /// Creates a conversation whose model knows nothing about the list.
    pub fn new(settings: Settings) -> Self {
        Self::with(settings, KnownList { revision: Some(0), ..KnownList::default() })
    }

    /// Creates a conversation whose model has read a list.
    pub(in crate::tools) fn with(settings: Settings, seen: KnownList) -> Self {
        Self {
            unchanged: Unchanged::default(),
            settings,
            turn_base: seen.clone(),
            seen,
            next_turn: false,
            unshown: Vec::new(),
            next_key: 0,
            has_seen_list: false,
            is_reminded: false,
            author: Author::Model,
            is_stateless: false,
            replies: None,
            changes_until_full_list: None,
            is_lost: false,
            deliveries: Deliveries::default(),
            last_channel: WriteChannel::Tool,
            nudged: Vec::new(),
            claims: Vec::new(),
            forgotten: 0,
            writing: Writing::default(),
            is_partial: false,
        }
    }

    /// Sets whether the model has the tool `ask_user`.
    pub fn asking(mut self, asks: bool) -> Self {
        self.settings.asks = asks;
        self
    }

    /// Returns the revision at which the list was last forgotten, or 0.
    pub fn forgotten_at(&self) -> Revision {
        self.forgotten
    }

    /// Forgets everything about the list if [`TodoStore::forget`] was called. Must be called before
    /// any other method.
    pub fn forget_with(&mut self, store: &TodoStore) {
        if self.forgotten != store.forgotten() {
            *self = Self { forgotten: store.forgotten(), ..Self::new(self.settings.clone()) };
        }
    }

    /// Returns the list to which the conversation is confined as a store of its own, or `None` if
    /// it has the whole list. The other methods take that store. [`Conversation::close_branch`]
    /// takes it afterwards.
    pub fn open_branch(&self, store: &TodoStore) -> Option<TodoStore> {
        self.settings.branch.map(|root| store.branch(root))
    }

    /// Adopts the changes in the list to which the conversation is confined.
    pub fn close_branch(&self, store: &mut TodoStore, branch: TodoStore) {
        if let Some(root) = self.settings.branch {
            store.take_branch(branch, root);
        }
    }

    /// Returns the options.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the prompt of a kind for the dialect.
    pub fn prompt(&self, store: &TodoStore, kind: Kind) -> String {
        prompt::prompt(self.settings.dialect, kind, store.options().max_doing())
    }

    /// Returns the list as the model knows it.
    pub fn seen_list(&self) -> &List {
        &self.seen.list
    }

    /// Returns the revision up to which the model knows the changes of others, or `None` if the
    /// history does not contain it, or the model has not seen the list yet.
    pub fn seen_revision(&self) -> Option<Revision> {
        self.seen.revision.filter(|_| self.has_seen_list)
    }

    /// Returns the conversation for its host as a JSON object: the dialect, the JSON type of its
    /// ids, the form of the tools' schemas, the name of the model, if it has one, the tools, and
    /// the deliveries: which messages show which part of the list.
    pub fn to_json(&self, store: &TodoStore) -> String {
        let Settings { dialect, schema, name, .. } = &self.settings;
        let mut json = Writer::default();
        json.open('{').key("dialect").string(dialect.as_str());
        json.key("idType").string(dialect.id_type()).key("schema").string(schema.as_str());
        json.field("name", name.as_ref().map(Content::as_str));
        json.key("tools").string(&self.settings.tools(store.options().max_doing()));
        json.key("deliveries").string(&self.deliveries.0).close('}');
        json.finish()
    }

    /// Sets the deliveries to store: which messages show which part of the list.
    pub fn set_deliveries(&mut self, deliveries: String) {
        self.deliveries = Deliveries(deliveries);
    }

    /// Records that messages were removed from the conversation, possibly those with the list, or
    /// with an answer, which no list shows. The next reminder is the whole list with each answer
    /// on it. Todos that are settled have none.
    pub fn compacted(&mut self) {
        self.changes_until_full_list = None;
        self.is_lost = true;
    }

    /// Undoes the changes of this conversation since a revision, as one new revision, because the
    /// host cut the chat back to there. Decisions of everybody else stay, and the next reminder
    /// reports them with the whole list and each answer on it, because the model may have read
    /// them in what was cut.
    ///
    /// Models without a name count as one model, because their changes cannot be distinguished.
    ///
    /// # Errors
    /// `unknown_revision` if the history does not have the revision, or it is older than the latest
    /// merge; `too_many_todos` if there is no room for the todos that come back.
    pub fn rewind(&mut self, store: &mut TodoStore, revision: i64) -> Result<(), TodoError> {
        self.align(store);
        let then = self.acting(store, |_, store| {
            store.end_leases();
            store.rewind(revision)
        })?;
        // Of another list than it has read, it does not know what the positions are.
        if self.has_seen_list && self.seen.revision.is_some() {
            self.seen = KnownList::at(Revision::try_from(revision).ok(), &then);
        }
        self.start_turn();
        self.compacted();
        self.nudged.clear();
        self.claims.clear();
        self.writing = Writing::default();
        Ok(())
    }

    // Turns ----------------------------------------------------------------------------------

    /// Begins the turn of the model's next message, if an answer showed the current list.
    /// [`Conversation::reminder`] begins a turn too.
    pub fn begin_turn(&mut self) {
        if self.next_turn {
            self.start_turn();
        }
    }

    /// Begins a turn only if the current one has no list. Unlike with [`Conversation::begin_turn`],
    /// positions that calls may already use keep their meaning.
    pub fn begin_first_turn(&mut self) {
        if self.turn_base.list.is_empty() {
            self.begin_turn();
        }
    }

    /// Returns whether [`Conversation::begin_turn`] is due once all calls of this message have run.
    pub fn is_turn_due(&self) -> bool {
        self.next_turn
    }

    /// Begins a turn with the list that the model has read.
    pub(super) fn start_turn(&mut self) {
        self.turn_base.clone_from(&self.seen);
        self.next_turn = false;
    }

    /// Returns whether the list that the model knows comes from this store's own history.
    pub(crate) fn is_of(&self, store: &TodoStore) -> bool {
        self.seen.revision.is_some_and(|since| store.is_own(since))
    }

    /// Translates the keys that the model knows, if the store has loaded or merged another list.
    pub(crate) fn align(&mut self, store: &TodoStore) {
        self.next_key = self.next_key.max(store.next_key());
        if self.is_of(store) {
            return;
        }
        let mut known = List::clone(&self.seen.list);
        let only_in_turn = |todo: &&Rc<Todo>| find(&self.seen.list, todo.key).is_none();
        known.extend(self.turn_base.list.iter().filter(only_in_turn).cloned());
        let keys = map_foreign_keys(&known, store, &mut self.next_key);
        let ids = self.settings.dialect.ids();
        for known_list in [&mut self.seen, &mut self.turn_base] {
            known_list.revision = None;
            let before = known_list.list.clone();
            blockers::rename(Rc::<List>::make_mut(&mut known_list.list), &keys);
            for key in &mut known_list.positions {
                *key = keys
                    .iter()
                    .find(|(before, _)| before == key)
                    .map_or(*key, |(_, current)| *current);
            }
            if !matches!(ids, IdScheme::Positions(_)) {
                name_by_old_keys(ids, store, &before, Rc::make_mut(&mut known_list.list));
            }
        }
    }

    /// Returns the ids of todos in this turn.
    pub(in crate::tools) fn id_map<'a>(&'a self, store: &'a TodoStore) -> IdMap<'a> {
        let (ids, KnownList { list, positions, .. }) =
            (self.settings.dialect.ids(), &self.turn_base);
        let statuses = self.settings.dialect.statuses();
        IdMap { ids, statuses, list, positions, store }
    }

    /// Returns whether the model knows where each todo is on the current list.
    pub(crate) fn has_positions_of(&self, store: &TodoStore) -> bool {
        self.unseen(store, &self.seen, store.revision()).is_aligned()
    }

    /// Returns whether the model knows the current list.
    pub(crate) fn knows(&self, store: &TodoStore) -> bool {
        self.seen.is_current(store)
    }
}

/// Sets the old id as the name of each todo whose key has changed, for a model that uses ids.
fn name_by_old_keys(ids: IdScheme, store: &TodoStore, before: &List, list: &mut List) {
    for (earlier, todo) in before.iter().zip(list) {
        let is_named = match ids {
            IdScheme::Positions(_) | IdScheme::Names => todo.text(TextField::Name).is_some(),
            // A name that another model gave the todo does not count.
            IdScheme::Numbers => name_before_merge(store, todo).is_some(),
        };
        if earlier.key != todo.key && !is_named {
            let id = match ids {
                IdScheme::Positions(_) | IdScheme::Names => model_name(before, earlier),
                IdScheme::Numbers => fill("{}", &[Number(earlier.key.0.into())]),
            };
            let name = Content::from_normalized(&id, id.len()).ok();
            Rc::make_mut(todo).set_text(TextField::Name, name);
        }
    }
}

/// Returns whether these todos may come from the store: each key belongs to the same todo there, or
/// is older than the oldest one that the store remembers.
pub(super) fn are_of(store: &TodoStore, seen: &[Rc<Todo>]) -> bool {
    let unlike_any_here = |todo: &Rc<Todo>| {
        let known = match (find(store.list(), todo.key), store.provenance().tombstone(todo.key)) {
            (Some(known), _) => Some((known, store.provenance().of(todo.key))),
            (None, left) => left.map(|left| (&left.todo, Some(&left.provenance))),
        };
        match known {
            Some((known, provenance)) => {
                known.content() != todo.content()
                    && !provenance.is_some_and(|provenance| provenance.had_content(todo.content()))
            }
            // Without a record, an old key left long ago, and a new one comes from another store.
            None => todo.key.0 >= store.next_key(),
        }
    };
    !seen.iter().any(unlike_any_here)
}
