//! What notes say, beside what is so. A note is asked for its data; its sentence only has to have
//! the texts of that data. A kind of note that is not judged here does not compile.

use agent_todos::list::author::{Actor, Author};
use agent_todos::list::note::{Note, NoteKind};
use agent_todos::{Key, Status, TodoStore};

use super::ledger::{Breach, Entry, Ledger};
use super::seen::{Seen, TEXTS, find, is_twice};
use crate::dice::random_word;
use crate::scene::shows_list;

/// How many todos a note names of those that were left out.
const MOST_NAMED: usize = 3;

/// Whether a note names a todo, or counts it among others.
pub(super) fn mentions(notes: &[Note], content: &str) -> bool {
    notes.iter().any(|note| {
        let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_ascii_alphanumeric());
        let is_whole = |at: usize| {
            let (before, rest) = note.text.split_at(at);
            is_edge(before.chars().next_back()) && is_edge(rest[content.len()..].chars().next())
        };
        let counts = [NoteKind::ManyStay, NoteKind::ManyStayOff, NoteKind::More]
            .contains(&note.kind)
            || note.kind == NoteKind::LeftOut && note.keys.len() > MOST_NAMED;
        counts || note.text.match_indices(content).any(|(at, _)| is_whole(at))
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

/// What a sentence calls an actor.
fn name_of(by: &Actor) -> String {
    let word = match by.author {
        Author::User => "the user",
        Author::Host => "the host",
        Author::Agent => "the app",
        Author::Model => "a model",
    };
    by.name.as_ref().map_or(word.to_owned(), |name| format!("\"{}\"", name.as_str()))
}

impl Facts<'_> {
    /// What a note says that is not so.
    pub(super) fn check(&self, note: &Note, breaches: &mut Vec<Breach>) {
        if let Err(kind) = self.is_so(note).and_then(|()| self.has_its_texts(note)) {
            breaches.push((kind, note.text.clone()));
        }
    }

    /// A todo as it is, or was.
    fn known(&self, key: Key) -> Option<&Seen> {
        find(self.after, key).or(find(self.before, key)).or(find(self.base, key))
    }

    /// The sentence has the contents of its todos, who decided, and the reason.
    fn has_its_texts(&self, note: &Note) -> Result<(), &'static str> {
        let has = |text: &str| note.text.contains(text);
        // A note may call a todo as its model knows it. Many are only counted.
        let names = |key: &Key| {
            let mut lists = [self.after, self.before, self.base].into_iter();
            lists.all(|list| find(list, *key).is_none_or(|seen| !has(seen.content())))
        };
        let is_counted = matches!(note.kind, NoteKind::ManyStay | NoteKind::ManyStayOff);
        // Of many that were left out, the first are named.
        let most = if note.kind == NoteKind::LeftOut { MOST_NAMED } else { note.keys.len() };
        // Of one that left before the call, a note says what it was called then.
        let is_here = |key: &&Key| find(self.after, **key).or(find(self.before, **key)).is_some();
        if !is_counted && note.keys.iter().take(most).filter(is_here).any(names) {
            return Err("false note: it does not name its todo");
        }
        if note.by.as_ref().is_some_and(|by| !has(&name_of(by))) {
            return Err("false note: it does not say who decided");
        }
        if note.reason.as_ref().is_some_and(|reason| !has(reason)) {
            return Err("false note: it does not say the reason");
        }
        Ok(())
    }

    fn is_so(&self, note: &Note) -> Result<(), &'static str> {
        let must = |is_so: bool, kind: &'static str| if is_so { Ok(()) } else { Err(kind) };
        let by = note.by.as_ref();
        let first = note.keys.first().copied();
        let later = first.and_then(|key| find(self.after, key));
        let before = first.and_then(|key| find(self.before, key));
        let second = note.keys.get(1).and_then(|key| find(self.after, *key));
        match note.kind {
            NoteKind::Repair
            | NoteKind::More
            | NoteKind::News
            | NoteKind::Reply
            | NoteKind::Verdict => Ok(()),
            NoteKind::List => {
                must(shows_list(&note.text, self.store), "false note: the list shown")
            }
            NoteKind::LeftOut => {
                let is_off = |key: &Key| {
                    let was_open = find(self.before, *key).is_some_and(Seen::is_open);
                    was_open && find(self.after, *key).is_none()
                };
                must(note.keys.iter().all(is_off), "false note: left out")
            }
            NoteKind::ReadAs => {
                let is_settled = later.is_none_or(|after| !after.is_open());
                must(is_settled, "false note: read as what nobody decided")
            }
            NoteKind::SettledLeft => {
                must(later.is_none() && before.is_some(), "false note: off the list now")
            }
            NoteKind::StaysOff { has_twin } => {
                must(later.is_none(), "false note: stays off the list")?;
                let content = first.and_then(|key| self.known(key)).map(Seen::content);
                // It may have left under another text than this model knows.
                let Some(content) =
                    content.filter(|content| note.text.contains(&format!("{content:?}")))
                else {
                    return Ok(());
                };
                let is_there = self.after.iter().any(|after| after.content() == content);
                must(is_there == has_twin, "false note: another todo has its text")?;
                let off = self.ledger.taken_off(content);
                let off = off.filter(|off| off.is_sure && Some(off.key) == first);
                let is_by_another = off.zip(by).is_some_and(|(off, by)| off.by != *by);
                must(!is_by_another || self.is_twice(content), "false note: who took it off")
            }
            NoteKind::ManyStayOff => {
                let is_off = |key: &Key| find(self.after, *key).is_none();
                must(note.keys.iter().all(is_off), "false note: many stay off")
            }
            NoteKind::ManyStay => {
                let is_on = |key: &Key| find(self.after, *key).is_some();
                must(note.keys.iter().all(is_on), "false note: many stay")
            }
            NoteKind::AddedAgain => must(later.is_some(), "false note: added again"),
            NoteKind::Stays => must(later.is_some(), "false note: stays"),
            NoteKind::StaysOpen => {
                must(later.is_some_and(Seen::is_open), "false note: stays, as it is open")
            }
            NoteKind::KeepsStatus(status, failed) => {
                let kind = "false note: the status that it stays in";
                let later = later.filter(|after| after.status == status).ok_or(kind)?;
                must(later.failed == failed, "false note: whether it failed")?;
                must(later.reason == note.reason, "false note: the reason")?;
                must(
                    self.is_by(later, by, |entry| &entry.state),
                    "false note: who decided the status",
                )
            }
            NoteKind::KeepsText(field) => {
                let later = later.ok_or("false note: keeps its text")?;
                let text = TEXTS.iter().position(|it| *it == field);
                let text = text.and_then(|index| later.texts[index].as_deref());
                let usual = if later.has_priority { None } else { Some("medium") };
                let is_said =
                    text.is_none_or(|text| note.text.contains(text) || Some(text) == usual);
                must(is_said, "false note: the text that it keeps")?;
                let is_content = field == TEXTS[0];
                must(
                    !is_content || self.is_by(later, by, |entry| &entry.content),
                    "false note: who wrote it",
                )
            }
            NoteKind::KeepsBlockers => must(later.is_some(), "false note: keeps its blockers"),
            NoteKind::KeepsConfirm => must(later.is_some(), "false note: is to be confirmed"),
            NoteKind::KeepsParent => {
                let later = later.ok_or("false note: stays where it is")?;
                // What comes back was nowhere before.
                let is_moved = before.is_some_and(|before| before.parent != later.parent);
                must(!is_moved, "false note: stays where it is")
            }
            NoteKind::Owned => {
                let owner = later.and_then(|after| after.owner.as_deref());
                let is_said = owner.is_some_and(|owner| note.text.contains(owner));
                must(is_said, "false note: whose it is")
            }
            NoteKind::SetBack => {
                let later = later.ok_or("false note: set back")?;
                // The call may have called it as it was before.
                let is_said = |said: &String| random_word(said) == random_word(later.content());
                let was_doing = before.is_some_and(|before| before.status == Status::Doing)
                    || self.said_doing.iter().any(is_said);
                must(was_doing && later.status != Status::Doing, "false note: set back")
            }
            NoteKind::NotStarted => {
                let is_doing = |seen: &Seen| seen.status == Status::Doing;
                let other = second.filter(|other| is_doing(other));
                let other = other.ok_or("false note: not in progress")?;
                must(!later.is_some_and(is_doing), "false note: not in progress")?;
                must(self.is_by(other, by, |entry| &entry.state), "false note: who started it")
            }
            NoteKind::OnlyDoing => {
                let kind = "false note: only one may be in progress";
                let later = later.filter(|after| after.is_at_work()).ok_or(kind)?;
                must(self.is_by(later, by, |entry| &entry.state), "false note: who started it")
            }
            NoteKind::WaitsForConfirm => {
                must(later.is_some_and(Seen::is_claimed), "false note: waits to be confirmed")
            }
            NoteKind::Waits => must(later.is_some_and(Seen::is_waiting), "false note: waits"),
            NoteKind::SentBack => {
                let reason = before.and_then(|before| before.reason.as_ref());
                must(reason == note.reason.as_ref(), "false note: the reason")
            }
            NoteKind::Blocked => {
                let kind = "false note: what it depends on";
                let blocker = second.filter(|other| other.is_open()).ok_or(kind)?;
                must(later.is_some_and(|after| after.blockers.contains(&blocker.key)), kind)
            }
            NoteKind::OpenUnder => {
                let is_under =
                    second.is_some_and(|under| under.is_open() && under.parent.is_some());
                let is_done = later.is_some_and(|after| after.status == Status::Done);
                must(is_under && is_done, "false note: open under it")
            }
            NoteKind::OtherId => {
                must(later.is_some() && second.is_some(), "false note: it has another id")
            }
        }
    }

    /// Whether two todos have a text, so that a decision may be about the other one.
    fn is_twice(&self, content: &str) -> bool {
        [self.before, self.after, self.base].iter().any(|list| is_twice(list, content))
    }

    /// Whether somebody decided an aspect, as far as that is known.
    fn is_by(&self, seen: &Seen, by: Option<&Actor>, of: impl Fn(&Entry) -> &Actor) -> bool {
        let entry = self.ledger.of(seen.key);
        !entry.is_sure || by.is_none_or(|by| by == of(&entry))
    }
}
