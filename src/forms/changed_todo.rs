//! What others have changed in one todo that a model knows, in sentences for a reminder.

use crate::forms::id_map::IdScheme;
use crate::forms::unseen_changes::{UnseenChanges, escape, reason_clause, shortened};
use crate::list::author::{Actor, ChangeKind};
use crate::list::blockers::open_blockers;
use crate::list::delta::{Aspect, aspects};
use crate::list::history::{List, Revision};
use crate::list::indexed_list::{find, find_indexed};
use crate::list::provenance::RemovalKind;
use crate::list::sentences::past_tense;
use crate::list::todo::{Key, SkipDetails, State, Status, TextField, Todo};
use crate::text::content::Content;
use crate::text::excerpt::sanitize_line;
use crate::text::message::FormatArg::Text;
use crate::text::message::{count, fill, join};

impl UnseenChanges<'_> {
    /// Appends sentences about the changes of one todo.
    pub(super) fn describe(&self, key: Key, is_whole: bool, sentences: &mut Vec<String>) {
        let by = |aspect| self.store.provenance().by(key, aspect);
        let say =
            |aspect, what: &str| fill("{} {}", &[Text(&self.subject(by(aspect))), Text(what)]);
        match (find_indexed(&self.seen.list, key), find_indexed(self.store.list(), key)) {
            (Some((_, before)), None) if self.store.provenance().of(key).is_some() => {
                let what = fill("moved {} out of this list.", &[Text(&self.known_name(before))]);
                sentences.push(say(Aspect::Parent, &what));
            }
            (Some((_, before)), None) => {
                sentences.push(say(Aspect::Presence, &self.describe_removed(before)));
            }
            (None, Some((index, after))) if self.came_into_branch(key) => {
                let what = fill("moved {} into this list.", &[Text(&self.named(index, after))]);
                sentences.push(say(Aspect::Parent, &what));
            }
            (None, Some((index, after))) => {
                // If the todo was restored, what others wrote before that is not new. A reason is
                // in no element, so it needs a sentence.
                let is_news = |aspect: &Aspect| {
                    self.store.provenance().of(key).is_some_and(|provenance| {
                        let (added, other) = (
                            provenance.last_write(Aspect::Presence),
                            provenance.last_write(*aspect),
                        );
                        let has_reason =
                            *aspect == Aspect::State && after.text(TextField::Reason).is_some();
                        (other.by != added.by || has_reason) && other.revision >= added.revision
                    })
                };
                let says_status = !is_news(&Aspect::State);
                let deed = self.describe_added(index, after, says_status, is_whole);
                // The one who approved it is not the one who added it.
                let provenance =
                    self.store.provenance().of(key).filter(|provenance| !provenance.is_restored);
                let by = provenance
                    .map_or(by(Aspect::Presence), |provenance| Some(&provenance.creation.by));
                sentences.push(fill("{} {}", &[Text(&self.subject(by)), Text(&deed)]));
                sentences.extend(self.describe_answers(key));
                // Later changes get sentences of their own.
                let added = Todo { state: State::default(), ..Todo::clone(after) };
                let aspects = [Aspect::Text(TextField::Content), Aspect::State];
                for aspect in aspects.into_iter().filter(is_news) {
                    let what = self.describe_aspect(aspect, &added, (index, after), true);
                    sentences.extend(what.map(|what| say(aspect, &what)));
                }
                self.describe_details((index, after), sentences);
            }
            (Some((_, earlier)), Some((index, after))) => {
                // If the model knows a todo from a note alone, it does not know its place.
                if let Some(before) = self.known_id(key)
                    && earlier.parent() == after.parent()
                    && self.is_moved(key)
                {
                    let template = match self.ids {
                        IdScheme::Positions(_) => "moved {}, which was {}.",
                        IdScheme::Names | IdScheme::Numbers => "moved {}.",
                    };
                    let parts = [Text(&self.named(index, after)), Text(&before)];
                    sentences.push(say(Aspect::Place, &fill(template, &parts)));
                }
                if let Some((by, reason)) = self.return_reason(earlier, after) {
                    let sent_back = Todo { state: State::default(), ..Todo::clone(after) };
                    let parts = [Text(&self.named(index, after)), Text(self.word(&sent_back))];
                    let what = fill(past_tense(&sent_back), &parts) + &reason_clause(Some(reason));
                    sentences.push(fill("{} {}", &[Text(&self.subject(by)), Text(&what)]));
                }
                sentences.extend(self.describe_answers(key));
                for aspect in aspects(earlier, after) {
                    let what = self.describe_aspect(aspect, earlier, (index, after), is_whole);
                    let who = match lost_by(earlier, after) {
                        Some(owner) if aspect == Aspect::State => shortened(owner.as_str()),
                        Some(_) | None => self.subject(self.decider(aspect, after)),
                    };
                    sentences.extend(what.map(|what| fill("{} {}", &[Text(&who), Text(&what)])));
                }
                let what = describe_assignment(earlier, after, &self.named(index, after));
                sentences.extend(what.map(|what| say(Aspect::State, &what)));
                if self.has_new_id(key) {
                    let known = self.known_id(key).unwrap_or_default();
                    let id = self.id_map().of(key).unwrap_or_default();
                    let parts =
                        [Text(&known), Text(&shortened(after.content())), Text(&shortened(&id))];
                    sentences.push(fill("{} ({}) has the id {} now.", &parts));
                }
            }
            (None, None) => {}
        }
    }

    /// Returns who last wrote an aspect of a todo. A model that rewinds may have restored what a
    /// person or a host wrote since.
    pub(super) fn decider(&self, aspect: Aspect, after: &Todo) -> Option<&Actor> {
        let by = self.store.provenance().by(after.key, aspect);
        if by.is_none_or(|by| !by.author.is_restricted()) {
            return by;
        }
        let differs =
            |list: &List| find(list, after.key).is_none_or(|todo| aspect.differs(todo, after));
        let mut entries = self.store.history().entries_from(self.since);
        let mut differed = entries.next().is_none_or(|(_, entry)| differs(entry.list()));
        let decided = entries.filter(|(_, entry)| {
            let (info, list) = (&entry.info, entry.list());
            let is_new = core::mem::replace(&mut differed, differs(list)) && !differed;
            is_new && info.kind == ChangeKind::Edit && !info.by.author.is_restricted()
        });
        decided.last().map(|(_, entry)| &entry.info.by).or(by)
    }

    /// Returns who sent a todo back, and why, if somebody has started it again since.
    fn return_reason<'s>(
        &'s self,
        before: &Todo,
        after: &Todo,
    ) -> Option<(Option<&'s Actor>, &'s str)> {
        let is_started = before.status() == Status::Doing && !before.is_claimed();
        if is_started || after.is_claimed() || after.text(TextField::Reason).is_some() {
            return None;
        }
        let reason_of = |todo: &'s Todo| {
            Some(todo).filter(|todo| todo.status().is_pending())?.text(TextField::Reason)
        };
        self.brought(before.key, self.since, reason_of)
            .find(|(_, reason)| before.text(TextField::Reason) != Some(*reason))
    }

    /// Returns the answers to the questions of a todo that the model does not know, and who gave
    /// each, if that is known.
    fn answers<'s>(&'s self, after: &'s Todo) -> Vec<(Option<&'s Actor>, &'s str)> {
        if !self.had_answer(after.key) {
            return Vec::new();
        }
        let known =
            find(&self.seen.list, after.key).and_then(|before| before.text(TextField::Answer));
        let mut answers: Vec<(Option<&Actor>, &str)> = Vec::new();
        let today = after.text(TextField::Answer);
        // The one who answered need not be the one who wrote its state last.
        let by = self
            .store
            .provenance()
            .by(after.key, Aspect::State)
            .filter(|by| !by.author.is_restricted());
        let text = |todo: &'s Todo| todo.text(TextField::Answer);
        // After a cut, the model has to read today's answer again, however old it is.
        let again = today.into_iter().flat_map(|today| {
            let all = self.brought(after.key, self.store.history().oldest(), text);
            all.filter(move |(_, answer)| *answer == today)
        });
        let brought = self.brought(after.key, self.since, text).chain(again);
        for (editor, answer) in brought.chain(today.map(|answer| (None, answer))) {
            let is_twice = answers.iter().any(|(_, other)| *other == answer);
            if Some(answer) != known && !is_twice {
                // A model that rewinds may restore an answer.
                let editor = editor.filter(|editor| !editor.author.is_restricted());
                answers.push((editor.or(by.filter(|_| Some(answer) == today)), answer));
            }
        }
        answers
    }

    /// Returns each new value of a text since a revision, with the author of the revision that set
    /// it, or `None` for a merge. The oldest kept revision has nothing to compare with.
    fn brought<'s>(
        &'s self,
        key: Key,
        since: Revision,
        text: impl Fn(&'s Todo) -> Option<&'s str>,
    ) -> impl Iterator<Item = (Option<&'s Actor>, &'s str)> {
        let text_in = move |list: &'s List| find(list, key).and_then(|todo| text(todo));
        let mut entries = self.store.history().entries_from(since);
        let mut before = entries.next().and_then(|(_, entry)| text_in(entry.list()));
        entries.filter_map(move |(_, entry)| {
            let current = text_in(entry.list());
            let before = core::mem::replace(&mut before, current);
            let by = Some(&entry.info.by).filter(|_| entry.info.kind == ChangeKind::Edit);
            Some((by, current.filter(|text| before != Some(*text))?))
        })
    }

    /// Returns whether a todo of a branch was on the list, but outside the branch, when the model
    /// last looked.
    fn came_into_branch(&self, key: Key) -> bool {
        let creation = self.store.provenance().of(key).map(|provenance| &provenance.creation);
        !self.store.outside.is_empty() && creation.is_some_and(|it| it.revision <= self.since)
    }

    /// Returns the name of a todo that left, as the model knew it.
    fn known_name(&self, before: &Todo) -> String {
        let content = shortened(before.content());
        match self.known_id(before.key) {
            Some(id) => fill("{} ({})", &[Text(&id), Text(&content)]),
            None => content,
        }
    }

    /// Returns a phrase for the removal of a todo.
    fn describe_removed(&self, before: &Todo) -> String {
        let name = self.known_name(before);
        let kind = self.store.provenance().tombstone(before.key).map(|tombstone| &tombstone.kind);
        let (template, reason) = match kind {
            Some(RemovalKind::Skipped(SkipDetails { reason, failed })) => {
                let template = match failed {
                    true => "marked {} as failed and removed it{}",
                    false => "skipped and removed {}{}",
                };
                (template, reason.as_ref())
            }
            Some(RemovalKind::Removed | RemovalKind::Cleared) | None => ("removed {}{}", None),
        };
        fill(template, &[Text(&name), Text(&reason_clause(reason.map(Content::as_str)))])
    }

    /// Returns a phrase for the addition of a todo, with its status if `says_status`.
    fn describe_added(
        &self,
        index: usize,
        after: &Todo,
        says_status: bool,
        is_whole: bool,
    ) -> String {
        let is_restored =
            self.store.provenance().of(after.key).is_some_and(|provenance| provenance.is_restored);
        let verb = if is_restored { "brought back" } else { "added" };
        if !is_whole {
            return fill("{} {}.", &[Text(verb), Text(&self.element(index, after))]);
        }
        let parts = [Text(verb), Text(&self.named(index, after)), Text(self.word(after))];
        // The status is stated here because an answer is not always followed by the list.
        match says_status && !after.status().is_pending() {
            true => fill("{} {}, {}.", &parts),
            false => fill("{} {}.", &parts),
        }
    }

    /// Returns a phrase for the change of an aspect, or `None` if it is not reported by itself.
    pub(super) fn describe_aspect(
        &self,
        aspect: Aspect,
        before: &Todo,
        (index, after): (usize, &Todo),
        is_whole: bool,
    ) -> Option<String> {
        match aspect {
            Aspect::State if lost_by(before, after).is_some() => {
                let lease = count(self.store.options().lease() as usize);
                let parts = [lease, Text(&self.named(index, after))];
                Some(fill("was not heard of for {} seconds; {} is free.", &parts))
            }
            Aspect::State => {
                let is_said = before.status() != after.status()
                    || before.is_claimed() != after.is_claimed()
                    || before.waiting() != after.waiting()
                    || after.is_at_work() && before.state.owner() != after.state.owner()
                    || before.text(TextField::Question) != after.text(TextField::Question)
                    || before.is_failed() != after.is_failed()
                    || before.text(TextField::Reason) != after.text(TextField::Reason);
                // An answer has a sentence of its own. After a rewind, the todo may have been in
                // progress before.
                let is_new =
                    after.state.answer().is_some() && before.state.answer() != after.state.answer();
                let is_answer = is_answered(before, after) && after.state.answer().is_some()
                    || is_new && is_whole && after.status().is_pending();
                let is_said = is_said && !is_answer;
                is_said.then(|| {
                    describe_status(before, after, &self.named(index, after), self.word(after))
                })
            }
            Aspect::Text(TextField::Content) => {
                let current =
                    if is_whole { shortened(after.content()) } else { self.element(index, after) };
                Some(fill("changed {} to {}.", &[Text(&self.id(index, after)), Text(&current)]))
            }
            Aspect::Text(field @ (TextField::Priority | TextField::Description)) => {
                let what = if field == TextField::Priority { "priority" } else { "description" };
                let id = self.id(index, after);
                let Some(text) = after.text(field) else {
                    return Some(fill("took the {} of {} out.", &[Text(what), Text(&id)]));
                };
                let text = escape(&sanitize_line(text));
                let dot = if text.ends_with(['.', '!', '?']) { "" } else { "." };
                let parts = [Text(what), Text(&id), Text(&text), Text(dot)];
                Some(fill("changed the {} of {} to {}{}", &parts))
            }
            Aspect::Blockers => Some(self.describe_link(
                "made {} depend on {}.",
                (index, after),
                &open_blockers(self.store.list(), after),
            )),
            Aspect::Parent => Some(self.describe_link(
                "put {} under {}.",
                (index, after),
                after.parent().as_slice(),
            )),
            // Only the model's own tool uses these, or they are described with the state.
            Aspect::Text(
                TextField::Name
                | TextField::ActiveForm
                | TextField::Reason
                | TextField::Owner
                | TextField::LastOwner
                | TextField::Evidence
                | TextField::Question
                | TextField::Options
                | TextField::Answer,
            )
            | Aspect::Confirm
            | Aspect::Data
            | Aspect::Presence
            | Aspect::Place
            | Aspect::Approved => None,
        }
    }

    /// Returns a phrase for new blockers or a new parent.
    fn describe_link(
        &self,
        template: &str,
        (index, after): (usize, &Todo),
        todos: &[Key],
    ) -> String {
        let found = todos.iter().filter_map(|key| find_indexed(self.store.list(), *key));
        let ids: Vec<String> = found.map(|(index, after)| self.id(index, after)).collect();
        let ids = if ids.is_empty() { "no other".into() } else { join(&ids, ", ") };
        fill(template, &[Text(&self.named(index, after)), Text(&ids)])
    }

    /// Returns a sentence for each answer to a question of a todo that the model does not know.
    pub(super) fn describe_answers(&self, key: Key) -> Vec<String> {
        let Some((index, after)) = find_indexed(self.store.list(), key) else { return Vec::new() };
        let name = self.named(index, after);
        let describe = |(by, answer): (Option<&Actor>, &str)| {
            let parts = [Text(&self.subject(by)), Text(&name), Text(&reason_clause(Some(answer)))];
            fill("{} answered {}{}", &parts)
        };
        self.answers(after).into_iter().map(describe).collect()
    }
}

/// Returns a phrase for a new owner of a todo that is not started. The owner of a started todo is
/// described with its status.
fn describe_assignment(before: &Todo, after: &Todo, name: &str) -> Option<String> {
    let owner = after.text(TextField::Owner).filter(|_| after.status().is_pending())?;
    let is_new = before.text(TextField::Owner) != Some(owner);
    is_new.then(|| fill("left {} to {}.", &[Text(name), Text(&shortened(owner))]))
}

/// Returns the owner whose lease ended since.
fn lost_by<'t>(before: &Todo, after: &'t Todo) -> Option<&'t Content> {
    after.state.last_owner().filter(|_| before.state.owner().is_some())
}

/// Returns whether a todo that waited is open again.
fn is_answered(before: &Todo, after: &Todo) -> bool {
    before.waiting().is_some() && after.waiting().is_none() && after.status().is_pending()
}

/// Returns a phrase for a change of status. `word` is the tool's word for it.
fn describe_status(before: &Todo, after: &Todo, name: &str, word: &str) -> String {
    if let Some(on) = after.waiting() {
        let parts = [Text(name), Text(on.named())];
        return fill("made {} wait for {}", &parts)
            + &reason_clause(after.text(TextField::Question));
    }
    let (template, reason) = match after.status() {
        Status::Skipped => (past_tense(after), after.text(TextField::Reason)),
        Status::Done => (past_tense(after), None),
        Status::Doing if after.is_claimed() => {
            return fill("completed {}, which waits to be confirmed.", &[Text(name)]);
        }
        Status::Doing => (past_tense(after), None),
        Status::Todo if is_answered(before, after) && after.text(TextField::Reason).is_none() => {
            ("ended the wait of {}", None)
        }
        Status::Todo if before.status().is_settled() => {
            ("reopened {}", after.text(TextField::Reason))
        }
        Status::Todo => (past_tense(after), after.text(TextField::Reason)),
    };
    fill(template, &[Text(name), Text(word)]) + &reason_clause(reason)
}
