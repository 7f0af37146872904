//! Matches the items of a call to the todos of the list, before the policy is asked.
//!
//! All known todos are searched: those of the turn, those that were added since, and those that
//! left. A whole list is matched by text first and by id second. Merged items are matched by id
//! first and by text second.
//!
//! A text matches, in this order:
//!
//! 1. the todo that has this text today,
//! 2. the todo that the writer knows by it, the model's own first,
//! 3. a todo that was added since,
//! 4. the todo whose text a person replaced,
//! 5. the todo that left the list last.
//!
//! The same follows for texts that differ only in their spelling ([`spelling`]): models send "Pay."
//! for "Pay".
//!
//! Then an item of a whole list matches a todo that it rewords ([`crate::change::similarity`]), and
//! last by its id. A whole list without any text of the list, exact or reworded, is a new plan:
//! models number its items from 1 again, so their ids mean new todos.
//!
//! An item that matches nothing is a new todo.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::rc::Rc;

use crate::change::draft::Draft;
use crate::change::policy::is_settled_by_person;
use crate::change::similarity::TokenSet;
use crate::forms::item_schema::{Item, model_name};
use crate::list::delta::Aspect;
use crate::list::history::List;
use crate::list::indexed_list::{find, find_named, find_near};
use crate::list::owners::is_of_another;
use crate::list::provenance::{Provenance, Tombstone};
use crate::list::store::TodoStore;
use crate::list::todo::{Id, Key, TextField, Todo};
use crate::text::content::Content;
use crate::text::decimal::parse_decimal;
use crate::text::hash_index::{HashIndex, hash};
use crate::text::spelling::spelling;

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
    /// The todo at this index of the draft, whose text the item rewords.
    Reworded(usize),
    /// A todo that is not in the draft: somebody added it since, or it left the list.
    Elsewhere(Rc<Todo>),
    /// A new todo. It has to be confirmed if it replaces one that has to be.
    New { confirm: bool },
    /// A new todo whose text has those of these todos in it.
    Merged(Vec<Key>),
}

impl ItemMatch {
    /// Returns the index in the draft, if the todo has one.
    pub fn index(&self) -> Option<usize> {
        match self {
            Self::Here(index) | Self::Reworded(index) => Some(*index),
            Self::Elsewhere(_) | Self::New { .. } | Self::Merged(_) => None,
        }
    }
}

/// A criterion by which an item matches a todo.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MatchKey {
    /// The id and the text.
    Both,
    /// The text that the todo has today. The todo is in the draft.
    Today,
    /// The text by which the writer knows the todo.
    Known,
    /// Like `Today` or `Known`, for a todo that a person added.
    Persons,
    /// The text of a todo that was added since.
    Since,
    /// A text that the todo had before a person reworded it.
    Called,
    /// The name that the model uses for the todo, or its position.
    Name,
    /// The key, sent as a name.
    Key,
    /// The text or the key of a todo that left the list.
    Removed,
}

impl MatchKey {
    /// Returns whether only an item with a text can match by this criterion.
    fn is_text(self, mode: Mode) -> bool {
        match self {
            Self::Both | Self::Today | Self::Known | Self::Persons | Self::Called | Self::Since => {
                true
            }
            Self::Name | Self::Key => false,
            Self::Removed => mode == Mode::Replace,
        }
    }
}

/// The order of the criteria for an item of a whole list. Each group is tried on the list first,
/// and then among the todos that left. Text comes before name, because models that number their
/// items renumber them when they insert one.
const BY_TEXT: [&[MatchKey]; 2] = [
    &[MatchKey::Both, MatchKey::Today, MatchKey::Known, MatchKey::Persons, MatchKey::Since],
    &[MatchKey::Called, MatchKey::Removed],
];
const BY_NAME: &[MatchKey] = &[MatchKey::Name, MatchKey::Key];
/// The order of the criteria for an item that is merged. Names come first.
const MERGING: [&[MatchKey]; 3] = [
    &[MatchKey::Both, MatchKey::Name, MatchKey::Key],
    &[MatchKey::Today, MatchKey::Known, MatchKey::Persons, MatchKey::Since],
    &[MatchKey::Called, MatchKey::Removed],
];

/// Finds the todo with a content, if there is exactly one.
pub(crate) fn find_only<'d>(draft: &'d Draft<'_>, content: &str) -> Option<&'d Rc<Todo>> {
    let mut same = draft.requested.iter().filter(|todo| todo.content() == content);
    same.next().filter(|_| same.next().is_none())
}

/// Returns the todo to which each item is matched. `repeated` has for each item whether its texts
/// are those of the todo at its index.
pub(crate) fn match_items(
    draft: &Draft<'_>,
    items: &[Item<'_>],
    repeated: &[bool],
    mode: Mode,
) -> Vec<ItemMatch> {
    let has_names =
        items.iter().any(|item| item.text(TextField::Name).is_some() || item.position.is_some());
    // The search for an item begins at its index, so it would find these at once.
    let first = if has_names { 0 } else { count_repeated(draft, repeated) };
    if first == items.len() {
        return (0..first).map(ItemMatch::Here).collect();
    }
    let candidates = candidates(draft, mode, has_names);
    let mut matching = Matching::new(candidates, items.len(), first, mode, has_names);
    let (order, by_text): (&[&[MatchKey]], &[&[MatchKey]]) = match mode {
        Mode::Merge => (&MERGING, MERGING.get(1..).unwrap_or_default()),
        Mode::Replace => (&BY_TEXT, &BY_TEXT),
    };
    matching.search(order, items);
    if let Some(respelled) = matching.respell(items) {
        matching.search(by_text, &respelled);
    }
    let mut rewordings = Rewordings::default();
    // While the model is still writing, a later item may fit better.
    let is_exact = draft.is_partial || mode == Mode::Merge;
    if !is_exact {
        rewordings = matching.find_reworded(items, draft.actor.author.is_restricted());
        if !matching.is_new_plan(items, &rewordings) {
            matching.search(&[BY_NAME], items);
        }
    }
    let items = items.iter().enumerate();
    items.map(|(index, item)| matching.meaning(draft, index, item, &rewordings)).collect()
}

/// The todos that the items of a call may mean, and those that were found for them.
struct Matching<'a> {
    candidates: Vec<Candidate<'a>>,
    /// For each item the index of its candidate.
    found: Vec<Option<usize>>,
    finder: Finder,
    /// Whether any item has a name or a position.
    has_names: bool,
}

impl<'a> Matching<'a> {
    /// Begins with the `first` items already found, each at its own index.
    fn new(
        mut candidates: Vec<Candidate<'a>>,
        items: usize,
        first: usize,
        mode: Mode,
        has_names: bool,
    ) -> Self {
        candidates.iter_mut().take(first).for_each(|candidate| candidate.is_taken = true);
        let found = (0..items).map(|index| (index < first).then_some(index)).collect();
        let finder = Finder::of(&candidates, mode);
        Self { candidates, found, finder, has_names }
    }

    /// Finds the todos of the items that have none yet, by one criterion after the other.
    fn search(&mut self, order: &[&[MatchKey]], items: &[Item<'_>]) {
        let has_candidates = !self.candidates.is_empty();
        let is_known = |item: &Item<'_>| {
            let mut is_known = false;
            let content = item.text(TextField::Content).filter(|_| has_candidates).map(hash);
            content.into_iter().for_each(|hash| self.finder.each(hash, &mut |_| is_known = true));
            is_known
        };
        let are_known: Vec<bool> = items.iter().map(is_known).collect();
        for group in order {
            for is_live in [true, false] {
                for match_key in *group {
                    self.find_each(*match_key, is_live, items, &are_known);
                }
            }
        }
    }

    /// Finds the todo of each item that has none yet, by one criterion. `are_known` says of which
    /// items the text is known: the others can match only by an id.
    fn find_each(
        &mut self,
        match_key: MatchKey,
        is_live: bool,
        items: &[Item<'_>],
        are_known: &[bool],
    ) {
        let needs_name = matches!(match_key, MatchKey::Both | MatchKey::Name | MatchKey::Key);
        let is_candidate = |candidate: &Candidate<'_>| candidate.current.is_some() == is_live;
        if needs_name && !self.has_names
            || self.found.iter().all(Option::is_some)
            || !self.candidates.iter().any(is_candidate)
        {
            return;
        }
        let is_text = match_key.is_text(self.finder.mode);
        for (index, ((item, found), is_known)) in
            items.iter().zip(&mut self.found).zip(are_known).enumerate()
        {
            if found.is_none() && (*is_known || !is_text) {
                // Of those that left, the latest comes first.
                let from = if match_key == MatchKey::Removed { 0 } else { index };
                *found =
                    find_by(match_key, is_live, item, from, &mut self.candidates, &self.finder);
            }
        }
    }

    /// Returns what an item means.
    fn meaning(
        &self,
        draft: &Draft<'_>,
        index: usize,
        item: &Item<'_>,
        rewordings: &Rewordings,
    ) -> ItemMatch {
        let found = self.found.get(index).copied().flatten();
        let Some(candidate) = found.and_then(|at| self.candidates.get(at)) else {
            let merged = rewordings.merged.iter().find(|(item, _)| *item == index);
            if let Some((_, keys)) = merged {
                return ItemMatch::Merged(keys.clone());
            }
            let reserved = rewordings.reserved.iter().find(|(item, _)| *item == index);
            let of_reserved = reserved.map(|(_, confirm)| ItemMatch::New { confirm: *confirm });
            return of_reserved.unwrap_or_else(|| new(draft, item));
        };
        match candidate.index {
            // If the item has the id of the todo, it needs no note about its text.
            Some(at) if rewordings.items.contains(&index) && !candidate.has_id_of(item) => {
                ItemMatch::Reworded(at)
            }
            Some(index) => ItemMatch::Here(index),
            None => ItemMatch::Elsewhere(Rc::clone(candidate.todo)),
        }
    }

    /// Returns the items with the texts of the todos from which they differ only in their spelling,
    /// or `None` if there is no such item. All other items are returned without a text.
    fn respell<'i>(&self, items: &[Item<'i>]) -> Option<Vec<Item<'i>>> {
        let Self { candidates, found, .. } = self;
        let is_left = |(item, found): &(&Item<'_>, &Option<usize>)| {
            found.is_none() && item.text(TextField::Content).is_some()
        };
        if candidates.is_empty() || !items.iter().zip(found).any(|pair| is_left(&pair)) {
            return None;
        }
        let may_be_meant = |candidate: &&Candidate<'_>| {
            let is_listed = candidate.index.is_some() || candidate.current.is_some();
            !candidate.is_taken && is_listed
                || candidate.removed.is_some_and(Tombstone::is_protected_by_person)
        };
        let texts: Vec<&str> =
            candidates.iter().filter(may_be_meant).flat_map(Candidate::texts).collect();
        let spellings: Vec<Option<u32>> = texts.iter().map(|text| spelling(text)).collect();
        let indices = HashIndex::of(texts.len(), &|at| *spellings.get(at)?);
        let same_text = |(item, found): (&Item<'_>, &Option<usize>)| {
            let content = item.text(TextField::Content).filter(|_| found.is_none())?;
            let spelled = spelling(content)?;
            let is_same = &mut |at| spellings.get(at) == Some(&Some(spelled));
            texts.get(indices.find(spelled, is_same)?).copied()
        };
        let same_texts: Vec<Option<&str>> = items.iter().zip(found).map(same_text).collect();
        if same_texts.iter().all(Option::is_none) {
            return None;
        }
        let respelled = items.iter().zip(same_texts).map(|(item, text)| {
            let mut respelled = Item::default();
            if let Some(text) = text {
                respelled.texts.clone_from(&item.texts);
                respelled.position = item.position;
                respelled.set_content(Cow::Owned(text.to_owned()));
            }
            respelled
        });
        Some(respelled.collect())
    }

    /// Finds the todos that the remaining items reword, the most similar pair first. If a todo is
    /// reserved and the writer is restricted, the item is a new todo.
    fn find_reworded(&mut self, items: &[Item<'_>], is_restricted: bool) -> Rewordings {
        let Self { candidates, found, .. } = self;
        let mut rewordings = Rewordings::default();
        let is_left = |candidate: &&Candidate<'_>| !candidate.is_taken && candidate.index.is_some();
        if found.iter().all(Option::is_some)
            || !candidates.iter().any(|candidate| is_left(&candidate))
        {
            return rewordings;
        }
        let left = candidates.iter().filter(is_left).count();
        let unmatched = items
            .iter()
            .zip(&*found)
            .filter(|(item, found)| found.is_none() && item.text(TextField::Content).is_some());
        if left.saturating_mul(unmatched.count()) > MAX_PAIRS {
            return rewordings;
        }
        let todos = candidates.iter().enumerate().filter(|(_, candidate)| is_left(candidate));
        let worded =
            |(at, candidate): (usize, &Candidate<'a>)| (at, TokenSet::of(candidate.todo.content()));
        let todos: Vec<(usize, TokenSet<'a>)> = todos.map(worded).collect();
        let mut pairs = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let is_found = found.get(index).is_some_and(Option::is_some);
            let Some(content) = item.text(TextField::Content).filter(|_| !is_found) else {
                continue;
            };
            let tokens = TokenSet::of(content);
            let parts = find_parts(&tokens, &todos, candidates, is_restricted);
            if parts.len() > 1 {
                let mut keys = Vec::new();
                for at in parts {
                    let Some(candidate) = candidates.get_mut(at) else { continue };
                    candidate.is_taken = true;
                    keys.push(candidate.todo.key);
                }
                rewordings.merged.push((index, keys));
                continue;
            }
            let is_open = item.status.is_none_or(|parsed| !parsed.status.is_settled());
            for (at, known_wording) in &todos {
                if !tokens.may_be_like(known_wording)
                    || candidates.get(*at).is_none_or(|candidate| candidate.is_taken)
                {
                    continue;
                }
                let opens =
                    is_open && candidates.get(*at).is_some_and(|candidate| candidate.is_settled());
                let likeness = known_wording.likeness(&tokens).filter(|_| !opens);
                pairs.extend(likeness.map(|it| (it, Reverse(index.abs_diff(*at)), index, *at)));
            }
        }
        pairs.retain(|(.., at)| candidates.get(*at).is_some_and(|candidate| !candidate.is_taken));
        while let Some((.., index, at)) = pairs.iter().max().copied() {
            pairs.retain(|(.., item, todo)| *item != index && *todo != at);
            let (Some(slot), Some(candidate)) = (found.get_mut(index), candidates.get_mut(at))
            else {
                break;
            };
            if is_restricted && candidate.is_reserved {
                let confirms =
                    candidate.current.is_some_and(|current| current.details.flags.confirm);
                rewordings.reserved.push((index, confirms));
            } else {
                rewordings.items.push(index);
                (*slot, candidate.is_taken) = (Some(at), true);
            }
        }
        rewordings
    }

    /// Returns whether a whole list is a new plan: it has no text of the list, exact or reworded.
    fn is_new_plan(&self, items: &[Item<'_>], rewordings: &Rewordings) -> bool {
        let is_on_list = |at: &usize| {
            self.candidates.get(*at).is_some_and(|candidate| candidate.current.is_some())
        };
        items.iter().all(|item| item.text(TextField::Content).is_some())
            && rewordings.reserved.is_empty()
            && rewordings.merged.is_empty()
            && !self.found.iter().flatten().any(is_on_list)
    }
}

/// The items of a whole list that reword a todo.
#[derive(Default)]
struct Rewordings {
    /// The items that mean the todo.
    items: Vec<usize>,
    /// The items that mean a new todo, because the one that they reword is reserved. The flag is
    /// whether the new one has to be confirmed.
    reserved: Vec<(usize, bool)>,
    /// The items that mean a new todo, as their texts have those of several todos in them.
    merged: Vec<(usize, Vec<Key>)>,
}

/// Finds the open todos whose texts are part of the text of an item, side by side. A single word is
/// no part.
fn find_parts(
    tokens: &TokenSet<'_>,
    todos: &[(usize, TokenSet<'_>)],
    candidates: &[Candidate<'_>],
    is_restricted: bool,
) -> Vec<usize> {
    let is_part = |(at, wording): &&(usize, TokenSet<'_>)| {
        let is_free = |candidate: &Candidate<'_>| {
            let is_kept = is_restricted && candidate.is_reserved;
            !(candidate.is_taken || candidate.is_settled() || is_kept)
        };
        wording.count() > 1
            && wording.is_part_of(tokens)
            && candidates.get(*at).is_some_and(is_free)
    };
    let parts: Vec<_> = todos.iter().filter(is_part).collect();
    let words = parts.iter().map(|(_, wording)| wording.count()).sum::<usize>();
    // Otherwise one of them is part of another one.
    let is_side_by_side = words <= tokens.count();
    parts.into_iter().filter(|_| is_side_by_side).map(|(at, _)| *at).collect()
}

/// The maximum number of pairs of an item and a todo that are compared. With more, the list counts
/// as another one.
const MAX_PAIRS: usize = 2_500;

/// Returns how many items at the beginning repeat the text that the todo at their index has today.
/// Stops at a todo that a person added.
fn count_repeated(draft: &Draft<'_>, repeated: &[bool]) -> usize {
    let (current, provenance) = (draft.current.list(), draft.current.provenance());
    let has_person = provenance.has_person();
    let repeats_todo = |(index, (is_repeated, todo)): &(usize, (&bool, &Rc<Todo>))| {
        let same_today =
            |current: &Rc<Todo>| Rc::ptr_eq(current, todo) || current.content() == todo.content();
        **is_repeated
            && find_near(current, *index, todo.key).is_some_and(same_today)
            && !(has_person && provenance.is_by_person(todo.key, Aspect::Presence))
    };
    repeated.iter().zip(&draft.requested).enumerate().take_while(repeats_todo).count()
}

/// An index of the candidates by the texts that a todo has or had, its name, its position and its
/// key. As it compares hashes, what it finds still has to be checked.
struct Finder {
    mode: Mode,
    /// Each hash with the index of the todo.
    hashes: Vec<(u32, usize)>,
    indices: HashIndex,
}

impl Finder {
    fn of(candidates: &[Candidate<'_>], mode: Mode) -> Self {
        let mut hashes = Vec::with_capacity(candidates.len());
        for (index, candidate) in candidates.iter().enumerate() {
            let name = Some(&*candidate.model_name).filter(|name| !name.is_empty());
            hashes.extend(candidate.texts().chain(name).map(|text| (hash(text), index)));
            hashes.push((candidate.todo.key.0, index));
            hashes.extend(candidate.id.map(|id| (id.0 as u32, index)));
        }
        let indices = HashIndex::of(hashes.len(), &|at| Some(hashes.get(at)?.0));
        Self { mode, hashes, indices }
    }

    /// Calls `see` with the indices of the todos for a hash.
    fn each(&self, hash: u32, see: &mut dyn FnMut(usize)) {
        self.indices.find(hash, &mut |at| {
            if let Some((_, index)) = self.hashes.get(at).filter(|(known, _)| *known == hash) {
                see(*index);
            }
            false
        });
    }
}

/// Returns the hashes by which a [`Finder`] finds the todos that an item may mean.
fn hashes_of(item: &Item<'_>, is_text: bool) -> [Option<u32>; 3] {
    if is_text {
        return [item.text(TextField::Content).map(hash), None, None];
    }
    let name = item.text(TextField::Name);
    let key = |name: &str| {
        let number = || u32::try_from(parse_decimal(name)?).ok().map(Key);
        Key::parse_str(name.trim_start_matches('#')).or_else(number)
    };
    [name.map(hash), name.and_then(key).map(|key| key.0), item.position.map(|id| id.0 as u32)]
}

/// Returns the candidates: the todos of the draft in order, those that were added since, and those
/// that left.
fn candidates<'a>(draft: &'a Draft<'_>, mode: Mode, has_names: bool) -> Vec<Candidate<'a>> {
    let (current, provenance) = (draft.current.list(), draft.current.provenance());
    let mut candidates = Vec::with_capacity(draft.requested.len());
    for (index, todo) in draft.requested.iter().enumerate() {
        let current = find_near(current, index, todo.key);
        let known_provenance = provenance.of(todo.key).filter(|provenance| provenance.has_person());
        let has_another_owner = current.is_some_and(|current| has_another_owner(draft, current));
        let is_settled =
            current.is_some_and(|current| is_settled_by_person(current, known_provenance));
        let is_to_confirm =
            current.is_none_or(|current| current.details.flags.confirm || current.is_on_hold());
        candidates.push(Candidate {
            index: Some(index),
            todo,
            current,
            removed: if current.is_none() { provenance.tombstone(todo.key) } else { None },
            id: if has_names { draft.position_of(todo.key) } else { None },
            model_name: if has_names { model_name(&draft.requested, todo) } else { String::new() },
            provenance: known_provenance,
            is_guarded: known_provenance
                .is_some_and(|provenance| provenance.is_wanted(current.unwrap_or(todo)))
                || is_settled
                || has_another_owner
                || is_to_confirm,
            is_reserved: has_another_owner || is_to_confirm,
            is_fixed: has_another_owner || mode == Mode::Replace && is_settled,
            is_taken: false,
        });
    }
    if Rc::ptr_eq(&draft.base, draft.current.shared_list()) && !provenance.has_person() {
        return candidates;
    }
    let added_since = |todo: &&Rc<Todo>| {
        find(&draft.requested, todo.key).is_none() && find(&draft.base, todo.key).is_none()
    };
    for todo in current.iter().filter(added_since) {
        let provenance = provenance.of(todo.key).filter(|provenance| provenance.has_person());
        candidates.push(Candidate { current: Some(todo), provenance, ..Candidate::of(todo) });
    }
    let on_neither_list = |tombstone: &&Tombstone| {
        find(&draft.requested, tombstone.todo.key).is_none()
            && find(current, tombstone.todo.key).is_none()
    };
    // The latest first.
    let mut all_removed: Vec<&Tombstone> =
        provenance.tombstones().filter(on_neither_list).collect();
    all_removed.reverse();
    let is_named_today = |name: &str| find_named(current, name).is_some();
    candidates.extend(all_removed.iter().map(|tombstone| {
        let mut candidate =
            Candidate { removed: Some(tombstone), ..Candidate::of(&tombstone.todo) };
        if is_named_today(&candidate.model_name) {
            candidate.model_name = tombstone.todo.key.to_text();
        }
        candidate
    }));
    candidates
}

/// Returns a new todo for an item that matches none. If it replaces a todo that has to be
/// confirmed, it has to be confirmed too.
fn new(draft: &Draft<'_>, item: &Item<'_>) -> ItemMatch {
    let at = item.position.and_then(|id| draft.key_at(id).ok());
    let stands_for =
        at.and_then(|key| find(draft.current.list(), key).or(find(&draft.requested, key)));
    ItemMatch::New { confirm: stands_for.is_some_and(|todo| todo.details.flags.confirm) }
}

/// Finds the todo that an item means by one criterion. Most items are at the index of their todo,
/// so the search begins there.
fn find_by(
    match_key: MatchKey,
    is_live: bool,
    item: &Item<'_>,
    index: usize,
    candidates: &mut [Candidate<'_>],
    finder: &Finder,
) -> Option<usize> {
    let (mode, count) = (finder.mode, candidates.len());
    let matches_item = |candidate: &Candidate<'_>| {
        // Several items may match one todo that a person removed or settled.
        let is_free = !candidate.is_taken
            || match_key == MatchKey::Removed
                && candidate.removed.is_some_and(Tombstone::is_protected_by_person);
        candidate.current.is_some() == is_live
            && is_free
            && candidate.matches(item, match_key, mode)
    };
    let is_meant = |at: usize| candidates.get(at).is_some_and(&matches_item);
    let at = if is_meant(index) {
        index
    } else {
        let steps = |at: usize| match at.checked_sub(index) {
            Some(steps) => steps,
            None => at.wrapping_add(count),
        };
        let mut nearest: Option<usize> = None;
        for hash in hashes_of(item, match_key.is_text(mode) && match_key != MatchKey::Both)
            .into_iter()
            .flatten()
        {
            finder.each(hash, &mut |at| {
                let is_nearer = nearest.is_none_or(|known| steps(at) < steps(known));
                if is_nearer && is_meant(at) {
                    nearest = Some(at);
                }
            });
        }
        nearest?
    };
    if let Some(candidate) = candidates.get_mut(at) {
        candidate.is_taken = true;
    }
    Some(at)
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
    /// Whether another text at its position means another todo. This protects todos that a person
    /// wrote, added or settled, that have to be confirmed, that another owner has, or that left.
    is_guarded: bool,
    /// Whether a rewording of it means another todo: it has to be confirmed, or another owner has
    /// it.
    is_reserved: bool,
    /// Whether another text under its name means another todo too.
    is_fixed: bool,
    /// Whether an item already means it.
    is_taken: bool,
}

impl<'a> Candidate<'a> {
    /// Creates a candidate that is not in the draft.
    fn of(todo: &'a Rc<Todo>) -> Self {
        Self {
            index: None,
            todo,
            current: None,
            removed: None,
            id: None,
            model_name: todo
                .text(TextField::Name)
                .map_or_else(|| todo.key.to_text(), str::to_owned),
            provenance: None,
            is_guarded: true,
            is_reserved: true,
            is_fixed: true,
            is_taken: false,
        }
    }

    /// Returns the contents that the todo has or had.
    fn texts(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let tombstone = self.removed;
        let provenance = [self.provenance, tombstone.map(|tombstone| &tombstone.provenance)];
        let previous_contents =
            provenance.into_iter().flatten().flat_map(|provenance| &provenance.previous_contents);
        let current = self.current.filter(|current| !Rc::ptr_eq(current, self.todo));
        let todos = [Some(self.todo), current, tombstone.map(|tombstone| &tombstone.todo)];
        let contents = todos.into_iter().flatten().map(|todo| todo.content());
        contents.chain(previous_contents.map(Content::as_str))
    }

    /// Returns whether an item has the name or the position of this todo.
    fn has_id_of(&self, item: &Item<'_>) -> bool {
        item.text(TextField::Name) == Some(&self.model_name)
            || item.position.is_some() && item.position == self.id
    }

    fn is_settled(&self) -> bool {
        self.current.unwrap_or(self.todo).status().is_settled()
    }

    /// Returns whether an item means this todo by one criterion.
    fn matches(&self, item: &Item<'_>, match_key: MatchKey, mode: Mode) -> bool {
        let (name, content) = (item.text(TextField::Name), item.text(TextField::Content));
        let has_content = || content == Some(self.todo.content());
        let has_other_content = || content.is_some() && !has_content();
        let has_name = || name == Some(&self.model_name);
        let is_key = || {
            let key = name.and_then(|name| Key::parse_str(name.trim_start_matches('#')));
            key == Some(self.todo.key)
        };
        let has_position = || item.position.is_some() && item.position == self.id;
        let has_no_name = || self.todo.text(TextField::Name).is_none();
        let is_name_compatible = || mode == Mode::Replace || name.is_none() || has_no_name();
        let added_by_person =
            || self.provenance.is_some_and(|provenance| provenance.is_by_person(Aspect::Presence));
        let had_content = |provenance: &Provenance| {
            content.is_some_and(|content| provenance.had_content(content))
        };
        let has_content_of_today =
            || self.current.is_some_and(|current| content == Some(current.content()));
        let is_in_draft = self.index.is_some();
        match match_key {
            MatchKey::Both => is_in_draft && has_content() && (has_name() || has_position()),
            MatchKey::Name => {
                is_in_draft
                    && (has_name() && !(self.is_fixed && has_other_content())
                        || has_position() && !(self.is_guarded && has_other_content()))
            }
            MatchKey::Key => {
                // A model may number its own todos like that.
                is_in_draft && content.is_none() && is_key()
            }
            // Among equal texts the model's own comes first.
            MatchKey::Today => {
                is_in_draft && has_content_of_today() && is_name_compatible() && !added_by_person()
            }
            MatchKey::Known => {
                is_in_draft && has_content() && is_name_compatible() && !added_by_person()
            }
            MatchKey::Persons => {
                is_in_draft && (has_content() || has_content_of_today()) && is_name_compatible()
            }
            MatchKey::Called => {
                let may_be_former_text = |provenance: &&Provenance| {
                    !is_in_draft || provenance.is_by_person(Aspect::Text(TextField::Content))
                };
                self.provenance.filter(may_be_former_text).is_some_and(had_content)
                    && is_name_compatible()
            }
            MatchKey::Since => {
                !is_in_draft && self.current.is_some() && has_content() && is_name_compatible()
            }
            MatchKey::Removed => {
                // If the writer knows the todo, it does not matter who removed it.
                let counts =
                    |tombstone: &&Tombstone| is_in_draft || tombstone.is_protected_by_person();
                self.removed.filter(counts).is_some_and(|tombstone| {
                    match mode {
                        Mode::Replace => {
                            content == Some(tombstone.todo.content())
                                || had_content(&tombstone.provenance)
                        }
                        // Without an id, the text means a new todo.
                        Mode::Merge => {
                            let has_its_text =
                                || has_content() || had_content(&tombstone.provenance);
                            let is_number = || name == self.todo.key.to_text().get(1..);
                            name.is_some()
                                && content.is_some()
                                && (has_name() || is_key() || is_number() && has_its_text())
                        }
                    }
                })
            }
        }
    }
}

/// Returns whether the todo is in progress under another owner, or assigned to one.
fn has_another_owner(draft: &Draft<'_>, current: &Todo) -> bool {
    draft.actor.author.is_restricted()
        && !current.status().is_settled()
        && is_of_another(&draft.actor, current)
}

/// Returns the old and the new key of each todo of another store's list. The new one is that of a
/// todo with the same content that is or was on the list here, otherwise one that is not used yet.
pub(crate) fn map_foreign_keys(
    foreign: &List,
    store: &TodoStore,
    next_key: &mut u32,
) -> Vec<(Key, Key)> {
    let text = |text: &str| Some(Cow::Owned(text.to_owned()));
    let named = |todo: &Rc<Todo>| {
        let mut item = Item::default();
        let [content, name, ..] = &mut item.texts;
        (*content, *name) = (text(todo.content()), text(&todo.key.to_text()));
        item
    };
    let items: Vec<Item<'_>> = foreign.iter().map(named).collect();
    let provenance_of = |key| store.provenance().of(key);
    let mut candidates: Vec<Candidate<'_>> = Vec::with_capacity(store.list().len());
    for (index, todo) in store.list().iter().enumerate() {
        let provenance = provenance_of(todo.key).filter(|provenance| provenance.has_person());
        let model_name = todo.key.to_text();
        let (index, current) = (Some(index), Some(todo));
        candidates.push(Candidate {
            index,
            current,
            model_name,
            provenance,
            ..Candidate::of(todo)
        });
    }
    let mut matching = Matching::new(candidates, items.len(), 0, Mode::Replace, true);
    let are_known = vec![true; items.len()];
    for match_key in [MatchKey::Both, MatchKey::Today, MatchKey::Persons] {
        matching.find_each(match_key, true, &items, &are_known);
    }
    let Matching { mut candidates, found, .. } = matching;
    let provenance: Vec<Option<&Provenance>> =
        candidates.iter().map(|candidate| provenance_of(candidate.todo.key)).collect();
    let mut keys = Vec::with_capacity(foreign.len());
    for (base, at) in foreign.iter().zip(found) {
        let here = at.or_else(|| {
            // Somebody reworded it since.
            candidates.iter().zip(&provenance).position(|(candidate, provenance)| {
                !candidate.is_taken
                    && provenance.is_some_and(|provenance| provenance.had_content(base.content()))
            })
        });
        if let Some(candidate) = here.and_then(|at| candidates.get_mut(at)) {
            candidate.is_taken = true;
        }
        let here = here.and_then(|at| store.list().get(at));
        let same_content = |tombstone: &&Tombstone| {
            let is_taken = keys.iter().any(|(_, current)| *current == tombstone.todo.key);
            tombstone.todo.content() == base.content() && !is_taken
        };
        let with_key = || store.provenance().tombstone(base.key).filter(same_content);
        let with_text = || store.provenance().tombstones().filter(same_content).last();
        let tombstone = || with_key().or_else(with_text);
        let same = here.or_else(|| tombstone().map(|tombstone| &tombstone.todo));
        keys.push((base.key, same.map_or(Key(*next_key), |todo| todo.key)));
        *next_key = next_key.wrapping_add(u32::from(same.is_none()));
    }
    keys
}
