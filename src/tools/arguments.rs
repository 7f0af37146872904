//! Reads a model's arguments. What the model plausibly meant is accepted, with a note for each
//! repair.
//!
//! Ambiguous input is refused with an error that names the item and the fix. No missing value is
//! invented without a note.

use std::borrow::Cow;

use crate::forms::item_schema::integer;
use crate::list::error::TodoError;
use crate::list::note::{Notes, note};
use crate::list::todo::Id;
use crate::text::content::{eq_lenient, trim};
use crate::text::decimal::parse_decimal;
use crate::text::json::{Document, Value};
use crate::text::message::FormatArg::Text;
use crate::text::message::{FormatArg, bare_word, count, excerpt, join};
use crate::tools::checklist::is_checklist;
use crate::tools::dialect_spec::Action;

/// An argument that should be a list.
pub(crate) enum ListArgument<'a> {
    Value(Value<'a>),
    /// A list as text: JSON, or a checklist.
    Text(Cow<'a, str>),
}

/// Which single values are read as a list of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SingleItem {
    /// An object, in a list that replaces the existing one. Whether that is allowed is decided
    /// later, when the list is known.
    ObjectForWhole,
    /// An object.
    Object,
    /// Any value.
    Anything,
}

/// The arguments of one call. They are taken one by one.
#[derive(Debug)]
pub struct Arguments<'a> {
    /// The arguments that are not taken yet.
    fields: Vec<(Cow<'a, str>, Value<'a>)>,
    pub(crate) notes: &'a mut Notes,
}

impl<'a> Arguments<'a> {
    /// Reads the JSON text of a call's arguments, and calls `run` with them.
    ///
    /// The text must be an object. An object inside a string, or inside a list of one, is accepted.
    /// A bare list of objects is read as the argument `list`, unless `list` is empty. A blank text
    /// means no arguments.
    ///
    /// # Errors
    /// `invalid_argument` if the text does not contain a JSON object, and the errors of `run`.
    pub fn read<T, E: From<TodoError>>(
        text: &str,
        list: &'static str,
        notes: &mut Notes,
        run: impl FnOnce(&mut Arguments<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut run = Some(run);
        let mut result = None;
        Arguments::read_all(text, list, notes, &mut |arguments| {
            result = run.take().map(|run| run(arguments));
        })?;
        result.unwrap_or_else(|| Err(TodoError::invalid("the arguments were not read", &[]).into()))
    }

    /// Does the work of [`Arguments::read`]. It is not generic, because it is long and would be
    /// compiled for each caller.
    fn read_all(
        text: &str,
        list: &'static str,
        notes: &mut Notes,
        run: &mut dyn FnMut(&mut Arguments<'_>),
    ) -> Result<(), TodoError> {
        let text = if trim(text).is_empty() { "{}" } else { text };
        let document = parse(text, notes)?;
        let mut object = document.root();
        let inner_text = object.as_string();
        let inner;
        if let Some(text) = &inner_text {
            inner = parse(text, notes)?;
            object = inner.root();
            note_json_text(notes, "arguments");
        }
        let mut fields = Vec::new();
        let mut items = object.parts();
        if object.is_array()
            && let (Some(only), None) = (items.next(), items.next())
            && only.is_object()
            && (list.is_empty() || only.fields().any(|(key, _)| key == list))
        {
            object = only;
            note(notes, "arguments: taken out of a list of one", &[]);
        }
        let wrapped;
        let wrapped_text = wrapped_arguments(object);
        if let Some(text) = &wrapped_text {
            wrapped = parse(text, notes)?;
            object = wrapped.root();
            note(notes, "arguments: taken out of a call", &[]);
        }
        if object.is_null() {
            note(notes, "arguments: null read as absent", &[]);
        } else if !list.is_empty() && is_list_of_objects(object) {
            fields.push((list.into(), object));
            note(notes, "arguments: a list read as {}", &[Text(list)]);
        } else if !object.is_object() {
            return Err(TodoError::invalid(
                "the arguments must be one JSON object, got {}: name each argument, as the tool's schema does",
                &[Text(object.kind())],
            ));
        } else {
            fields.extend(object.fields());
        }
        run(&mut Arguments { fields, notes });
        Ok(())
    }

    /// Takes the last field with the key. Null counts as absent, with a note.
    pub(crate) fn take(&mut self, key: &str) -> Option<Value<'a>> {
        let mut taken = None;
        let mut is_twice = false;
        self.fields.retain(|(known, value)| {
            let has_key = *known == key;
            if has_key {
                is_twice = taken.replace(*value).is_some();
            }
            !has_key
        });
        if is_twice {
            note(self.notes, "{}: given twice, the last one read", &[Text(key)]);
        }
        if taken.is_some_and(Value::is_null) {
            note(self.notes, "{}: null read as absent", &[Text(key)]);
            return None;
        }
        taken
    }

    /// Returns the text of a field without taking it.
    pub(crate) fn peek(&self, key: &str) -> Option<Cow<'a, str>> {
        self.value(key)?.as_string()
    }

    /// Renames the list of a call to `list`, if the call has it under another name, with a note. A
    /// list of objects may have any name, others those of other tools.
    pub(crate) fn name_list(&mut self, list: &'static str) {
        if self.has(list) {
            return;
        }
        let is_list = |(key, value): &&mut (Cow<'_, str>, Value<'_>)| {
            let text = value.as_string();
            let text = text.as_deref().map_or(value.as_written(), trim);
            let mut marks = text.bytes().filter(|byte| *byte > b' ');
            marks.next() == Some(b'[')
                && match marks.next() {
                    Some(b'{') => true,
                    Some(b'"' | b'\'' | b']') => LISTS.contains(&&**key),
                    _ => false,
                }
        };
        let mut lists = self.fields.iter_mut().filter(is_list);
        if let (Some(found), None) = (lists.next(), lists.next()) {
            note(self.notes, "{}: read as {}", &[bare_word(&found.0), Text(list)]);
            found.0 = list.into();
        }
    }

    /// Returns whether a field is a whole number.
    pub(crate) fn is_integer(&self, key: &str) -> bool {
        self.value(key).is_some_and(|value| value.as_integer().is_some())
    }

    fn value(&self, key: &str) -> Option<Value<'a>> {
        self.fields.iter().rfind(|(known, _)| *known == key).map(|(_, value)| *value)
    }

    /// Returns whether the field exists and is not taken yet.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.fields.iter().any(|(known, _)| *known == key)
    }

    /// Returns whether a list has items, or `None` if the field is not a list.
    pub(crate) fn has_items(&self, key: &str) -> Option<bool> {
        self.peek_list(key, |list| list.parts().next().is_some())
    }

    /// Returns the id and the content of each item of a list that a call has in addition to its own
    /// arguments, as far as they can be read. The list is not taken.
    pub(crate) fn items_alongside(&self, key: &str) -> Vec<(Option<String>, Option<String>)> {
        let items = |list: Value<'_>| list.parts().map(id_and_content).collect();
        self.peek_list(key, items).unwrap_or_default()
    }

    /// Passes a list to `look` without taking it. The list may be JSON text. Returns `None` if
    /// there is no readable list.
    fn peek_list<T>(&self, key: &str, look: impl FnOnce(Value<'_>) -> T) -> Option<T> {
        let (_, value) = self.fields.iter().rfind(|(known, _)| known == key)?;
        let text = value.as_string();
        let list = Document::read(text.as_deref().unwrap_or(value.as_written())).ok()?;
        list.root().is_array().then(|| look(list.root()))
    }

    /// Takes the word of an action. Case, spaces, hyphens and quotes are ignored, with a note.
    ///
    /// # Errors
    /// `invalid_argument` if the word is missing or unknown.
    pub(crate) fn take_action(
        &mut self,
        key: &str,
        actions: &'static [Action],
    ) -> Result<&'static Action, TodoError> {
        let value = self.take(key);
        let text = value.and_then(Value::as_string).unwrap_or_default();
        let exact = actions.iter().find(|action| action.words.contains(&&*text));
        if let Some(action) = exact {
            return Ok(action);
        }
        for action in actions {
            let mut words = action.words.iter().chain(action.aliases);
            if let Some(word) = words.find(|word| eq_lenient(&text, word)) {
                let meant =
                    if action.words.contains(word) { Some(word) } else { action.words.first() };
                let parts = [Text(key), excerpt(&text), Text(meant.copied().unwrap_or_default())];
                note(self.notes, "{}: {} read as {}", &parts);
                return Ok(action);
            }
        }
        let usual: Vec<&str> =
            actions.iter().filter_map(|action| action.words.first()).copied().collect();
        let usual = join(&usual, ", ");
        Err(match value {
            None => TodoError::invalid("{} is missing: use one of {}", &[Text(key), Text(&usual)]),
            Some(value) => {
                let parts = [Text(key), value.excerpt(), Text(&usual)];
                TodoError::invalid("unknown {} {}: use one of {}", &parts)
            }
        })
    }

    /// Takes a list, which may be text in a string.
    ///
    /// # Errors
    /// `invalid_argument` if the text is blank.
    pub(crate) fn take_list(
        &mut self,
        key: &'static str,
    ) -> Result<Option<ListArgument<'a>>, TodoError> {
        let Some(value) = self.take(key) else { return Ok(None) };
        if let Some(text) = joined_characters(value) {
            note(self.notes, "{}: a list of characters joined", &[Text(key)]);
            return Ok(Some(ListArgument::Text(text.into())));
        }
        let Some(text) = value.as_string() else { return Ok(Some(ListArgument::Value(value))) };
        match trim(&text).bytes().next() {
            None => Err(TodoError::invalid("{} is blank: give a list", &[Text(key)])),
            Some(b'[' | b'{') => Ok(Some(ListArgument::Text(text))),
            Some(_) if is_checklist(&text) => Ok(Some(ListArgument::Text(text))),
            Some(_) => Ok(Some(ListArgument::Value(value))),
        }
    }

    /// Parses the text of a list.
    pub(crate) fn inner<'t>(
        &mut self,
        key: &str,
        text: &'t str,
    ) -> Result<Document<'t>, TodoError> {
        let document = parse(text, self.notes)?;
        note_json_text(self.notes, key);
        Ok(document)
    }

    /// Calls `each` with the notes, the 1-based number and the value of each item of a list. A
    /// single value is read as a list of one if `single` allows it, with a note unless that is
    /// decided later.
    ///
    /// # Errors
    /// `invalid_argument` if the value is not a list, and the errors of `each`.
    pub(crate) fn each<'v>(
        &mut self,
        key: &str,
        single: SingleItem,
        value: Value<'v>,
        each: &mut dyn FnMut(&mut Notes, FormatArg<'static>, Value<'v>) -> Result<(), TodoError>,
    ) -> Result<(), TodoError> {
        if single != SingleItem::Anything && !value.is_array() && !value.is_object() {
            return Err(not_a_list(key, value));
        }
        if !value.is_array() {
            if single != SingleItem::ObjectForWhole {
                note(self.notes, "{}: {} read as a list of one", &[Text(key), Text(value.kind())]);
            }
            return each(self.notes, count(1), value);
        }
        for (number, item) in (1..).zip(value.parts()) {
            each(self.notes, count(number), item)?;
        }
        Ok(())
    }

    /// Takes a text, which may be a whole number.
    ///
    /// # Errors
    /// `invalid_argument`.
    pub(crate) fn take_text(&mut self, key: &str) -> Result<Option<String>, TodoError> {
        self.take(key).map(|value| read_text(key, value)).transpose()
    }

    /// Returns whether the field is null, and removes it in that case.
    pub(crate) fn take_null(&mut self, key: &str) -> bool {
        let count = self.fields.len();
        self.fields.retain(|(known, value)| !(*known == key && value.is_null()));
        self.fields.len() < count
    }

    /// Takes `true` or `false`, which may be in a string.
    ///
    /// # Errors
    /// `invalid_argument`.
    pub fn take_boolean(&mut self, key: &str) -> Result<Option<bool>, TodoError> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let text = value.as_string();
        let word = text.as_deref().unwrap_or(value.as_written());
        let is_true = eq_lenient(word, "true");
        if !is_true && !eq_lenient(word, "false") {
            let parts = [Text(key), value.excerpt()];
            return Err(TodoError::invalid("{} must be true or false, got {}", &parts));
        }
        Ok(Some(is_true))
    }

    /// Takes a list of ids. A single id is read as a list of one.
    ///
    /// # Errors
    /// `invalid_argument`, naming the value that is not a whole number.
    pub fn take_ids(&mut self, key: &'static str) -> Result<Vec<Id>, TodoError> {
        let mut ids = Vec::new();
        self.take_each(key, &mut |item| {
            ids.push(Id(integer(key, item)?));
            Ok(())
        })?;
        Ok(ids)
    }

    /// Takes numbers in one text, `"1, 2"`. Returns `None` if the field is anything else.
    pub(crate) fn take_numbers(&mut self, key: &str) -> Option<Vec<String>> {
        let text = self.peek(key).filter(|text| text.contains(','))?;
        let mut numbers = text.split(',').map(trim);
        numbers.clone().all(|number| parse_decimal(number).is_some()).then_some(())?;
        self.take(key);
        note(self.notes, "{}: {} read as a list", &[Text(key), excerpt(&text)]);
        Some(numbers.by_ref().map(str::to_owned).collect())
    }

    /// Takes a list of texts. If an item is an object, its `field` is the text, with a note. A
    /// single text is read as a list of one.
    ///
    /// # Errors
    /// `invalid_argument`, naming the value that is not a text.
    pub(crate) fn take_texts(
        &mut self,
        key: &'static str,
        field: &'static str,
    ) -> Result<Vec<String>, TodoError> {
        self.take_texts_with(key, field, "", &mut Vec::new())
    }

    /// Takes a list of texts like [`Arguments::take_texts`], and adds the text that each object has
    /// in the field `beside`, or a blank one, to `others`. There is no note on such objects.
    ///
    /// # Errors
    /// `invalid_argument`, naming the value that is not a text.
    pub(crate) fn take_texts_with(
        &mut self,
        key: &'static str,
        field: &'static str,
        beside: &str,
        others: &mut Vec<String>,
    ) -> Result<Vec<String>, TodoError> {
        let mut texts = Vec::new();
        let mut has_objects = false;
        self.take_each(key, &mut |item| {
            let [text, other] = [field, beside]
                .map(|field| item.fields().find(|(name, _)| name == field).map(|(_, value)| value));
            has_objects |= text.is_some() && other.is_none();
            let item = text.unwrap_or(item);
            let wrong = || match field {
                "id" => not_an_id(key, item),
                _ => {
                    TodoError::invalid("{} must hold strings, got {}", &[Text(key), item.excerpt()])
                }
            };
            texts.push(item.as_text().map(Cow::into_owned).ok_or_else(wrong)?);
            others.push(other.and_then(Value::as_text).unwrap_or_default().into_owned());
            Ok(())
        })?;
        if has_objects {
            note(self.notes, "{}: read the {} of each", &[Text(key), Text(field)]);
        }
        Ok(texts)
    }

    /// Takes a list of objects, and calls `each` for each, with its fields as the arguments.
    ///
    /// # Errors
    /// `invalid_argument`, and the errors of `each`, naming the item.
    pub(crate) fn take_calls(
        &mut self,
        key: &'static str,
        each: &mut dyn FnMut(&mut Self) -> Result<(), TodoError>,
    ) -> Result<(), TodoError> {
        let Some(calls) = self.take(key) else { return Ok(()) };
        if !calls.is_array() {
            let parts = [Text(key), calls.excerpt()];
            return Err(TodoError::invalid("{} must be a list, got {}", &parts));
        }
        let around = core::mem::take(&mut self.fields);
        for (number, call) in (1..).zip(calls.parts()) {
            self.fields = call.fields().collect();
            each(self).map_err(|error| error.in_item(count(number)))?;
            self.finish();
        }
        self.fields = around;
        Ok(())
    }

    /// Takes a list and calls `each` for each item. A single item is read as a list of one.
    fn take_each(
        &mut self,
        key: &'static str,
        each: &mut dyn FnMut(Value<'_>) -> Result<(), TodoError>,
    ) -> Result<(), TodoError> {
        let list = self.take_list(key)?;
        let inner;
        let value = match &list {
            None => return Ok(()),
            Some(ListArgument::Value(value)) => *value,
            Some(ListArgument::Text(text)) => {
                inner = self.inner(key, text)?;
                inner.root()
            }
        };
        self.each(key, SingleItem::Anything, value, &mut |_, _, item| each(item))
    }

    /// Takes a whole number, which may be in a string.
    ///
    /// # Errors
    /// `invalid_argument`.
    pub fn take_integer(&mut self, key: &str) -> Result<Option<i64>, TodoError> {
        self.take(key).map(|value| integer(key, value)).transpose()
    }

    /// Adds a note for each field that was not taken and that is not empty.
    pub fn finish(&mut self) {
        for (key, value) in &self.fields {
            let is_empty = matches!(value.as_written(), "\"\"" | "null")
                || value.is_array() && value.parts().next().is_none();
            if !is_empty {
                note(self.notes, "{}: not used here, ignored", &[bare_word(key)]);
            }
        }
    }
}

/// The names of the list in other tools.
const LISTS: [&str; 8] =
    ["todos", "tasks", "items", "plan", "steps", "todoList", "task_list", "todo_list"];

/// Returns the text of which a list is the characters, as some programs send it. A list of letters
/// may be one of todos, but one that begins with a mark or has a space is none.
pub(crate) fn joined_characters(value: Value<'_>) -> Option<String> {
    let mut text = String::new();
    for part in value.parts().filter(|_| value.is_array()) {
        let part = part.as_string()?;
        let mut characters = part.chars();
        text.push(characters.next().filter(|_| characters.next().is_none())?);
    }
    let begins_with_mark = text.starts_with(|c: char| c.is_ascii_punctuation());
    (begins_with_mark || text.bytes().any(|b| b == b' ')).then_some(text)
}

/// Returns the id and the content of an item, as far as they can be read.
fn id_and_content(item: Value<'_>) -> (Option<String>, Option<String>) {
    let (mut id, mut content) = (None, item.as_string());
    for (key, value) in item.fields() {
        match &*key {
            "id" => id = value.as_text().map(Cow::into_owned),
            "content" => content = value.as_string(),
            _ => {}
        }
    }
    (id, content.map(Cow::into_owned))
}

/// Reads a text, which may be a whole number.
fn read_text(key: &str, value: Value<'_>) -> Result<String, TodoError> {
    value.as_text().map(Cow::into_owned).ok_or_else(|| not_a_text(key, value))
}

/// Adds the note about a value that was a text with JSON.
pub(crate) fn note_json_text(notes: &mut Notes, key: &str) {
    note(notes, "{}: read out of a JSON string", &[Text(key)]);
}

/// Returns the error for an argument that is not a text.
pub(crate) fn not_a_text(key: &str, value: Value<'_>) -> TodoError {
    TodoError::invalid("{} must be a string, got {}", &[Text(key), value.excerpt()])
}

/// Returns the error for an argument that is not an id.
fn not_an_id(key: &str, value: Value<'_>) -> TodoError {
    let parts = [Text(key), value.excerpt()];
    TodoError::invalid("{} must hold ids of todos, as the list shows them, got {}", &parts)
}

fn parse<'a>(text: &'a str, notes: &mut Notes) -> Result<Document<'a>, TodoError> {
    match Document::read(text) {
        Ok(document) => {
            if document.is_repaired {
                note(notes, "arguments: not quite JSON, repaired", &[]);
            }
            Ok(document)
        }
        Err(location) => Err(TodoError::invalid(
            "the arguments are not JSON: {}: send one JSON object",
            &[Text(&location)],
        )),
    }
}

/// Returns the text of the arguments if the value is a whole call, `{"name":…,"arguments":{…}}`, or
/// `{"arguments":{…}}` alone.
fn wrapped_arguments(value: Value<'_>) -> Option<Cow<'_, str>> {
    let (mut name, mut arguments) = (None, None);
    for (key, value) in value.fields() {
        // OpenAI's form has the call in its `function`.
        if matches!(&*key, "function" | "function_call") && value.is_object() {
            return wrapped_arguments(value);
        }
        let slot = match &*key {
            "name" | "tool" | "tool_name" | "function" => &mut name,
            "arguments" | "parameters" | "args" | "input" => &mut arguments,
            // Some programs add these fields.
            "type" | "id" => continue,
            _ => return None,
        };
        *slot = Some(value);
    }
    name.is_none_or(|name| name.as_string().is_some()).then_some(())?;
    let arguments = arguments?;
    match arguments.as_string() {
        Some(text) if trim(&text).starts_with('{') => Some(text),
        None if arguments.is_object() => Some(arguments.as_written().into()),
        Some(_) | None => None,
    }
}

/// Returns whether the value is a non-empty list of objects.
fn is_list_of_objects(value: Value<'_>) -> bool {
    value.is_array() && value.parts().next().is_some() && value.parts().all(Value::is_object)
}

pub(crate) fn not_a_list(key: &str, value: Value<'_>) -> TodoError {
    let template = match value.is_array() {
        true => "{} must be a list, got a list in a string: send the list itself",
        false => "{} must be a list, got {}: send all todos as a list",
    };
    TodoError::invalid(template, &[Text(key), value.excerpt()])
}
