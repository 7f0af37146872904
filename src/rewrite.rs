//! Whole-list writes: the items of a call matched to the todos of today, so that keys, statuses,
//! history and what the call's dialect cannot say survive a rewrite.

use alloc::rc::Rc;
use alloc::vec::Vec;

use crate::content::trim;
use crate::error::{ErrorCode, TodoError};
use crate::history::List;
use crate::message::Part::{Excerpt, Number, Text};
use crate::message::{Part, count, parse_decimal};
use crate::options::OneDoing;
use crate::repair::note;
use crate::shape::{Item, Shape, handle};
use crate::store::{Notes, TodoStore};
use crate::todo::{Field, Id, Key, Status, Texts, Todo, USUAL_PRIORITY};

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
        items: &[Item],
        mode: Mode,
        shape: &Shape,
    ) -> Result<Notes, TodoError> {
        self.check_room(0, items.len())?;
        self.check_names(items)?;
        let matches = self.matches(items, mode);
        let mut list = match mode {
            Mode::Replace => List::new(),
            Mode::Merge => self.list().clone(),
        };
        let added = matches.iter().filter(|place| place.is_none()).count();
        self.check_room(list.len(), added)?;
        let mut rewriter = Rewriter { store: self, shape, mode, notes: Notes::new() };
        let mut next_key = self.next_key();
        let mut doing = None;
        let mut places = Vec::new();
        for (place, (item, found)) in items.iter().zip(&matches).enumerate() {
            let known = found.and_then(|found| self.list().get(found));
            let todo = rewriter.todo(item, place, Key(next_key), known)?;
            if known.is_none() {
                next_key = next_key.wrapping_add(1);
            }
            let at = found.filter(|_| mode == Mode::Merge).unwrap_or(list.len());
            if item.status == Some(Status::Doing) {
                doing = Some(at);
            }
            match list.get_mut(at) {
                Some(slot) => *slot = todo,
                None => list.push(todo),
            }
            places.push(at);
        }
        rewriter.keep_names_apart(items, &places, &mut list);
        rewriter.keep_one_doing(doing, &mut list)?;
        rewriter.note_ids(items, &places, &list);
        let notes = rewriter.notes;
        self.set_list(&list, next_key);
        Ok(notes)
    }

    fn check_names(&self, items: &[Item]) -> Result<(), TodoError> {
        for (place, item) in items.iter().enumerate() {
            let mut earlier = items.iter().take(place);
            if let Some(named) = name(item)
                && let Some(first) = earlier.position(|other| name(other) == Some(named))
            {
                return Err(TodoError::invalid(
                    "item {} has the id of item {}, \"{}\": give each its own",
                    &[number(place), number(first), Excerpt(named)],
                ));
            }
        }
        Ok(())
    }

    /// The place in the present list of each item's todo: the one with its name and its content; else
    /// with its content; else with its name.
    ///
    /// In a new list content goes before name, as models that number their items number them anew when
    /// one comes in between. Merging goes by names as far as there are any.
    fn matches(&self, items: &[Item], mode: Mode) -> Vec<Option<usize>> {
        let list = self.list();
        let mut matches: Vec<Option<usize>> = items.iter().map(|_| None).collect();
        let mut is_free: Vec<bool> = list.iter().map(|_| true).collect();
        let passes = match mode {
            Mode::Replace => [(true, true), (true, false), (false, true)],
            Mode::Merge => [(true, true), (false, true), (true, false)],
        };
        for (by_content, by_name) in passes {
            for (start, (item, found)) in items.iter().zip(&mut matches).enumerate() {
                if found.is_some() || (by_name && name(item).is_none() && item.position.is_none()) {
                    continue;
                }
                // Most stand where they stood.
                let start = start.min(list.len());
                for place in (start..list.len()).chain(0..start) {
                    if let (Some(todo), Some(is_free)) = (list.get(place), is_free.get_mut(place))
                        && *is_free
                        && (!by_content || has_content(item, todo))
                        && (!by_name || self.has_name(item, todo, place))
                        && (by_name || mode == Mode::Replace || !is_other(item, todo))
                    {
                        *is_free = false;
                        *found = Some(place);
                        break;
                    }
                }
            }
        }
        matches
    }

    fn has_name(&self, item: &Item, todo: &Todo, place: usize) -> bool {
        let Some(name) = name(item) else { return item.position == Some(Id::at(place)) };
        match todo.text(Field::Name) {
            Some(known) => known == name,
            // The reminder calls it by its position. With a content it may be meant as a new one.
            None => {
                handle(self.list(), todo) == name
                    || (item.text(Field::Content).is_none()
                        && parse_decimal(name) == Some(Id::at(place).0))
            }
        }
    }
}

fn number(place: usize) -> Part<'static> {
    count(place.wrapping_add(1))
}

fn name(item: &Item) -> Option<&str> {
    item.text(Field::Name).map(trim).filter(|name| !name.is_empty())
}

fn has_content(item: &Item, todo: &Todo) -> bool {
    item.text(Field::Content).is_some_and(|content| trim(content) == todo.content())
}

/// Whether both have names, which then differ.
fn is_other(item: &Item, todo: &Todo) -> bool {
    name(item).is_some() && todo.text(Field::Name).is_some()
}

struct Rewriter<'a> {
    store: &'a TodoStore,
    shape: &'a Shape,
    mode: Mode,
    notes: Notes,
}

impl Rewriter<'_> {
    /// The todo that the item at a place makes of the one it means, or of nothing.
    fn todo(
        &mut self,
        item: &Item,
        place: usize,
        key: Key,
        known: Option<&Todo>,
    ) -> Result<Todo, TodoError> {
        let mut texts = known.map_or_else(Texts::default, |todo| (*todo.texts).clone());
        for ((field, slot), given) in Field::ALL.into_iter().zip(&mut texts).zip(&item.texts) {
            let Some(given) = given.as_deref().map(trim) else { continue };
            let is_kept = match field {
                // A blank one is an error, but merging leaves blank what stays as it is.
                Field::Content => given.is_empty() && self.mode == Mode::Merge,
                // One that was called by its key or position gets no name.
                Field::Name => given.is_empty() || self.is_called(item, known, given),
                Field::Priority | Field::ActiveForm | Field::Description => given.is_empty(),
            };
            if !is_kept && slot.as_ref().is_none_or(|was| was.as_str() != given) {
                let number = place.wrapping_add(1);
                *slot = Some(Rc::new(self.store.content(given, number, &mut self.notes)?));
            }
        }
        let [content, _, priority, ..] = &mut texts;
        let name = self.shape.field(Field::Content);
        if content.is_none() {
            return Err(TodoError::new(
                ErrorCode::UnknownId,
                "item {} has no {}, and its id is none of the list: give both for a new todo",
                &[number(place), Text(name)],
            ));
        }
        if item.text(Field::Content).is_none() && self.mode == Mode::Replace {
            self.note_missing(place, name, "kept");
        }
        let name = self.shape.field(Field::Priority);
        if item.text(Field::Priority).is_none() && !name.is_empty() {
            let instead = priority.as_ref().map_or(USUAL_PRIORITY, |priority| priority.as_str());
            self.note_missing(place, name, instead);
            if priority.is_none() {
                let usual = self.store.content(USUAL_PRIORITY, place, &mut self.notes)?;
                *priority = Some(Rc::new(usual));
            }
        }
        let status = self.status(item, place, known);
        Ok(match known {
            Some(todo) if texts == *todo.texts => todo.with_status(status),
            Some(todo) => Todo { key: todo.key, status, texts: Rc::new(texts) },
            None => Todo { key, status, texts: Rc::new(texts) },
        })
    }

    fn is_called(&self, item: &Item, known: Option<&Todo>, name: &str) -> bool {
        known.is_some_and(|todo| {
            item.text(Field::Content).is_none() || handle(self.store.list(), todo) == name
        })
    }

    fn status(&mut self, item: &Item, place: usize, known: Option<&Todo>) -> Status {
        let was = known.map_or(Status::Todo, |todo| todo.status);
        let word = self.shape.word(was);
        match item.status {
            // Where two statuses have one word, the todo stays at the one it is at.
            Some(status) if known.is_none() || self.shape.word(status) != word => status,
            Some(_) => was,
            None => {
                if self.shape.statuses.is_some() && (known.is_none() || self.mode == Mode::Replace)
                {
                    self.note_missing(place, "status", word);
                }
                was
            }
        }
    }

    /// Two todos may not have one name: the one that got it in this call keeps it.
    fn keep_names_apart(&self, items: &[Item], places: &[usize], list: &mut List) {
        for (item, place) in items.iter().zip(places) {
            if name(item).is_none()
                && let Some(todo) = list.get_mut(*place)
                && let Some(known) = todo.text(Field::Name)
                && items.iter().any(|other| name(other) == Some(known))
            {
                let mut texts = (*todo.texts).clone();
                let [_, name, ..] = &mut texts;
                *name = None;
                todo.texts = Rc::new(texts);
            }
        }
    }

    /// Leaves one todo in progress: the one that the call put there last.
    fn keep_one_doing(&mut self, doing: Option<usize>, list: &mut List) -> Result<(), TodoError> {
        let Some(doing) = doing else { return Ok(()) };
        let word = self.shape.word(Status::Doing);
        for (place, todo) in list.iter_mut().enumerate() {
            if todo.status == Status::Doing && place != doing {
                let number = count(place.wrapping_add(1));
                if self.store.options().one_doing() == OneDoing::Strict {
                    return Err(TodoError::new(
                        ErrorCode::AlreadyDoing,
                        "todo {} (\"{}\") is {} and so is another: only one may be",
                        &[number, Excerpt(todo.content()), Text(word)],
                    ));
                }
                let parts = [
                    number,
                    Excerpt(todo.content()),
                    Text(self.shape.word(Status::Todo)),
                    Text(word),
                ];
                note(
                    &mut self.notes,
                    "todo {} (\"{}\"): set back to {}, as only the last may be {}",
                    &parts,
                );
                todo.status = Status::Todo;
            }
        }
        Ok(())
    }

    /// Says which ids there are now that the call did not give.
    fn note_ids(&mut self, items: &[Item], places: &[usize], list: &List) {
        for (place, (item, at)) in items.iter().zip(places).enumerate() {
            let now = Id::at(*at);
            if self.shape.has_positions && item.position != Some(now) {
                let given = item.position.map_or(Text("none"), |id| Number(id.0));
                let parts = [number(place), given, Number(now.0)];
                note(&mut self.notes, "item {}: id {} read as {}", &parts);
            }
            if let (false, Some(todo)) = (self.shape.field(Field::Name).is_empty(), list.get(*at)) {
                let handle = handle(list, todo);
                match name(item) {
                    None => self.note_missing(place, "id", &handle),
                    Some(name) if name != handle => {
                        let parts = [number(place), Excerpt(name), Text(&handle)];
                        note(&mut self.notes, "item {}: id {} read as {}", &parts);
                    }
                    Some(_) => {}
                }
            }
        }
    }

    fn note_missing(&mut self, place: usize, field: &str, instead: &str) {
        let parts = [number(place), Text(field), Text(instead)];
        note(&mut self.notes, "item {}: no {}, {}", &parts);
    }
}
