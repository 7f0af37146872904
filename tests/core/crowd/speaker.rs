//! A conversation, and the list that its model had in front of it when it wrote its message.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use agent_todos::list::author::Actor;
use agent_todos::list::note::texts;
use agent_todos::{Call, Conversation, Dialect, Key, Outcome, Status, Todo, TodoStore};

use super::calls::{CallKind, ModelCall, TodoRef, Want};
use super::seen::{Seen, find};
use crate::dice::{random_word, sound_the_same};
use crate::scene::{has_ids, has_indices, shown_id};

/// The list of a turn.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Turn {
    /// The todos by position; none for one of a call that stays off the list, and that nobody
    /// knows.
    pub(super) indices: Vec<Option<Key>>,
    /// Those that the turn added: the positions beyond.
    pub(super) added: Vec<Key>,
    /// What the model knows: the list as the turn began, with what it did itself since.
    pub(super) base: Vec<Seen>,
}

impl Turn {
    pub(super) fn of(list: &[Seen]) -> Self {
        let indices = list.iter().map(|seen| Some(seen.key)).collect();
        Self { indices, added: vec![], base: list.to_vec() }
    }

    pub(super) fn count(&self) -> usize {
        self.indices.len() + self.added.len()
    }

    pub(super) fn at(&self, index: usize) -> Option<Key> {
        let added = self.added.iter().copied().map(Some);
        self.indices.iter().copied().chain(added).nth(index - 1).flatten()
    }

    /// The todos that a call means.
    pub(super) fn keys(&self, todo: &TodoRef) -> Vec<Key> {
        match todo {
            TodoRef::Position(index) => self.at(*index).into_iter().collect(),
            // The model does not know the order in which the reminder lists what follows a todo.
            TodoRef::Any => {
                let indices = (1..=self.count()).filter_map(|at| self.at(at));
                self.base.iter().map(|seen| seen.key).chain(indices).collect()
            }
            TodoRef::Key(key) => vec![*key],
            TodoRef::New => vec![],
        }
    }

    /// The todo that an item means, as the list is after the call.
    pub(super) fn meant_by(&self, want: &Want, after: &[Seen]) -> Option<Key> {
        let has_content = |seen: &&Seen| want.content.as_deref() == Some(seen.content());
        let known = self.keys(&want.todo).first().copied();
        let is_same = |key: &Key| {
            let is_known_so = find(&self.base, *key).filter(has_content).is_some();
            (want.content.is_none() || is_known_so) && find(after, *key).is_some()
        };
        // A text that another todo has by now is that one, or a new one.
        let by_content = || after.iter().find(has_content).map(|after| after.key);
        // By position, an item with another text means the todo that it knows there.
        let same_word =
            |seen: &&Seen| Some(seen.label()) == want.content.as_deref().map(random_word);
        let by_word = || self.base.iter().find(same_word).map(|seen| seen.key);
        known.filter(is_same).or_else(by_content).or(known).or_else(by_word)
    }

    pub(super) fn seen(&self, todo: &TodoRef) -> Option<&Seen> {
        find(&self.base, *self.keys(todo).first()?)
    }

    /// An item of its list may mean another todo with the same text, where that one has left.
    fn rename(&mut self, call: &ModelCall, after: &[Seen]) {
        for want in &call.wants {
            let Some(key) = self.keys(&want.todo).first().copied() else { continue };
            let has_wanted_content =
                |after: &&Seen| want.content.as_deref() == Some(after.content());
            let Some(later) = after.iter().find(has_wanted_content) else { continue };
            let is_known = self.base.iter().any(|seen| seen.key == later.key);
            if find(after, key).is_none() && !is_known {
                self.base
                    .iter_mut()
                    .filter(|seen| seen.key == key)
                    .for_each(|it| it.key = later.key);
            }
        }
    }

    /// From here on positions mean the list of a call, also where a todo of it stays off the list.
    fn take_over(&mut self, call: &ModelCall, after: &[Seen]) {
        self.rename(call, after);
        self.indices = call.wants.iter().map(|want| self.meant_by(want, after)).collect();
        self.added.clear();
    }

    /// An answer showed it this todo, which has a position from here on.
    fn meet(&mut self, seen: &Seen) {
        if !self.indices.contains(&Some(seen.key)) && !self.added.contains(&seen.key) {
            self.added.push(seen.key);
        }
        match self.base.iter_mut().find(|known| known.key == seen.key) {
            Some(known) => (known.status, known.is_on_hold) = seen.state(),
            None => self.base.push(seen.clone()),
        }
    }

    /// What somebody added since, it knows as its call says it. `known` are those that it knew.
    fn know_said(
        &mut self,
        dialect: Dialect,
        call: &ModelCall,
        (before, after): (&[Seen], &[Seen]),
        known: &[Key],
    ) {
        for want in call.wants.iter().filter(|want| !want.is_free) {
            let key = self.meant_by(want, after).filter(|key| find(before, *key).is_some());
            let Some(after) = key.and_then(|key| find(after, key)) else { continue };
            if known.contains(&after.key)
                || find(before, after.key).map(Seen::state_and_texts)
                    != Some(after.state_and_texts())
            {
                continue;
            }
            let is_said = |said: &Status| !sound_the_same(dialect, *said, after.status);
            let status = want.status.filter(is_said).unwrap_or(after.status);
            match self.base.iter_mut().find(|seen| seen.key == after.key) {
                Some(seen) => (seen.status, seen.is_on_hold) = (status, false),
                None => self.base.push(Seen { status, is_on_hold: false, ..after.clone() }),
            }
        }
    }

    /// Records what its call showed that it knows: a status that it says and that is so, and that a
    /// todo is gone which its list leaves out. It counts from its next message on.
    fn agree(&mut self, dialect: Dialect, call: &ModelCall, after: &[Seen]) {
        let is_said = |seen: &Seen| {
            call.wants.iter().any(|want| want.content.as_deref() == Some(seen.content()))
        };
        if call.is_whole {
            self.base.retain(|seen| find(after, seen.key).is_some() || is_said(seen));
        }
        for want in call.wants.iter().filter(|want| !want.is_free) {
            let Some(after) = self.meant_by(want, after).and_then(|key| find(after, key)) else {
                continue;
            };
            let is_so = |status: Status| sound_the_same(dialect, status, after.status);
            if let Some(seen) = self.base.iter_mut().find(|seen| seen.key == after.key)
                && want.status.is_some_and(is_so)
                && !after.is_on_hold
            {
                seen.status = after.status;
            }
        }
    }

    /// The list once the model has read these notes: each todo that they name is as it is.
    fn noted(&self, notes: &[String], after: &[Seen]) -> Self {
        let is_named = |seen: &&Seen| {
            let quoted = format!("\"{}\"", seen.content());
            notes.iter().any(|note| note.contains(&quoted))
        };
        let mut base = self.base.clone();
        base.retain(|seen| find(after, seen.key).is_some() || !is_named(&seen));
        for seen in after.iter().filter(is_named) {
            match base.iter_mut().find(|known| known.key == seen.key) {
                Some(known) => known.clone_from(seen),
                None => base.push(seen.clone()),
            }
        }
        Self { base, ..self.clone() }
    }

    /// Its own call did this.
    fn learn(&mut self, before: &[Seen], after: &[Seen]) {
        self.base
            .retain(|seen| find(before, seen.key).is_none() || find(after, seen.key).is_some());
        for (index, later) in after.iter().enumerate() {
            let Some(before) = find(before, later.key) else {
                // Of one that was gone, this is what it is now: by its text, or by the model's id.
                self.base.retain(|seen| {
                    let is_same_id = seen.name.is_some() && seen.name == later.name;
                    let is_same = is_same_id || seen.content() == later.content();
                    find(before, seen.key).is_some() || !is_same
                });
                let stands = after[..index]
                    .iter()
                    .rev()
                    .find_map(|other| self.base.iter().position(|seen| seen.key == other.key));
                self.base.insert(stands.map_or(0, |at| at + 1), later.clone());
                self.added.push(later.key);
                continue;
            };
            let Some(seen) = self.base.iter_mut().find(|seen| seen.key == later.key) else {
                // That a todo is lifted because the one above it left tells nobody of it.
                let was_here = Seen { parent: later.parent, ..before.clone() };
                if was_here != *later {
                    // Of the rest it knows nothing.
                    let state = if before.state_and_texts() == later.state_and_texts() {
                        later.as_new()
                    } else {
                        later.clone()
                    };
                    self.base.push(state);
                    self.added.push(later.key);
                }
                continue;
            };
            if before.state_and_texts() != later.state_and_texts() {
                seen.take_state(later);
            }
            if before.owner != later.owner {
                seen.owner.clone_from(&later.owner);
            }
            if before.name != later.name {
                seen.name.clone_from(&later.name);
            }
            if before.blockers != later.blockers {
                seen.blockers.clone_from(&later.blockers);
            }
            for (index, text) in seen.texts.iter_mut().enumerate() {
                if before.texts[index] != later.texts[index] {
                    text.clone_from(&later.texts[index]);
                }
            }
        }
    }
}

#[derive(Clone)]
pub(super) struct Speaker {
    pub(super) conversation: Conversation,
    pub(super) dialect: Dialect,
    pub(super) actor: Actor,
    pub(super) keeps_open: bool,
    /// Whether it has the tool `ask_user`.
    pub(super) asks: bool,
    /// The answers of persons that it read.
    pub(super) answers_read: BTreeSet<String>,
    /// What the list of its turn may be. There are several where a message came without a
    /// reminder.
    pub(super) turns: Vec<Turn>,
    /// The same with what the notes of this message said, which it has read when it writes the
    /// next one.
    noted: Vec<Turn>,
    /// Whether a host reminds it, so that answers begin no turn.
    pub(super) is_reminded: bool,
    /// Whether two tabs were merged since its turn began, so that nobody knows which todo is
    /// which.
    pub(super) is_lost: bool,
    /// The list that the latest answer of this message showed, with what its calls did since, and
    /// with what their notes said, if they were read.
    shown: Vec<Turn>,
    /// The list at the latest answer of this message.
    answered: Option<Vec<Seen>>,
}

impl Speaker {
    pub(super) fn new(conversation: Conversation, actor: Actor) -> Self {
        let settings = conversation.settings();
        let (dialect, keeps_open, asks) = (settings.dialect, settings.keeps_open, settings.asks);
        Self {
            conversation,
            dialect,
            actor,
            keeps_open,
            asks,
            answers_read: BTreeSet::new(),
            turns: vec![Turn::of(&[])],
            noted: vec![Turn::of(&[])],
            is_reminded: false,
            is_lost: false,
            shown: vec![],
            answered: None,
        }
    }

    pub(super) fn name(&self) -> &str {
        self.actor.name.as_ref().map_or("nobody", |name| name.as_str())
    }

    /// What its tools call each todo that it knows, where those are not positions.
    pub(super) fn ids(&self) -> Option<BTreeMap<Key, String>> {
        let seen = self.conversation.seen_list();
        let id = |todo: &Rc<Todo>| (todo.key, shown_id(seen, todo));
        let has_ids = has_ids(self.dialect) && !has_indices(self.dialect);
        has_ids.then(|| seen.iter().map(id).collect())
    }

    /// The position of the first todo in its calls.
    pub(super) fn first(&self) -> i64 {
        i64::from(!has_indices(self.dialect))
    }

    pub(super) fn call(&mut self, store: &mut TodoStore, call: &ModelCall) -> Outcome {
        let arguments = call.arguments.to_string();
        match call.kind {
            CallKind::Tool(tool) => {
                self.conversation.call(store, &Call { tool, arguments: &arguments })
            }
            CallKind::Progress => self.conversation.apply_progress(store, Ok(&arguments)),
            CallKind::Plan => self.conversation.apply_plan(store, Ok(&arguments)),
        }
    }

    /// It hears what came of its call.
    pub(super) fn receive(
        &mut self,
        call: &ModelCall,
        outcome: &Outcome,
        before: &[Seen],
        after: &[Seen],
    ) {
        for turn in self.turns.iter_mut().chain(&mut self.noted).chain(&mut self.shown) {
            let known: Vec<Key> = turn.base.iter().map(|seen| seen.key).collect();
            turn.learn(before, after);
            if outcome.ok {
                turn.know_said(self.dialect, call, (before, after), &known);
            }
            let answer = outcome.text.split("\"notes\"").next().unwrap();
            let shown = |after: &&Seen| answer.contains(&format!(">{}</todo>", after.content()));
            if let Some(after) = after.iter().find(shown).filter(|_| call.is_next) {
                turn.meet(after);
            }
            if call.is_whole && outcome.ok {
                turn.take_over(call, after);
            }
        }
        // A refusal is a note, too.
        let told = texts(&outcome.notes);
        let mut notes = told.clone();
        notes.extend((!outcome.ok).then(|| outcome.text.clone()));
        for turn in &mut self.noted {
            *turn = turn.noted(&notes, after);
            if outcome.ok {
                turn.agree(self.dialect, call, after);
            }
            // `TaskGet` shows one todo.
            let gets = call.kind == CallKind::Tool("TaskGet") && outcome.ok;
            let subject = |after: &Seen| format!(r#""subject":"{}""#, after.content());
            let got = after.iter().find(|after| gets && outcome.text.contains(&subject(after)));
            got.into_iter().for_each(|after| turn.meet(after));
        }
        if let Some(read) = self.shown.last().map(|shown| shown.noted(&told, after)) {
            self.shown.truncate(1);
            self.shown.push(read);
        }
        self.tidy();
        // Some tools answer a change with the whole list.
        let lists = [r#""items":["#, r#""todos":["#, r#""tasks":["#, "<todos>"];
        if call.reads && outcome.ok || lists.iter().any(|list| outcome.text.contains(list)) {
            self.shown = vec![Turn::of(after)];
        }
        // A call that says nothing of the list is not answered with it either.
        if !outcome.text.is_empty() {
            self.answered = Some(after.to_vec());
        }
    }

    /// A host reminds it.
    pub(super) fn see_list(&mut self, list: &[Seen]) {
        self.turns = vec![Turn::of(list)];
        self.noted.clone_from(&self.turns);
        (self.is_reminded, self.is_lost) = (true, false);
        (self.shown, self.answered) = (vec![], None);
    }

    /// The calls so far were of one message, and the next are of another.
    pub(super) fn begin_message(&mut self) {
        begin_turn(&mut self.conversation);
        let (shown, answered) = (std::mem::take(&mut self.shown), self.answered.take());
        let mut turns: Vec<Turn> = vec![];
        if !self.is_reminded {
            turns.extend(answered.as_deref().map(Turn::of));
        }
        turns.extend(shown);
        // The last turns are dropped, so what it read in notes stands beside each, not at the end.
        let mut noted = std::mem::take(&mut self.noted).into_iter();
        for turn in self.turns.drain(..) {
            // By position as its own calls left it.
            turns.push(turn.clone());
            turns.extend(noted.next());
            let indices = turn.base.iter().map(|seen| Some(seen.key)).collect();
            turns.push(Turn { indices, added: vec![], ..turn });
        }
        turns.extend(noted);
        self.turns = turns;
        self.tidy();
        self.noted.clone_from(&self.turns);
    }

    fn tidy(&mut self) {
        let mut turns: Vec<Turn> = vec![];
        for turn in self.turns.drain(..) {
            if !turns.contains(&turn) {
                turns.push(turn);
            }
        }
        turns.truncate(16);
        self.turns = turns;
    }
}

/// The calls so far were of one message, and the next are of another.
fn begin_turn(conversation: &mut Conversation) {
    conversation.begin_turn();
}
