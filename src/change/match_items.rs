//! Matches the items of a call to the todos of the list, before the policy is asked.
//!
//! All known todos are searched: those of the turn, those that were added since, and those that a
//! person removed or settled and that left. An item means the todo with, in this order:
//!
//! 1. its id and its text,
//! 2. its id, where items are merged or have no text,
//! 3. its text: that of today, the one that the writer knows, or one that a person replaced,
//! 4. in a whole list, the same words ([`Words`]), the most alike pair first. What a person settled
//!    or removed comes last: it stands against another wording only if that shares three words,
//!    until a whole list has left it out, and not in a new plan. That is a list that keeps nothing
//!    of the list, and most of which is new.
//!
//! In a whole list an id is only a name, because models number their items again. An item that
//! matches nothing is a new todo.

use std::cmp::Reverse;
use std::rc::Rc;

use crate::change::draft::Draft;
use crate::change::policy::is_settled_by_person;
use crate::forms::item_schema::{Item, model_name};
use crate::list::delta::Aspect;
use crate::list::history::List;
use crate::list::indexed_list::{find, find_named, find_near, index_of};
use crate::list::note::{Note, NoteKind, Notes};
use crate::list::owners::is_of_another;
use crate::list::provenance::{Provenance, Tombstone};
use crate::list::store::TodoStore;
use crate::list::todo::{Id, Key, TextField, Todo};
use crate::text::content::Content;
use crate::text::decimal::parse_decimal;
use crate::text::hash_index::{HashIndex, hash};
use crate::text::message::{excerpt, fill};
use crate::text::words::{Enough, Likeness, SAME, Words};

/// What a whole-list write does with the todos that it omits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// They leave the list, which takes the order of the call.
    Replace,
    /// They stay, and new todos are appended.
    Merge,
}

/// The todo to which an item is matched.
#[derive(Clone, Debug)]
pub(crate) enum ItemMatch {
    /// The todo at this index of the draft.
    Here(usize),
    /// A todo that is not in the draft: somebody added it since, or it left the list.
    Elsewhere(Rc<Todo>),
    /// A new todo. It has to be confirmed if it rewords one that has to be.
    New { confirm: bool },
}

impl ItemMatch {
    /// Returns the index in the draft, if the todo has one.
    pub fn index(&self) -> Option<usize> {
        if let Self::Here(index) = self { Some(*index) } else { None }
    }
}

/// How an item fits a todo, the best first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// By id and text.
    Both,
    /// By its id.
    Id,
    /// By its key, or as one that left by its id.
    Key,
    /// By the text that it has today.
    Today,
    /// By the text by which the writer knows it.
    Known,
    /// By the text of a todo that a person added. Among equal texts the model's own comes first.
    Persons,
    /// By the text of a todo that was added since.
    Since,
    /// By the text of a todo of the turn that left since.
    Left,
    /// By a text that a person replaced, or the one of a todo that left before.
    Former,
}

/// Finds the todo with a content, if there is exactly one.
pub(crate) fn find_only<'d>(draft: &'d Draft<'_>, content: &str) -> Option<&'d Rc<Todo>> {
    let mut same = draft.requested.iter().filter(|todo| todo.content() == content);
    same.next().filter(|_| same.next().is_none())
}

/// Returns the todo to which each item is matched. `repeated` has for each item whether its texts
/// are those of the todo at its index. Adds a note about each item that is read as a todo which a
/// person settled or removed, in other words.
pub(crate) fn match_items(
    draft: &Draft<'_>,
    items: &[Item<'_>],
    repeated: &[bool],
    mode: Mode,
    notes: &mut Notes,
) -> Vec<ItemMatch> {
    let has_ids = items.iter().any(has_id);
    if !has_ids && repeats_list(draft, repeated) {
        return (0..items.len()).map(ItemMatch::Here).collect();
    }
    let candidates = candidates(draft, has_ids);
    let mut matching = Matching { candidates, found: vec![None; items.len()] };
    matching.take_same(items, mode, draft.is_partial);
    matching.take_alike(items, mode, draft.is_partial, notes);
    let is_restricted = draft.actor.author.is_restricted();
    (0..items.len()).map(|index| matching.meaning(index, is_restricted)).collect()
}

/// Returns whether each item repeats the text that the todo at its index has today, and no person
/// added that todo. Most lists do.
fn repeats_list(draft: &Draft<'_>, repeated: &[bool]) -> bool {
    let (current, provenance) = (draft.current.list(), draft.current.provenance());
    let has_person = provenance.has_person();
    let repeats_todo = |(index, (is_repeated, todo)): (usize, (&bool, &Rc<Todo>))| {
        let same_today =
            |current: &Rc<Todo>| Rc::ptr_eq(current, todo) || current.content() == todo.content();
        *is_repeated
            && find_near(current, index, todo.key).is_some_and(same_today)
            && !(has_person && provenance.is_by_person(todo.key, Aspect::Presence))
    };
    repeated.len() <= draft.requested.len()
        && repeated.iter().zip(&draft.requested).enumerate().all(repeats_todo)
}

/// Returns whether an item has a name or a position.
fn has_id(item: &Item<'_>) -> bool {
    item.text(TextField::Name).is_some() || item.position.is_some()
}

/// The todos that the items of a call may mean, and those that were found for them.
struct Matching<'a> {
    candidates: Vec<Candidate<'a>>,
    /// For each item the index of its candidate.
    found: Vec<Option<usize>>,
}

impl Matching<'_> {
    /// Finds the todos with the id or the text of an item. The best fit comes first, and of those
    /// the next one from its index on.
    fn take_same(&mut self, items: &[Item<'_>], mode: Mode, is_partial: bool) {
        let Self { candidates, found } = self;
        // While the model is still writing, a text may follow an id.
        let mode_of = |item: &Item<'_>| {
            let is_text = item.text(TextField::Content).is_some() || is_partial;
            if is_text { mode } else { Mode::Merge }
        };
        // Most items repeat the todo at their index.
        for (index, (item, slot)) in items.iter().zip(&mut *found).enumerate() {
            let Some(candidate) = candidates.get_mut(index) else { break };
            let is_best = match candidate.fit(item, mode_of(item)) {
                Some(Fit::Both) => true,
                Some(Fit::Today) => mode == Mode::Replace && !has_id(item),
                Some(_) | None => false,
            };
            if is_best {
                (*slot, candidate.is_taken) = (Some(index), true);
            }
        }
        if found.iter().all(Option::is_some) {
            return;
        }
        let mut hashes: Vec<(u32, usize)> = Vec::with_capacity(candidates.len());
        for (at, candidate) in candidates.iter().enumerate() {
            hashes.extend(candidate.hashes().map(|hash| (hash, at)));
        }
        let indices = HashIndex::of(hashes.len(), &|at| Some(hashes.get(at)?.0));
        let mut fits: Vec<(Fit, usize, usize)> = Vec::new();
        let items = items.iter().enumerate().zip(&*found).filter(|(_, found)| found.is_none());
        for ((index, item), _) in items {
            for hash in hashes_of(item).into_iter().flatten() {
                indices.find(hash, &mut |entry| {
                    if let Some((known, at)) = hashes.get(entry)
                        && *known == hash
                        && let Some(candidate) = candidates.get(*at)
                        && let Some(fit) = candidate.fit(item, mode_of(item))
                    {
                        fits.push((fit, index, *at));
                    }
                    false
                });
            }
        }
        for rank in 0..=Fit::Former as usize {
            for of_item in fits.chunk_by(|(_, one, _), (_, other, _)| one == other) {
                let Some((_, index, _)) = of_item.first() else { continue };
                let Some(slot @ None) = found.get_mut(*index) else { continue };
                let is_meant = |(fit, _, at): &&(Fit, usize, usize)| {
                    *fit as usize == rank && candidates.get(*at).is_some_and(Candidate::is_free)
                };
                // Those in the draft come first, and of those that left the latest.
                let steps = |(.., at): &&(Fit, usize, usize)| {
                    at.wrapping_sub(*index).min(at + candidates.len())
                };
                let nearest = of_item.iter().filter(is_meant).min_by_key(steps);
                *slot = nearest.map(|(.., at)| *at);
                if let Some(candidate) = slot.and_then(|at| candidates.get_mut(at)) {
                    candidate.is_taken = true;
                }
            }
        }
    }

    /// Finds the todos whose text the remaining items say in other words: the most alike pair
    /// first, and of those the nearest. What a person decided comes last, and not in a new plan.
    fn take_alike(&mut self, items: &[Item<'_>], mode: Mode, is_partial: bool, notes: &mut Notes) {
        let mut pairs = self.pairs(items, mode, is_partial);
        let mut is_checked = is_partial;
        loop {
            pairs.retain(|pair| self.is_left(pair));
            let Some(best) = pairs.iter().max_by_key(|pair| pair.rank()).copied() else { return };
            let is_reworded = best.likeness < SAME;
            let is_denied = best.is_decided && is_reworded;
            // The rest of a call that is still being written may keep something.
            if is_denied && !is_checked && self.is_new_plan(items) {
                return;
            }
            is_checked |= is_denied;
            let (Some(slot), Some(candidate)) =
                (self.found.get_mut(best.item), self.candidates.get_mut(best.candidate))
            else {
                return;
            };
            *slot = Some(best.candidate);
            (candidate.is_taken, candidate.is_reworded) = (true, is_reworded);
            let content = items.get(best.item).and_then(|item| item.text(TextField::Content));
            if let Some(content) = content.filter(|_| is_denied) {
                let parts = [excerpt(content), excerpt(candidate.todo.content())];
                let text = fill("{} read as {}", &parts);
                notes.push(Note::new(NoteKind::ReadAs, &[candidate.todo.key], text));
            }
        }
    }

    /// Returns whether the list keeps nothing of the list, and most of its items have the words of
    /// no todo.
    fn is_new_plan(&self, items: &[Item<'_>]) -> bool {
        let is_on_list = |at: &usize| self.candidates.get(*at).is_some_and(Candidate::is_on_list);
        if self.found.iter().flatten().any(is_on_list) {
            return false;
        }
        let known = self.candidates.iter().flat_map(Candidate::texts).map(Words::of);
        let known: Vec<Words<'_>> = known.collect();
        let has_known_words = |item: &&Item<'_>| {
            let words = Words::of(item.text(TextField::Content).unwrap_or_default());
            known.iter().any(|known| known.likeness(&words, OF_DECIDED).is_some())
        };
        items.iter().filter(has_known_words).count() * 2 <= items.len()
    }

    /// Returns the remaining items with the remaining todos whose words they have.
    fn pairs(&self, items: &[Item<'_>], mode: Mode, is_partial: bool) -> Vec<Pair> {
        let unmatched = || {
            let items = items.iter().enumerate().zip(&self.found);
            let left = items.filter(|(_, found)| found.is_none()).map(|(item, _)| item);
            left.filter_map(|(index, item)| Some((index, item, item.text(TextField::Content)?)))
        };
        let left = || {
            let candidates = self.candidates.iter().enumerate();
            candidates.filter(|(_, candidate)| candidate.is_free())
        };
        let mut pairs = Vec::new();
        let number = unmatched().count().saturating_mul(left().count());
        if number == 0 || number > MAX_PAIRS {
            return pairs;
        }
        let left: Vec<(usize, &Candidate<'_>, Words<'_>)> = left()
            .flat_map(|(at, it)| it.texts().map(move |text| (at, it, Words::of(text))))
            .collect();
        for (item, stated, content) in unmatched() {
            let is_open = stated.status.is_none_or(|parsed| !parsed.status.is_settled());
            let words = Words::of(content);
            for (candidate, known, known_words) in &left {
                if mode == Mode::Merge && !known.may_be_merged(stated) {
                    continue;
                }
                // While the model is still writing, a later item may fit better. But what the
                // policy will deny is not shown.
                let is_exact = mode == Mode::Merge
                    || is_partial && !(known.is_decided || known.is_replaced)
                    || !known.may_be_reworded(is_open);
                let likeness = known_words.likeness(&words, known.enough());
                let likeness = likeness.filter(|likeness| *likeness == SAME || !is_exact);
                pairs.extend(likeness.map(|likeness| Pair {
                    likeness,
                    item,
                    candidate: *candidate,
                    is_decided: known.is_decided,
                }));
            }
        }
        pairs
    }

    /// Returns whether neither the item nor the todo of a pair is taken. Of what a person decided,
    /// the same text may stand several times.
    fn is_left(&self, pair: &Pair) -> bool {
        let is_free = |candidate: &Candidate<'_>| match pair.likeness {
            SAME => candidate.is_free(),
            _ => !candidate.is_taken,
        };
        self.found.get(pair.item) == Some(&None)
            && self.candidates.get(pair.candidate).is_some_and(is_free)
    }

    /// Returns what an item means. Another text of a todo that has to be confirmed, that is on hold
    /// or that another owner has is a new todo.
    fn meaning(&self, index: usize, is_restricted: bool) -> ItemMatch {
        let found = self.found.get(index).copied().flatten();
        let Some(candidate) = found.and_then(|at| self.candidates.get(at)) else {
            return ItemMatch::New { confirm: false };
        };
        match candidate.index {
            Some(_) if is_restricted && candidate.is_reserved && candidate.is_reworded => {
                ItemMatch::New { confirm: candidate.is_to_confirm() }
            }
            Some(index) => ItemMatch::Here(index),
            None => ItemMatch::Elsewhere(Rc::clone(candidate.todo)),
        }
    }
}

/// An item and a todo of which the longer text has all words of the shorter one.
#[derive(Clone, Copy)]
struct Pair {
    likeness: Likeness,
    item: usize,
    candidate: usize,
    is_decided: bool,
}

impl Pair {
    /// Returns a rank, of which the highest comes first.
    fn rank(&self) -> (bool, Likeness, Reverse<usize>, Reverse<usize>) {
        let steps = self.item.abs_diff(self.candidate);
        (!self.is_decided, self.likeness, Reverse(steps), Reverse(self.item))
    }
}

/// What another wording has of the text of a todo.
const ALL_WORDS: Enough = Enough { words: 2, fifths: 5 };
/// The same for a todo that a person settled or removed, where a wrong match denies a new todo.
const OF_DECIDED: Enough = Enough { words: 3, fifths: 5 };
/// The same for a todo whose text a person replaced, which would stand beside the new one.
const OF_REPLACED: Enough = Enough { words: 2, fifths: 3 };

/// The maximum number of pairs of an item and a todo that are compared. With more, the list counts
/// as another one.
const MAX_PAIRS: usize = 10_000;

/// Returns the hashes by which the todos are found that an item may mean: of its text, its name,
/// its key and its position.
fn hashes_of(item: &Item<'_>) -> [Option<u32>; 4] {
    let name = item.text(TextField::Name);
    let key = |name: &str| {
        let number = || u32::try_from(parse_decimal(name)?).ok().map(Key);
        Key::parse_str(name.trim_start_matches('#')).or_else(number)
    };
    let content = item.text(TextField::Content).map(hash);
    let key = name.and_then(key).map(|key| key.0);
    [content, name.map(hash), key, item.position.map(|id| id.0 as u32)]
}

/// Returns the candidates: the todos of the draft in order, those that were added since, and those
/// that left.
fn candidates<'a>(draft: &'a Draft<'_>, has_names: bool) -> Vec<Candidate<'a>> {
    let (current, provenance) = (draft.current.list(), draft.current.provenance());
    let of_person = |key| provenance.of(key).filter(|provenance| provenance.has_person());
    let is_restricted = draft.actor.author.is_restricted();
    let mut candidates = Vec::with_capacity(draft.requested.len());
    for (index, todo) in draft.requested.iter().enumerate() {
        let current = find_near(current, index, todo.key);
        let name = if has_names { model_name(&draft.requested, todo) } else { String::new() };
        candidates.push(Candidate {
            index: Some(index),
            current,
            removed: if current.is_none() { provenance.tombstone(todo.key) } else { None },
            id: if has_names { draft.position_of(todo.key) } else { None },
            provenance: of_person(todo.key),
            is_reserved: current.is_some_and(|current| is_reserved(draft, current)),
            ..Candidate::of(todo, name)
        });
    }
    if Rc::ptr_eq(&draft.base, draft.current.shared_list()) && !provenance.has_person() {
        return candidates;
    }
    let is_in_draft =
        |key| find(&draft.requested, key).is_some() || find(&draft.base, key).is_some();
    for todo in current.iter().filter(|todo| !is_in_draft(todo.key)) {
        let (current, provenance) = (Some(todo), of_person(todo.key));
        let candidate = Candidate::of(todo, model_name(draft.current.list(), todo));
        candidates.push(Candidate { current, provenance, ..candidate });
    }
    let is_held = |tombstone: &&Tombstone| {
        let key = tombstone.todo.key;
        tombstone.is_protected_by_person()
            && find(&draft.requested, key).is_none()
            && find(current, key).is_none()
    };
    // The latest first.
    let mut removed: Vec<&Tombstone> = provenance.tombstones().filter(is_held).collect();
    removed.reverse();
    candidates.extend(removed.into_iter().map(|tombstone| {
        let todo = &tombstone.todo;
        let name = todo.text(TextField::Name);
        let name = name.filter(|name| find_named(current, name).is_none());
        let name = name.map_or_else(|| todo.key.to_text(), str::to_owned);
        Candidate { removed: Some(tombstone), ..Candidate::of(todo, name) }
    }));
    for candidate in candidates.iter_mut().filter(|_| is_restricted) {
        candidate.is_decided = match candidate.current {
            Some(current) => is_settled_by_person(current, candidate.provenance),
            None => candidate.removed.is_some_and(Tombstone::is_protected_by_person),
        };
        let content = Aspect::Text(TextField::Content);
        candidate.is_replaced = candidate
            .provenance
            .is_some_and(|it| it.was_written_later(content) && it.is_by_person(content));
    }
    candidates
}

/// A todo that an item may mean.
struct Candidate<'a> {
    /// The index in the draft, or `None` if it is not in the draft.
    index: Option<usize>,
    /// The todo as the writer knows it. If it is not in the draft, as it is today or was last.
    todo: &'a Rc<Todo>,
    /// The todo as it is on the list today.
    current: Option<&'a Rc<Todo>>,
    /// The record of a todo that left.
    removed: Option<&'a Tombstone>,
    /// The position that refers to it.
    id: Option<Id>,
    /// The name that the model uses for it. If the todo left and another one has its name today,
    /// the key.
    model_name: String,
    /// Its provenance, if a person wrote any aspect of it.
    provenance: Option<&'a Provenance>,
    /// Whether the writer is restricted, and a person settled or removed it.
    is_decided: bool,
    /// Whether the writer is restricted, and a person replaced its text.
    is_replaced: bool,
    /// Whether another wording of it means another todo.
    is_reserved: bool,
    /// Whether an item already means it.
    is_taken: bool,
    /// Whether that item rewords it.
    is_reworded: bool,
}

impl<'a> Candidate<'a> {
    /// Creates a candidate that is not in the draft.
    const fn of(todo: &'a Rc<Todo>, model_name: String) -> Self {
        Self {
            index: None,
            todo,
            current: None,
            removed: None,
            id: None,
            model_name,
            provenance: None,
            is_decided: false,
            is_replaced: false,
            is_reserved: false,
            is_taken: false,
            is_reworded: false,
        }
    }

    /// Returns whether an item may still mean it. Several may mean one that a person removed or
    /// settled.
    fn is_free(&self) -> bool {
        !self.is_taken || self.removed.is_some_and(Tombstone::is_protected_by_person)
    }

    fn is_on_list(&self) -> bool {
        self.current.is_some()
    }

    fn is_to_confirm(&self) -> bool {
        self.current.is_some_and(|current| current.details.flags.confirm)
    }

    /// Returns whether an item in other words may mean it. `is_open` is whether the item is: it
    /// does not reopen what is settled, except for the policy to deny that.
    fn may_be_reworded(&self, is_open: bool) -> bool {
        if self.is_decided {
            return self.removed.is_none_or(|tombstone| !tombstone.is_left_out);
        }
        let is_settled = self.current.unwrap_or(self.todo).status().is_settled();
        self.index.is_some() && !(is_open && is_settled)
    }

    /// Returns what an item in other words has to have of its texts.
    const fn enough(&self) -> Enough {
        match (self.is_decided, self.is_replaced) {
            (true, _) => OF_DECIDED,
            (false, true) => OF_REPLACED,
            (false, false) => ALL_WORDS,
        }
    }

    /// Returns whether an item that is merged may mean it by its text: if it did not leave, and is
    /// open or only one of them has an id.
    fn may_be_merged(&self, item: &Item<'_>) -> bool {
        let has_names =
            item.text(TextField::Name).is_some() && self.todo.text(TextField::Name).is_some();
        let is_open = !self.current.unwrap_or(self.todo).status().is_settled();
        self.removed.is_none() && (is_open || !has_names)
    }

    /// Returns the contents that the todo has, and those that a person replaced or that left.
    fn texts(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let current = self.current.filter(|current| !Rc::ptr_eq(current, self.todo));
        let left = self.removed.map(|tombstone| &tombstone.todo);
        let left = left.filter(|left| !Rc::ptr_eq(left, self.todo));
        let todos = [Some(self.todo), current, left];
        todos.into_iter().flatten().map(|todo| todo.content()).chain(self.former_texts())
    }

    /// Returns the contents that a person replaced, and all that the todo had if it left.
    fn former_texts(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let is_in_draft = self.index.is_some();
        let replaced = self.provenance.filter(|provenance| {
            !is_in_draft || provenance.is_by_person(Aspect::Text(TextField::Content))
        });
        let provenance = [replaced, self.removed.map(|tombstone| &tombstone.provenance)];
        let contents = provenance.into_iter().flatten();
        contents.flat_map(|provenance| &provenance.previous_contents).map(Content::as_str)
    }

    /// Returns the hashes by which it is found.
    fn hashes(&self) -> impl Iterator<Item = u32> {
        let name = Some(&*self.model_name).filter(|name| !name.is_empty());
        let ids = [Some(self.todo.key.0), self.id.map(|id| id.0 as u32)];
        self.texts().chain(name).map(hash).chain(ids.into_iter().flatten())
    }

    /// Returns whether an item has the name or the position of this todo.
    fn has_id_of(&self, item: &Item<'_>) -> bool {
        item.text(TextField::Name) == Some(&self.model_name)
            || item.position.is_some() && item.position == self.id
    }

    /// Returns how an item fits this todo, if it does.
    fn fit(&self, item: &Item<'_>, mode: Mode) -> Option<Fit> {
        let content = item.text(TextField::Content);
        let (has_id, is_in_draft) = (self.has_id_of(item), self.index.is_some());
        if mode == Mode::Merge {
            if let Some(fit) = self.fit_by_id(item, has_id) {
                return Some(fit);
            }
            if !self.may_be_merged(item) {
                return None;
            }
        }
        let content = content?;
        let is_today = self.current.is_some_and(|current| current.content() == content);
        if !is_today && self.todo.content() != content {
            return self.former_texts().any(|text| text == content).then_some(Fit::Former);
        }
        let is_by_person =
            || self.provenance.is_some_and(|provenance| provenance.is_by_person(Aspect::Presence));
        Some(match self.current {
            Some(_) if is_in_draft && has_id => Fit::Both,
            Some(_) if is_in_draft && is_by_person() => Fit::Persons,
            Some(_) if is_in_draft && is_today => Fit::Today,
            Some(_) if is_in_draft => Fit::Known,
            Some(_) => Fit::Since,
            None if is_in_draft => Fit::Left,
            None => Fit::Former,
        })
    }

    /// Returns how an item that is merged fits this todo by its id, if it does.
    fn fit_by_id(&self, item: &Item<'_>, has_id: bool) -> Option<Fit> {
        let (name, content) = (item.text(TextField::Name), item.text(TextField::Content));
        let has_text = content.is_some_and(|content| self.texts().any(|text| text == content));
        let is_key = name.and_then(|name| Key::parse_str(name.trim_start_matches('#')))
            == Some(self.todo.key);
        if self.removed.is_some() && content.is_some() {
            let is_number = name.is_some() && name == self.todo.key.to_text().get(1..);
            let is_called_so = has_id || is_key || is_number && has_text;
            return is_called_so.then_some(if has_text { Fit::Both } else { Fit::Key });
        }
        match self.index {
            Some(_) if has_id => Some(if has_text { Fit::Both } else { Fit::Id }),
            // A model may number its own todos like keys.
            Some(_) if is_key && content.is_none() => Some(Fit::Key),
            Some(_) | None => None,
        }
    }
}

/// Returns whether a rewording of a todo means another one: it has to be confirmed, it is on hold,
/// or another owner has it.
fn is_reserved(draft: &Draft<'_>, current: &Todo) -> bool {
    let is_open = !current.status().is_settled();
    let is_owned = || draft.actor.author.is_restricted() && is_of_another(&draft.actor, current);
    is_open && (current.details.flags.confirm || current.is_on_hold() || is_owned())
}

/// Returns the old and the new key of each todo of another store's list. The new one is that of a
/// todo with the same content that is or was on the list here, otherwise one that is not used yet.
pub(crate) fn map_foreign_keys(
    foreign: &List,
    store: &TodoStore,
    next_key: &mut u32,
) -> Vec<(Key, Key)> {
    let (list, provenance) = (store.list(), store.provenance());
    let texts = HashIndex::of_texts(list.len(), &|at| list.get(at).map(|todo| todo.content()));
    let mut taken = vec![false; list.len()];
    let mut found: Vec<Option<Key>> = vec![None; foreign.len()];
    // The same key, the same text, a text that somebody replaced since.
    for criterion in 0..3 {
        for (base, slot) in foreign.iter().zip(&mut found).filter(|(_, slot)| slot.is_none()) {
            let mut has_text = |at: usize| {
                let is_free = taken.get(at) == Some(&false);
                is_free && list.get(at).is_some_and(|todo| todo.content() == base.content())
            };
            let at = match criterion {
                0 => index_of(list, base.key).filter(|at| has_text(*at)),
                1 => texts.find(hash(base.content()), &mut has_text),
                _ => list.iter().zip(&taken).position(|(todo, is_taken)| {
                    let provenance = provenance.of(todo.key).filter(|_| !is_taken);
                    provenance.is_some_and(|it| it.had_content(base.content()))
                }),
            };
            if let Some(is_taken) = at.and_then(|at| taken.get_mut(at)) {
                *is_taken = true;
            }
            *slot = at.and_then(|at| list.get(at)).map(|todo| todo.key);
        }
    }
    let mut keys: Vec<(Key, Key)> = Vec::with_capacity(foreign.len());
    for (base, here) in foreign.iter().zip(found) {
        let same_content = |tombstone: &&Tombstone| {
            let is_taken = keys.iter().any(|(_, current)| *current == tombstone.todo.key);
            tombstone.todo.content() == base.content() && !is_taken
        };
        let with_key = || provenance.tombstone(base.key).filter(same_content);
        let with_text = || provenance.tombstones().filter(same_content).last();
        let tombstone = || with_key().or_else(with_text).map(|tombstone| tombstone.todo.key);
        let same = here.or_else(tombstone);
        keys.push((base.key, same.unwrap_or(Key(*next_key))));
        *next_key += u32::from(same.is_none());
    }
    keys
}
