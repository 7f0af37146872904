//! What notes say, read as a model would read them, beside what is so.

use agent_todos::list::author::{Actor, Author};
use agent_todos::{Status, TodoStore};

use super::ledger::{Breach, Entry, Ledger};
use super::seen::{Seen, find, is_twice};
use crate::dice::random_word;
use crate::scene::shows_list;

/// Whether a note names a todo, or says that there are many of its kind.
pub(super) fn mentions(notes: &[String], content: &str) -> bool {
    notes.iter().any(|note| {
        let ends = |at: usize| {
            let (before, rest) = note.split_at(at);
            let after = &rest[content.len()..];
            let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_ascii_alphanumeric());
            is_edge(before.chars().next_back()) && is_edge(after.chars().next())
        };
        let many = [" todos stay that ", " todos stay off ", "repairs more", "\" and "];
        note.match_indices(content).any(|(at, _)| ends(at))
            || many.iter().any(|it| note.contains(it))
    })
}

/// Of what a note speaks.
pub(super) struct Facts<'a> {
    pub(super) before: &'a [Seen],
    pub(super) after: &'a [Seen],
    pub(super) ledger: &'a Ledger,
    pub(super) store: &'a TodoStore,
    /// The contents of the todos that the call says are in progress.
    pub(super) said_doing: &'a [String],
    /// What its model knows the todos by.
    pub(super) base: &'a [Seen],
}

fn status_of(said: &str) -> Option<Status> {
    let word = said.split([':', ',']).next().unwrap();
    Some(match word {
        "todo" | "pending" | "not-started" | "not started" => Status::Todo,
        "doing" | "in_progress" | "in-progress" | "in progress" => Status::Doing,
        "done" | "completed" => Status::Done,
        "skipped" | "cancelled" | "failed" => Status::Skipped,
        _ => return None,
    })
}

/// Who is named where a text goes on with that, and what they did.
fn who(text: &str) -> Option<(Author, &str)> {
    let names = [
        ("the user ", Author::User),
        ("the host ", Author::Host),
        ("the app ", Author::Agent),
        ("a model ", Author::Model),
    ];
    names.iter().find_map(|(name, author)| Some((*author, text.strip_prefix(name)?)))
}

impl Facts<'_> {
    /// What a note says that is not so.
    pub(super) fn check(&self, note: &str, breaches: &mut Vec<Breach>) {
        let mut found = |kind| breaches.push((kind, note.to_owned()));
        let note = note.split("; nothing was done").next().unwrap();
        if let Some(list) = note.strip_prefix("the list now") {
            if !shows_list(list, self.store) {
                found("false note: the list shown is not the list");
            }
            return;
        }
        let quoted: Vec<&str> = note.split('"').skip(1).step_by(2).collect();
        if note.starts_with("left out while still open, so off the list now: ") {
            let is_off = |content: &&str| {
                let says_it = |seen: &Seen| seen.content() == *content;
                self.before.iter().any(|before| says_it(before) && before.is_open())
                    && !self.after.iter().any(says_it)
            };
            let is_known =
                |content: &&str| !is_twice(self.before, content) && !is_twice(self.after, content);
            if quoted.iter().any(|content| is_known(content) && !is_off(content)) {
                found("false note: left out");
            }
            return;
        }
        let Some(content) = quoted.first() else { return };
        let is_ambiguous = |content: &&str| {
            [self.before, self.after, self.base].iter().any(|list| is_twice(list, content))
        };
        if [*content, *quoted.last().unwrap_or(content)].iter().any(is_ambiguous) {
            return;
        }
        let of = |list: &'_ [Seen], content: &str| {
            list.iter().find(|after| after.content() == content).map(|after| after.key)
        };
        // A note may call it as its model knows it.
        let key = of(self.after, content).or(of(self.before, content)).or(of(self.base, content));
        let later = key.and_then(|key| find(self.after, key));
        let before = key.and_then(|key| find(self.before, key));
        let after = |part: &str| note.split_once(part).map(|(_, rest)| rest);
        if after("\"): set back to ").is_some() {
            // The call may have called it as it was before.
            let is_said =
                self.said_doing.iter().any(|said| random_word(said) == random_word(content));
            let was_doing = is_said || before.is_some_and(|before| before.status == Status::Doing);
            if !was_doing || later.is_some_and(|after| after.status == Status::Doing) {
                found("false note: set back");
            }
        } else if let Some(rest) = after("\" is not in progress: ") {
            let of = quoted
                .last()
                .and_then(|other| self.after.iter().find(|after| after.content() == *other));
            let is_so = later.is_none_or(|after| after.status != Status::Doing)
                && of.is_some_and(|of| of.status == Status::Doing);
            if !is_so {
                found("false note: not in progress");
            } else if !self.is_by(of, rest, |entry| &entry.state) {
                found("false note: who started it");
            }
        } else if let Some(rest) = after(" is in progress and ") {
            let rest = rest.split_once(": ").map_or("", |(_, rest)| rest);
            if later.is_none_or(|after| !after.is_at_work()) {
                found("false note: only one may be in progress");
            } else if !self.is_by(later, rest, |entry| &entry.state) {
                found("false note: who started it");
            }
        } else if let Some(rest) = after("\" stays off the list: ") {
            let has_another = rest.ends_with(", and another todo has this text");
            if later.is_some_and(|after| after.content() == *content) != has_another {
                found("false note: stays off the list");
            }
            let rest = rest.trim_end_matches(", and another todo has this text");
            let off = self.ledger.taken_off(content).filter(|(_, is_sure)| *is_sure);
            let is_by_another = |(by, said): (&(Actor, bool), (Author, &str))| {
                said.1.ends_with("it") && by.0.author != said.0
            };
            if off.zip(who(rest)).is_some_and(is_by_another) {
                found("false note: who took it off");
            }
        } else if let Some(owner) = after("\") stays in progress: ") {
            let owner = owner.split(' ').next().unwrap().trim_matches('"');
            if later.is_none_or(|after| {
                after.status != Status::Doing || after.owner.as_deref() != Some(owner)
            }) {
                found("false note: who works on it");
            }
        } else if let Some(owner) = after("\") stays as it is: it is for ") {
            let owner = owner.split(':').next().unwrap().trim_matches('"');
            if later.is_none_or(|after| after.owner.as_deref() != Some(owner)) {
                found("false note: whom it is for");
            }
        } else if after("\") waits to be confirmed").is_some() {
            if later.is_none_or(|after| !after.is_claimed()) {
                found("false note: waits to be confirmed");
            }
        } else if after("\") waits for ").is_some() {
            if later.is_none_or(|after| !after.is_waiting()) {
                found("false note: waits");
            }
        } else if after("\") stays, as it is open").is_some() {
            if later.is_none_or(|after| !after.is_open()) {
                found("false note: stays, as it is open");
            }
        } else if let Some(rest) = after("\") keeps its") {
            let Some(after) = later else { return found("false note: keeps its text") };
            let text = quoted.get(1);
            let has = text.is_none_or(|text| after.texts.iter().flatten().any(|it| it == text));
            if !has || rest.is_empty() {
                found("false note: keeps its text");
            }
        } else if after(" under it, which is still ").is_some() {
            let under = quoted.get(1).and_then(|content| of(self.after, content));
            let under = under.and_then(|key| find(self.after, key));
            let is_open = under.is_some_and(|under| under.is_open() && under.parent.is_some());
            if !is_open || later.is_none_or(|after| after.status != Status::Done) {
                found("false note: open under it");
            }
        } else if let Some(by) = after("\") stays where it is: ") {
            // What comes back was nowhere before.
            let is_moved = |before: &Seen| later.map(|after| after.parent) != Some(before.parent);
            if later.is_none() || before.is_some_and(is_moved) {
                found("false note: stays where it is");
            } else if who(by).is_none() && !by.starts_with('"') {
                found("false note: who put it there");
            }
        } else if let Some(rest) = after("\") stays, ").or(after("\") stays ")) {
            let Some(status) = status_of(rest) else { return };
            let Some(seen) = later.filter(|after| after.status == status) else {
                return found("false note: the status that it stays in");
            };
            let by = rest.split_once(": ").map_or("", |(_, by)| by);
            let verbs = [
                "started",
                "completed",
                "skipped",
                "marked it as failed",
                "set it back",
                "answered",
            ];
            let says_state =
                who(by).is_some_and(|(_, did)| verbs.iter().any(|verb| did.starts_with(verb)));
            if says_state && !self.is_by(later, by, |entry| &entry.state) {
                found("false note: who decided the status");
            }
            if rest.starts_with("failed") != seen.failed {
                found("false note: whether it failed");
            }
            let reason = by.split_once("it as failed: ").or_else(|| by.split_once("it: "));
            if let Some((_, reason)) = reason.filter(|_| says_state)
                && seen.reason.as_deref() != Some(reason)
            {
                found("false note: the reason");
            }
        } else if let Some(rest) = after(" stays \"").or(after("\" stays, not done: ")) {
            let by = rest.rsplit_once(": ").map_or(rest, |(_, by)| by);
            let says_open = note.contains(", not done: ");
            if later.is_none_or(|after| after.content() != *content) {
                found("false note: the content that it has");
            } else if says_open && later.is_none_or(|after| after.status == Status::Done) {
                found("false note: not done");
            } else if !self.is_by(later, by, |entry| &entry.content) {
                found("false note: who wrote it");
            }
        } else if let Some(by) = after("\") stays: ").or(after("\" stays: ")) {
            if later.is_none() {
                found("false note: stays");
            } else if by.ends_with("added it") && !self.is_by(later, by, |entry| &entry.presence) {
                found("false note: who added it");
            }
        }
    }

    fn is_by(&self, seen: Option<&Seen>, text: &str, of: impl Fn(&Entry) -> &Actor) -> bool {
        let Some(seen) = seen.and_then(|seen| find(self.after, seen.key)) else { return true };
        let entry = self.ledger.of(seen.key);
        let by = of(&entry);
        // A name in quotes, or the word for the author.
        let name = text.strip_prefix('"').and_then(|text| text.split_once('"'));
        let is_named =
            |(name, _): (&str, &str)| by.name.as_ref().is_some_and(|by| by.as_str() == name);
        !entry.is_sure
            || name.is_none_or(is_named) && who(text).is_none_or(|(author, _)| by.author == author)
    }
}
