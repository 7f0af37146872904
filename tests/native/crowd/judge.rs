//! What a call may have done, and what its answer has to say, by the list that its model had in front of it.

use agent_todos::{Dialect, Key, Outcome, Status};

use super::calls::{Said, Target, Want};
use super::ledger::Breach;
use super::notes::mentions;
use super::seen::{Seen, TEXTS, find, is_twice};
use super::speaker::{Speaker, Turn};
use crate::dice::{random_word, sound_the_same};

/// A call, and what came of it.
pub(super) struct Heard<'a> {
    pub(super) speaker: &'a Speaker,
    pub(super) said: &'a Said,
    pub(super) outcome: &'a Outcome,
    pub(super) before: &'a [Seen],
    pub(super) after: &'a [Seen],
}

impl Heard<'_> {
    /// The todos of which it says that they are done.
    pub(super) fn says_done(&self, turn: &Turn) -> Vec<Key> {
        let wants = self.said.wants.iter();
        let done = wants.filter(|want| want.is_free || want.status == Some(Status::Done));
        done.flat_map(|want| turn.keys(&want.target)).collect()
    }

    fn meant(&self, turn: &Turn) -> Vec<Key> {
        let mut meant: Vec<Key> =
            self.said.wants.iter().flat_map(|want| turn.keys(&want.target)).collect();
        if self.said.is_whole {
            meant.extend(turn.base.iter().map(|seen| seen.key));
            // A text whose todo has left is that of another one by now, or was.
            let says = |was: &&Seen| {
                let is_left = |want: &Want| {
                    turn.keys(&want.target).iter().all(|key| find(self.before, *key).is_none())
                };
                self.said.wants.iter().any(|want| {
                    let content = want.content.as_deref();
                    content == Some(was.content())
                        || is_left(want) && content.map(random_word) == Some(was.label())
                })
            };
            meant.extend(self.before.iter().filter(says).map(|was| was.key));
        }
        if self.said.is_next {
            let pending = self.before.iter().filter(|was| was.status == Status::Todo);
            meant.extend(pending.map(|was| was.key));
        }
        meant
    }

    /// What is wrong, if the turn's list was this one.
    pub(super) fn breaches(&self, turn: &Turn) -> Vec<Breach> {
        let mut breaches = vec![];
        let mut found = |kind, word: &str| breaches.push((kind, word.to_owned()));
        let meant = self.meant(turn);
        let name = self.speaker.actor.name.as_ref().map(|name| name.as_str());
        for was in self.before {
            let is = find(self.after, was.key);
            // A content that is on the list twice does not say which of them is meant.
            let is_said_twice = |list: &[Seen], seen: &Seen| is_twice(list, seen.content());
            let is_meant = meant.contains(&was.key)
                || is_said_twice(self.before, was)
                || find(&turn.base, was.key).is_some_and(|base| is_said_twice(&turn.base, base));
            // What it starts sets back its own.
            let is_set_back = self.said.starts
                && was.is_capped
                && (was.owner.is_none() || was.owner.as_deref() == name)
                && is.is_some_and(|is| is.state() == (Status::Todo, false));
            let is_same = is.is_some_and(|is| {
                let stands = |key: &&Key| find(self.after, **key).is_some();
                let links =
                    was.blockers.iter().filter(stands).eq(is.blockers.iter().filter(stands));
                (is_set_back || is.state() == was.state()) && is.texts == was.texts && links
            });
            if !is_meant && !is_same {
                found("meant: a todo that the call does not mean is otherwise", was.content());
                continue;
            }
            self.since(turn, was, is, is_set_back, &mut found);
            self.repeated(turn, was, is, is_set_back, &mut found);
            let is_dropped = was.is_open() && is.is_none();
            if is_dropped
                && self.said.is_whole
                && self.speaker.keeps_open
                && !self.gives_up(was.key)
            {
                found("drops: a list took off what it keeps", was.content());
            }
            if is_dropped && !self.said.gives_up && !self.gives_up(was.key) {
                if !mentions(&self.outcome.notes, was.content()) {
                    found("unsaid: an open todo left, and no note names it", was.content());
                }
                let is_in = self.outcome.dropped.iter().any(|(_, todo)| todo.key == was.key);
                if self.said.is_whole && !is_in {
                    found("unsaid: an open todo left, and `dropped` has it not", was.content());
                }
            }
        }
        for (_, todo) in &self.outcome.dropped {
            if find(self.after, todo.key).is_some() {
                found("unsaid: `dropped` has one that is on the list", todo.content());
            }
        }
        for seen in turn.base.iter().filter(|seen| find(self.before, seen.key).is_none()) {
            let is_back = |is: &&Seen| {
                is.key == seen.key
                    || self.said.is_whole
                        && is.content() == seen.content()
                        && find(self.before, is.key).is_none()
            };
            if self.after.iter().any(|is| is_back(&is)) {
                found("since: what somebody took off since is back", seen.content());
            }
        }
        let wants_new = self.said.wants.iter().any(|want| matches!(want.target, Target::New));
        let mut new = self.after.iter().filter(|is| find(self.before, is.key).is_none());
        if let Some(is) = new.next().filter(|_| !wants_new && !self.said.is_whole) {
            // A position with another text may be a new todo.
            let is_reworded =
                self.said.wants.iter().any(|want| want.content.as_deref() == Some(is.content()));
            if !is_reworded {
                found("meant: a todo that the call does not say is on the list", is.content());
            }
        }
        for want in &self.said.wants {
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
        self.said.wants.iter().any(|want| {
            let is_of_todo = matches!(want.target, Target::Key(known) if known == key);
            is_of_todo && (want.is_gone || want.status == Some(Status::Skipped))
        })
    }

    /// What others changed since the turn began holds.
    fn since(
        &self,
        turn: &Turn,
        was: &Seen,
        is: Option<&Seen>,
        is_set_back: bool,
        found: &mut impl FnMut(&'static str, &str),
    ) {
        if self.said.is_next {
            return;
        }
        let Some(base) = find(&turn.base, was.key) else {
            match is {
                None => found("since: what somebody added since is off the list", was.content()),
                Some(is) => {
                    // A call that says the same text may begin or settle what is as it was added.
                    let is_as_added = was.state() == (Status::Todo, false);
                    let is_begun =
                        was.is_at_work() && (is.status == Status::Done || is.is_claimed());
                    let may_differ = is_as_added || is_begun || is.state() == was.state();
                    let is_same_text = |(was, is): (&Option<String>, &Option<String>)| {
                        was == is || was.is_none() || was.as_deref() == Some("medium")
                    };
                    if !may_differ || !was.texts.iter().zip(&is.texts).all(is_same_text) {
                        found("since: what somebody added since is otherwise", was.content());
                    }
                }
            }
            return;
        };
        let is_changed = base.state() != was.state() || base.texts != was.texts;
        let Some(is) = is else {
            if is_changed {
                found("since: what somebody changed since is off the list", was.content());
            }
            return;
        };
        let is_finished = is.status == Status::Done || is.is_claimed();
        let is_begun = base.state() == (Status::Todo, false) && was.status == Status::Doing;
        let is_held = base.state() != was.state() && !(is_begun && is_finished);
        if is_held && is.state() != was.state() {
            let kind = match is_set_back {
                true => "since: what somebody started since is set back",
                false => "since: how far somebody brought it since is otherwise",
            };
            found(kind, was.content());
        }
        let is_said = |want: &Want| want.content == was.texts[0];
        let is_read = base.texts[0] == was.texts[0] || self.said.wants.iter().any(is_said);
        if is.state() != was.state() && is_finished && !is_read {
            found("since: done, and somebody reworded it since", was.content());
        }
        for (index, field) in TEXTS.iter().enumerate() {
            if base.texts[index] != was.texts[index] && is.texts[index] != was.texts[index] {
                found(
                    "since: a text that somebody changed since is otherwise",
                    &format!("{} {field:?}", was.content()),
                );
            }
        }
    }

    /// What a list repeats as its model knows it is not asked for.
    fn repeated(
        &self,
        turn: &Turn,
        was: &Seen,
        is: Option<&Seen>,
        is_set_back: bool,
        found: &mut impl FnMut(&'static str, &str),
    ) {
        let Some(base) = find(&turn.base, was.key).filter(|_| self.said.is_whole) else { return };
        if is_twice(self.before, base.content()) || is_twice(self.before, was.content()) {
            return;
        }
        let is_of_todo = |want: &&Want| matches!(want.target, Target::Key(key) if key == was.key);
        let Some(want) = self.said.wants.iter().find(is_of_todo) else { return };
        let Some(is) = is else {
            if want.status != Some(Status::Skipped)
                && want.content.as_deref() == Some(base.content())
            {
                found("meant: a todo that the list has is off it", was.content());
            }
            return;
        };
        // Of the whole lists, only those of one dialect say what waits.
        let says_waits = self.speaker.dialect == Dialect::WriteTodos && self.said.says_status;
        let is_repeated = want.status.is_none_or(|status| self.sounds(status, base.status))
            && (!says_waits || want.waits == base.is_waiting());
        // A plan starts its first open todo.
        let is_started = !self.said.says_status && self.said.starts && is.is_at_work();
        // A claim is of its text: with another one it is none.
        let is_taken_back = was.is_claimed() && is.texts[0] != was.texts[0];
        let may_differ = is_set_back || is_started || is_taken_back;
        if is_repeated && !may_differ && is.state() != was.state() {
            found("meant: a status that the list only repeats is otherwise", was.content());
        }
        if want.content.as_deref() == Some(base.content()) && is.texts[0] != was.texts[0] {
            found("meant: a content that the list only repeats is otherwise", was.content());
        }
    }

    fn sounds(&self, one: Status, other: Status) -> bool {
        sound_the_same(self.speaker.dialect, one, other)
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
        for want in self.said.wants.iter().filter(|want| !want.is_free) {
            let key = turn.meant_by(want, self.after);
            let is = key.and_then(|key| find(self.after, key));
            covered.extend(is.map(|is| is.key));
            let base = key.and_then(|key| find(&turn.base, key));
            let named = want.content.as_deref().or(base.map(Seen::content)).unwrap_or("?");
            match (is, want.is_gone) {
                (None, true) => {}
                // What has to stay is marked as given up.
                (Some(is), true) if want.status == Some(is.status) => {}
                (Some(is), true) => {
                    unsaid("note: it was to leave and stays, and no note says so", is.content())
                }
                (None, false) if want.status == Some(Status::Skipped) => {}
                // A text of two todos of the turn may mean the other one.
                (None, false) if has_other_of_text(&turn.base, want, key) => {}
                (None, false) => {
                    let named = base.map_or(named, Seen::content);
                    unsaid("note: it is not on the list, and no note says so", named);
                }
                (Some(is), false) => {
                    if want.content.as_deref().is_some_and(|content| content != is.content()) {
                        unsaid("note: it has another text, and no note says so", is.content());
                    }
                    let has =
                        |(index, text): &(usize, String)| is.texts[*index].as_ref() == Some(text);
                    if want.waits && !is.is_waiting() {
                        unsaid("note: it does not wait, and no note says so", is.content());
                    }
                    if !want.texts.iter().all(has) {
                        unsaid(
                            "note: it has another priority or active form, and no note says so",
                            is.content(),
                        );
                    }
                    if want.failed && !is.failed {
                        unsaid("note: it did not fail, and no note says so", is.content());
                    }
                    let is_as_said = want.status.is_none_or(|said| self.sounds(said, is.status));
                    // A content that is on the list twice does not say which of them is meant.
                    let is_known =
                        !is_twice(self.after, is.content()) && !is_twice(&turn.base, is.content());
                    if self.said.says_status && !is_as_said && is_known {
                        unsaid("note: it has another status, and no note says so", is.content());
                    }
                }
            }
        }
        if self.said.is_whole {
            for is in self.after.iter().filter(|is| !covered.contains(&is.key)) {
                unsaid(
                    "note: the list has it and the call has not, and no note says so",
                    is.content(),
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
