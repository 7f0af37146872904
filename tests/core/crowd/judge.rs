//! What a call may have done, and what its answer has to say, by the list that its model had in
//! front of it.

use agent_todos::{Dialect, Key, Outcome, Status};

use super::calls::{ModelCall, TodoRef, Want};
use super::ledger::Breach;
use super::notes::mentions;
use super::seen::{Seen, TEXTS, find, is_twice};
use super::speaker::{Speaker, Turn};
use crate::dice::{random_word, sound_the_same};

/// A call, and what came of it.
pub(super) struct CallReview<'a> {
    pub(super) speaker: &'a Speaker,
    pub(super) call: &'a ModelCall,
    pub(super) outcome: &'a Outcome,
    pub(super) before: &'a [Seen],
    pub(super) after: &'a [Seen],
    /// The todos of others, which a list of this model does not omit unless it has read them.
    pub(super) others: &'a [Key],
}

impl CallReview<'_> {
    /// The todos of which it says that they are done.
    pub(super) fn says_done(&self, turn: &Turn) -> Vec<Key> {
        let wants = self.call.wants.iter();
        let done = wants.filter(|want| want.is_free || want.status == Some(Status::Done));
        done.flat_map(|want| turn.keys(&want.todo)).collect()
    }

    fn meant(&self, turn: &Turn) -> Vec<Key> {
        let mut meant: Vec<Key> =
            self.call.wants.iter().flat_map(|want| turn.keys(&want.todo)).collect();
        if self.call.is_whole {
            meant.extend(turn.base.iter().map(|seen| seen.key));
        }
        if self.call.is_whole || self.call.arguments["merge"] == true {
            // A text whose todo has left is that of another one by now, or was.
            let is_named = |before: &&Seen| {
                let is_left = |want: &Want| {
                    turn.keys(&want.todo).iter().all(|key| find(self.before, *key).is_none())
                };
                self.call.wants.iter().any(|want| {
                    let content = want.content.as_deref();
                    content == Some(before.content())
                        || is_left(want) && content.map(random_word) == Some(before.label())
                })
            };
            meant.extend(self.before.iter().filter(is_named).map(|before| before.key));
        }
        if self.call.is_next {
            let pending = self.before.iter().filter(|before| before.status == Status::Todo);
            meant.extend(pending.map(|before| before.key));
        }
        meant
    }

    /// What is wrong, if the turn's list was this one.
    pub(super) fn breaches(&self, turn: &Turn) -> Vec<Breach> {
        let mut breaches = vec![];
        let mut found = |kind, word: &str| breaches.push((kind, word.to_owned()));
        let meant = self.meant(turn);
        let name = self.speaker.actor.name.as_ref().map(|name| name.as_str());
        for before in self.before {
            let after = find(self.after, before.key);
            // A content that is on the list twice does not say which of them is meant.
            let is_said_twice = |list: &[Seen], seen: &Seen| is_twice(list, seen.content());
            let is_meant = meant.contains(&before.key)
                || is_said_twice(self.before, before)
                || find(&turn.base, before.key).is_some_and(|base| is_said_twice(&turn.base, base));
            // What it starts sets back its own where the tool, or the plan, allows one at a time.
            let is_limited = matches!(self.speaker.dialect, Dialect::Merge | Dialect::XmlCall);
            let is_set_back = self.call.starts
                && (is_limited || self.call.starts_one())
                && before.is_at_work()
                && (before.owner.is_none() || before.owner.as_deref() == name)
                && after.is_some_and(|after| after.state() == (Status::Todo, false));
            let is_same = after.is_some_and(|after| {
                let stands = |key: &&Key| find(self.after, **key).is_some();
                let links =
                    before.blockers.iter().filter(stands).eq(after.blockers.iter().filter(stands));
                (is_set_back || after.state() == before.state())
                    && after.texts == before.texts
                    && links
            });
            if !is_meant && !is_same {
                found("meant: a todo that the call does not mean is otherwise", before.content());
                continue;
            }
            self.since(turn, before, after, is_set_back, &mut found);
            self.repeated(turn, before, after, is_set_back, &mut found);
            let is_dropped = before.is_open() && after.is_none();
            if is_dropped
                && self.call.is_whole
                && self.speaker.keeps_open
                && !self.gives_up(before.key)
            {
                found("drops: a list took off what it keeps", before.content());
            }
            if is_dropped && !self.call.gives_up && !self.gives_up(before.key) {
                if !mentions(&self.outcome.notes, before.content()) {
                    found("unsaid: an open todo left, and no note names it", before.content());
                }
                let is_in = self.outcome.dropped.iter().any(|(_, todo)| todo.key == before.key);
                if self.call.is_whole && !is_in {
                    found("unsaid: an open todo left, and `dropped` has it not", before.content());
                }
            }
        }
        for (_, todo) in &self.outcome.dropped {
            if find(self.after, todo.key).is_some() {
                found("unsaid: `dropped` has one that is on the list", todo.content());
            }
        }
        for seen in turn.base.iter().filter(|seen| find(self.before, seen.key).is_none()) {
            let is_back = |after: &&Seen| {
                after.key == seen.key
                    || self.call.is_whole
                        && after.content() == seen.content()
                        && find(self.before, after.key).is_none()
            };
            if self.after.iter().any(|after| is_back(&after)) {
                found("since: what somebody took off since is back", seen.content());
            }
        }
        let wants_new = self.call.wants.iter().any(|want| matches!(want.todo, TodoRef::New));
        let mut new = self.after.iter().filter(|after| find(self.before, after.key).is_none());
        if let Some(after) = new.next().filter(|_| !wants_new && !self.call.is_whole) {
            // A position with another text may be a new todo.
            let is_reworded =
                self.call.wants.iter().any(|want| want.content.as_deref() == Some(after.content()));
            if !is_reworded {
                found("meant: a todo that the call does not say is on the list", after.content());
            }
        }
        for want in &self.call.wants {
            let count = |list: &[Seen]| {
                list.iter().filter(|seen| Some(seen.content()) == want.content.as_deref()).count()
            };
            if count(self.after) > count(self.before).max(1) {
                found(
                    "meant: a todo that is said once is there twice",
                    want.content.as_deref().unwrap_or("?"),
                );
            }
        }
        self.unsaid(turn, &mut found);
        breaches
    }

    /// Whether the call gives up this todo in so many words.
    fn gives_up(&self, key: Key) -> bool {
        self.call.wants.iter().any(|want| {
            let is_of_todo = matches!(want.todo, TodoRef::Key(known) if known == key);
            is_of_todo && (want.is_gone || want.status == Some(Status::Skipped))
        })
    }

    /// What others changed since the turn began holds.
    fn since(
        &self,
        turn: &Turn,
        before: &Seen,
        after: Option<&Seen>,
        is_set_back: bool,
        found: &mut impl FnMut(&'static str, &str),
    ) {
        if self.call.is_next {
            return;
        }
        let Some(base) = find(&turn.base, before.key) else {
            match after {
                None => found("since: what somebody added since is off the list", before.content()),
                Some(after) => {
                    // A call that says the same text may begin or settle what is as it was added.
                    let is_as_added = before.state() == (Status::Todo, false);
                    let is_begun =
                        before.is_at_work() && (after.status == Status::Done || after.is_claimed());
                    let may_differ = is_as_added || is_begun || after.state() == before.state();
                    let is_same_text = |(before, after): (&Option<String>, &Option<String>)| {
                        before == after || before.is_none() || before.as_deref() == Some("medium")
                    };
                    if !may_differ || !before.texts.iter().zip(&after.texts).all(is_same_text) {
                        found("since: what somebody added since is otherwise", before.content());
                    }
                }
            }
            return;
        };
        let is_changed = base.state() != before.state() || base.texts != before.texts;
        let Some(after) = after else {
            if is_changed {
                found("since: what somebody changed since is off the list", before.content());
            }
            return;
        };
        let is_finished = after.status == Status::Done || after.is_claimed();
        let is_begun = base.state() == (Status::Todo, false) && before.status == Status::Doing;
        let is_held = base.state() != before.state() && !(is_begun && is_finished);
        if is_held && after.state() != before.state() {
            let kind = match is_set_back {
                true => "since: what somebody started since is set back",
                false => "since: how far somebody brought it since is otherwise",
            };
            found(kind, before.content());
        }
        let is_said = |want: &Want| want.content == before.texts[0];
        let is_read = base.texts[0] == before.texts[0] || self.call.wants.iter().any(is_said);
        if after.state() != before.state() && is_finished && !is_read {
            found("since: done, and somebody reworded it since", before.content());
        }
        for (index, field) in TEXTS.iter().enumerate() {
            if base.texts[index] != before.texts[index] && after.texts[index] != before.texts[index]
            {
                found(
                    "since: a text that somebody changed since is otherwise",
                    &format!("{} {field:?}", before.content()),
                );
            }
        }
    }

    /// What a list repeats as its model knows it is not asked for.
    fn repeated(
        &self,
        turn: &Turn,
        before: &Seen,
        after: Option<&Seen>,
        is_set_back: bool,
        found: &mut impl FnMut(&'static str, &str),
    ) {
        let Some(base) = find(&turn.base, before.key).filter(|_| self.call.is_whole) else {
            return;
        };
        if is_twice(self.before, base.content()) || is_twice(self.before, before.content()) {
            return;
        }
        let is_of_todo = |want: &&Want| matches!(want.todo, TodoRef::Key(key) if key == before.key);
        let Some(want) = self.call.wants.iter().find(is_of_todo) else { return };
        let Some(after) = after else {
            if want.status != Some(Status::Skipped)
                && want.content.as_deref() == Some(base.content())
            {
                found("meant: a todo that the list has is off it", before.content());
            }
            return;
        };
        // Of the whole lists, only those of one dialect say what waits.
        let says_waits = self.speaker.dialect == Dialect::WriteTodos && self.call.says_status;
        let is_repeated = want.status.is_none_or(|status| self.sounds(status, base.status))
            && (!says_waits || want.waits == base.is_waiting());
        // A plan starts its first open todo.
        let is_started = !self.call.says_status && self.call.starts && after.is_at_work();
        // A claim is of its text: with another one it is none.
        let is_taken_back = before.is_claimed() && after.texts[0] != before.texts[0];
        let may_differ = is_set_back || is_started || is_taken_back;
        if is_repeated && !may_differ && after.state() != before.state() {
            found("meant: a status that the list only repeats is otherwise", before.content());
        }
        if want.content.as_deref() == Some(base.content()) && after.texts[0] != before.texts[0] {
            found("meant: a content that the list only repeats is otherwise", before.content());
        }
    }

    fn sounds(&self, one: Status, other: Status) -> bool {
        sound_the_same(self.speaker.dialect, one, other)
    }

    /// Whether another todo than this one has the text of an item, and was given up.
    fn gives_up_other(&self, turn: &Turn, want: &Want, key: Option<Key>) -> bool {
        let is_given_up = |seen: &&Seen| {
            find(self.after, seen.key).is_none_or(|after| want.status == Some(after.status))
        };
        let given_up: Vec<Seen> = turn.base.iter().filter(is_given_up).cloned().collect();
        has_other_of_text(&given_up, want, key)
    }

    /// There is a note wherever the list is not as the call says.
    fn unsaid(&self, turn: &Turn, found: &mut impl FnMut(&'static str, &str)) {
        let notes = &self.outcome.notes;
        let mut unsaid = |kind, content: &str| {
            if !mentions(notes, content) {
                found(kind, content);
            }
        };
        let mut covered: Vec<Key> = vec![];
        // A text says nothing of which todo is meant if two have its word, as after a merge.
        let is_ambiguous = |seen: &Seen| {
            [&turn.base, self.after]
                .into_iter()
                .any(|list| list.iter().filter(|other| other.label() == seen.label()).count() > 1)
        };
        for want in self.call.wants.iter().filter(|want| !want.is_free) {
            let key = turn.meant_by(want, self.after);
            let after = key.and_then(|key| find(self.after, key));
            covered.extend(after.map(|after| after.key));
            if after.is_some_and(is_ambiguous) {
                continue;
            }
            let base = key.and_then(|key| find(&turn.base, key));
            let named = want.content.as_deref().or(base.map(Seen::content)).unwrap_or("?");
            match (after, want.is_gone) {
                (None, true) => {}
                // What has to stay is marked as given up.
                (Some(after), true) if want.status == Some(after.status) => {}
                // Without an id, a text of two todos may mean the other one.
                (Some(_), true) if self.gives_up_other(turn, want, key) => {}
                (Some(after), true) => {
                    unsaid("note: it was to leave and stays, and no note says so", after.content())
                }
                (None, false) if want.status == Some(Status::Skipped) => {}
                // A text of two todos of the turn may mean the other one.
                (None, false) if has_other_of_text(&turn.base, want, key) => {}
                (None, false) => {
                    let named = base.map_or(named, Seen::content);
                    unsaid("note: it is not on the list, and no note says so", named);
                }
                (Some(after), false) => {
                    if want.content.as_deref().is_some_and(|content| content != after.content()) {
                        unsaid("note: it has another text, and no note says so", after.content());
                    }
                    let has = |(index, text): &(usize, String)| {
                        after.texts[*index].as_ref() == Some(text)
                    };
                    if want.waits && !after.is_waiting() {
                        unsaid("note: it does not wait, and no note says so", after.content());
                    }
                    if !want.texts.iter().all(has) {
                        unsaid(
                            "note: it has another priority or active form, and no note says so",
                            after.content(),
                        );
                    }
                    // What it knows as failed it may call so again, where it is skipped by now.
                    let failed_before = base.is_some_and(|base| base.failed);
                    if want.failed && !after.failed && !failed_before {
                        unsaid("note: it did not fail, and no note says so", after.content());
                    }
                    let is_as_said = want.status.is_none_or(|said| self.sounds(said, after.status));
                    // A content that is on the list twice does not say which of them is meant.
                    let is_known = !is_twice(self.after, after.content())
                        && !is_twice(&turn.base, after.content());
                    if self.call.says_status && !is_as_said && is_known {
                        unsaid("note: it has another status, and no note says so", after.content());
                    }
                }
            }
        }
        if self.call.is_whole {
            covered.extend(self.others);
            // A text of two todos may mean the one of others, which covers itself.
            let is_covered = |after: &&Seen| {
                let is_twin = |key: &Key| {
                    find(self.after, *key).is_some_and(|twin| twin.content() == after.content())
                };
                covered.contains(&after.key) || self.others.iter().any(is_twin)
            };
            for after in self.after.iter().filter(|after| !is_covered(after)) {
                unsaid(
                    "note: the list has it and the call has not, and no note says so",
                    after.content(),
                );
            }
        }
    }
}

/// Whether another todo than this one has the text of an item.
fn has_other_of_text(list: &[Seen], want: &Want, key: Option<Key>) -> bool {
    let is_other =
        |seen: &Seen| Some(seen.key) != key && want.content.as_deref() == Some(seen.content());
    list.iter().any(is_other)
}
