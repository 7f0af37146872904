//! `Shape`: how a program words the items of its list in JSON. What it says is read by it, and answers are
//! written by it.

use std::borrow::Cow;

use crate::list::error::TodoError;
use crate::list::history::List;
use crate::list::todo::{Field, Id, PRIORITIES, State, Status, Todo, USUAL_PRIORITY};
use crate::list::waiting::WaitFor;
use crate::text::content::{is_spelt_like, trim};
use crate::text::decimal::parse_decimal;
use crate::text::json::{Value, Writer};
use crate::text::message::Notes;
use crate::text::message::Part::{self, Number, Text};
use crate::text::message::{bare_word, excerpt, fill, note};

/// The words for the statuses. A tool that has none for a status says the word that comes nearest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    pub todo: &'static str,
    pub doing: &'static str,
    pub done: &'static str,
    pub skipped: &'static str,
    /// Of a todo that waits for a person or an event, where the tool can say so.
    pub blocked: Option<&'static str>,
}

/// The statuses of most tools.
pub(crate) const STATUSES: Words = Words {
    todo: "pending",
    doing: "in_progress",
    done: "completed",
    skipped: "cancelled",
    blocked: None,
};
/// Those of the tools that cannot say that a todo was given up.
pub(crate) const FEWER_STATUSES: Words = Words { skipped: "completed", ..STATUSES };

impl Words {
    const fn word(&self, status: Status) -> &'static str {
        match status {
            Status::Todo => self.todo,
            Status::Doing => self.doing,
            Status::Done => self.done,
            Status::Skipped => self.skipped,
        }
    }

    /// The first status that a word means, one of these to the letter.
    fn status(&self, word: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|status| self.word(*status) == word)
    }
}

/// What a word for a status says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SaidStatus {
    pub status: Status,
    /// Whether the todo waits for something that is no todo; none where the tool cannot say so.
    pub waits: Option<bool>,
}

impl SaidStatus {
    /// A status and no more.
    pub const fn of(status: Status) -> Self {
        Self { status, waits: None }
    }
}

/// What every tool may say of a todo that waits.
const BLOCKED: &str = "blocked";

/// What an item looks like.
#[derive(Debug)]
pub(crate) struct Shape {
    /// The argument that holds the list.
    pub list: &'static str,
    /// What the content is called; none where items are bare strings.
    pub content: Option<&'static str>,
    /// Another name of the content that is as good.
    pub also: Option<&'static str>,
    /// What the other texts are called, as far as the tool has them.
    pub name: Option<&'static str>,
    /// Whether a new todo need not have a name.
    pub is_name_optional: bool,
    pub priority: Option<&'static str>,
    pub active_form: Option<&'static str>,
    pub description: Option<&'static str>,
    pub owner: Option<&'static str>,
    /// What the list of those that it waits on is called.
    pub blocked_by: Option<&'static str>,
    /// Whether `id` is the position, as a number.
    pub has_positions: bool,
    /// The words of the field `status`; none where there is no such field.
    pub statuses: Option<Words>,
}

/// Items with nothing but a content.
pub(crate) const PLAIN: Shape = Shape {
    list: "todos",
    content: Some("content"),
    also: None,
    name: None,
    is_name_optional: false,
    priority: None,
    active_form: None,
    description: None,
    owner: None,
    blocked_by: None,
    has_positions: false,
    statuses: None,
};

/// What a call says of one todo. What it leaves out stays as it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Item<'a> {
    /// In the order of [`Field::OWN`].
    pub texts: [Option<Cow<'a, str>>; Field::OWN.len()],
    pub status: Option<SaidStatus>,
    pub position: Option<Id>,
    /// The ids of all that it waits on.
    pub blocked_by: Option<Vec<String>>,
    /// Whether it stands in place of a list.
    pub is_alone: bool,
}

impl<'a> Item<'a> {
    /// A todo of which nothing but its content is said.
    pub fn of(content: Cow<'a, str>) -> Self {
        let mut item = Self::default();
        item.set_content(content);
        item
    }

    pub fn set_content(&mut self, text: Cow<'a, str>) {
        let [content, ..] = &mut self.texts;
        *content = Some(text);
    }

    pub fn text(&self, field: Field) -> Option<&str> {
        self.texts.get(field as usize)?.as_deref()
    }

    /// The same, of whatever it was read from.
    pub fn into_owned(self) -> Item<'static> {
        let texts = self.texts.map(|text| text.map(|text| Cow::Owned(text.into_owned())));
        Item { texts, ..self }
    }
}

/// What other tools call the content.
pub(crate) const CONTENT_FIELDS: [&str; 7] =
    ["content", "description", "title", "step", "task", "text", "todo"];

impl Shape {
    /// What the tool calls a text, if it has it.
    pub const fn field(&self, field: Field) -> Option<&'static str> {
        match field {
            Field::Content => self.content,
            Field::Name => self.name,
            Field::Priority => self.priority,
            Field::ActiveForm => self.active_form,
            Field::Description => self.description,
            Field::Owner => self.owner,
            Field::Reason | Field::Evidence | Field::Question | Field::Answer => None,
        }
    }

    /// The word for a status; our own where the tool has no such field.
    pub fn word(&self, status: Status) -> &'static str {
        self.statuses.as_ref().map_or(status.word(), |words| words.word(status))
    }

    /// The word for how far a todo is.
    pub fn word_of(&self, todo: &Todo) -> &'static str {
        let blocked = self.blocked().filter(|_| todo.waiting().is_some());
        blocked.unwrap_or_else(|| self.word(todo.status()))
    }

    fn blocked(&self) -> Option<&'static str> {
        self.statuses.as_ref()?.blocked
    }

    /// What a word says; none where it is not one of the tool's words to the letter.
    fn said(&self, word: &str) -> Option<SaidStatus> {
        if self.blocked() == Some(word) {
            return Some(SaidStatus { status: Status::Todo, waits: Some(true) });
        }
        Some(self.saying(self.statuses.as_ref()?.status(word)?))
    }

    /// What is said by a tool's word for a status.
    fn saying(&self, status: Status) -> SaidStatus {
        SaidStatus { status, waits: self.blocked().map(|_| false) }
    }

    /// Reads a status that messages call by a name.
    ///
    /// # Errors
    /// `invalid_argument`.
    pub fn read_status(
        &self,
        notes: &mut Notes,
        name: &str,
        value: Value<'_>,
    ) -> Result<SaidStatus, TodoError> {
        let text = value.as_string().unwrap_or_default();
        if let Some(said) = self.said(&text) {
            return Ok(said);
        }
        let own = Status::ALL.into_iter().map(|status| (self.word(status), status));
        let mut words = own.chain(Status::words());
        let read = if is_spelt_like(&text, BLOCKED) {
            Some((BLOCKED, SaidStatus { status: Status::Todo, waits: Some(true) }))
        } else {
            words.find(|(word, _)| is_spelt_like(&text, word)).map(|(_, status)| {
                // A word that means another status first does not say which it is.
                let is_exact = self.is_exact(status);
                let word = if is_exact { self.word(status) } else { status.word() };
                (word, self.saying(status))
            })
        };
        if let Some((word, said)) = read {
            note(notes, "{} {} read as {}", &[Text(name), excerpt(&text), Text(word)]);
            return Ok(said);
        }
        let mut usual = String::new();
        for (place, status) in Status::ALL.into_iter().enumerate() {
            if self.is_exact(status) {
                usual.push_str(if place == 0 { "" } else { ", " });
                usual.push_str(self.word(status));
            }
        }
        if let Some(blocked) = self.blocked() {
            usual.push_str(", ");
            usual.push_str(blocked);
        }
        let parts = [Text(name), Text(&usual), value.excerpt(), Text(self.word(Status::Skipped))];
        let template = match (is_spelt_like(&text, "failed"), self.is_exact(Status::Skipped)) {
            (false, _) => "{} must be one of {}, got {}",
            (true, true) => {
                "{} must be one of {}, got {}: what is given up is {}, what is tried again stays open"
            }
            (true, false) => {
                "{} must be one of {}, got {}: what is tried again stays open, and what is given up leaves the list"
            }
        };
        Err(TodoError::invalid(template, &parts))
    }

    /// Whether the word for a status means that one before any other.
    fn is_exact(&self, status: Status) -> bool {
        let words = self.statuses.as_ref();
        words.is_none_or(|words| words.status(words.word(status)) == Some(status))
    }

    /// The todo once a status is said of it: where that and the one it is at have one word, it stays at the one that
    /// it is at.
    pub fn restated(&self, todo: Todo, SaidStatus { status, waits }: SaidStatus) -> Todo {
        let was = todo.status();
        let stays = was == status || self.is_exact(status) && self.word(status) == self.word(was);
        let todo = if stays { todo } else { todo.with_status(status) };
        if !todo.status().is_pending() {
            return todo;
        }
        let owner = todo.state.owner().cloned();
        let state = match (waits, todo.waiting()) {
            (Some(true), None) => State::Waiting { owner, on: WaitFor::Event, question: None },
            // A question to a person stays until it is answered.
            (Some(false), Some(WaitFor::Event)) => {
                State::Todo { owner, sent_back: None, answer: None }
            }
            (Some(_) | None, _) => return todo,
        };
        Todo { state, ..todo }
    }

    /// Reads the item with a number (1-based).
    ///
    /// # Errors
    /// `invalid_argument`, naming the item.
    pub fn item<'a>(
        &self,
        notes: &mut Notes,
        number: Part<'static>,
        value: Value<'a>,
    ) -> Result<Item<'a>, TodoError> {
        ItemReader { shape: self, notes, number }.item(value)
    }

    /// Writes a list under its argument.
    pub fn write(&self, json: &mut Writer, list: &List) {
        json.key(self.list);
        self.write_items(json, list);
    }

    /// Writes a list.
    pub fn write_items(&self, json: &mut Writer, list: &List) {
        json.open('[');
        for (place, todo) in list.iter().enumerate() {
            if self.content.is_none() {
                json.string(todo.content());
                continue;
            }
            json.open('{');
            if self.has_positions {
                json.key("id").integer(Id::at(place).0);
            }
            let fields = [
                Field::Name,
                Field::Content,
                Field::Description,
                Field::Priority,
                Field::ActiveForm,
            ];
            for field in fields {
                if field == Field::Priority {
                    json.key("status").string(self.word_of(todo));
                }
                let Some(key) = self.field(field) else { continue };
                if let Some(text) = todo.text(field) {
                    json.key(key).string(text);
                } else if field == Field::Name {
                    json.key(key).string(&model_name(list, todo));
                } else if field == Field::Priority {
                    json.key(key).string(USUAL_PRIORITY);
                }
            }
            json.close('}');
        }
        json.close(']');
    }
}

/// Reads a whole number, also one written as a string.
///
/// # Errors
/// `invalid_argument`.
pub(crate) fn integer(notes: &mut Notes, key: &str, value: Value<'_>) -> Result<i64, TodoError> {
    if let Some(number) = value.as_integer() {
        return Ok(number);
    }
    let number = value.as_string().and_then(|text| parse_decimal(trim(&text)));
    let parts = [Text(key), value.excerpt(), Number(number.unwrap_or_default())];
    match number {
        Some(number) => {
            note(notes, "{}: {} read as {}", &parts);
            Ok(number)
        }
        None => Err(TodoError::invalid("{} must hold whole numbers, got {}", &parts)),
    }
}

/// What a model that names todos calls this one: the name it was given, or its key.
pub(crate) fn model_name(list: &List, todo: &Todo) -> String {
    if let Some(name) = todo.text(Field::Name) {
        return name.to_owned();
    }
    let mut word = todo.key.to_word();
    // A model may have given another todo this very name.
    while list.iter().any(|other| other.text(Field::Name) == Some(&word)) {
        word.push('_');
    }
    word
}

struct ItemReader<'a> {
    shape: &'a Shape,
    notes: &'a mut Notes,
    number: Part<'static>,
}

impl ItemReader<'_> {
    fn item<'a>(&mut self, value: Value<'a>) -> Result<Item<'a>, TodoError> {
        if let Some(text) = value.as_string() {
            if let Some(name) = self.shape.content {
                self.note("item {}: bare string read as its {}", Text(name), "");
            }
            return Ok(Item::of(text));
        }
        if !value.is_object() {
            return Err(self.not_an_item(value));
        }
        let mut item = Item::default();
        let mut nearly = None;
        for (key, value) in value.fields() {
            match self.take_field(&mut item, &key, value)? {
                Some(false) => {}
                Some(true) => {
                    self.note("item {}: {} given twice, the last one read", bare_word(&key), "");
                }
                None if nearly.is_none() && CONTENT_FIELDS.contains(&&*key) => {
                    nearly = Some((key, value));
                }
                None => self.ignore(&key),
            }
        }
        if let Some((key, value)) = nearly {
            self.take_nearly(&mut item, &key, value)?;
        }
        let has_id = self.shape.has_positions || self.shape.name.is_some();
        if item.text(Field::Content).is_none() && !has_id {
            return Err(self.not_an_item(value));
        }
        Ok(item)
    }

    /// Takes a field, and returns whether the item had it already; none for one that the tool has not.
    fn take_field<'a>(
        &mut self,
        item: &mut Item<'a>,
        key: &str,
        value: Value<'a>,
    ) -> Result<Option<bool>, TodoError> {
        let shape = self.shape;
        if value.is_null() {
            self.note("item {}: {} null read as absent", bare_word(key), "");
            return Ok(Some(false));
        }
        let mut fields = Field::OWN.into_iter().zip(&mut item.texts);
        if let Some((field, slot)) = fields.find(|(field, _)| shape.field(*field) == Some(key)) {
            let text = match field {
                Field::Name => self.name(key, value)?,
                Field::Priority => self.priority(key, value)?,
                Field::Content
                | Field::ActiveForm
                | Field::Description
                | Field::Reason
                | Field::Owner
                | Field::Evidence
                | Field::Question
                | Field::Answer => self.text(key, value)?,
            };
            return Ok(Some(slot.replace(text).is_some()));
        }
        Ok(Some(match key {
            "id" if shape.has_positions => {
                let key = fill("item {}: id", &[self.number]);
                item.position.replace(Id(integer(self.notes, &key, value)?)).is_some()
            }
            "status" if shape.statuses.is_some() => {
                let status = match value.as_string().and_then(|word| shape.said(&word)) {
                    Some(said) => said,
                    None => {
                        let name = fill("item {}: status", &[self.number]);
                        shape.read_status(self.notes, &name, value)?
                    }
                };
                item.status.replace(status).is_some()
            }
            key if shape.blocked_by == Some(key) => {
                item.blocked_by.replace(self.ids(key, value)?).is_some()
            }
            _ => return Ok(None),
        }))
    }

    /// Takes for the content what another tool calls so, where the item has none.
    fn take_nearly<'a>(
        &mut self,
        item: &mut Item<'a>,
        key: &str,
        value: Value<'a>,
    ) -> Result<(), TodoError> {
        if item.text(Field::Content).is_some() {
            self.ignore(key);
            return Ok(());
        }
        item.set_content(self.text(key, value)?);
        if Some(key) != self.shape.also {
            let name = self.shape.content.unwrap_or("content");
            self.note("item {}: {} read as its {}", bare_word(key), name);
        }
        Ok(())
    }

    fn not_an_item(&self, value: Value<'_>) -> TodoError {
        match self.shape.content {
            None => self.error("item {}{} must be a string, got {}", "", value),
            Some(name) => self.error("item {} must be an object with {}, got {}", name, value),
        }
    }

    #[inline(always)]
    fn text<'a>(&self, key: &str, value: Value<'a>) -> Result<Cow<'a, str>, TodoError> {
        let not_a_string = || self.error("item {}: {} must be a string, got {}", key, value);
        value.as_string().ok_or_else(not_a_string)
    }

    fn name<'a>(&mut self, key: &str, value: Value<'a>) -> Result<Cow<'a, str>, TodoError> {
        if value.as_integer().is_some() {
            self.note("item {}: id {} read as a string", value.excerpt(), "");
            return Ok(value.as_written().into());
        }
        self.text(key, value)
    }

    fn priority<'a>(&mut self, key: &str, value: Value<'a>) -> Result<Cow<'a, str>, TodoError> {
        let text = self.text(key, value)?;
        for word in PRIORITIES {
            if is_spelt_like(&text, word) {
                if text != word {
                    self.note("item {}: priority {} read as {}", excerpt(&text), word);
                }
                return Ok(word.into());
            }
        }
        Err(self.error("item {}: priority must be {}, got {}", "low, medium or high", value))
    }

    /// Ids of todos, as strings or numbers.
    fn ids(&self, key: &str, value: Value<'_>) -> Result<Vec<String>, TodoError> {
        let id = |id: Value<'_>| {
            let number = || id.as_integer().map(|_| id.as_written().to_owned());
            id.as_string().map(Cow::into_owned).or_else(number)
        };
        let ids = value.parts().filter(|_| value.is_array()).map(id).collect();
        let wrong = || self.error("item {}: {} must be a list of ids, got {}", key, value);
        Option::filter(ids, |_| value.is_array()).ok_or_else(wrong)
    }

    fn ignore(&mut self, key: &str) {
        self.note("item {}: extra key {} ignored", excerpt(key), "");
    }

    fn note(&mut self, template: &str, first: Part<'_>, second: &str) {
        note(self.notes, template, &[self.number, first, Text(second)]);
    }

    fn error(&self, template: &str, text: &str, value: Value<'_>) -> TodoError {
        TodoError::invalid(template, &[self.number, Text(text), value.excerpt()])
    }
}

#[cfg(test)]
mod tests;
