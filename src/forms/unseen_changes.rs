//! What others have changed in the list that a model knows, in sentences for a reminder.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::forms::id_map::{IdMap, IdScheme};
use crate::forms::item_schema::StatusNames;
use crate::forms::reminder::{AFTER_LIST, Counted, Reminder, list_after, write_list};
use crate::forms::xml::{Words, write_todo};
use crate::list::author::{Actor, Author, ChangeKind};
use crate::list::delta::{Aspect, Delta};
use crate::list::history::{List, Revision};
use crate::list::indexed_list::{find, find_near, index_of};
use crate::list::known_list::KnownList;
use crate::list::owners::{is_of_others, unshown_of_others};
use crate::list::sentences::capitalized_author;
use crate::list::sites::Approved;
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Status, TextField, Todo};
use crate::list::tree::{descendants, first_descendant, first_open_descendant};
use crate::text::escape::escape_text;
use crate::text::excerpt::sanitize_line;
use crate::text::message::FormatArg::Text;
use crate::text::message::{bare_word, count, excerpt, fill, join};

/// What others have changed in the list that a model knows.
pub(crate) struct UnseenChanges<'a> {
    /// The list that the model has read.
    pub seen: &'a KnownList,
    pub store: &'a TodoStore,
    /// The revision up to which the model knows the changes of others.
    pub since: Revision,
    /// What the model calls todos.
    pub ids: IdScheme,
    /// Its words for the statuses, or `None` for our own.
    pub statuses: Option<&'static StatusNames>,
    /// Who reads about them.
    pub reader: Actor,
    /// The todos of others that the list which the model has read does not show, and those that
    /// today's list does not show.
    unshown: [Vec<Key>; 2],
    /// The todos that were moved, once they are looked for.
    pub moved: OnceCell<Vec<Key>>,
    /// The todos that had an answer at some time since, once they are looked for.
    answered: OnceCell<Vec<Key>>,
}

/// What others have changed, in sentences.
struct Summary {
    sentences: Vec<String>,
    /// A sentence with the number of todos that others changed, which no other sentence is about.
    count: Option<String>,
    /// Whether the model has to see the whole list with them.
    is_whole: bool,
    /// Whether the sentences only count the todos, apart from the replies.
    is_counted: bool,
}

/// The maximum number of sentences. If there are more changes, only their number is stated.
const MAX_SENTENCES: usize = 8;

impl<'a> UnseenChanges<'a> {
    /// Compares the list with what a model has seen of it. `since` is the revision up to which it
    /// knows the changes of others.
    pub fn new(
        store: &'a TodoStore,
        seen: &'a KnownList,
        since: Revision,
        ids: IdScheme,
        statuses: Option<&'static StatusNames>,
        reader: Actor,
    ) -> Self {
        // What the reader did since may have left it without work.
        let before = store.history().list_at(since).unwrap_or(&seen.list);
        let unshown = [&**before, store.list()]
            .map(|list| unshown_of_others(list, store.provenance(), &reader));
        let (moved, answered) = (OnceCell::new(), OnceCell::new());
        Self { seen, store, since, ids, statuses, reader, unshown, moved, answered }
    }

    /// Returns the reminder of what others have changed. It contains the whole list if `is_whole`
    /// requires it or ids have changed.
    pub fn reminder(&self, is_whole: bool) -> Reminder {
        let Summary { mut sentences, count, is_whole, .. } = self.summarize(is_whole);
        sentences.extend(count);
        if is_whole {
            return self.whole_after(&sentences);
        }
        if sentences.is_empty() {
            return Reminder::Nothing;
        }
        let parts = [
            Text(&self.counts(self.store.list())),
            Text(&join(&sentences, "\n")),
            Text(AFTER_LIST),
        ];
        let template = match self.store.list().as_slice() {
            [] => "<browser-state>TODO list updated{}, it is empty. {}{}",
            _ => "<browser-state>TODO list updated: {}. {}{}",
        };
        Reminder::Text { text: fill(template, &parts), is_whole: false }
    }

    /// Returns the reminder with the whole list, and with the decisions of others that it does not
    /// show.
    pub fn whole(&self) -> Reminder {
        self.whole_after(&self.decisions())
    }

    /// Returns the reminder of a list that the model itself has changed `changes` times since it
    /// last read or wrote the whole list. It shows what is open, and counts the rest: without the
    /// messages before it, the model does not know the list.
    pub fn open(&self, changes: u32) -> Reminder {
        let template = "<browser-state>Still open after {} changes of yours";
        let before = fill(template, &[count(changes as usize)]);
        let mut text = String::new();
        let others = self.unshown_today().to_vec();
        let is_counted =
            |todo: &&Rc<Todo>| todo.status().is_settled() && !others.contains(&todo.key);
        let settled = self.store.list().iter().filter(is_counted).map(|todo| todo.key).collect();
        write_list(&mut text, &self.id_map(), &Counted { settled, others }, &before, ":\n");
        text.push_str(AFTER_LIST);
        Reminder::Text { text, is_whole: false }
    }

    fn whole_after(&self, sentences: &[String]) -> Reminder {
        let counted = Counted::without(self.unshown_today().to_vec(), self.store);
        Reminder::Text { text: list_after(sentences, &self.id_map(), &counted), is_whole: true }
    }

    /// Returns the todos of others that today's list does not show.
    fn unshown_today(&self) -> &[Key] {
        let [_, today] = &self.unshown;
        today
    }

    /// Returns whether the list that the model has read shows a todo, and whether today's does.
    fn is_shown(&self, key: Key) -> [bool; 2] {
        let [before, today] = &self.unshown;
        let is_shown =
            |list: &List, unshown: &[Key]| find(list, key).is_some() && !unshown.contains(&key);
        [is_shown(&self.seen.list, before), is_shown(self.store.list(), today)]
    }

    /// Returns the ids of the current list.
    pub(super) fn id_map(&self) -> IdMap<'_> {
        let Self { ids, statuses, store, .. } = *self;
        IdMap { ids, statuses, list: store.list(), positions: &self.seen.positions, store }
    }

    /// Returns the word for the state of a todo.
    pub(super) fn word(&self, todo: &Todo) -> &'static str {
        self.id_map().state_name(todo)
    }

    /// Returns how many todos are shown with each word for a state, such as "3 done, 1 doing, 26
    /// todo".
    fn counts(&self, list: &[Rc<Todo>]) -> String {
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for (status, is_failed) in [
            (Status::Done, false),
            (Status::Skipped, false),
            (Status::Skipped, true),
            (Status::Doing, false),
            (Status::Todo, false),
        ] {
            let is_in = |todo: &&Rc<Todo>| todo.status() == status && todo.is_failed() == is_failed;
            for todo in list.iter().filter(is_in) {
                let word = self.word(todo);
                match counts.iter_mut().find(|(known, _)| *known == word) {
                    Some((_, number)) => *number += 1,
                    None => counts.push((word, 1)),
                }
            }
        }
        let counts =
            counts.iter().map(|(word, number)| fill("{} {}", &[count(*number), Text(word)]));
        join(&counts.collect::<Vec<_>>(), ", ")
    }

    /// Returns the id of a todo, which is at an index of today's list.
    pub(super) fn id(&self, index: usize, todo: &Todo) -> String {
        let mut id = String::new();
        self.id_map().write(&mut id, index, todo);
        escaped_id(&id)
    }

    /// Returns a todo's id and the beginning of its text, escaped for XML.
    pub(super) fn named(&self, index: usize, todo: &Todo) -> String {
        fill("{} ({})", &[Text(&self.id(index, todo)), Text(&shortened(todo.content()))])
    }

    /// Returns the element of a todo, which is at an index of today's list.
    pub(super) fn element(&self, index: usize, todo: &Todo) -> String {
        let mut element = String::new();
        let id_map = self.id_map();
        let write_id = &|out: &mut String, index, todo: &Todo| id_map.write(out, index, todo);
        let words = Words { write_id, statuses: id_map.statuses };
        write_todo(&mut element, self.store.list(), (index, todo), words);
        element
    }

    /// Returns sentences about what others have changed, and whether they only count the todos.
    /// Returns `None` if nothing has changed.
    pub fn sentences(&self) -> Option<(String, bool)> {
        let Summary { mut sentences, count, is_counted, .. } = self.summarize(true);
        (!sentences.is_empty()).then(|| {
            sentences.extend(count);
            (join(&sentences, " "), is_counted)
        })
    }

    /// Reports what others have changed. Todos that were added or reworded are written as elements,
    /// unless the whole list follows.
    fn summarize(&self, is_whole: bool) -> Summary {
        let (mut keys, by_others) = self.told_keys();
        let mut sentences = self.causes();
        let (finished, covered) = self.finished();
        keys.retain(|key| !covered.contains(key) || self.is_reply(*key));
        let is_counted = keys.len() > MAX_SENTENCES;
        let is_due = is_whole
            || is_counted
            || covered.iter().any(|key| find(&self.seen.list, *key).is_none())
            || !sentences.is_empty();
        let is_whole = is_due || !self.is_aligned();
        sentences.extend(self.approval());
        sentences.extend(finished);
        if is_counted {
            sentences.extend(self.count_all(&keys));
        } else {
            keys.retain(|key| {
                let count = sentences.len();
                self.describe(*key, is_whole, &mut sentences);
                sentences.len() > count
            });
        }
        if !is_whole {
            sentences.extend(self.newly_free(&keys));
        }
        // If only others did something, the model keeps the positions that it knows.
        let is_whole = is_whole && (is_due || by_others.is_empty() || !sentences.is_empty());
        let count = self.count_by_others(&by_others).filter(|_| is_due || !sentences.is_empty());
        Summary { sentences, count, is_whole, is_counted }
    }

    /// Returns a sentence for each branch that was finished since the model last saw the list (the
    /// topmost one of nested branches), and the keys that these sentences cover.
    fn finished(&self) -> (Vec<String>, Vec<Key>) {
        let (mut sentences, mut covered) = (Vec::new(), Vec::new());
        let list = self.store.list();
        if list.iter().all(|todo| todo.parent().is_none()) {
            return (sentences, covered);
        }
        let is_new = |todo: &Todo| {
            find(&self.seen.list, todo.key).is_none_or(|before| !before.status().is_settled())
        };
        let (open_descendants, new_under) =
            (first_open_descendant(list), first_descendant(list, &is_new));
        for (index, todo) in list.iter().enumerate() {
            if covered.contains(&todo.key)
                || is_of_others(todo, self.store.provenance(), &self.reader)
                || open_descendants.get(index) != Some(&None)
                || new_under.get(index) == Some(&None)
            {
                continue;
            }
            let under = descendants(list, index);
            let last_write = |todo: &Rc<Todo>| {
                self.store
                    .provenance()
                    .of(todo.key)
                    .map(|provenance| provenance.last_write(Aspect::State))
            };
            let latest =
                under.iter().filter_map(last_write).max_by_key(|last_write| last_write.revision);
            let by = self.subject(latest.map(|last_write| &last_write.by));
            let parts = [Text(&by), Text(&self.named(index, todo)), Text(&self.counts(under))];
            sentences.push(fill("{} finished {}: {}.", &parts));
            covered.extend(under.iter().map(|todo| todo.key));
        }
        (sentences, covered)
    }

    /// Returns the sentences with replies to the model, or `None` if there are none that it does
    /// not know. It knows those about the todos in `known`.
    pub fn new_replies(&self, known: &[Key]) -> Option<String> {
        let mut keys = self.changed_keys();
        keys.retain(|key| !known.contains(key));
        let replies = self.replies(&keys);
        (!replies.is_empty()).then(|| join(&replies, " "))
    }

    /// Returns the ids of the list that the model last saw.
    fn seen_ids(&self) -> IdMap<'_> {
        IdMap { list: &self.seen.list, ..self.id_map() }
    }

    /// Returns the id by which the model knows a todo, escaped for XML.
    pub(super) fn known_id(&self, key: Key) -> Option<String> {
        self.seen_ids().of(key).map(|id| escaped_id(&id))
    }

    /// Returns whether a todo has another id than the one that the model knows.
    pub(super) fn has_new_id(&self, key: Key) -> bool {
        !matches!(self.ids, IdScheme::Positions(_)) && {
            let current = self.id_map().of(key);
            current.is_some() && self.seen_ids().of(key).is_some_and(|known| Some(known) != current)
        }
    }

    /// Returns whether the model knows where each todo is that the list shows: each position refers
    /// to the todo that is there now, or to one that left. If the model uses other ids, the todos
    /// that it has seen only have to be in order, with the others behind them.
    pub fn is_aligned(&self) -> bool {
        let ([before, today], list) = (&self.unshown, self.store.list());
        match self.ids {
            IdScheme::Positions(_) => {
                let known = self.seen.positions.iter().enumerate();
                known.filter(|(_, key)| !before.contains(key)).all(|(index, key)| {
                    find_near(list, index, *key).is_none() || index_of(list, *key) == Some(index)
                })
            }
            IdScheme::Names | IdScheme::Numbers => {
                let is_shown = |key: &Key| !before.contains(key) && !today.contains(key);
                let known = self.seen.list.iter().map(|todo| todo.key);
                let known = known.filter(|key| is_shown(key) && find(list, *key).is_some());
                let current = list.iter().map(|todo| todo.key).filter(|key| !today.contains(key));
                known.zip(current).all(|(known, current)| known == current)
            }
        }
    }

    /// Returns a sentence for each undo, restore and new task.
    fn causes(&self) -> Vec<String> {
        let mut sentences: Vec<String> = Vec::new();
        for info in self.store.history().infos_after(self.since) {
            let what = match info.kind {
                ChangeKind::Edit | ChangeKind::Skip | ChangeKind::Merge => continue,
                ChangeKind::Undo => "{} took back an earlier change.",
                ChangeKind::Restore => "{} brought an earlier list back.",
                ChangeKind::NewTask => "{} began a new task, and the list before it is archived.",
            };
            let sentence = fill(what, &[Text(&self.subject(Some(&info.by)))]);
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        sentences
    }

    /// Returns a sentence if a person approved the plan, or if an approval ended and the model may
    /// do less than before. Returns `None` if the model knows the current approval.
    pub fn approval(&self) -> Option<String> {
        let (list, current) = (self.store.list(), &self.store.sites().approved);
        let then = self.store.history().entry(self.since);
        let then = then.map(|then| &then.sites.approved).filter(|then| *then != current);
        let any_approved = |there: &List, here: &List| {
            let is_approved_there_alone = |after: &Rc<Todo>| {
                after.is_approved() && find(here, after.key).is_some_and(|todo| !todo.is_approved())
            };
            there.iter().any(is_approved_there_alone)
        };
        let had_sites = |approved: &Rc<Approved>| !approved.sites.as_str().is_empty();
        if let Some(ended) = then.and_then(Option::as_ref).filter(|_| current.is_none())
            && (had_sites(ended) || any_approved(&self.seen.list, list))
        {
            let mut since = self.store.history().entries_from(self.since);
            let end = since.find(|(_, entry)| entry.sites.approved.is_none());
            let who = self.subject(end.map(|(_, entry)| &entry.info.by));
            let template = "{} ended the approval of the plan. Do nothing on a page until a message says that it is approved.";
            return Some(fill(template, &[Text(&who)]));
        }
        let is_answer = then.is_some() && current.is_some();
        if !is_answer && !any_approved(list, &self.seen.list) {
            return None;
        }
        let name = current.as_ref().and_then(|approved| approved.name.clone());
        let who = self.subject(Some(&Actor { author: Author::User, name }));
        let sites = self.store.sites().approved_list();
        let had = then.and_then(Option::as_ref).is_some_and(had_sites);
        let mut since = self.store.history().entries_from(self.since);
        let mut proposed = || since.any(|(_, entry)| !entry.sites.proposed.as_str().is_empty());
        let what = match self.store.awaits_approval() {
            false => Some("the plan".to_owned()),
            true => self.newly_approved(),
        };
        let template = match (what.is_some(), sites.is_empty()) {
            (true, false) => "{} approved {}, and lets you act on {} alone.",
            (false, false) => "{} lets you act on {}{} alone. The plan is not approved yet.",
            (true, true) if had => "{} approved {}. You may act on no site any more.",
            (false, true) if had => "{} took the sites back: you may act on none any more.",
            (true, true) if proposed() => "{} approved {}, but none of the sites.",
            (false, true) if proposed() => "{} approved none of the sites.",
            (true, true) => "{} approved {}.",
            (false, true) => return None,
        };
        let what = what.unwrap_or_default();
        Some(fill(template, &[Text(&who), Text(&what), Text(&sites)]))
    }

    /// Returns the actor as the subject of a sentence: by name, if there is one.
    pub(super) fn subject(&self, by: Option<&Actor>) -> String {
        match by.and_then(|by| by.name.as_ref()) {
            Some(name) => shortened(name.as_str()),
            None => capitalized_author(by.map(|by| by.author)),
        }
    }

    /// Returns the todos that a person approved since, by name.
    fn newly_approved(&self) -> Option<String> {
        let is_new = |(_, after): &(usize, &Rc<Todo>)| {
            after.is_approved()
                && find(&self.seen.list, after.key).is_some_and(|before| !before.is_approved())
        };
        let new = self.store.list().iter().enumerate().filter(is_new);
        let names: Vec<String> = new.map(|(index, after)| self.named(index, after)).collect();
        (!names.is_empty()).then(|| join(&names, ", "))
    }

    /// Returns the todos that somebody moved. Todos that were added between others do not count as
    /// a move.
    fn moved(&self) -> Vec<Key> {
        let mut moved = self.store.moved_since(&self.seen.list);
        moved.retain(|key| self.store.provenance().place_rank(*key) > 0);
        moved
    }

    pub(super) fn is_moved(&self, key: Key) -> bool {
        self.moved.get_or_init(|| self.moved()).contains(&key)
    }

    /// Returns whether a todo had an answer at some time since.
    pub(super) fn had_answer(&self, key: Key) -> bool {
        let find_all = || {
            let (mut keys, mut before) = (Vec::new(), &List::new());
            for (_, entry) in self.store.history().entries_from(self.since) {
                for (index, todo) in entry.list().iter().enumerate() {
                    let is_as_before = before.get(index).is_some_and(|it| Rc::ptr_eq(it, todo));
                    let has_answer = || todo.text(TextField::Answer).is_some();
                    if !is_as_before && has_answer() && !keys.contains(&todo.key) {
                        keys.push(todo.key);
                    }
                }
                before = entry.list();
            }
            keys
        };
        self.answered.get_or_init(find_all).contains(&key)
    }

    /// Returns the todos that differ from what the model knows. Those that left come first.
    fn changed_keys(&self) -> Vec<Key> {
        let delta = Delta::between(&self.seen.list, self.store.list());
        let differs = |(index, todo): &(usize, &Rc<Todo>)| {
            self.is_moved(todo.key)
                || self.has_new_id(todo.key)
                || find_near(&self.seen.list, *index, todo.key)
                    .is_none_or(|before| !before.is_same(todo))
        };
        let others = self.store.list().iter().enumerate().filter(differs);
        let others = others.map(|(_, todo)| todo);
        delta.removed.iter().copied().chain(others).map(|todo| todo.key).collect()
    }

    /// Returns the changed todos that get sentences, and those that are only counted. These are
    /// todos of others that no list shows to the reader, that models changed, and about which
    /// nobody answered a question.
    fn told_keys(&self) -> (Vec<Key>, Vec<Key>) {
        self.changed_keys().into_iter().partition(|key| {
            self.is_shown(*key) != [false, false]
                || self.latest_author(*key).is_none_or(|by| by.author != Author::Model)
                || !self.describe_answers(*key).is_empty()
        })
    }

    /// Returns a sentence with the todos of others that are shown from now on because they are
    /// free, except the told ones, or `None` if there are none.
    fn newly_free(&self, told: &[Key]) -> Option<String> {
        let [before, today] = &self.unshown;
        let is_new = |(_, todo): &(usize, &Rc<Todo>)| {
            let key = &todo.key;
            let is_shown = before.contains(key) && !today.contains(key);
            is_shown && todo.status().is_pending() && !told.contains(key)
        };
        let todos = self.store.list().iter().enumerate().filter(is_new);
        let elements: Vec<String> = todos.map(|(index, todo)| self.element(index, todo)).collect();
        (!elements.is_empty()).then(|| fill("Free: {}", &[Text(&join(&elements, ""))]))
    }

    /// Returns who last changed a todo.
    pub(super) fn latest_author(&self, key: Key) -> Option<&Actor> {
        let provenance = self.store.provenance();
        match provenance.of(key) {
            Some(provenance) => Some(provenance.latest_author()),
            None => provenance.by(key, Aspect::Presence),
        }
    }

    /// Returns the replies, and the number of the other todos that each actor changed.
    fn count_all(&self, keys: &[Key]) -> Vec<String> {
        let (replies, others): (Vec<Key>, Vec<Key>) =
            keys.iter().partition(|key| self.is_reply(**key));
        let mut sentences = self.replies(&replies);
        sentences.extend(self.count_changes(&others));
        sentences
    }

    /// Returns sentences about the todos with a reply to the model.
    fn replies(&self, keys: &[Key]) -> Vec<String> {
        let mut sentences = Vec::new();
        for key in keys.iter().filter(|key| self.is_reply(**key)) {
            match find(&self.seen.list, *key) {
                Some(_) => self.describe(*key, true, &mut sentences),
                None => sentences.extend(self.describe_answers(*key)),
            }
        }
        sentences
    }

    /// Returns whether somebody replied to the model: answered its question, or settled its claim.
    fn is_reply(&self, key: Key) -> bool {
        let is_settled = find(&self.seen.list, key).is_some_and(|before| before.is_claimed())
            && find(self.store.list(), key).is_some_and(|after| !after.is_claimed());
        is_settled || !self.describe_answers(key).is_empty()
    }
}

/// Returns an id, escaped for XML. It is in quotes, unless it is one word.
fn escaped_id(id: &str) -> String {
    escape(&fill("{}", &[bare_word(id)]))
}

/// Returns the beginning of a text from outside, in quotes and escaped for XML.
pub(super) fn shortened(text: &str) -> String {
    escape(&fill("{}", &[excerpt(text)]))
}

/// Returns the end of a sentence, with the reason if there is one, escaped for XML.
pub(super) fn reason_clause(reason: Option<&str>) -> String {
    let Some(reason) = reason else { return ".".into() };
    let reason = escape(&sanitize_line(reason));
    let end = if reason.ends_with(['.', '!', '?']) { "" } else { "." };
    fill(": {}{}", &[Text(&reason), Text(end)])
}

pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::new();
    escape_text(&mut escaped, text);
    escaped
}
