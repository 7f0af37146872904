//! What persons decided, by the words of todos. It is kept beside the store, by what was so before and after each act.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use agent_todos::list::author::Author;
use agent_todos::{Status, TodoStore};

use super::knows::{Known, Model, is_news, known};
use super::{State, Turn, word};
use crate::dice::sound_the_same;
use crate::scene::has_statuses;

#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    pub(super) settled: BTreeMap<String, Status>,
    wrote: BTreeMap<String, String>,
    /// What persons added or brought back.
    added: BTreeSet<String>,
    /// What persons took off.
    off: BTreeSet<String>,
    /// Every word that was ever on the list.
    pub(super) seen: BTreeSet<String>,
    /// Those of which it does not know who decided what, as two lists were merged.
    pub(super) unsure: BTreeSet<String>,
}

impl Ledger {
    pub(super) fn forget(&mut self, word: &str) {
        self.settled.remove(word);
        self.wrote.remove(word);
        self.added.remove(word);
        self.off.remove(word);
    }

    /// Somebody acted.
    pub(super) fn learn(&mut self, before: &State, after: &State, author: Author) {
        let is_user = author == Author::User;
        for (word, (content, status)) in after {
            let Some(was) = before.get(word) else {
                self.off.remove(word);
                let is_new = self.seen.insert(word.clone());
                self.added.remove(word);
                self.added.extend(is_user.then(|| word.clone()));
                if is_user && is_new {
                    self.wrote.insert(word.clone(), content.clone());
                }
                // Who brings it back with something else than it had decides that.
                self.settled.retain(|settled, held| settled != word || held == status);
                self.wrote.retain(|wrote, held| wrote != word || held == content);
                continue;
            };
            if was.0 != *content {
                self.wrote.remove(word);
                self.wrote.extend(is_user.then(|| (word.clone(), content.clone())));
            }
            if was.1 != *status {
                self.settled.remove(word);
                let is_decided = is_user && status.is_settled();
                self.settled.extend(is_decided.then(|| (word.clone(), *status)));
            }
        }
        let gone = before.keys().filter(|word| is_user && !after.contains_key(*word));
        self.off.extend(gone.cloned());
    }

    /// A new task began, and nothing of the one before holds.
    pub(super) fn clear_all(&mut self) {
        let (seen, unsure) = (std::mem::take(&mut self.seen), std::mem::take(&mut self.unsure));
        *self = Self { seen, unsure, ..Self::default() };
    }

    /// What a model or a run did changed nothing that a person decided.
    pub(super) fn check(&self, before: &State, after: &State, is_part: bool, of: &dyn Display) {
        for (word, status) in &self.settled {
            let is = after.get(word).map(|(_, status)| *status);
            assert!(is.is_none_or(|is| is == *status), "{word} was settled: {of}");
        }
        for (word, content) in &self.wrote {
            let is = after.get(word).map(|(content, _)| content);
            assert!(is.is_none_or(|is| is == content), "{word} was written: {of}");
        }
        for word in self.added.iter().chain(self.wrote.keys()) {
            let is_open = before.get(word).is_some_and(|(_, status)| !status.is_settled());
            assert!(!is_open || after.contains_key(word), "{word} was added: {of}");
        }
        for word in &self.off {
            assert!(is_part || !after.contains_key(word), "{word} was removed: {of}");
        }
    }

    /// The model learns from notes what was not done as it said.
    pub(super) fn tell(&self, model: &mut Model, turn: &Turn, store: &TodoStore) {
        let Turn { dialect, said, outcome, .. } = turn;
        let view = &mut model.view;
        let has_note = |text: &str| outcome.notes.iter().any(|note| note.contains(text));
        let names = |note: &str, word: &str| {
            let forms = [("\"", "\""), ("\"", " v"), (">", "<"), (">", " v")];
            forms.iter().any(|(before, after)| note.contains(&format!("{before}{word}{after}")))
        };
        let is_noted =
            |word: &str| outcome.notes.iter().any(|note| !is_news(note) && names(note, word));
        let is_said = |word: &str| {
            outcome.notes.iter().any(|note| names(note, word))
                || has_note("todos stay off the list")
        };
        let known_before = |word: &str| turn.view.iter().find(|known| known.word() == word);
        view.retain(|other| {
            let known = other.word();
            let is_there = store.list().iter().any(|todo| word(todo.content()) == known);
            let is_off = self.off.contains(known) && !is_there;
            assert!(!is_off || !said.is_whole || is_said(known), "{known} is not noted: {turn}");
            !outcome.notes.iter().any(|note| note.contains(" stays off ") && names(note, known))
        });
        for (place, todo) in store.list().iter().enumerate() {
            let word = word(todo.content());
            // Who is told by its id where it stands knows that it is there.
            let is_placed = outcome.notes.iter().any(|note| {
                let stays = [" stays: ", " stays, "].iter().any(|stays| note.contains(stays));
                stays && names(note, word)
            });
            let was = known_before(word);
            // One that was reworded meanwhile is not done by that: `3 stays "x2 v4", not done: the user changed it`. Nor is
            // one begun while another is in progress.
            if let Some(now) = known(view, word)
                && (has_note(&format!("\"{}\", not done: ", todo.content()))
                    || has_note(&format!("\"{}\" stays, not done: ", todo.content()))
                    || has_note(&format!("\"{}\" is not in progress: ", todo.content())))
            {
                now.status = was.map_or(Status::Todo, |was| was.status);
            }
            if !self.holds(word) && !is_placed {
                continue;
            }
            if let Some(now) = known(view, word) {
                // A call by id says nothing of the others.
                let says_status = said.is_whole && has_statuses(*dialect)
                    || said.waits.is_none() && said.meant.contains(word);
                let sounds = sound_the_same(*dialect, now.status, todo.status());
                let is_held = self.settled.contains_key(word) && !sounds && says_status;
                assert!(!is_held || is_said(word), "{word} is not noted: {turn}");
                if is_held && is_noted(word) {
                    now.status = todo.status();
                }
                continue;
            }
            let is_skipped_again = todo.status() == Status::Skipped
                && (self.decided(word) || !said.is_whole)
                && was.is_some();
            if is_placed || is_skipped_again {
                // That one which stays is in progress is said, or not known.
                let is_unsaid = todo.status() == Status::Doing && !has_note(" stays, doing: ");
                let status = was.filter(|_| is_unsaid).map_or(todo.status(), |was| was.status);
                let is = Known { status, ..Known::new(todo.content()) };
                // Others that it still has may have left.
                let before = store.list().iter().take(place).rev();
                let mut before = before.map(|todo| crate::dice::word(todo.content()));
                let after = before.find_map(|word| view.iter().position(|it| it.word() == word));
                view.insert(after.map_or(0, |place| place + 1), is);
            }
        }
    }

    /// Whether a person decided something of it.
    fn decided(&self, word: &str) -> bool {
        self.settled.contains_key(word)
            || self.wrote.contains_key(word)
            || self.added.contains(word)
            || self.off.contains(word)
    }

    /// Whether a person decided something of it, or may have.
    pub(super) fn holds(&self, word: &str) -> bool {
        self.decided(word) || self.unsure.contains(word)
    }
}
