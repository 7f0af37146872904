//! Whole-list writes: the items of a call matched to the todos of today, so that keys, statuses,
//! history and what the call's dialect cannot say survive a rewrite.

use std::borrow::Cow;
use std::rc::Rc;

use crate::forms::shape::{Item, Shape, model_name};
use crate::list::blockers::{block, free};
use crate::list::claims::is_of_another;
use crate::list::delta::Aspect;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::List;
use crate::list::holds::is_settled;
use crate::list::marks::Mark;
use crate::list::options::OneDoing;
use crate::list::store::{TodoStore, note_cleaned};
use crate::list::todo::{Details, Field, Id, Key, Status, Todo, USUAL_PRIORITY, find, set_text};
use crate::text::clean::{clean, is_blank};
use crate::text::content::{Content, trim};
use crate::text::decimal::parse_decimal;
use crate::text::escape::decoded;
use crate::text::message::Notes;
use crate::text::message::Part::{Number, Text};
use crate::text::message::{Part, bare_word, count, excerpt, note};

/// What a whole-list write does with todos that it does not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// They leave the list, whose order is that of the call.
    Replace,
    /// They stay; what is new comes last.
    Merge,
}

impl TodoStore {
    /// Writes a list, or merges one into the present list.
    ///
    /// # Errors
    /// `too_many_todos`, `empty_content`, `content_too_long`; `unknown_id` for an item without
    /// content that is no todo of the list; `invalid_argument` for two items with one id;
    /// `already_doing` when several are in progress and the options are strict. Each names the item.
    pub(crate) fn rewrite(
        &mut self,
        items: &mut [Item<'_>],
        mode: Mode,
        shape: &Shape,
    ) -> Result<Notes, TodoError> {
        self.check_room(0, items.len())?;
        let mut notes = Notes::new();
        for (place, item) in items.iter_mut().enumerate() {
            tidy(item, self.list().get(place), place, mode, &mut notes);
            self.resolve_entities(item);
        }
        if shape.is_name_optional {
            drop_same_names(items, &mut notes);
        }
        let items = &*items;
        check_names(items)?;
        // Only who names todos asks for their names.
        let has_names = items.iter().any(|item| name(item).is_some());
        let name_of = |todo| if has_names { model_name(self.list(), todo) } else { String::new() };
        let handles: Vec<String> = self.list().iter().map(name_of).collect();
        let passes = match mode {
            Mode::Replace => [By::Both, By::Content, By::Persons, By::Name, By::Position],
            Mode::Merge => [By::Both, By::Name, By::Content, By::Persons, By::Position],
        };
        let matches = self.matches(items, &handles, mode, &passes);
        let mut list = match mode {
            Mode::Replace => List::with_capacity(items.len()),
            Mode::Merge => self.list().clone(),
        };
        let added = matches.iter().filter(|place| place.is_none()).count();
        self.check_room(list.len(), added)?;
        let mut rewriter = Rewriter { store: self, shape, mode, notes };
        let mut next_key = self.next_key();
        let mut doing = None;
        let mut places = Vec::with_capacity(items.len());
        for (place, (item, found)) in items.iter().zip(&matches).enumerate() {
            let known =
                found.and_then(|found| Some((self.list().get(found)?, handles.get(found)?)));
            let todo = rewriter.todo(item, place, Key(next_key), known)?;
            if known.is_none() {
                next_key = next_key.wrapping_add(1);
            }
            let at = found.filter(|_| mode == Mode::Merge).unwrap_or(list.len());
            if item.status.is_some_and(|said| said.status == Status::Doing) {
                doing = Some(at);
            }
            match list.get_mut(at) {
                Some(slot) => *slot = todo,
                None => list.push(todo),
            }
            places.push(at);
        }
        rewriter.keep_names_apart(items, &places, &mut list);
        link(items, &places, &mut list)?;
        if let Some(doing) = doing {
            keep_one_doing(self, shape, doing, &mut list, &mut rewriter.notes)?;
        }
        rewriter.note_ids(items, &places, &list);
        let notes = rewriter.notes;
        self.set_list(list, next_key);
        Ok(notes)
    }

    /// Takes a content that equals a known one once its entities are resolved for that one: models copy it out of XML.
    fn resolve_entities(&self, item: &mut Item<'_>) {
        let [Some(content), ..] = &mut item.texts else { return };
        let is_known = |text: &str| self.list().iter().any(|todo| todo.content() == text);
        if !content.contains('&') || is_known(content) {
            return;
        }
        // Twice, where a model copied what a call had brought in.
        let once = decoded(content, false);
        let twice = decoded(&once, false);
        if let Some(known) = [once, twice].into_iter().find(|text| is_known(text)) {
            *content = Cow::Owned(known);
        }
    }

    /// The place in the present list of each item's todo: the one with its name and its content; else
    /// with its content; else with its name; else at the position that it has for a name.
    ///
    /// In a new list content goes before name, as models that number their items number them anew when
    /// one comes in between. Merging goes by names as far as there are any.
    pub(crate) fn matches(
        &self,
        items: &[Item<'_>],
        handles: &[String],
        mode: Mode,
        passes: &[By],
    ) -> Vec<Option<usize>> {
        let mut matches: Vec<Option<usize>> = items.iter().map(|_| None).collect();
        let list = self.list().iter().zip(handles).enumerate();
        let mut known: Vec<Known<'_>> = list
            .map(|(place, (todo, model_name))| Known {
                id: Id::at(place),
                todo,
                content: todo.content(),
                model_name,
                marks: self.marks().of(todo.key).filter(|mark| mark.has_person()),
                is_settled: is_settled(self.marks(), todo),
                is_taken: false,
            })
            .collect();
        let has_names = items.iter().any(|item| name(item).is_some() || item.position.is_some());
        let has_persons = known.iter().any(|known| known.marks.is_some());
        for by in passes.iter().copied() {
            let is_in_vain = match by {
                By::Both | By::Name | By::Position => !has_names,
                By::Persons => !has_persons,
                By::Content => false,
            };
            if is_in_vain {
                continue;
            }
            let by_content = matches!(by, By::Both | By::Content);
            for (place, (item, found)) in items.iter().zip(&mut matches).enumerate() {
                let is_nameless = name(item).is_none() && item.position.is_none();
                let by_text = matches!(by, By::Content | By::Persons);
                if found.is_some() || (is_nameless && !by_text) {
                    continue;
                }
                let content = item.text(Field::Content);
                let length = content.map_or(0, str::len);
                // Most stand where they stood.
                let mut at = place;
                for _ in 0..known.len() {
                    if at >= known.len() {
                        at = 0;
                    }
                    if let Some(known) = known.get_mut(at)
                        // The length tells most of them apart.
                        && (known.content.len() == length || !by_content)
                        && known.is_meant(item, content, by, mode)
                    {
                        known.is_taken = true;
                        *found = Some(at);
                        break;
                    }
                    at = at.wrapping_add(1);
                }
            }
        }
        matches
    }
}

/// A todo of the present list.
struct Known<'a> {
    id: Id,
    todo: &'a Todo,
    content: &'a str,
    model_name: &'a str,
    /// Where a person decided anything of it.
    marks: Option<&'a Mark>,
    is_settled: bool,
    /// Whether an item has been found to mean it.
    is_taken: bool,
}

impl Known<'_> {
    fn is_meant(&self, item: &Item<'_>, content: Option<&str>, by: By, mode: Mode) -> bool {
        let at = Some(self.id);
        let has_content = || content == Some(self.content);
        // A person's todo is not another one because that stands at its place.
        let is_persons = self.is_settled || self.marks.is_some();
        let has_position = || item.position == at && (content.is_none() || !is_persons);
        let has_name = || name(item) == Some(self.model_name) || has_position();
        let is_written_by_person = |mark: &&Mark| mark.is_persons(Aspect::Text(Field::Content));
        let was_called = || {
            let mark = self.marks.filter(is_written_by_person);
            let mut former = mark.map_or(&[][..], |mark| &mark.former).iter();
            content.is_some_and(|content| former.any(|text| text.as_str() == content))
        };
        let is_unnamed = || self.todo.text(Field::Name).is_none();
        !self.is_taken
            && match by {
                By::Both => {
                    has_content() && (name(item) == Some(self.model_name) || item.position == at)
                }
                By::Name => has_name(),
                // Among equal texts the model's own comes first.
                By::Content => {
                    has_content()
                        && (mode == Mode::Replace || name(item).is_none() || is_unnamed())
                        && !self.marks.is_some_and(|mark| mark.is_persons(Aspect::Presence))
                }
                By::Persons => {
                    (has_content() || was_called())
                        && (mode == Mode::Replace || name(item).is_none() || is_unnamed())
                }
                // The reminder calls it so. With a content it may be meant as a new one.
                By::Position => {
                    content.is_none()
                        && is_unnamed()
                        && name(item).and_then(parse_decimal).map(Id) == at
                }
            }
    }
}

/// What an item and a todo must have in common to be one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    Both,
    Content,
    /// The content of a person's todo, or what it was called before a person wrote it.
    Persons,
    Name,
    Position,
}

/// Leaves of an item's texts what can be compared with those of todos: clean and trimmed. One that is blank
/// says nothing, but for a content, which is refused unless merging leaves it as it is, and for an active form
/// and a description, which it clears.
fn tidy(item: &mut Item<'_>, known: Option<&Todo>, place: usize, mode: Mode, notes: &mut Notes) {
    for (field, slot) in Field::ALL.into_iter().zip(&mut item.texts) {
        let Some(text) = slot else { continue };
        // Most say what the todo says that stands there.
        if known.and_then(|todo| todo.text(field)) == Some(text) {
            continue;
        }
        if is_blank(text) {
            let says_something = match field {
                Field::Content => mode == Mode::Replace,
                Field::Name | Field::Priority | Field::Reason | Field::Owner | Field::Evidence => {
                    false
                }
                Field::ActiveForm | Field::Description => true,
            };
            *slot = says_something.then_some(Cow::Borrowed(""));
            continue;
        }
        if trim(text).len() < text.len() {
            *text = Cow::Owned(trim(text).to_owned());
        }
        if let Some((clean, cleaned)) = clean(text) {
            note_cleaned(notes, place.wrapping_add(1), cleaned);
            *text = Cow::Owned(trim(&clean).to_owned());
        }
    }
}

/// Takes the second of two equal names for none, where the tool never asked for different ones.
fn drop_same_names(items: &mut [Item<'_>], notes: &mut Notes) {
    for place in (1..items.len()).rev() {
        let Some((item, earlier)) = items.get_mut(..=place).and_then(<[_]>::split_last_mut) else {
            continue;
        };
        let [_, slot, ..] = &mut item.texts;
        let is_it = |other: &Item<'_>| name(other).is_some() && name(other) == slot.as_deref();
        if let Some(first) = earlier.iter().position(is_it) {
            note(notes, "item {}: the id of item {} ignored", &[number(place), number(first)]);
            *slot = None;
        }
    }
}

fn check_names(items: &[Item<'_>]) -> Result<(), TodoError> {
    for (place, item) in items.iter().enumerate() {
        let mut earlier = items.iter().take(place);
        if let Some(named) = name(item)
            && let Some(first) = earlier.position(|other| name(other) == Some(named))
        {
            return Err(TodoError::invalid(
                "item {} has the id of item {}, {}: give each its own",
                &[number(place), number(first), excerpt(named)],
            ));
        }
    }
    Ok(())
}

fn number(place: usize) -> Part<'static> {
    count(place.wrapping_add(1))
}

fn name<'a>(item: &'a Item<'_>) -> Option<&'a str> {
    item.text(Field::Name)
}

/// Lets each item that says what it waits on wait on that alone, and on what its dialect has no word for.
fn link(items: &[Item<'_>], places: &[usize], list: &mut List) -> Result<(), TodoError> {
    let keys: Vec<_> = places.iter().filter_map(|at| Some(list.get(*at)?.key)).collect();
    let mut links = Vec::new();
    for (place, (item, key)) in items.iter().zip(&keys).enumerate() {
        let Some(ids) = &item.blocked_by else { continue };
        if find(list, *key).is_some_and(Todo::waits_elsewhere) {
            links.push((*key, Key::ELSEWHERE));
        }
        free(list, *key);
        for id in ids {
            let named = items.iter().zip(&keys).find(|(other, _)| name(other) == Some(id));
            let known =
                || list.iter().find(|todo| model_name(list, todo) == *id).map(|todo| todo.key);
            let Some(other) = named.map(|(_, key)| *key).or_else(known) else {
                return Err(TodoError::invalid(
                    "item {} waits on {}, and no todo of the list has that id",
                    &[number(place), excerpt(id)],
                ));
            };
            links.push((*key, other));
        }
    }
    links.into_iter().try_for_each(|(key, other)| block(list, key, other))
}

struct Rewriter<'a> {
    store: &'a TodoStore,
    shape: &'a Shape,
    mode: Mode,
    notes: Notes,
}

impl Rewriter<'_> {
    /// The todo that the item at a place makes of the one it means, with its name, or of nothing.
    fn todo(
        &mut self,
        item: &Item<'_>,
        place: usize,
        key: Key,
        known: Option<(&Todo, &String)>,
    ) -> Result<Todo, TodoError> {
        let mut details = self.details(item, place, known)?;
        let [content, _, priority, ..] = &details.texts;
        let name = self.shape.content.unwrap_or("content");
        if content.is_none() {
            return Err(TodoError::new(
                ErrorCode::UnknownId,
                "item {} has no {}, and its id is none of the list: give both for a new todo",
                &[number(place), Text(name)],
            ));
        }
        if item.text(Field::Content).is_none() && self.mode == Mode::Replace {
            self.note_missing(place, name, Text("kept"));
        }
        if let (None, Some(name)) = (item.text(Field::Priority), self.shape.priority) {
            let was = priority.as_ref().map(Content::as_str);
            self.note_missing(place, name, Text(was.unwrap_or(USUAL_PRIORITY)));
            if was.is_none() {
                let usual = self.text(Field::Priority, USUAL_PRIORITY, place)?;
                set_text(&mut details, Field::Priority, Some(usual));
            }
        }
        let known = known.map(|(todo, _)| todo);
        let key = known.map_or(key, |todo| todo.key);
        let status = known.map_or(Status::Todo, |todo| todo.status);
        let todo = Todo { key, status, details };
        if let Some(said) = item.status {
            return Ok(self.shape.restated(&todo, said));
        }
        if self.shape.statuses.is_some() && (known.is_none() || self.mode == Mode::Replace) {
            self.note_missing(place, "status", Text(self.shape.word_of(&todo)));
        }
        Ok(todo)
    }

    /// What an item says, and what its todo said already of which it says nothing.
    fn details(
        &self,
        item: &Item<'_>,
        place: usize,
        known: Option<(&Todo, &String)>,
    ) -> Result<Rc<Details>, TodoError> {
        let content = item.text(Field::Content);
        // Another content at a mere position keeps the key, and nothing that was said of the old one.
        let is_same = |todo: &Todo| {
            !self.shape.has_positions || content.is_none_or(|content| content == todo.content())
        };
        let said = known.map(|(todo, _)| todo).filter(|todo| is_same(todo));
        let mut details = said.map_or_else(Rc::default, |todo| Rc::clone(&todo.details));
        // One that was called by its key or position gets no name.
        let is_call = |field, given: &str| {
            field == Field::Name
                && known.is_some_and(|(_, model_name)| content.is_none() || given == model_name)
        };
        for (field, given) in Field::ALL.into_iter().zip(&item.texts) {
            let Some(given) = given.as_deref() else { continue };
            let was = said.and_then(|todo| todo.text(field));
            if was == Some(given) || is_call(field, given) {
                continue;
            }
            let clears =
                matches!(field, Field::ActiveForm | Field::Description) && given.is_empty();
            let text = if clears { None } else { Some(self.text(field, given, place)?) };
            set_text(&mut details, field, text);
        }
        Ok(details)
    }

    /// Makes a tidy text of the item at a place valid.
    fn text(&self, field: Field, text: &str, place: usize) -> Result<Content, TodoError> {
        Content::from_tidy(text, self.store.options().max_length(field))
            .map_err(|rejected| self.store.refusal(rejected, place.wrapping_add(1), field))
    }

    /// Two todos may not have one name: the one that got it in this call keeps it.
    fn keep_names_apart(&self, items: &[Item<'_>], places: &[usize], list: &mut List) {
        for (item, place) in items.iter().zip(places) {
            if name(item).is_none()
                && let Some(todo) = list.get_mut(*place)
                && let Some(known) = todo.text(Field::Name)
                && items.iter().any(|other| name(other) == Some(known))
            {
                set_text(&mut todo.details, Field::Name, None);
            }
        }
    }

    /// Says which ids there are now that the call did not give.
    fn note_ids(&mut self, items: &[Item<'_>], places: &[usize], list: &List) {
        for (place, (item, at)) in items.iter().zip(places).enumerate() {
            let now = Id::at(*at);
            if self.shape.has_positions && item.position != Some(now) {
                let given = item.position.map_or(Text("none"), |id| Number(id.0));
                let parts = [number(place), given, Number(now.0)];
                note(&mut self.notes, "item {}: id {} read as {}", &parts);
            }
            if let (Some(_), Some(todo)) = (self.shape.name, list.get(*at)) {
                let model_name = model_name(list, todo);
                match name(item) {
                    None if self.shape.is_name_optional => {}
                    None => self.note_missing(place, "id", bare_word(&model_name)),
                    Some(name) if name != model_name => {
                        let parts = [number(place), bare_word(name), bare_word(&model_name)];
                        note(&mut self.notes, "item {}: id {} read as {}", &parts);
                    }
                    Some(_) => {}
                }
            }
        }
    }

    fn note_missing(&mut self, place: usize, field: &str, instead: Part<'_>) {
        let parts = [number(place), Text(field), instead];
        note(&mut self.notes, "item {}: no {}, {}", &parts);
    }
}

/// Leaves as many todos of who acts in progress as may be: the one at a place, and the last of the others.
///
/// # Errors
/// `already_doing` where the options are strict and more are.
pub(crate) fn keep_one_doing(
    store: &TodoStore,
    shape: &Shape,
    doing: usize,
    list: &mut List,
    notes: &mut Notes,
) -> Result<(), TodoError> {
    let (word, max) = (shape.word(Status::Doing), store.options().max_doing());
    let is_own = |todo: &Todo| todo.is_at_work() && !is_of_another(store.actor(), todo);
    let mut excess = list.iter().filter(|todo| is_own(todo)).count().saturating_sub(max);
    for (place, todo) in list.iter_mut().enumerate() {
        if excess > 0 && is_own(todo) && place != doing {
            excess = excess.wrapping_sub(1);
            let (number, content) = (number(place), excerpt(todo.content()));
            if store.options().one_doing() == OneDoing::Strict {
                let template = match max {
                    1 => "todo {} ({}) is {} and so is another: only one may be",
                    _ => "todo {} ({}) is {} and so are too many others: at most {} may be",
                };
                let parts = [number, content, Text(word), count(max)];
                return Err(TodoError::new(ErrorCode::AlreadyDoing, template, &parts));
            }
            let template = match max {
                1 => "todo {} ({}): set back to {}, as only the last may be {}",
                _ => "todo {} ({}): set back to {}, as only the last {} may be {}",
            };
            let (todo_word, last) = (Text(shape.word(Status::Todo)), count(max));
            let parts = match max {
                1 => [number, content, todo_word, Text(word), last],
                _ => [number, content, todo_word, last, Text(word)],
            };
            note(notes, template, &parts);
            *todo = todo.with_status(Status::Todo);
        }
    }
    Ok(())
}
