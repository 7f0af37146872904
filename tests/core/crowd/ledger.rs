//! Who decided what of which todo, by what was so before and after each act, and what of that holds
//! against models and runs.

use std::collections::BTreeMap;
use std::iter::successors;
use std::rc::Rc;

use agent_todos::list::author::{Actor, Author};
use agent_todos::list::sites::Approved;
use agent_todos::{Key, Status, TodoStore};

use super::seen::{Seen, TEXTS, find};

/// What was found wrong: its kind, and of what.
pub(super) type Breach = (&'static str, String);

/// Who decided what of a todo.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    /// Who added it, as it came or came back.
    added_by: Actor,
    pub(super) presence: Actor,
    pub(super) state: Actor,
    /// How often its state was decided.
    pub(super) states: usize,
    pub(super) content: Actor,
    /// Whether a person settled it.
    settled: bool,
    /// Whether a person added it, or approved it.
    wanted: bool,
    /// Which texts a person wrote.
    wrote: [bool; TEXTS.len()],
    /// The blockers that a person set.
    blockers: Vec<Key>,
    /// Whether a person put it under another todo, or under none.
    put: bool,
    /// Whether a person or a host asked that it be confirmed.
    pub(super) guarded: bool,
    /// Whether it was added to be confirmed, in place of one that is, and nobody asked that of it.
    inherits: bool,
    /// How often it got another text.
    pub(super) reworded: usize,
    /// How often a person approved it.
    approvals: usize,
    /// Whether it was done when it left.
    left_done: bool,
    /// What was kept with it when it left.
    left_data: Option<String>,
    /// Whether it is known who decided what: not after it came back, or was changed in two tabs.
    pub(super) is_sure: bool,
}

impl Entry {
    fn new(by: &Actor) -> Self {
        let is_user = by.is_person();
        let mut wrote = [false; TEXTS.len()];
        wrote[0] = is_user;
        Self {
            added_by: by.clone(),
            presence: by.clone(),
            state: by.clone(),
            states: 0,
            content: by.clone(),
            settled: false,
            wanted: is_user,
            wrote,
            blockers: vec![],
            put: false,
            guarded: false,
            inherits: false,
            reworded: 0,
            approvals: 0,
            left_done: false,
            left_data: None,
            is_sure: true,
        }
    }

    fn unsure(by: &Actor) -> Self {
        Self { wanted: false, wrote: Default::default(), is_sure: false, ..Self::new(by) }
    }
}

/// What a person or a host says beyond what is to be seen in the list.
#[derive(Clone, Debug, Default)]
pub(super) struct Decided {
    pub(super) settled: Option<Key>,
    pub(super) guarded: Option<(Key, bool)>,
    pub(super) blockers: Option<(Key, Vec<Key>)>,
    pub(super) put: Option<Key>,
    pub(super) wrote: Option<(Key, usize)>,
    pub(super) approved: bool,
    /// ModelCall again of what is so: whether that takes the mark is nobody's rule.
    pub(super) again: Option<Key>,
    /// A change was taken back: who decided what is not modelled.
    pub(super) rewound: bool,
    /// A new task begins, and nothing of the one before holds.
    pub(super) anew: bool,
}

/// Who took a todo off.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TakenOff {
    pub(super) key: Key,
    pub(super) by: Actor,
    /// Whether that is known.
    pub(super) is_sure: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    todos: BTreeMap<Key, Entry>,
    /// What left, by its content.
    off: BTreeMap<String, TakenOff>,
    /// Who let a text leave for the first time.
    left: BTreeMap<String, Actor>,
}

impl Ledger {
    pub(super) fn of(&self, key: Key) -> Entry {
        self.todos.get(&key).cloned().unwrap_or_else(|| Entry::unsure(&Actor::default()))
    }

    /// Whether a model with a name is not told of a todo: it is the business of others.
    pub(super) fn is_of_others(&self, seen: &Seen, reader: &Actor) -> bool {
        let Entry { added_by, is_sure, .. } = self.of(seen.key);
        let name = reader.name.as_ref().map(|name| name.as_str());
        let may_be_by_model = added_by.author == Author::Model || !is_sure;
        name.is_some()
            && seen.owner.as_deref() != name
            && (added_by != *reader || !is_sure)
            && (seen.owner.is_some() || may_be_by_model)
    }

    pub(super) fn taken_off(&self, content: &str) -> Option<&TakenOff> {
        self.off.get(content)
    }

    /// Somebody acted.
    pub(super) fn learn(
        &mut self,
        before: &[Seen],
        after: &[Seen],
        by: &Actor,
        decided: &Decided,
        store: &TodoStore,
    ) {
        // On an empty list, too. A model begins none.
        if decided.anew && !by.author.is_restricted() {
            for entry in self.todos.values_mut() {
                let left_data = entry.left_data.take();
                *entry = Entry { left_data, ..Entry::unsure(by) };
            }
            self.off.clear();
        }
        for after in after {
            let Some(before) = find(before, after.key) else {
                // What comes back may come as somebody had settled it.
                let is_back = self.off.remove(after.content()).is_some();
                let is_known = self.todos.contains_key(&after.key) || is_back && !after.is_open();
                let entry = match is_known || decided.rewound {
                    true => Entry::unsure(by),
                    false => Entry::new(by),
                };
                let inherits = self.inherits(after, store);
                let entry = Entry { guarded: inherits, inherits, ..entry };
                self.todos.insert(after.key, entry);
                continue;
            };
            let entry =
                self.todos.entry(after.key).or_insert_with(|| Entry::unsure(&Actor::default()));
            if before == after {
                continue;
            }
            if decided.rewound {
                let guarded = entry.guarded && is_known_guarded(store, after);
                let (inherits, reworded, states) = (entry.inherits, entry.reworded, entry.states);
                *entry = Entry { guarded, inherits, reworded, states, ..Entry::unsure(by) };
                continue;
            }
            if before.state_and_texts() != after.state_and_texts() {
                entry.state = by.clone();
                entry.states += 1;
                entry.settled = by.is_person() && !after.is_open();
                if !by.author.is_restricted() {
                    entry.blockers.clear();
                }
            }
            if before.parent != after.parent {
                entry.put = by.is_person();
            }
            if before.content() != after.content() {
                entry.content = by.clone();
                entry.reworded += 1;
                self.off.remove(after.content());
            }
            for (index, wrote) in entry.wrote.iter_mut().enumerate() {
                if before.texts[index] != after.texts[index] {
                    *wrote = by.is_person();
                }
            }
        }
        for before in before.iter().filter(|before| find(after, before.key).is_none()) {
            if let Some(entry) = self.todos.get_mut(&before.key) {
                entry.left_done = before.status == Status::Done;
                entry.left_data.clone_from(&before.data);
            }
            let first = self.left.entry(before.content().into()).or_insert_with(|| by.clone());
            // Where two let the same text leave, it does not say which of them is meant.
            let is_sure = !decided.rewound && !decided.anew && first == by;
            let off = TakenOff { key: before.key, by: by.clone(), is_sure };
            self.off.insert(before.content().into(), off);
        }
        let is_user = by.is_person();
        // Only a person's word is a decision where it changes nothing.
        if let Some(entry) =
            decided.settled.and_then(|key| self.todos.get_mut(&key)).filter(|_| is_user)
        {
            entry.settled = true;
            let state =
                |list: &[Seen]| decided.settled.and_then(|key| Some(find(list, key)?.state()));
            entry.is_sure &= state(before) != state(after);
            entry.state = by.clone();
            entry.states += 1;
        }
        if let Some((key, guarded)) = decided.guarded
            && let Some(entry) = self.todos.get_mut(&key)
        {
            (entry.guarded, entry.inherits) = (guarded, false);
        }
        if let Some(entry) =
            decided.put.and_then(|key| self.todos.get_mut(&key)).filter(|_| is_user)
        {
            // That what they added is under none says nothing yet.
            let is_under = decided.put.and_then(|key| find(after, key)?.parent).is_some();
            entry.put |= is_under || !entry.presence.is_person();
        }
        if let Some((key, blockers)) = &decided.blockers
            && let Some(entry) = self.todos.get_mut(key)
        {
            entry.blockers = if is_user { blockers.clone() } else { vec![] };
        }
        if let Some((key, index)) = decided.wrote
            && let Some(entry) = self.todos.get_mut(&key)
        {
            entry.wrote[index] = is_user;
            if index == 0 {
                entry.content = by.clone();
            }
        }
        if let Some(entry) = decided.again.and_then(|key| self.todos.get_mut(&key)) {
            entry.is_sure = false;
        }
        for after in
            after.iter().filter(|after| decided.rewound && find(before, after.key).is_some())
        {
            if let Some(entry) = self.todos.get_mut(&after.key).filter(|entry| entry.guarded) {
                entry.guarded = is_known_guarded(store, after);
            }
        }
        for after in
            after.iter().filter(|after| decided.approved && after.approved && after.is_open())
        {
            let entry = self.todos.entry(after.key).or_insert_with(|| Entry::unsure(by));
            entry.wanted = true;
            entry.approvals += 1;
            // To give it a text that it has not is no other one.
            let has = |index: usize| {
                after.texts[index].is_some()
                    && (index != 1 || after.texts[1].as_deref() != Some("medium"))
            };
            entry.wrote = std::array::from_fn(has);
            (entry.content, entry.presence) = (by.clone(), by.clone());
        }
    }

    /// Whether a new todo is to be confirmed as the one is that its position named.
    fn inherits(&self, new: &Seen, store: &TodoStore) -> bool {
        let is_of = |(key, entry): (&Key, &Entry)| {
            let todo = store.list().iter().find(|todo| todo.key == *key);
            entry.guarded
                && todo.is_some_and(|todo| crate::dice::random_word(todo.content()) == new.label())
        };
        self.todos.iter().any(is_of) && is_known_guarded(store, new)
    }

    /// What a merge left, where both sides changed what was the base.
    pub(super) fn merged(
        base: (&[Seen], &Self),
        ours: (&[Seen], &Self),
        theirs: (&[Seen], &Self),
        store: &TodoStore,
        list: &[Seen],
    ) -> Self {
        let mut merged = Self::default();
        merged.left.extend(ours.1.left.clone());
        merged.left.extend(theirs.1.left.clone());
        for after in list {
            // Whoever decided anew what was so already has changed nothing that is to be seen.
            let same = |(list, side): (&[Seen], &Self)| {
                find(list, after.key) == find(base.0, after.key)
                    && side.todos.get(&after.key) == base.1.todos.get(&after.key)
            };
            let of = |side: &Self| side.todos.get(&after.key).cloned();
            let is_of = |side: &[Seen]| {
                find(side, after.key).is_some_and(|before| before.label() == after.label())
            };
            let entry = match (is_of(ours.0), is_of(theirs.0)) {
                (true, true) if same(theirs) => of(ours.1),
                (true, true) if same(ours) => of(theirs.1),
                (true, true) => {
                    let guarded =
                        [ours.1, theirs.1].map(of).into_iter().flatten().all(|it| it.guarded);
                    Some(Entry { guarded, ..Entry::unsure(&Actor::default()) })
                }
                (true, false) if find(base.0, after.key).is_none() => of(ours.1),
                (false, true) if find(base.0, after.key).is_none() => of(theirs.1),
                _ => None,
            };
            let entry = entry.unwrap_or_else(|| Entry::unsure(&Actor::default()));
            let guarded = entry.guarded && is_known_guarded(store, after);
            let is_sure = [ours.1, theirs.1].map(of).iter().flatten().all(|entry| entry.is_sure);
            let is_sure = entry.is_sure && is_sure;
            merged.todos.insert(after.key, Entry { guarded, is_sure, ..entry });
        }
        for (content, off) in ours.1.off.iter().chain(&theirs.1.off) {
            if !list.iter().any(|after| after.content() == content) {
                merged.off.insert(content.clone(), TakenOff { is_sure: false, ..off.clone() });
            }
        }
        // What neither side touched since is as both knew it.
        for (content, off) in &base.1.off {
            let is_known = |side: &Self| side.off.get(content) == Some(off);
            if merged.off.contains_key(content) && is_known(ours.1) && is_known(theirs.1) {
                merged.off.insert(content.clone(), off.clone());
            }
        }
        for (key, entry) in ours.1.todos.iter().chain(&theirs.1.todos) {
            let (left_done, left_data) = (entry.left_done, entry.left_data.clone());
            let unsure = || Entry::unsure(&Actor::default());
            let merged = merged.todos.entry(*key).or_insert_with(unsure);
            merged.left_done |= left_done;
            merged.left_data = merged.left_data.take().or(left_data);
        }
        for before in
            ours.0.iter().chain(theirs.0).filter(|before| find(list, before.key).is_none())
        {
            if let Some(entry) = merged.todos.get_mut(&before.key) {
                entry.left_done |= before.status == Status::Done;
                entry.left_data = entry.left_data.take().or(before.data.clone());
            }
        }
        merged
    }

    /// What holds against a model or a run, whatever it read, and did not.
    pub(super) fn check(&self, act: &Act<'_>, breaches: &mut Vec<Breach>) {
        let Act { before, after, writer, store, .. } = act;
        let name = writer.name.as_ref().map(|name| name.as_str());
        let mut found = |kind, word: &str| breaches.push((kind, word.to_owned()));
        for before in *before {
            let (later, entry) = (find(after, before.key), self.of(before.key));
            let is_verdict = act.verdict == Some(before.key);
            // Who decided its state gave it to its owner, and may take it back. The owner that a
            // model without a name wrote is a label. After a merge nobody knows who
            // that is.
            let is_label = entry.state == Actor::from(Author::Model);
            let may_be_assigned_here = entry.state == **writer || is_label || !entry.is_sure;
            let is_others = before.is_open()
                && before.owner.is_some()
                && before.owner.as_deref() != name
                && !may_be_assigned_here
                && !is_verdict;
            if is_others {
                match later {
                    None => found("owner: another's work is off the list", before.content()),
                    Some(after)
                        if after.state() != before.state() || after.owner != before.owner =>
                    {
                        found(
                            "owner: another's work is taken over, settled or set back",
                            before.content(),
                        );
                    }
                    Some(after) if after.texts != before.texts => {
                        found("owner: another's work is reworded", before.content());
                    }
                    Some(_) => {}
                }
            }
            let is_wanted = entry.wanted || entry.wrote[0] || before.approved;
            if before.is_open() && later.is_none() {
                let is_taken_back = act.is_rewind && entry.inherits && entry.presence == **writer;
                if entry.guarded && !is_taken_back {
                    found("guard: what is to be confirmed is off the list", before.content());
                } else if is_wanted {
                    found(
                        "person: what they added, wrote or approved is off the list",
                        before.content(),
                    );
                } else if before.is_on_hold
                    && entry.is_sure
                    && entry.state != **writer
                    && !is_others
                {
                    found("hold: another's claim or wait is off the list", before.content());
                }
            }
            let Some(later) = later else { continue };
            if entry.guarded && later.is_open() && !is_verdict && !is_guarded(store, later) {
                found("guard: it need not be confirmed any more", later.content());
            }
            if later.status == Status::Done
                && before.status != Status::Done
                && entry.guarded
                && !is_verdict
            {
                found("guard: done, and nobody confirmed it", later.content());
            }
            // A rewind brings a claim back with the text that it was of.
            if before.is_claimed()
                && later.is_claimed()
                && before.content() != later.content()
                && !act.says_done.contains(&before.key)
                && !act.is_rewind
            {
                found("claim: it goes on with another text", later.content());
            }
            if entry.settled
                && !before.is_open()
                && ((later.state(), later.failed) != (before.state(), before.failed)
                    || later.texts[0] != before.texts[0])
            {
                found("person: what they settled is otherwise", before.content());
            }
            let is_settled = !before.is_open() && !entry.state.author.is_restricted();
            for (index, field) in TEXTS.iter().enumerate() {
                if entry.wrote[index] && !is_settled && before.texts[index] != later.texts[index] {
                    found(
                        "person: a text that they wrote is otherwise",
                        &format!("{} {field:?}", before.content()),
                    );
                }
            }
            let is_left = before.parent.is_some_and(|parent| find(after, parent).is_none());
            if entry.put && entry.is_sure && !is_left && before.parent != later.parent {
                found("person: where they put it, it is no more", before.content());
            }
            for blocker in &entry.blockers {
                let stands = find(after, *blocker).is_some() && before.blockers.contains(blocker);
                if stands && before.is_open() && !later.blockers.contains(blocker) {
                    found("person: a blocker that they set is gone", before.content());
                }
            }
            self.check_reply(act, before, later, &mut found);
            if later.approved && !before.approved && !act.is_approval {
                found("person: approved by none", before.content());
            }
            let begins = later.is_at_work()
                && before.status != Status::Doing
                && !is_verdict
                && !act.is_rewind;
            // Who assigned it may start it for the one who is to have it.
            let is_assigned = before.status == Status::Todo
                && before.owner.is_some()
                && before.owner == later.owner;
            if begins && later.owner.as_deref() != name && !is_assigned {
                found("owner: who starts it is not its owner", later.content());
            }
            let is_set_back =
                before.status == Status::Doing && later.state() == (Status::Todo, false);
            // Whom the todos of a run's plan are for, nobody says.
            if is_set_back
                && later.owner.is_some()
                && later.owner == before.owner
                && writer.author == Author::Model
                && !act.is_rewind
            {
                found("owner: it is set back, and has its owner still", later.content());
            }
        }
        if store.sites().approved != *act.approved && store.sites().approved.is_some() {
            found("sites: approved by none", "the list");
        }
        let asks_all = store.options().confirm_done();
        for after in *after {
            let before = find(before, after.key);
            // A merge may have given it another key.
            let was_kept = || self.todos.values().any(|entry| entry.left_data == after.data);
            if before.is_none() && after.data.is_some() && !was_kept() {
                found("data: a todo came with what nobody kept with it", after.content());
            }
            let is_new_done = after.status == Status::Done
                && before.is_none_or(|before| before.status != Status::Done);
            let is_back = before.is_none() && self.of(after.key).left_done;
            if is_new_done
                && !is_back
                && asks_all
                && act.verdict != Some(after.key)
                && !act.is_rewind
            {
                found("guard: done, and nobody confirmed it (confirmDone)", after.content());
            }
            if before.is_none() && after.approved && !self.todos.contains_key(&after.key) {
                found("person: approved by none", after.content());
            }
            let is_assigned = after.status == Status::Todo && after.owner.is_some();
            if is_assigned
                && before.and_then(|before| before.owner.as_ref()) != after.owner.as_ref()
                && !act.assigns
                && !act.is_rewind
                && writer.author == Author::Model
            {
                found("owner: it is for somebody, and nobody said so", after.content());
            }
            if before.is_none()
                && after.is_at_work()
                && after.owner.as_deref() != name
                && !act.is_rewind
            {
                found("owner: who starts it is not its owner", after.content());
            }
            let off = self.off.get(after.content()).filter(|off| off.is_sure && off.by.is_person());
            if before.is_none() && act.is_whole && off.is_some() {
                found("person: what they removed is back", after.content());
            }
        }
        // What is settled takes no room, and what is opened again needs none.
        let open = |list: &[Seen]| list.iter().filter(|after| after.is_open()).count();
        let adds = after.iter().any(|after| find(before, after.key).is_none());
        if adds && open(after) > open(before).max(store.options().max_todos()) {
            found("room: more todos are open than may be", &open(after).to_string());
        }
        let at_work = |list: &[Seen]| {
            let own = |seen: &&Seen| seen.is_at_work() && seen.owner.as_deref() == name;
            // A todo and a step under it count as one.
            let parent = |key: &Key| find(list, *key).and_then(|seen| seen.parent);
            let has_step = |seen: &&Seen| {
                let mut steps = list.iter().filter(own);
                steps.any(|step| successors(step.parent, parent).any(|above| above == seen.key))
            };
            list.iter().filter(own).filter(|seen| !has_step(seen)).count()
        };
        // A step that only moves starts nothing.
        let starts = after.iter().any(|after| {
            after.is_at_work() && find(before, after.key).is_none_or(|before| !before.is_at_work())
        });
        let is_limited = act.is_limited && starts;
        if is_limited && at_work(after) > at_work(before).max(store.options().max_doing()) {
            found("doing: more than may be", &format!("{name:?}"));
        }
    }

    /// A wait for a person ends with its answer or by who asked, an answer stays until the todo is
    /// settled, and what a host keeps with it stays.
    fn check_reply(
        &self,
        act: &Act<'_>,
        before: &Seen,
        after: &Seen,
        found: &mut impl FnMut(&'static str, &str),
    ) {
        let entry = self.of(before.key);
        if before.data != after.data {
            found("data: it is otherwise", before.content());
        }
        // Anybody may end a wait for an event.
        let ended = before.is_waiting() && !before.waits_for_event && !after.is_waiting();
        if ended && entry.is_sure {
            let has_asked = entry.state == *act.writer;
            let may_end = act.is_rewind || !after.is_open() || after.is_claimed();
            if !has_asked || !may_end {
                found("wait: it ended without an answer", before.content());
            }
        }
        if before.answer.is_some()
            && before.answer != after.answer
            && after.is_open()
            && !after.is_on_hold
        {
            found("answer: it is lost", before.content());
        }
        if after.answer.is_some() && before.answer != after.answer && !act.is_rewind {
            found("answer: nobody gave it", before.content());
        }
    }
}

/// What a model or a run did.
pub(super) struct Act<'a> {
    pub(super) before: &'a [Seen],
    pub(super) after: &'a [Seen],
    /// The approval before it.
    pub(super) approved: &'a Option<Rc<Approved>>,
    pub(super) writer: &'a Actor,
    pub(super) store: &'a TodoStore,
    /// The todos of which it says that they are done.
    pub(super) says_done: &'a [Key],
    pub(super) is_whole: bool,
    /// Whether `maxDoing` limits what it starts.
    pub(super) is_limited: bool,
    /// The todo that it verified, which counts as a host's word.
    pub(super) verdict: Option<Key>,
    /// Whether it reports what a person approved.
    pub(super) is_approval: bool,
    /// Whether it says who is to do a todo.
    pub(super) assigns: bool,
    /// Whether it goes back in history.
    pub(super) is_rewind: bool,
}

/// Whether it is to be confirmed for itself. Where all are, that is not to be seen.
fn is_known_guarded(store: &TodoStore, todo: &Seen) -> bool {
    !store.options().confirm_done() && is_guarded(store, todo)
}

/// Whether "done" by its owner would be a claim.
pub(super) fn is_guarded(store: &TodoStore, todo: &Seen) -> bool {
    let mut store = store.clone();
    let actor = match &todo.owner {
        Some(name) => Actor::named(Author::Model, name).unwrap(),
        None => Author::Model.into(),
    };
    if todo.is_on_hold || !todo.is_open() {
        store.acting_as(Author::Host, |store| store.reopen(todo.key, "")).unwrap();
    }
    let _ = store.acting_as(actor, |store| store.complete(todo.key));
    store
        .list()
        .iter()
        .any(|after| after.key == todo.key && super::seen::status(after) != Status::Done)
}
