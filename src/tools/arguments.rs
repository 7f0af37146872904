//! Repair with receipts: reads what a model sent as arguments, accepts what it plausibly meant, and
//! leaves a note for each thing it accepted.
//!
//! What cannot be told apart is refused with an error that names the item and the fix. Nothing is
//! ever filled in silently.

use std::borrow::Cow;

use crate::forms::shape::integer;
use crate::list::error::TodoError;
use crate::list::todo::Id;
use crate::text::content::{is_spelt_like, trim};
use crate::text::json::{Document, Value};
use crate::text::message::Part::Text;
use crate::text::message::{Notes, Part, bare_word, count, excerpt, note};

/// An argument that should be a list.
pub(crate) enum ListArgument<'a> {
    Value(Value<'a>),
    /// One as JSON text.
    Text(Cow<'a, str>),
}

/// What a call may have in place of a list, read as a list of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SingleItem {
    /// An object, where the list replaces the one that there is: whether it may is decided once that is known.
    ObjectForWhole,
    /// An object.
    Object,
    /// Anything.
    Anything,
}

/// The arguments of one call, taken field by field.
#[derive(Debug)]
pub struct Arguments<'a> {
    /// Those not taken yet.
    fields: Vec<(Cow<'a, str>, Value<'a>)>,
    pub(crate) notes: &'a mut Notes,
}

impl<'a> Arguments<'a> {
    /// Reads the JSON text of a call's arguments: an object, or one inside a string or a list of
    /// one; a list of objects by itself is the argument `list`, unless that is empty. No text at all
    /// is no arguments. `run` is called with what was read.
    ///
    /// # Errors
    /// `invalid_argument`, when the text holds no JSON object, and those of `run`.
    pub fn read<T>(
        text: &str,
        list: &'static str,
        notes: &mut Notes,
        run: impl FnOnce(&mut Arguments<'_>) -> Result<T, TodoError>,
    ) -> Result<T, TodoError> {
        let mut run = Some(run);
        let mut result = None;
        Arguments::read_all(text, list, notes, &mut |arguments| {
            result = run.take().map(|run| run(arguments));
        })?;
        result.unwrap_or_else(|| Err(TodoError::invalid("the arguments were not read", &[])))
    }

    /// As [`Arguments::read`], once for all who call that: it is long.
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
            note(notes, "arguments: read out of a JSON string", &[]);
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

    /// Takes a field, the last one of that key; null counts as absent, with a note.
    pub(crate) fn take(&mut self, key: &str) -> Option<Value<'a>> {
        let mut taken = None;
        let mut is_twice = false;
        self.fields.retain(|(known, value)| {
            let is_it = *known == key;
            if is_it {
                is_twice = taken.replace(*value).is_some();
            }
            !is_it
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

    /// The text of a field that is there, which may still be taken.
    pub(crate) fn peek(&self, key: &str) -> Option<Cow<'a, str>> {
        let (_, value) = self.fields.iter().rfind(|(known, _)| *known == key)?;
        value.as_string()
    }

    /// Whether a field is there and not taken yet.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.fields.iter().any(|(known, _)| *known == key)
    }

    /// Refuses a list that a call which only reads carries: the model believes that it has written it.
    ///
    /// # Errors
    /// `invalid_argument`, with the `fix`.
    pub(crate) fn refuse_items(&self, key: &str, reads: &str, fix: &str) -> Result<(), TodoError> {
        if self.peek_list(key, |list| list.parts().next().is_some()) != Some(true) {
            return Ok(());
        }
        let parts = [Text(reads), Text(key), Text(fix)];
        Err(TodoError::invalid("{} only shows the list, so {} was not written: {}", &parts))
    }

    /// The items of a list that a call has beside what it takes, as far as they can be read: the id and the content of
    /// each. It may still be taken.
    pub(crate) fn items_beside(&self, key: &str) -> Vec<(Option<Id>, Option<String>)> {
        let items = |list: Value<'_>| list.parts().map(id_and_content).collect();
        self.peek_list(key, items).unwrap_or_default()
    }

    /// Looks at a list, also at one as JSON text, which may still be taken; none where there is none that can be read.
    fn peek_list<T>(&self, key: &str, look: impl FnOnce(Value<'_>) -> T) -> Option<T> {
        let (_, value) = self.fields.iter().rfind(|(known, _)| known == key)?;
        let text = value.as_string();
        let list = Document::read(text.as_deref().unwrap_or(value.as_written())).ok()?;
        list.root().is_array().then(|| look(list.root()))
    }

    /// Takes a word and returns its meaning. Case, spaces, hyphens and quotes do not count, which
    /// a note says.
    ///
    /// # Errors
    /// `invalid_argument`, when it is missing or not among `words`; `usual` are those to suggest.
    pub fn take_word<T: Copy>(
        &mut self,
        key: &str,
        words: &[(&str, T)],
        usual: &str,
    ) -> Result<T, TodoError> {
        let Some(value) = self.take(key) else {
            return Err(TodoError::invalid("{} is missing: use {}", &[Text(key), Text(usual)]));
        };
        let text = value.as_string().unwrap_or_default();
        for (word, meaning) in words {
            if is_spelt_like(&text, word) {
                if text != *word {
                    let parts = [Text(key), excerpt(&text), Text(word)];
                    note(self.notes, "{}: {} read as {}", &parts);
                }
                return Ok(*meaning);
            }
        }
        Err(TodoError::invalid("unknown {} {}: use {}", &[Text(key), value.excerpt(), Text(usual)]))
    }

    /// Takes a list. A JSON string of one is read as meant.
    pub(crate) fn take_list(
        &mut self,
        key: &'static str,
    ) -> Result<Option<ListArgument<'a>>, TodoError> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let Some(text) = value.as_string() else { return Ok(Some(ListArgument::Value(value))) };
        match trim(&text).bytes().next() {
            None => Err(TodoError::invalid("{} is blank: give a list", &[Text(key)])),
            Some(b'[' | b'{') => Ok(Some(ListArgument::Text(text))),
            Some(_) => Ok(Some(ListArgument::Value(value))),
        }
    }

    /// Reads the text of a list.
    pub(crate) fn inner<'t>(
        &mut self,
        key: &str,
        text: &'t str,
    ) -> Result<Document<'t>, TodoError> {
        let document = parse(text, self.notes)?;
        note(self.notes, "{}: read out of a JSON string", &[Text(key)]);
        Ok(document)
    }

    /// Hands each item of a list with its number (1-based) to `each`. One item in its place is read as
    /// meant, as far as `single` allows.
    pub(crate) fn each<'v>(
        &mut self,
        key: &str,
        single: SingleItem,
        value: Value<'v>,
        each: &mut dyn FnMut(&mut Notes, Part<'static>, Value<'v>) -> Result<(), TodoError>,
    ) -> Result<(), TodoError> {
        if single != SingleItem::Anything && !value.is_array() && !value.is_object() {
            return Err(not_a_list(key, value));
        }
        if !value.is_array() {
            note(self.notes, "{}: {} read as a list of one", &[Text(key), Text(value.kind())]);
            return each(self.notes, count(1), value);
        }
        for (place, item) in value.parts().enumerate() {
            each(self.notes, count(place.wrapping_add(1)), item)?;
        }
        Ok(())
    }

    /// Takes a text, also one written as a number.
    ///
    /// # Errors
    /// `invalid_argument`.
    pub(crate) fn take_text(&mut self, key: &str) -> Result<Option<String>, TodoError> {
        self.take(key).map(|value| string(self.notes, key, value)).transpose()
    }

    /// Whether a field is there and null, which it then is no more.
    pub(crate) fn take_null(&mut self, key: &str) -> bool {
        let count = self.fields.len();
        self.fields.retain(|(known, value)| !(*known == key && value.is_null()));
        self.fields.len() < count
    }

    /// Takes `true` or `false`, also one written as a string.
    ///
    /// # Errors
    /// `invalid_argument`.
    pub fn take_boolean(&mut self, key: &str) -> Result<Option<bool>, TodoError> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let text = value.as_string();
        let word = text.as_deref().unwrap_or(value.as_written());
        let is_true = is_spelt_like(word, "true");
        if !is_true && !is_spelt_like(word, "false") {
            let parts = [Text(key), value.excerpt()];
            return Err(TodoError::invalid("{} must be true or false, got {}", &parts));
        }
        if text.is_some() {
            let read_as = if is_true { "true" } else { "false" };
            note(self.notes, "{}: a string read as {}", &[Text(key), Text(read_as)]);
        }
        Ok(Some(is_true))
    }

    /// Takes a list of ids; a single id is read as a list of one.
    ///
    /// # Errors
    /// `invalid_argument`, naming what is no whole number.
    pub fn take_ids(&mut self, key: &'static str) -> Result<Vec<Id>, TodoError> {
        let mut ids = Vec::new();
        self.take_each(key, &mut |notes, item| {
            ids.push(Id(integer(notes, key, item)?));
            Ok(())
        })?;
        Ok(ids)
    }

    /// Takes a list of names; a single one is read as a list of one.
    ///
    /// # Errors
    /// `invalid_argument`, naming what is no string.
    pub(crate) fn take_names(&mut self, key: &'static str) -> Result<Vec<String>, TodoError> {
        let mut names = Vec::new();
        self.take_each(key, &mut |notes, item| {
            names.push(string(notes, key, item)?);
            Ok(())
        })?;
        Ok(names)
    }

    /// Takes a list and hands each item to `each`; a single one is read as a list of one.
    fn take_each(
        &mut self,
        key: &'static str,
        each: &mut dyn FnMut(&mut Notes, Value<'_>) -> Result<(), TodoError>,
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
        self.each(key, SingleItem::Anything, value, &mut |notes, _, item| each(notes, item))
    }

    /// Takes a whole number, also one written as a string.
    ///
    /// # Errors
    /// `invalid_argument`.
    pub fn take_integer(&mut self, key: &str) -> Result<Option<i64>, TodoError> {
        self.take(key).map(|value| integer(self.notes, key, value)).transpose()
    }

    /// Notes each field that nobody took. Those in `known` belong to the tool though not to this
    /// call: empty ones are as good as absent.
    pub fn finish(&mut self, known: &[&str]) {
        for (key, value) in &self.fields {
            let is_empty = matches!(value.as_written(), "\"\"" | "null")
                || value.is_array() && value.parts().next().is_none();
            if !(is_empty && known.contains(&&**key)) {
                note(self.notes, "{}: not used here, ignored", &[bare_word(key)]);
            }
        }
    }
}

/// The id and the content that an item has, as far as they can be read.
fn id_and_content(item: Value<'_>) -> (Option<Id>, Option<String>) {
    let (mut id, mut content) = (None, item.as_string());
    for (key, value) in item.fields() {
        match &*key {
            "id" => id = integer(&mut Notes::new(), "id", value).ok().map(Id),
            "content" => content = value.as_string(),
            _ => {}
        }
    }
    (id, content.map(Cow::into_owned))
}

/// Reads a string, also one written as a number.
fn string(notes: &mut Notes, key: &str, value: Value<'_>) -> Result<String, TodoError> {
    if let Some(text) = value.as_string() {
        return Ok(text.into_owned());
    }
    let parts = [Text(key), value.excerpt()];
    if value.as_integer().is_none() {
        return Err(TodoError::invalid("{} must be a string, got {}", &parts));
    }
    note(notes, "{}: {} read as a string", &parts);
    Ok(value.as_written().to_owned())
}

fn parse<'a>(text: &'a str, notes: &mut Notes) -> Result<Document<'a>, TodoError> {
    match Document::read(text) {
        Ok(document) => {
            if document.is_repaired {
                note(notes, "arguments: not quite JSON, repaired", &[]);
            }
            Ok(document)
        }
        Err(place) => Err(TodoError::invalid(
            "the arguments are not JSON: {}: send one JSON object",
            &[Text(&place)],
        )),
    }
}

/// The text of the arguments of a whole call, `{"name":…,"arguments":{…}}`, that stands in their place.
fn wrapped_arguments(value: Value<'_>) -> Option<Cow<'_, str>> {
    let (mut name, mut arguments) = (None, None);
    for (key, value) in value.fields() {
        let slot = match &*key {
            "name" | "tool" | "tool_name" | "function" => &mut name,
            "arguments" | "parameters" | "args" | "input" => &mut arguments,
            // What some programs put beside them.
            "type" | "id" => continue,
            _ => return None,
        };
        *slot = Some(value);
    }
    name.filter(|name| name.as_string().is_some())?;
    let arguments = arguments?;
    match arguments.as_string() {
        Some(text) if trim(&text).starts_with('{') => Some(text),
        None if arguments.is_object() => Some(arguments.as_written().into()),
        Some(_) | None => None,
    }
}

/// Whether a value is a list with nothing but objects in it, and some.
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
