//! Which todo an item of a call means: decided here, before anything else is.
//!
//! An item means the todo that has its id (the dialect's, or the key) or its content: among the todos of the turn, the
//! model's own first; then the one whose text a person replaced; then what was added since; then what a person took off
//! the list. Otherwise it is a new todo.

use std::borrow::Cow;
use std::rc::Rc;

use crate::change::draft::Draft;
use crate::change::table::is_settled_by_person;
use crate::forms::shape::{Item, model_name};
use crate::list::blockers;
use crate::list::delta::Aspect;
use crate::list::history::List;
use crate::list::marks::{Left, Mark};
use crate::list::owners::is_of_another;
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Id, Key, Todo, find, find_near, place_of};
use crate::text::decimal::parse_decimal;

/// What a whole-list write does with todos that it does not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// They leave the list, whose order is that of the call.
    Replace,
    /// They stay; what is new comes last.
    Merge,
}

/// The todo that an item means.
#[derive(Clone, Debug)]
pub(crate) enum Meant {
    /// The one at a place of the draft.
    Here(usize),
    /// The one at a place of the draft, of which the item corrects one word.
    Corrected(usize),
    /// One that the draft has not: somebody added it since, or it left the list.
    Elsewhere(Rc<Todo>),
    /// A new one, which is to be confirmed where it stands for one that is.
    New { confirm: bool },
}

impl Meant {
    pub fn place(&self) -> Option<usize> {
        match self {
            Self::Here(place) | Self::Corrected(place) => Some(*place),
            Self::Elsewhere(_) | Self::New { .. } => None,
        }
    }
}

/// What an item and a todo must have in common to be one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Both,
    Content,
    /// The content of a person's todo, or what it was called before a person wrote it.
    Persons,
    Name,
    Position,
}

/// Finds the todo that each item means.
///
/// In a new list content goes before name, as models that number their items number them anew when one comes in
/// between. Merging goes by names as far as there are any.
pub(crate) fn identify(draft: &Draft<'_>, items: &[Item<'_>], mode: Mode) -> Vec<Meant> {
    let has_names =
        items.iter().any(|item| item.text(Field::Name).is_some() || item.position.is_some());
    let name_of = |todo| if has_names { model_name(&draft.list, todo) } else { String::new() };
    let has_ids = items.iter().any(|item| item.position.is_some()) || has_names;
    let mut known = Vec::with_capacity(draft.list.len());
    for (place, todo) in draft.list.iter().enumerate() {
        let now = find_near(draft.now.list(), place, todo.key).unwrap_or(todo);
        let mark = draft.now.marks().of(todo.key).filter(|mark| mark.has_person());
        let has_other_contents = is_anothers(draft, now);
        let is_settled = is_settled_by_person(now, mark);
        known.push(Known {
            id: if has_ids { draft.position_of(todo.key) } else { None },
            todo,
            model_name: name_of(todo),
            mark,
            is_guarded: mark.is_some()
                || has_other_contents
                || now.details.flags.confirm
                || now.is_on_hold(),
            is_fixed: has_other_contents || mode == Mode::Replace && is_settled,
            is_taken: false,
        });
    }
    let has_persons = known.iter().any(|known| known.mark.is_some());
    let passes = match mode {
        Mode::Replace => [By::Both, By::Content, By::Persons, By::Name, By::Position],
        Mode::Merge => [By::Both, By::Name, By::Content, By::Persons, By::Position],
    };
    let mut found: Vec<Option<usize>> = items.iter().map(|_| None).collect();
    for by in passes {
        let is_in_vain = match by {
            By::Both | By::Name | By::Position => !has_names,
            By::Persons => !has_persons,
            By::Content => false,
        };
        if is_in_vain {
            continue;
        }
        for (place, (item, found)) in items.iter().zip(&mut found).enumerate() {
            if found.is_none() {
                *found = find_by(by, item, place, &mut known, mode);
            }
        }
    }
    let found = with_corrections(items, &known, found, mode);
    let mut taken: Vec<Key> = Vec::new();
    for (place, _) in found.iter().flatten() {
        taken.extend(draft.list.get(*place).map(|todo| todo.key));
    }
    let mut meant = Vec::with_capacity(items.len());
    for (item, found) in items.iter().zip(found) {
        let meaning = match found {
            Some((place, true)) => Meant::Corrected(place),
            Some((place, false)) => {
                find_again(draft, item, place, &taken).unwrap_or(Meant::Here(place))
            }
            None => find_elsewhere(draft, item, mode, &taken),
        };
        match &meaning {
            Meant::Here(place) | Meant::Corrected(place) => {
                taken.extend(draft.list.get(*place).map(|todo| todo.key))
            }
            Meant::Elsewhere(todo) => taken.push(todo.key),
            Meant::New { .. } => {}
        }
        meant.push(meaning);
    }
    meant
}

/// Adds the items that correct one word of a todo: where a list without ids is the same before and after it. Returns of
/// each item the place that it means, and whether it corrects that.
fn with_corrections(
    items: &[Item<'_>],
    known: &[Known<'_>],
    found: Vec<Option<usize>>,
    mode: Mode,
) -> Vec<Option<(usize, bool)>> {
    let correct = |place: usize, item: &Item<'_>| {
        let is_nameless = item.text(Field::Name).is_none() && item.position.is_none();
        let content = item.text(Field::Content).filter(|_| is_nameless && mode == Mode::Replace)?;
        let at = match place.checked_sub(1) {
            None => 0,
            Some(before) => found.get(before).copied().flatten()?.wrapping_add(1),
        };
        let next = found.get(place.wrapping_add(1));
        let follows = next
            .map_or(at.wrapping_add(1) == known.len(), |next| *next == Some(at.wrapping_add(1)));
        let todo = known.get(at).filter(|known| follows && !known.is_taken)?;
        is_correction(todo.todo.content(), content).then_some(at)
    };
    let mut all = Vec::with_capacity(items.len());
    for (place, (item, at)) in items.iter().zip(&found).enumerate() {
        let corrected = || correct(place, item).map(|at| (at, true));
        all.push(at.map(|at| (at, false)).or_else(corrected));
    }
    all
}

/// In shorter words one letter more or less makes another word.
const LEAST_OF_A_TYPO: usize = 4;

/// Returns whether two texts differ in one letter of one word, which is no number.
fn is_correction(before: &str, after: &str) -> bool {
    let (mut before, mut after) = (before.split(' '), after.split(' '));
    let mut corrected = 0_usize;
    loop {
        match (before.next(), after.next()) {
            (None, None) => return corrected == 1,
            (Some(was), Some(is)) if was == is => {}
            (Some(was), Some(is)) if is_typo(was, is) => corrected = corrected.wrapping_add(1),
            _ => return false,
        }
    }
}

/// Returns whether two words of some length differ in one letter that is added, left out or another.
fn is_typo(was: &str, is: &str) -> bool {
    if was.len().min(is.len()) < LEAST_OF_A_TYPO {
        return false;
    }
    let start = was.bytes().zip(is.bytes()).take_while(|(was, is)| was == is).count();
    let (was, is) = (was.as_bytes(), is.as_bytes());
    let (was, is) = (was.get(start..).unwrap_or_default(), is.get(start..).unwrap_or_default());
    let has_digit = |word: &[u8]| word.iter().any(u8::is_ascii_digit);
    let rest = |word: &'_ [u8]| word.get(1..).unwrap_or_default().to_vec();
    !has_digit(was)
        && !has_digit(is)
        && (rest(was) == is || was == rest(is) || rest(was) == rest(is))
}

/// Finds the todo of the draft that an item means by one criterion, beginning where most stand: at the item's place.
fn find_by(
    by: By,
    item: &Item<'_>,
    place: usize,
    known: &mut [Known<'_>],
    mode: Mode,
) -> Option<usize> {
    let is_nameless = item.text(Field::Name).is_none() && item.position.is_none();
    if is_nameless && !matches!(by, By::Content | By::Persons) {
        return None;
    }
    let content = item.text(Field::Content);
    let count = known.len();
    let at = (place.min(count)..count).chain(0..place.min(count)).find(|at| {
        known
            .get(*at)
            .is_some_and(|known| !known.is_taken && known.is_meant(item, content, by, mode))
    })?;
    if let Some(known) = known.get_mut(at) {
        known.is_taken = true;
    }
    Some(at)
}

/// A todo of the draft.
struct Known<'a> {
    /// The position that means it.
    id: Option<Id>,
    todo: &'a Todo,
    model_name: String,
    /// Its marks, where a person decided anything of it.
    mark: Option<&'a Mark>,
    /// Whether another text at its position is another todo: what a person decided, what is to be confirmed and what
    /// another owner has is not reworded that way.
    is_guarded: bool,
    /// Whether another text under its name is another todo, too.
    is_fixed: bool,
    /// Whether an item has been found to mean it.
    is_taken: bool,
}

impl Known<'_> {
    fn is_meant(&self, item: &Item<'_>, content: Option<&str>, by: By, mode: Mode) -> bool {
        let has_content = || content == Some(self.todo.content());
        let name = item.text(Field::Name);
        let has_name = || name == Some(&self.model_name);
        let has_position = || item.position.is_some() && item.position == self.id;
        let is_unnamed = || self.todo.text(Field::Name).is_none();
        let may_be_unnamed = || mode == Mode::Replace || name.is_none() || is_unnamed();
        let is_written_by_person = |mark: &&Mark| mark.is_persons(Aspect::Text(Field::Content));
        let was_called = || {
            let mark = self.mark.filter(is_written_by_person);
            mark.is_some_and(|mark| content.is_some_and(|content| mark.was_called(content)))
        };
        match by {
            By::Both => has_content() && (has_name() || has_position()),
            By::Name => {
                let has_other_content = || content.is_some() && !has_content();
                has_name() && !(self.is_fixed && has_other_content())
                    || has_position() && !(self.is_guarded && has_other_content())
            }
            // Among equal texts the model's own comes first.
            By::Content => {
                has_content()
                    && may_be_unnamed()
                    && !self.mark.is_some_and(|mark| mark.is_persons(Aspect::Presence))
            }
            By::Persons => (has_content() || was_called()) && may_be_unnamed(),
            // A reminder calls it so. With a content it may be meant as a new one.
            By::Position => {
                content.is_none()
                    && is_unnamed()
                    && name.and_then(parse_decimal).map(Id) == self.id
                    && self.id.is_some()
            }
        }
    }
}

/// Returns whether another owner has a todo in progress, or is to have it.
fn is_anothers(draft: &Draft<'_>, now: &Todo) -> bool {
    draft.actor.author.is_bound() && !now.status().is_settled() && is_of_another(&draft.actor, now)
}

/// Finds the todo of today that says the same, where the one that an item means has left the list.
fn find_again(draft: &Draft<'_>, item: &Item<'_>, place: usize, taken: &[Key]) -> Option<Meant> {
    let was = draft.list.get(place)?;
    let list = draft.now.list();
    if find(list, was.key).is_some() {
        return None;
    }
    let content = item.text(Field::Content).unwrap_or(was.content());
    let says_the_same = |todo: &&Rc<Todo>| {
        todo.content() == content && !taken.contains(&todo.key) && may_mean(draft, todo.key)
    };
    list.iter().find(says_the_same).map(|todo| here_or_elsewhere(draft, todo))
}

/// Returns whether an item may mean a todo of today: one of the draft, or one that was added since.
fn may_mean(draft: &Draft<'_>, key: Key) -> bool {
    find(&draft.list, key).is_some() || find(&draft.base, key).is_none()
}

fn here_or_elsewhere(draft: &Draft<'_>, todo: &Rc<Todo>) -> Meant {
    let here = place_of(&draft.list, todo.key);
    here.map_or_else(|| Meant::Elsewhere(Rc::clone(todo)), Meant::Here)
}

/// Finds the todo that an item means among those of which the draft knows nothing, or not by this content.
fn find_elsewhere(draft: &Draft<'_>, item: &Item<'_>, mode: Mode, taken: &[Key]) -> Meant {
    let now = draft.now;
    let new = || {
        let at = item.position.and_then(|id| draft.key_at(id).ok());
        let stands_for =
            at.and_then(|key| find(now.list(), key).or_else(|| find(&draft.list, key)));
        Meant::New { confirm: stands_for.is_some_and(|todo| todo.details.flags.confirm) }
    };
    let name = item.text(Field::Name);
    let Some(content) = item.text(Field::Content) else { return new() };
    // By another name than a todo has, a merging call adds one.
    let may_be_known = mode == Mode::Replace || name.is_none();
    let since = now.list().iter().find(|todo| {
        let is_known = || may_be_known && find(&draft.list, todo.key).is_some();
        let is_since = || find(&draft.base, todo.key).is_none();
        let mark = now.marks().of(todo.key).filter(|mark| mark.has_person());
        let was_called = || mark.is_some_and(|mark| mark.was_called(content));
        let same_content = todo.content() == content;
        !taken.contains(&todo.key)
            && (same_content && is_known() || is_since() && (same_content || was_called()))
    });
    if let Some(todo) = since {
        return here_or_elsewhere(draft, todo);
    }
    let left = now.marks().all_left().filter(|left| left.holds && !taken.contains(&left.todo.key));
    let is_persons = |left: &&Left| {
        let has_name = || {
            name.is_some_and(|name| {
                left.todo.text(Field::Name) == Some(name)
                    || Key::from_word(name) == Some(left.todo.key)
            })
        };
        let has_content = || left.todo.content() == content || left.mark.was_called(content);
        let is_meant = match mode {
            Mode::Replace => has_content(),
            // A text by itself is a new todo.
            Mode::Merge => has_name(),
        };
        (left.is_held_off() || left.is_settled_by_person()) && is_meant
    };
    match left.filter(is_persons).last() {
        Some(left) => Meant::Elsewhere(Rc::clone(&left.todo)),
        None => new(),
    }
}

/// Brings a list that another store had into the keys of this one: of those here that say the same, or that left and
/// said it. The others get keys that nothing here has.
pub(crate) fn adopt(told: &List, store: &TodoStore, next_key: &mut u32) -> (List, Vec<(Key, Key)>) {
    let text = |text: &str| Some(Cow::Owned(text.to_owned()));
    let named = |todo: &Rc<Todo>| {
        let mut item = Item::default();
        let [content, name, ..] = &mut item.texts;
        (*content, *name) = (text(todo.content()), text(&todo.key.to_word()));
        item
    };
    let items: Vec<Item<'_>> = told.iter().map(named).collect();
    let mut known: Vec<Known<'_>> = store
        .list()
        .iter()
        .map(|todo| Known {
            id: None,
            todo,
            model_name: todo.key.to_word(),
            mark: store.marks().of(todo.key).filter(|mark| mark.has_person()),
            is_guarded: true,
            is_fixed: true,
            is_taken: false,
        })
        .collect();
    let mut found: Vec<Option<usize>> = items.iter().map(|_| None).collect();
    for by in [By::Both, By::Content, By::Persons] {
        for (place, (item, found)) in items.iter().zip(&mut found).enumerate() {
            if found.is_none() {
                *found = find_by(by, item, place, &mut known, Mode::Replace);
            }
        }
    }
    let mut keys = Vec::with_capacity(told.len());
    for (was, at) in told.iter().zip(found) {
        let here = at.or_else(|| {
            // Somebody worded it otherwise since.
            known.iter().position(|known| {
                let mark = store.marks().of(known.todo.key);
                !known.is_taken && mark.is_some_and(|mark| mark.was_called(was.content()))
            })
        });
        if let Some(known) = here.and_then(|at| known.get_mut(at)) {
            known.is_taken = true;
        }
        let here = here.and_then(|at| store.list().get(at));
        let left = store.marks().left(was.key).map(|left| &left.todo);
        let same = here.or_else(|| left.filter(|left| left.content() == was.content()));
        keys.push((was.key, same.map_or(Key(*next_key), |todo| todo.key)));
        *next_key = next_key.wrapping_add(u32::from(same.is_none()));
    }
    let mut list = told.clone();
    blockers::rename(&mut list, &keys);
    (list, keys)
}
