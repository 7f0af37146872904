//! `Change`: what a call says of one todo, which it names or makes, instead of the whole list.
//!
//! A model calls a todo what the tools' answers call it (its own name for it, or else the key), or what reminders
//! do, by its position. A key stays what it is when others leave the list, so calls in one message mean the same
//! todos in any order.

use crate::forms::shape::{CONTENT_FIELDS, SaidStatus, Shape, model_name};
use crate::list::blockers::{block, waits_on};
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::List;
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Id, Key, Status, Todo, find, set_text};
use crate::sync::rewrite::keep_one_doing;
use crate::text::clean::{clean, is_blank};
use crate::text::content::trim;
use crate::text::decimal::parse_decimal;
use crate::text::message::Notes;
use crate::text::message::Part::Text;
use crate::text::message::{bare_word, excerpt, fill, note};
use crate::tools::arguments::Arguments;

/// What is said of a todo. What is left out, or blank, stays as it is.
#[derive(Debug)]
pub(crate) struct Change {
    /// Its texts, by field.
    pub texts: Vec<(Field, String)>,
    pub status: Option<SaidStatus>,
    /// Those that it waits on, or that wait on it, from now on, as the argument says.
    pub links: Vec<Name>,
    pub shape: &'static Shape,
}

/// Which todo a call means.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    /// The argument that says it.
    pub argument: &'static str,
    pub said: String,
}

impl Change {
    /// One that says nothing.
    pub const fn nothing(shape: &'static Shape) -> Self {
        Self { texts: Vec::new(), status: None, links: Vec::new(), shape }
    }

    pub fn is_nothing(&self) -> bool {
        self.texts.is_empty() && self.status.is_none() && self.links.is_empty()
    }

    /// Takes what a tool may say of a todo, its name aside.
    ///
    /// # Errors
    /// `invalid_argument`.
    pub fn take(arguments: &mut Arguments<'_>, shape: &'static Shape) -> Result<Self, TodoError> {
        let mut change = Self::nothing(shape);
        for field in [Field::Content, Field::Description, Field::ActiveForm, Field::Owner] {
            let Some(name) = shape.field(field) else { continue };
            let mut said = name;
            if field == Field::Content && !arguments.has(name) {
                let is_other = |also: &&&str| shape.description != Some(**also);
                let mut others = CONTENT_FIELDS.iter().filter(is_other);
                said = others.find(|also| arguments.has(also)).unwrap_or(&name);
            }
            let Some(value) = arguments.take(said) else { continue };
            if said != name {
                note(arguments.notes, "{}: read as {}", &[Text(said), Text(name)]);
            }
            let Some(text) = value.as_string() else {
                let parts = [Text(said), value.excerpt()];
                return Err(TodoError::invalid("{} must be a string, got {}", &parts));
            };
            if !is_blank(&text) {
                change.texts.push((field, text.into_owned()));
            }
        }
        if let Some(value) = arguments.take("status")
            && value.as_string().is_none_or(|text| !is_blank(&text))
        {
            change.status = Some(shape.read_status(arguments.notes, "status", value)?);
        }
        Ok(change)
    }

    /// What else a todo may be said to be: waiting, or waited on.
    ///
    /// # Errors
    /// `invalid_argument`.
    pub fn with_links(mut self, arguments: &mut Arguments<'_>) -> Result<Self, TodoError> {
        for (argument, also) in [(BLOCKED_BY, "blockedBy"), (BLOCKS, "blocks")] {
            let mut key = argument;
            if !arguments.has(argument) && arguments.has(also) {
                key = also;
                note(arguments.notes, "{}: read as {}", &[Text(also), Text(argument)]);
            }
            let names = arguments.take_names(key)?;
            self.links.extend(names.into_iter().map(|said| Name { argument, said }));
        }
        Ok(self)
    }

    /// Adds a todo. Returns its key.
    ///
    /// # Errors
    /// Those of [`TodoStore::add_multiple`] and of [`Change::update`].
    pub fn create(&self, store: &mut TodoStore, notes: &mut Notes) -> Result<Key, TodoError> {
        let places = store.list().len();
        store.check_room(places, 1)?;
        let key = Key(store.next_key());
        let said = self.texts.iter().find(|(field, _)| *field == Field::Content);
        let said = said.map_or("", |(_, text)| text);
        let content = store.content(said, 1, &mut Notes::new())?;
        self.write(store, Some(Todo::new(key, content)), places, notes)?;
        Ok(key)
    }

    /// Changes the todo at a place. Returns what changed of it, in the words of the tool.
    ///
    /// # Errors
    /// `content_too_long`; `already_doing` where the options are strict; `unknown_id` and `invalid_argument` for a
    /// todo to wait on.
    pub fn update(
        &self,
        store: &mut TodoStore,
        place: usize,
        notes: &mut Notes,
    ) -> Result<Vec<&'static str>, TodoError> {
        let Some(was) = store.list().get(place).cloned() else { return Ok(Vec::new()) };
        let before = store.revision();
        self.write(store, None, place, notes)?;
        let mut fields = Vec::new();
        let Some(is) = store.list().get(place) else { return Ok(fields) };
        for field in Field::ALL {
            if was.text(field) != is.text(field) {
                fields.extend(self.shape.field(field));
            }
        }
        let has_blocks = self.links.iter().any(|link| link.argument == BLOCKS);
        for (name, is_changed) in [
            ("status", was.status != is.status),
            ("blockedBy", was.blocked_by() != is.blocked_by()),
            ("blocks", has_blocks && store.revision() != before),
        ] {
            if is_changed {
                fields.push(name);
            }
        }
        Ok(fields)
    }

    fn write(
        &self,
        store: &mut TodoStore,
        new: Option<Todo>,
        place: usize,
        notes: &mut Notes,
    ) -> Result<(), TodoError> {
        let mut list = store.list().clone();
        let next_key = store.next_key().wrapping_add(u32::from(new.is_some()));
        list.extend(new);
        let Some(todo) = list.get_mut(place) else { return Ok(()) };
        let key = todo.key;
        if self.status.is_some() {
            store.check_owner(place)?;
        } else if self.texts.iter().any(|(field, _)| *field == Field::Owner) {
            store.check_handover(place)?;
        }
        for (field, said) in &self.texts {
            let text = store.text(*field, said, place, notes)?;
            set_text(&mut todo.details, *field, text);
        }
        if let Some(said) = self.status {
            *todo = self.shape.restated(todo, said);
        }
        if self.status.is_some_and(|said| said.status == Status::Doing) {
            keep_one_doing(store, self.shape, place, &mut list, notes)?;
        }
        for name in &self.links {
            let other = name.find(store, notes)?;
            if name.argument == BLOCKS {
                block(&mut list, other, key)?;
            } else {
                block(&mut list, key, other)?;
            }
        }
        self.note_blockers(&list, place, notes);
        store.set_list(list, next_key);
        Ok(())
    }

    /// Says what a todo still waits on that is begun or settled.
    fn note_blockers(&self, list: &List, place: usize, notes: &mut Notes) {
        let is_said =
            self.status.is_some_and(|said| matches!(said.status, Status::Doing | Status::Done));
        let Some(todo) = list.get(place).filter(|_| is_said) else { return };
        let waiting = todo.with_status(Status::Todo);
        let blockers = waits_on(list, &waiting);
        if let Some(blocker) = blockers.first().and_then(|key| find(list, *key)) {
            let (name, other) = (model_name(list, todo), model_name(list, blocker));
            let status = Text(self.shape.word_of(blocker));
            let parts = [bare_word(&name), bare_word(&other), excerpt(blocker.content()), status];
            note(notes, "{} was to wait on {} ({}), which is {}", &parts);
        }
    }
}

const BLOCKED_BY: &str = "addBlockedBy";
const BLOCKS: &str = "addBlocks";

impl Name {
    /// Takes the name of a todo.
    ///
    /// # Errors
    /// `invalid_argument`, also when there is none.
    pub fn take(arguments: &mut Arguments<'_>, argument: &'static str) -> Result<Self, TodoError> {
        let said = arguments.take_text(argument)?.filter(|said| !is_blank(said));
        match said {
            Some(said) => Ok(Self { argument, said }),
            None => {
                Err(TodoError::invalid("{} is missing: give the id of a todo", &[Text(argument)]))
            }
        }
    }

    /// The todo that is meant: the one with that name, else with that key, else at that position, else the only one
    /// with that content.
    ///
    /// # Errors
    /// `unknown_id`, with the ids that there are.
    pub fn find(&self, store: &TodoStore, notes: &mut Notes) -> Result<Key, TodoError> {
        let cleaned = clean(&self.said);
        let said = trim(cleaned.as_ref().map_or(self.said.as_str(), |(text, _)| text));
        let bare = said.strip_prefix('#').unwrap_or(said);
        let list = store.list();
        let key = Key::from_word(bare);
        let place = self.position().map(Id::place);
        let by_name = list.iter().find(|todo| {
            let model_name = model_name(list, todo);
            model_name == said || model_name == bare
        });
        let by_key = || list.iter().find(|todo| Some(todo.key) == key);
        let by_place = || list.get(place?);
        if let Some(todo) = by_name.or_else(by_key).or_else(by_place) {
            return Ok(todo.key);
        }
        let mut same = list.iter().filter(|todo| todo.content() == said);
        if let (Some(todo), None) = (same.next(), same.next()) {
            let model_name = model_name(list, todo);
            let parts = [Text(self.argument), excerpt(said), bare_word(&model_name)];
            note(notes, "{}: {} read as {}", &parts);
            return Ok(todo.key);
        }
        Err(self.unknown(store))
    }

    /// The position that it may be.
    pub fn position(&self) -> Option<Id> {
        let said = trim(&self.said);
        parse_decimal(said.strip_prefix('#').unwrap_or(said)).map(Id)
    }

    #[cold]
    fn unknown(&self, store: &TodoStore) -> TodoError {
        let mut ids = String::new();
        for todo in store.list() {
            ids.push_str(if ids.is_empty() { "" } else { ", " });
            if ids.len() > MOST_OF_IDS {
                ids.push('…');
                break;
            }
            ids.push_str(&fill("{}", &[bare_word(&model_name(store.list(), todo))]));
        }
        let template = match store.list().len() {
            0 => "{}: there is no todo {}: the list is empty",
            _ => "{}: there is no todo {}: the ids are {}",
        };
        let parts = [Text(self.argument), excerpt(&self.said), Text(&ids)];
        TodoError::new(ErrorCode::UnknownId, template, &parts)
    }
}

/// After so many bytes an error repeats no more ids.
const MOST_OF_IDS: usize = 200;
