//! Who decided what of which todo, by what was so before and after each act, and what of that holds against models and runs.

use std::collections::BTreeMap;
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
    /// Said again of what is so: whether that takes the mark is nobody's rule.
    pub(super) again: Option<Key>,
    /// A change was taken back: who decided what is not modelled.
    pub(super) rewound: bool,
    /// A new task begins, and nothing of the one before holds.
    pub(super) anew: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    todos: BTreeMap<Key, Entry>,
    /// What left: its content, who took it off, and whether that is known.
    off: BTreeMap<String, (Actor, bool)>,
    /// Who let a text leave for the first time.
    left: BTreeMap<String, Actor>,
}

impl Ledger {
    pub(super) fn of(&self, key: Key) -> Entry {
        self.todos.get(&key).cloned().unwrap_or_else(|| Entry::unsure(&Actor::default()))
    }

    pub(super) fn taken_off(&self, content: &str) -> Option<&(Actor, bool)> {
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
        if decided.anew && before != after {
            for entry in self.todos.values_mut() {
                let left_data = entry.left_data.take();
                *entry = Entry { left_data, ..Entry::unsure(by) };
            }
            self.off.clear();
        }
        for is in after {
            let Some(was) = find(before, is.key) else {
                // What comes back may come as somebody had settled it.
                let is_back = self.off.remove(is.content()).is_some();
                let is_known = self.todos.contains_key(&is.key) || is_back && !is.is_open();
                let entry = match is_known || decided.rewound {
                    true => Entry::unsure(by),
                    false => Entry::new(by),
                };
                let inherits = self.inherits(is, store);
                let entry = Entry { guarded: inherits, inherits, ..entry };
                self.todos.insert(is.key, entry);
                continue;
            };
            let entry =
                self.todos.entry(is.key).or_insert_with(|| Entry::unsure(&Actor::default()));
            if was == is {
                continue;
            }
            if decided.rewound {
                let guarded = entry.guarded && is_known_guarded(store, is);
                let (inherits, reworded, states) = (entry.inherits, entry.reworded, entry.states);
                *entry = Entry { guarded, inherits, reworded, states, ..Entry::unsure(by) };
                continue;
            }
            if was.said() != is.said() {
                entry.state = by.clone();
                entry.states += 1;
                entry.settled = by.is_person() && !is.is_open();
                if !by.author.is_restricted() {
                    entry.blockers.clear();
                }
            }
            if was.parent != is.parent {
                entry.put = by.is_person();
            }
            if was.content() != is.content() {
                entry.content = by.clone();
                entry.reworded += 1;
                self.off.remove(is.content());
            }
            for (index, wrote) in entry.wrote.iter_mut().enumerate() {
                if was.texts[index] != is.texts[index] {
                    *wrote = by.is_person();
                }
            }
        }
        for was in before.iter().filter(|was| find(after, was.key).is_none()) {
            if let Some(entry) = self.todos.get_mut(&was.key) {
                entry.left_done = was.status == Status::Done;
                entry.left_data.clone_from(&was.data);
            }
            let first = self.left.entry(was.content().into()).or_insert_with(|| by.clone());
            // Where two let the same text leave, it does not say which of them is meant.
            let is_sure = !decided.rewound && !decided.anew && first == by;
            self.off.insert(was.content().into(), (by.clone(), is_sure));
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
        for is in after.iter().filter(|is| decided.rewound && find(before, is.key).is_some()) {
            if let Some(entry) = self.todos.get_mut(&is.key).filter(|entry| entry.guarded) {
                entry.guarded = is_known_guarded(store, is);
            }
        }
        for is in after.iter().filter(|is| decided.approved && is.approved && is.is_open()) {
            let entry = self.todos.entry(is.key).or_insert_with(|| Entry::unsure(by));
            entry.wanted = true;
            // To give it a text that it has not is no other one.
            let has = |index: usize| {
                is.texts[index].is_some()
                    && (index != 1 || is.texts[1].as_deref() != Some("medium"))
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
        for is in list {
            // Whoever decided anew what was so already has changed nothing that is to be seen.
            let same = |(list, side): (&[Seen], &Self)| {
                find(list, is.key) == find(base.0, is.key)
                    && side.todos.get(&is.key) == base.1.todos.get(&is.key)
            };
            let of = |side: &Self| side.todos.get(&is.key).cloned();
            let is_of =
                |side: &[Seen]| find(side, is.key).is_some_and(|was| was.label() == is.label());
            let entry = match (is_of(ours.0), is_of(theirs.0)) {
                (true, true) if same(theirs) => of(ours.1),
                (true, true) if same(ours) => of(theirs.1),
                (true, true) => {
                    let guarded =
                        [ours.1, theirs.1].map(of).into_iter().flatten().all(|it| it.guarded);
                    Some(Entry { guarded, ..Entry::unsure(&Actor::default()) })
                }
                (true, false) if find(base.0, is.key).is_none() => of(ours.1),
                (false, true) if find(base.0, is.key).is_none() => of(theirs.1),
                _ => None,
            };
            let entry = entry.unwrap_or_else(|| Entry::unsure(&Actor::default()));
            let guarded = entry.guarded && is_known_guarded(store, is);
            let is_sure = [ours.1, theirs.1].map(of).iter().flatten().all(|entry| entry.is_sure);
            let is_sure = entry.is_sure && is_sure;
            merged.todos.insert(is.key, Entry { guarded, is_sure, ..entry });
        }
        for (content, (by, _)) in ours.1.off.iter().chain(&theirs.1.off) {
            if !list.iter().any(|is| is.content() == content) {
                merged.off.insert(content.clone(), (by.clone(), false));
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
            let unsure = || Entry { left_done, left_data, ..Entry::unsure(&Actor::default()) };
            merged.todos.entry(*key).or_insert_with(unsure).left_done |= left_done;
        }
        for was in ours.0.iter().chain(theirs.0).filter(|was| find(list, was.key).is_none()) {
            if let Some(entry) = merged.todos.get_mut(&was.key) {
                entry.left_done |= was.status == Status::Done;
                entry.left_data = entry.left_data.take().or(was.data.clone());
            }
        }
        merged
    }

    /// What holds against a model or a run, whatever it read, and did not.
    pub(super) fn check(&self, act: &Act<'_>, breaches: &mut Vec<Breach>) {
        let Act { before, after, writer, store, .. } = act;
        let name = writer.name.as_ref().map(|name| name.as_str());
        let mut found = |kind, word: &str| breaches.push((kind, word.to_owned()));
        for was in *before {
            let (is, entry) = (find(after, was.key), self.of(was.key));
            let is_verdict = act.verdict == Some(was.key);
            // Who decided its state gave it to its owner, and may take it back. The owner that a model without a name wrote is a label.
            // After a merge nobody knows who that is.
            let is_label = entry.state == Actor::from(Author::Model);
            let may_be_assigned_here = entry.state == **writer || is_label || !entry.is_sure;
            let is_others = was.is_open()
                && was.owner.is_some()
                && was.owner.as_deref() != name
                && !may_be_assigned_here
                && !is_verdict;
            if is_others {
                match is {
                    None => found("owner: another's work is off the list", was.content()),
                    Some(is) if is.state() != was.state() || is.owner != was.owner => {
                        found(
                            "owner: another's work is taken over, settled or set back",
                            was.content(),
                        );
                    }
                    Some(is) if is.texts != was.texts => {
                        found("owner: another's work is reworded", was.content());
                    }
                    Some(_) => {}
                }
            }
            let is_wanted = entry.wanted || entry.wrote[0] || was.approved;
            if was.is_open() && is.is_none() {
                let is_taken_back = act.is_rewind && entry.inherits && entry.presence == **writer;
                if entry.guarded && !is_taken_back {
                    found("guard: what is to be confirmed is off the list", was.content());
                } else if is_wanted {
                    found(
                        "person: what they added, wrote or approved is off the list",
                        was.content(),
                    );
                } else if was.is_on_hold && entry.is_sure && entry.state != **writer && !is_others {
                    found("hold: another's claim or wait is off the list", was.content());
                }
            }
            let Some(is) = is else { continue };
            if entry.guarded && is.is_open() && !is_verdict && !is_guarded(store, is) {
                found("guard: it need not be confirmed any more", is.content());
            }
            if is.status == Status::Done
                && was.status != Status::Done
                && entry.guarded
                && !is_verdict
            {
                found("guard: done, and nobody confirmed it", is.content());
            }
            // A rewind brings a claim back with the text that it was of.
            if was.is_claimed()
                && is.is_claimed()
                && was.content() != is.content()
                && !act.says_done.contains(&was.key)
                && !act.is_rewind
            {
                found("claim: it goes on with another text", is.content());
            }
            if entry.settled
                && !was.is_open()
                && ((is.state(), is.failed) != (was.state(), was.failed)
                    || is.texts[0] != was.texts[0])
            {
                found("person: what they settled is otherwise", was.content());
            }
            let is_settled = !was.is_open() && !entry.state.author.is_restricted();
            for (index, field) in TEXTS.iter().enumerate() {
                if entry.wrote[index] && !is_settled && was.texts[index] != is.texts[index] {
                    found(
                        "person: a text that they wrote is otherwise",
                        &format!("{} {field:?}", was.content()),
                    );
                }
            }
            let is_left = was.parent.is_some_and(|parent| find(after, parent).is_none());
            if entry.put && entry.is_sure && !is_left && was.parent != is.parent {
                found("person: where they put it, it is no more", was.content());
            }
            for blocker in &entry.blockers {
                let stands = find(after, *blocker).is_some() && was.blockers.contains(blocker);
                if stands && was.is_open() && !is.blockers.contains(blocker) {
                    found("person: a blocker that they set is gone", was.content());
                }
            }
            self.check_reply(act, was, is, &mut found);
            if is.approved && !was.approved && !act.is_approval {
                found("person: approved by none", was.content());
            }
            let begins =
                is.is_at_work() && was.status != Status::Doing && !is_verdict && !act.is_rewind;
            // Who assigned it may start it for the one who is to have it.
            let is_assigned =
                was.status == Status::Todo && was.owner.is_some() && was.owner == is.owner;
            if begins && is.owner.as_deref() != name && !is_assigned {
                found("owner: who starts it is not its owner", is.content());
            }
            let is_set_back = was.status == Status::Doing && is.state() == (Status::Todo, false);
            // Whom the todos of a run's plan are for, nobody says.
            if is_set_back
                && is.owner.is_some()
                && is.owner == was.owner
                && writer.author == Author::Model
                && !act.is_rewind
            {
                found("owner: it is set back, and has its owner still", is.content());
            }
        }
        if store.sites().approved != *act.approved && store.sites().approved.is_some() {
            found("sites: approved by none", "the list");
        }
        let asks_all = store.options().confirm_done();
        for is in *after {
            let was = find(before, is.key);
            if was.is_none() && is.data.is_some() && is.data != self.of(is.key).left_data {
                found("data: a todo came with what nobody kept with it", is.content());
            }
            let is_new_done =
                is.status == Status::Done && was.is_none_or(|was| was.status != Status::Done);
            let is_back = was.is_none() && self.of(is.key).left_done;
            if is_new_done && !is_back && asks_all && act.verdict != Some(is.key) && !act.is_rewind
            {
                found("guard: done, and nobody confirmed it (confirmDone)", is.content());
            }
            if was.is_none() && is.approved && !self.todos.contains_key(&is.key) {
                found("person: approved by none", is.content());
            }
            let is_assigned = is.status == Status::Todo && is.owner.is_some();
            if is_assigned
                && was.and_then(|was| was.owner.as_ref()) != is.owner.as_ref()
                && !act.assigns
                && !act.is_rewind
                && writer.author == Author::Model
            {
                found("owner: it is for somebody, and nobody said so", is.content());
            }
            if was.is_none() && is.is_at_work() && is.owner.as_deref() != name && !act.is_rewind {
                found("owner: who starts it is not its owner", is.content());
            }
            let off = self.off.get(is.content()).filter(|(by, is_sure)| *is_sure && by.is_person());
            if was.is_none() && act.is_whole && off.is_some() {
                found("person: what they removed is back", is.content());
            }
        }
        // What is settled takes no room, and what is opened again needs none.
        let open = |list: &[Seen]| list.iter().filter(|is| is.is_open()).count();
        let adds = after.iter().any(|is| find(before, is.key).is_none());
        if adds && open(after) > open(before).max(store.options().max_todos()) {
            found("room: more todos are open than may be", &open(after).to_string());
        }
        let at_work = |list: &[Seen]| {
            list.iter().filter(|is| is.is_capped && is.owner.as_deref() == name).count()
        };
        if at_work(after) > at_work(before).max(store.options().max_doing()) {
            found("doing: more than may be", &format!("{name:?}"));
        }
    }

    /// A wait for a person ends with its answer or by who asked, an answer stays until the todo is settled, and what a host keeps with it stays.
    fn check_reply(
        &self,
        act: &Act<'_>,
        was: &Seen,
        is: &Seen,
        found: &mut impl FnMut(&'static str, &str),
    ) {
        let entry = self.of(was.key);
        if was.data != is.data {
            found("data: it is otherwise", was.content());
        }
        // Anybody may end a wait for an event.
        let ended = was.is_waiting() && !was.waits_for_event && !is.is_waiting();
        if ended && entry.is_sure {
            let has_asked = entry.state == *act.writer;
            let may_end = act.is_rewind || !is.is_open() || is.is_claimed();
            if !has_asked || !may_end {
                found("wait: it ended without an answer", was.content());
            }
        }
        if was.answer.is_some() && was.answer != is.answer && is.is_open() && !is.is_on_hold {
            found("answer: it is lost", was.content());
        }
        if is.answer.is_some() && was.answer != is.answer && !act.is_rewind {
            found("answer: nobody gave it", was.content());
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
    store.list().iter().any(|is| is.key == todo.key && super::seen::status(is) != Status::Done)
}
