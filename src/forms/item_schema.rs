//! `ItemSchema`: the form of the items of a tool's list in JSON, for reading calls and writing
//! answers.

use std::borrow::Cow;

use crate::list::blockers::open_blockers;
use crate::list::error::TodoError;
use crate::list::history::List;
use crate::list::indexed_list::{find, find_named, index_of};
use crate::list::note::Notes;
use crate::list::note::note;
use crate::list::todo::{
    Id, Key, PRIORITIES, StateKind, Status, TextField, Todo, USUAL_PRIORITY, means_failed,
};
use crate::list::waiting::WaitFor;
use crate::text::content::{eq_lenient, trim};
use crate::text::decimal::parse_decimal;
use crate::text::json::{Document, Value, Writer};
use crate::text::message::FormatArg::{self, Number, Text};
use crate::text::message::{bare_word, excerpt, fill};

/// The names of the statuses in a tool. If a tool has no name for a status, it is the nearest one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StatusNames {
    pub todo: &'static str,
    pub doing: &'static str,
    pub done: &'static str,
    pub skipped: &'static str,
    /// The word for a todo that waits for a person or an event, if the tool has one.
    pub blocked: Option<&'static str>,
}

/// The statuses of most tools.
pub(crate) const STATUSES: StatusNames = StatusNames {
    todo: "pending",
    doing: "in_progress",
    done: "completed",
    skipped: "cancelled",
    blocked: None,
};
/// Our own words.
pub(crate) const OWN_STATUSES: StatusNames =
    StatusNames { todo: "todo", doing: "doing", done: "done", skipped: "skipped", blocked: None };
/// The statuses of tools that cannot express that a todo was given up.
pub(crate) const FEWER_STATUSES: StatusNames = StatusNames { skipped: "completed", ..STATUSES };

impl StatusNames {
    const fn of(&self, status: Status) -> &'static str {
        match status {
            Status::Todo => self.todo,
            Status::Doing => self.doing,
            Status::Done => self.done,
            Status::Skipped => self.skipped,
        }
    }

    /// Returns the word for the state of a todo in a list that models read. It tells a todo that
    /// was skipped from one that is done, also if the tool has one word for both.
    pub fn shown(&self, todo: &Todo) -> &'static str {
        match todo.status() {
            Status::Skipped if self.skipped == self.done => OWN_STATUSES.skipped,
            Status::Todo if todo.waiting().is_some() => self.blocked.unwrap_or(self.todo),
            status @ (Status::Todo | Status::Doing | Status::Done | Status::Skipped) => {
                self.of(status)
            }
        }
    }

    /// Returns the first status for which this is exactly the word.
    fn status(&self, word: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|status| self.of(*status) == word)
    }
}

/// The meaning of a word for a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ParsedStatus {
    pub status: Status,
    /// Whether the todo waits for a person or an event, or `None` if the tool cannot express it.
    pub waits: Option<bool>,
    /// Whether the word means that the todo was tried and given up.
    pub failed: bool,
}

impl ParsedStatus {
    /// The meaning of "failed".
    pub const FAILED: Self = Self { failed: true, ..Self::of(Status::Skipped) };

    /// Creates the meaning of a word that is about neither waiting nor failing.
    pub const fn of(status: Status) -> Self {
        Self { status, waits: None, failed: false }
    }

    /// Creates the meaning of one of [`Status::words`].
    pub fn of_name((word, status): (&str, Status)) -> Self {
        Self { failed: means_failed(word), ..Self::of(status) }
    }
}

/// The word for a todo that waits, which is accepted for every tool.
pub(crate) const BLOCKED: &str = "blocked";
/// Its meaning.
const WAITS: ParsedStatus = ParsedStatus { waits: Some(true), ..ParsedStatus::of(Status::Todo) };

/// The form of an item.
#[derive(Debug)]
pub(crate) struct ItemSchema {
    /// The argument with the list.
    pub list: &'static str,
    /// The name of the content, or `None` if items are bare strings.
    pub content: Option<&'static str>,
    /// Another name of the content, which is equally valid.
    pub also: Option<&'static str>,
    /// The names of the other texts, if the tool has them.
    pub name: Option<&'static str>,
    /// Whether a new todo may omit its name.
    pub is_name_optional: bool,
    pub priority: Option<&'static str>,
    pub active_form: Option<&'static str>,
    pub description: Option<&'static str>,
    pub owner: Option<&'static str>,
    /// The name of the list of blockers.
    pub blocked_by: Option<&'static str>,
    /// Whether the schema of the tool has `parent`, the id of the todo that another one is under.
    /// It is accepted for every tool.
    pub has_parents: bool,
    /// What a text in place of a whole list is, if it is not JSON.
    pub text: TextForm,
    /// Whether the box of a checklist in front of a text says its status, and is no part of it.
    pub has_boxes: bool,
    /// Whether the field `id` is the position, as a number.
    pub has_positions: bool,
    /// The words of the field `status`, or `None` if there is no such field.
    pub statuses: Option<&'static StatusNames>,
    /// The field with the position as a text, in the lists of a tool that has it.
    pub id_text: Option<&'static str>,
    /// The field that says whether a todo is settled, in the lists of a tool without statuses.
    pub is_done: Option<&'static str>,
    /// Whether the ids in its lists are numbers.
    pub has_number_ids: bool,
    /// Whether its lists have each field, and `blocks` beside the blockers, also where there is
    /// nothing to say. A tool without statuses says null.
    pub has_all_fields: bool,
}

/// What a text in place of a whole list is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextForm {
    /// JSON, or a checklist.
    Json,
    /// A plan, whose lines are its steps.
    Plan,
    /// A checklist, which is what the tool asks for.
    Checklist,
}

/// Who reads a list that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    /// A model, which may use each id that it reads.
    Model,
    /// A program that knows the original tool: each required field is written, and an optional id
    /// only if the model gave it.
    Program,
}

/// Items that only have a content.
pub(crate) const PLAIN: ItemSchema = ItemSchema {
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
    has_parents: false,
    text: TextForm::Json,
    has_boxes: true,
    has_positions: false,
    statuses: None,
    id_text: None,
    is_done: None,
    has_number_ids: false,
    has_all_fields: false,
};

/// The parent of an item, as the call states it.
#[derive(Clone, Debug)]
pub(crate) enum ParentHint {
    /// The nearest item before it with a lower level, or none.
    Level(usize),
    /// The todo with this id or content.
    Named(String),
}

/// One todo in a call. What is omitted stays as it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Item<'a> {
    /// The texts, in the order of [`TextField::OWN`].
    pub texts: [Option<Cow<'a, str>>; TextField::OWN.len()],
    pub status: Option<ParsedStatus>,
    pub position: Option<Id>,
    /// The ids of all its blockers.
    pub blocked_by: Option<Vec<String>>,
    pub parent_hint: Option<ParentHint>,
    /// Whether it was sent alone, in place of a list.
    pub is_alone: bool,
}

impl<'a> Item<'a> {
    /// Creates an item that only has a content.
    pub fn of(content: Cow<'a, str>) -> Self {
        let mut item = Self::default();
        item.set_content(content);
        item
    }

    pub fn set_content(&mut self, text: Cow<'a, str>) {
        let [content, ..] = &mut self.texts;
        *content = Some(text);
    }

    pub fn text(&self, field: TextField) -> Option<&str> {
        self.texts.get(field as usize)?.as_deref()
    }

    /// Returns the item with its texts copied, so that it outlives the text from which it was read.
    pub fn into_owned(self) -> Item<'static> {
        let texts = self.texts.map(|text| text.map(|text| Cow::Owned(text.into_owned())));
        Item { texts, ..self }
    }
}

/// The names of the content in other tools.
pub(crate) const CONTENT_FIELDS: [&str; 7] =
    ["content", "description", "title", "step", "task", "text", "todo"];

/// Fields that the tool of a model has in other versions, and that say nothing where it has not.
const FIELDS_ELSEWHERE: [&str; 4] = ["id", "activeForm", "active_form", "priority"];

/// The names of the field with the id of the parent.
pub(crate) const PARENT_FIELDS: [&str; 3] = ["parent", "parentId", "parent_id"];

/// The names of the list of the items under an item.
const STEPS_FIELDS: [&str; 5] = ["subtasks", "subTasks", "sub_tasks", "children", "items"];

impl ItemSchema {
    /// Returns the tool's name for a text, or `None` if the tool does not have it.
    pub const fn field(&self, field: TextField) -> Option<&'static str> {
        match field {
            TextField::Content => self.content,
            TextField::Name => self.name,
            TextField::Priority => self.priority,
            TextField::ActiveForm => self.active_form,
            TextField::Description => self.description,
            TextField::Owner => self.owner,
            TextField::Reason
            | TextField::LastOwner
            | TextField::Evidence
            | TextField::Question
            | TextField::Options
            | TextField::Answer => None,
        }
    }

    /// Returns the word for a status. It is our own word if the tool has no such field.
    pub fn status_name(&self, status: Status) -> &'static str {
        self.words().of(status)
    }

    /// Returns the words for the statuses. They are our own if the tool has no such field.
    fn words(&self) -> &'static StatusNames {
        self.statuses.unwrap_or(&OWN_STATUSES)
    }

    /// Returns whether an item may say its status. Models say it to any tool whose items are
    /// objects.
    const fn reads_statuses(&self) -> bool {
        self.statuses.is_some() || self.content.is_some()
    }

    /// Returns the word for the state of a todo.
    pub fn name_of(&self, todo: &Todo) -> &'static str {
        let blocked = self.blocked().filter(|_| todo.waiting().is_some());
        blocked.unwrap_or_else(|| self.status_name(todo.status()))
    }

    fn blocked(&self) -> Option<&'static str> {
        self.words().blocked
    }

    /// Returns the meaning of a word, or `None` if it is not exactly one of the tool's words.
    pub(crate) fn meaning_of(&self, word: &str) -> Option<ParsedStatus> {
        if self.blocked() == Some(word) {
            return Some(WAITS);
        }
        Some(self.meaning_of_status(self.words().status(word)?))
    }

    /// Returns the meaning of the tool's word for a status.
    fn meaning_of_status(&self, status: Status) -> ParsedStatus {
        ParsedStatus { waits: self.blocked().map(|_| false), ..ParsedStatus::of(status) }
    }

    /// Reads a status. `name` is its name in messages.
    ///
    /// # Errors
    /// `invalid_argument`.
    pub fn read_status(
        &self,
        notes: &mut Notes,
        name: &str,
        value: Value<'_>,
    ) -> Result<ParsedStatus, TodoError> {
        let text = value.as_string().unwrap_or_default();
        if let Some(meaning) = self.meaning_of(&text) {
            return Ok(meaning);
        }
        let own = Status::ALL.into_iter().map(|status| (self.status_name(status), status));
        let mut words = own.chain(Status::words());
        let word = after_status(&text);
        let read = if eq_lenient(word, BLOCKED) {
            Some((BLOCKED, WAITS))
        } else {
            words.find(|(known, _)| eq_lenient(word, known)).map(|(known, status)| {
                // If the word means another status first, our own word is used in the note.
                let is_exact = self.is_exact(status);
                let word = if is_exact { self.status_name(status) } else { status.as_str() };
                let failed = means_failed(known);
                (word, ParsedStatus { failed, ..self.meaning_of_status(status) })
            })
        };
        if let Some((word, meaning)) = read {
            note(notes, "{} {} read as {}", &[Text(name), excerpt(&text), Text(word)]);
            return Ok(meaning);
        }
        let mut usual = String::new();
        for (index, status) in Status::ALL.into_iter().enumerate() {
            if self.is_exact(status) {
                usual.push_str(if index == 0 { "" } else { ", " });
                usual.push_str(self.status_name(status));
            }
        }
        if let Some(blocked) = self.blocked() {
            usual.push_str(", ");
            usual.push_str(blocked);
        }
        let parts = [Text(name), Text(&usual), value.excerpt()];
        Err(TodoError::invalid("{} must be one of {}, got {}", &parts))
    }

    /// Returns whether the first meaning of the word for a status is that status.
    fn is_exact(&self, status: Status) -> bool {
        self.words().status(self.status_name(status)) == Some(status)
    }

    /// Returns the todo with the status that a call states. If the word also means the todo's
    /// current status, the todo keeps that.
    pub fn restated(&self, todo: Todo, parsed: ParsedStatus) -> Todo {
        let ParsedStatus { status, waits, failed } = parsed;
        let before = todo.status();
        let stays = before == status
            || self.is_exact(status) && self.status_name(status) == self.status_name(before);
        let mut todo = if stays { todo } else { todo.with_status(status) };
        if failed && todo.status() == Status::Skipped {
            todo.state = todo.state.change(StateKind::Failed, &[TextField::Reason]);
        }
        if !todo.status().is_pending() {
            return todo;
        }
        let kind = match (waits, todo.waiting()) {
            (Some(true), None) => StateKind::WaitingEvent,
            // A question to a person stays until it is answered.
            (Some(false), Some(WaitFor::Event)) => StateKind::Todo,
            (Some(_) | None, _) => return todo,
        };
        Todo { state: todo.state.change(kind, &[TextField::Owner]), ..todo }
    }

    /// Reads an item and the items that are nested in it, and appends them to `items`. `number` is
    /// 1-based.
    ///
    /// # Errors
    /// `invalid_argument`, naming the item.
    pub fn read_item<'a>(
        &self,
        notes: &mut Notes,
        number: FormatArg<'static>,
        value: Value<'a>,
        items: &mut Vec<Item<'a>>,
    ) -> Result<(), TodoError> {
        ItemReader { schema: self, notes, number }.read_item(value, 0, items)
    }

    /// Writes the todos of a list that are shown.
    pub fn write_items(
        &self,
        json: &mut Writer,
        list: &List,
        is_shown: &dyn Fn(&Todo) -> bool,
        reader: Audience,
    ) {
        let is_for_program = reader == Audience::Program;
        let has_blocks = self.has_all_fields && self.blocked_by.is_some();
        let blocked = if has_blocks { blocked_by(list) } else { Vec::new() };
        json.open('[');
        for (index, todo) in list.iter().enumerate() {
            if !is_shown(todo) {
                continue;
            }
            if self.content.is_none() {
                json.string(todo.content());
                continue;
            }
            json.open('{');
            if self.has_positions {
                json.key("id").integer(Id::at(index).0);
            } else if let Some(key) = self.id_text {
                json.key(key).string(&fill("{}", &[Number(Id::at(index).0)]));
            }
            let fields = [
                TextField::Name,
                TextField::Content,
                TextField::Description,
                TextField::Owner,
                TextField::Priority,
                TextField::ActiveForm,
            ];
            for field in fields {
                if field == TextField::Priority {
                    match self.is_done {
                        Some(key) => json.key(key).boolean(todo.status().is_settled()),
                        None => json.key("status").string(self.name_of(todo)),
                    };
                }
                let Some(key) = self.field(field) else { continue };
                let is_omitted = is_for_program && self.is_name_optional;
                if field == TextField::Name && (todo.text(field).is_some() || !is_omitted) {
                    self.write_name(json.key(key), list, todo);
                } else if let Some(text) = todo.text(field) {
                    json.key(key).string(text);
                } else if field == TextField::Priority {
                    json.key(key).string(USUAL_PRIORITY);
                } else if field == TextField::Description && self.has_all_fields {
                    match self.is_done {
                        Some(_) => json.key(key).raw("null"),
                        None => json.key(key).string(""),
                    };
                } else if field == TextField::ActiveForm && is_for_program && !self.has_all_fields {
                    json.key(key).string(todo.content());
                }
            }
            self.write_parent(json, list, todo, reader);
            if let Some(key) = self.blocked_by {
                self.write_links(json, key, list, &open_blockers(list, todo));
            }
            if let Some(blocked) = blocked.get(index) {
                self.write_links(json, "blocks", list, blocked);
            }
            json.close('}');
        }
        json.close(']');
    }

    /// Writes the id of a todo's parent, if there is one. For a program, it is written only if the
    /// original tool has it.
    fn write_parent(&self, json: &mut Writer, list: &List, todo: &Todo, reader: Audience) {
        let is_read = reader == Audience::Model || self.has_parents;
        let index = todo.parent().filter(|_| is_read).and_then(|key| index_of(list, key));
        let Some((index, parent)) = index.and_then(|index| Some((index, list.get(index)?))) else {
            return;
        };
        json.key("parent");
        match self.name {
            Some(_) => self.write_name(json, list, parent),
            None => drop(json.integer(Id::at(index).0)),
        }
    }

    /// Writes the name of a todo.
    fn write_name(&self, json: &mut Writer, list: &List, todo: &Todo) {
        let name = model_name(list, todo);
        match parse_decimal(&name).filter(|_| self.has_number_ids) {
            Some(number) => json.integer(number),
            None => json.string(&name),
        };
    }

    /// Writes the names of todos.
    fn write_links(&self, json: &mut Writer, key: &str, list: &List, todos: &[Key]) {
        if todos.is_empty() && !self.has_all_fields {
            return;
        }
        json.key(key).open('[');
        for todo in todos.iter().filter_map(|key| find(list, *key)) {
            self.write_name(json, list, todo);
        }
        json.close(']');
    }
}

/// Returns the todos that depend on each todo.
fn blocked_by(list: &List) -> Vec<Vec<Key>> {
    let mut blocked = vec![Vec::new(); list.len()];
    for todo in list {
        for index in open_blockers(list, todo).iter().filter_map(|key| index_of(list, *key)) {
            if let Some(blocked) = blocked.get_mut(index) {
                blocked.push(todo.key);
            }
        }
    }
    blocked
}

fn has_field(value: Value<'_>, name: &str) -> bool {
    value.fields().any(|(key, _)| key == name)
}

/// Returns the end of an enum's name, such as `PENDING` of `TODO_STATUS_PENDING`.
fn after_status(text: &str) -> &str {
    const STATUS: &[u8] = b"status";
    let is_status = |part: &[u8]| part.eq_ignore_ascii_case(STATUS);
    let at = text.as_bytes().windows(STATUS.len()).position(is_status);
    let after = at.and_then(|at| text.get(at..)?.get(STATUS.len()..)).unwrap_or(text);
    after.trim_start_matches(['_', '.', ':', '-', ' '])
}

/// Reads a whole number, which may be in a string.
///
/// # Errors
/// `invalid_argument`.
pub(crate) fn integer(key: &str, value: Value<'_>) -> Result<i64, TodoError> {
    let in_string = || value.as_string().and_then(|text| parse_decimal(trim(&text)));
    value.as_integer().or_else(in_string).ok_or_else(|| {
        TodoError::invalid("{} must hold whole numbers, got {}", &[Text(key), value.excerpt()])
    })
}

/// Returns the name by which a model refers to a todo: the one that a model gave it, or else the
/// number of its key, or its key if another todo has that name. Derived names are never stored.
pub(crate) fn model_name(list: &List, todo: &Todo) -> String {
    if let Some(name) = todo.text(TextField::Name) {
        return name.to_owned();
    }
    let mut word = todo.key.to_text();
    let is_taken = |word: &str| find_named(list, word).is_some();
    if let Some(number) = word.get(1..).filter(|number| !is_taken(number)) {
        return number.to_owned();
    }
    while is_taken(&word) {
        word.push('_');
    }
    word
}

struct ItemReader<'a> {
    schema: &'a ItemSchema,
    notes: &'a mut Notes,
    number: FormatArg<'static>,
}

impl ItemReader<'_> {
    /// Reads an item and, after it, the items that are nested in it. `level` is the number of items
    /// around it.
    fn read_item<'a>(
        &mut self,
        value: Value<'a>,
        level: usize,
        items: &mut Vec<Item<'a>>,
    ) -> Result<(), TodoError> {
        let mut item = Item::default();
        let mut steps = Vec::new();
        if let Some(text) = value.as_string() {
            if self.read_item_in_text(&text, level, items)? {
                return Ok(());
            }
            if let Some(name) = self.schema.content {
                self.note("item {}: bare string read as its {}", Text(name), "");
            }
            item.set_content(text);
        } else {
            self.take_fields(&mut item, value, level, &mut steps)?;
        }
        if level > 0 {
            item.parent_hint = Some(ParentHint::Level(level));
        }
        items.push(item);
        items.append(&mut steps);
        Ok(())
    }

    fn take_fields<'a>(
        &mut self,
        item: &mut Item<'a>,
        value: Value<'a>,
        level: usize,
        steps: &mut Vec<Item<'a>>,
    ) -> Result<(), TodoError> {
        if !value.is_object() {
            return Err(self.not_an_item(value));
        }
        let mut nearly = None;
        let value_of = value;
        for (key, value) in value.fields() {
            let key = match &*key {
                "state" if self.schema.reads_statuses() && !has_field(value_of, "status") => {
                    self.note("item {}: {} read as its {}", Text("state"), "status");
                    "status".into()
                }
                _ => key,
            };
            match self.take_field(item, &key, value)? {
                Some(false) => {}
                Some(true) => {
                    self.note("item {}: {} given twice, the last one read", bare_word(&key), "");
                }
                None if STEPS_FIELDS.contains(&&*key) && value.is_array() => {
                    let mut parts = value.parts();
                    parts.try_for_each(|step| self.read_item(step, level + 1, steps))?;
                }
                None if self.take_index(item, &key, value) => {}
                None if nearly.is_none() && CONTENT_FIELDS.contains(&&*key) => {
                    nearly = Some((key, value));
                }
                None => self.ignore(&key),
            }
        }
        if let Some((key, value)) = nearly {
            self.take_nearly(item, &key, value)?;
        }
        let has_id = match self.schema.is_name_optional {
            true => item.text(TextField::Name).is_some(),
            false => self.schema.has_positions || self.schema.name.is_some(),
        };
        if item.text(TextField::Content).is_none() && !has_id {
            return Err(self.not_an_item(value));
        }
        Ok(())
    }

    /// Reads an item that is JSON text. Returns whether the text is one.
    #[cold]
    fn read_item_in_text(
        &mut self,
        text: &str,
        level: usize,
        items: &mut Vec<Item<'_>>,
    ) -> Result<bool, TodoError> {
        if !trim(text).starts_with('{') {
            return Ok(false);
        }
        let Ok(document) = Document::read(text) else { return Ok(false) };
        if !document.root().is_object() {
            return Ok(false);
        }
        let mut inner = Vec::new();
        self.read_item(document.root(), level, &mut inner)?;
        for item in inner {
            items.push(item.into_owned());
        }
        self.note("item {}: read out of a JSON string", Text(""), "");
        Ok(true)
    }

    /// Takes a field, and returns whether the item already had it. Returns `None` if the tool does
    /// not have the field.
    fn take_field<'a>(
        &mut self,
        item: &mut Item<'a>,
        key: &str,
        value: Value<'a>,
    ) -> Result<Option<bool>, TodoError> {
        let schema = self.schema;
        if value.is_null() && !PARENT_FIELDS.contains(&key) {
            self.note("item {}: {} null read as absent", bare_word(key), "");
            return Ok(Some(false));
        }
        let mut fields = TextField::OWN.into_iter();
        if let Some(field) = fields.find(|field| schema.field(*field) == Some(key))
            && let Some(slot) = item.texts.get_mut(field as usize)
        {
            let text = match field {
                TextField::Name => self.name(key, value)?,
                TextField::Priority => self.priority(key, value)?,
                TextField::Content
                | TextField::ActiveForm
                | TextField::Description
                | TextField::Reason
                | TextField::Owner
                | TextField::LastOwner
                | TextField::Evidence
                | TextField::Question
                | TextField::Options
                | TextField::Answer => self.text(key, value)?,
            };
            return Ok(Some(slot.replace(text).is_some()));
        }
        Ok(Some(match key {
            "id" if schema.has_positions => {
                let key = fill("item {}: id", &[self.number]);
                item.position.replace(Id(integer(&key, value)?)).is_some()
            }
            "status" if schema.reads_statuses() => {
                let status = match value.as_string().and_then(|word| schema.meaning_of(&word)) {
                    Some(meaning) => meaning,
                    None => {
                        let name = fill("item {}: status", &[self.number]);
                        schema.read_status(self.notes, &name, value)?
                    }
                };
                item.status.replace(status).is_some()
            }
            "completed" if schema.reads_statuses() && value.as_boolean().is_some() => {
                let is_done = value.as_boolean() == Some(true);
                let status = if is_done { Status::Done } else { Status::Todo };
                item.status.replace(ParsedStatus::of(status)).is_some()
            }
            key if schema.blocked_by == Some(key) => {
                item.blocked_by.replace(self.ids(key, value)?).is_some()
            }
            _ => return Ok(None),
        }))
    }

    /// Takes a field with the parent of the item, which is accepted for every tool. Returns whether
    /// it is one.
    fn take_index(&self, item: &mut Item<'_>, key: &str, value: Value<'_>) -> bool {
        let text = || value.as_text().map(|text| trim(&text).to_owned());
        let parent_hint = match key {
            key if PARENT_FIELDS.contains(&key) => match text() {
                Some(name) if !name.is_empty() => Some(ParentHint::Named(name)),
                Some(_) => Some(ParentHint::Level(0)),
                None => value.is_null().then_some(ParentHint::Level(0)),
            },
            _ => None,
        };
        let is_place = parent_hint.is_some();
        if is_place {
            item.parent_hint = parent_hint;
        }
        is_place
    }

    /// Takes the content from a field with the name that another tool uses, if the item has no
    /// content.
    fn take_nearly<'a>(
        &mut self,
        item: &mut Item<'a>,
        key: &str,
        value: Value<'a>,
    ) -> Result<(), TodoError> {
        if item.text(TextField::Content).is_some() {
            self.ignore(key);
            return Ok(());
        }
        item.set_content(self.text(key, value)?);
        if Some(key) != self.schema.also {
            let name = self.schema.content.unwrap_or("text");
            self.note("item {}: {} read as its {}", bare_word(key), name);
        }
        Ok(())
    }

    fn not_an_item(&self, value: Value<'_>) -> TodoError {
        match self.schema.content {
            None => self.error("item {}{} must be a string, got {}", "", value),
            Some(name) if value.is_object() => self.error("item {} has no {}", name, value),
            Some(name) => self.error("item {} must be an object with {}, got {}", name, value),
        }
    }

    fn text<'a>(&self, key: &str, value: Value<'a>) -> Result<Cow<'a, str>, TodoError> {
        let not_a_string = || self.error("item {}: {} must be a string, got {}", key, value);
        value.as_string().ok_or_else(not_a_string)
    }

    fn name<'a>(&self, key: &str, value: Value<'a>) -> Result<Cow<'a, str>, TodoError> {
        value.as_text().map_or_else(|| self.text(key, value), Ok)
    }

    fn priority<'a>(&mut self, key: &str, value: Value<'a>) -> Result<Cow<'a, str>, TodoError> {
        let text = self.text(key, value)?;
        for word in PRIORITIES {
            if eq_lenient(&text, word) {
                if text != word {
                    self.note("item {}: priority {} read as {}", excerpt(&text), word);
                }
                return Ok(word.into());
            }
        }
        Err(self.error("item {}: priority must be {}, got {}", "low, medium or high", value))
    }

    /// Reads ids of todos, which are strings or numbers.
    fn ids(&self, key: &str, value: Value<'_>) -> Result<Vec<String>, TodoError> {
        let id = |id: Value<'_>| id.as_text().map(Cow::into_owned);
        // A single id is a list of one.
        if let Some(only) = value.as_text().filter(|text| !trim(text).starts_with('[')) {
            let is_blank = trim(&only).is_empty();
            return Ok(if is_blank { Vec::new() } else { vec![only.into_owned()] });
        }
        let inner;
        let inner_text = value.as_string();
        let value = match inner_text.as_deref().map(Document::read) {
            Some(Ok(document)) => {
                inner = document;
                inner.root()
            }
            Some(Err(_)) | None => value,
        };
        let ids = value.parts().filter(|_| value.is_array()).map(id).collect();
        let wrong = || self.error("item {}: {} must be a list of ids, got {}", key, value);
        Option::filter(ids, |_| value.is_array()).ok_or_else(wrong)
    }

    /// Ignores a field that the tool does not have.
    fn ignore(&mut self, key: &str) {
        if !FIELDS_ELSEWHERE.contains(&key) {
            self.note("item {}: extra key {} ignored", excerpt(key), "");
        }
    }

    fn note(&mut self, template: &str, first: FormatArg<'_>, second: &str) {
        note(self.notes, template, &[self.number, first, Text(second)]);
    }

    fn error(&self, template: &str, text: &str, value: Value<'_>) -> TodoError {
        TodoError::invalid(template, &[self.number, Text(text), value.excerpt()])
    }
}

#[cfg(test)]
mod tests;
