//! `Codec`: writes and reads a record of a checkpoint.
//!
//! Every record is described once, by [`record!`]: its fields in the order in which they are
//! written. A field of a kind that has a form of its own implements [`Codec`] by hand.
//!
//! The [`Decoder`] knows which record and which field are being read, so that an error states what
//! is wrong and where: `todo t3: blocked by t9, which was never on the list`. It remembers the
//! first error. After it, the rest counts as empty, and what was read is dropped in the end.

use std::borrow::Cow;
use std::rc::Rc;

use crate::list::author::MAX_NAME;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::List;
use crate::list::options::Options;
use crate::list::todo::Key;
use crate::text::content::Content;
use crate::text::excerpt::sanitize_line;
use crate::text::json::{Document, Parts, Value, Writer};
use crate::text::message::FormatArg::{self, Number, Text};
use crate::text::message::{count, excerpt, fill};

/// The version of all formats. It increases when one of them changes.
const VERSION: i64 = 1;

/// The highest number of a revision or of a key that is accepted. No real list comes near it, but
/// an edited text may claim it. From here, a thousand changes per second can go on for 24 days.
pub(crate) const LAST_NUMBER: u32 = u32::MAX / 2;

/// Part of a checkpoint: one or more JSON values.
pub(crate) trait Codec {
    /// Writes it.
    fn write(&self, to: &mut Writer);

    /// Replaces it with what was written.
    fn read(&mut self, from: &mut Decoder<'_>);
}

/// Describes a record: its name in messages, if it has one, with a gap for the number with which it
/// begins, and its fields in order, each with its name in messages. A record in square brackets is
/// an array; one in braces is a sequence of values. A function after it checks the rules that
/// concern more than one field.
macro_rules! record {
    ($($name:literal:)? $Type:ident [$($fields:tt)+] $(, $check:path)?) => {
        impl $crate::forms::codec::Codec for $Type {
            fn write(&self, to: &mut $crate::text::json::Writer) {
                to.open('[');
                $crate::forms::codec::write_fields!(self, to, $($fields)+);
                to.close(']');
            }

            fn read(&mut self, from: &mut $crate::forms::codec::Decoder<'_>) {
                let around = from.name(None$(.or(Some($name)))?);
                let outer = from.enter();
                $crate::forms::codec::read_fields!(self, from, $($fields)+);
                from.leave(outer);
                $($check(self, from);)?
                from.rename(around);
            }
        }
    };
    ($($name:literal:)? $Type:ident {$($fields:tt)+} $(, $check:path)?) => {
        impl $crate::forms::codec::Codec for $Type {
            fn write(&self, to: &mut $crate::text::json::Writer) {
                $crate::forms::codec::write_fields!(self, to, $($fields)+);
            }

            fn read(&mut self, from: &mut $crate::forms::codec::Decoder<'_>) {
                let around = from.name(None$(.or(Some($name)))?);
                $crate::forms::codec::read_fields!(self, from, $($fields)+);
                $($check(self, from);)?
                from.rename(around);
            }
        }
    };
}

macro_rules! write_fields {
    ($self:ident, $to:ident, $($($field:ident).+: $name:literal),+ $(,)?) => {
        $($crate::forms::codec::Codec::write(&$self.$($field).+, $to);)+
    };
}

macro_rules! read_fields {
    ($self:ident, $from:ident, $($($field:ident).+: $name:literal),+ $(,)?) => {
        $($from.field($name, &mut $self.$($field).+);)+
    };
}

/// Implements [`Codec`] for enums that are written by their names, see
/// [`crate::text::string_enum`].
macro_rules! string_enum_codecs {
    ($($Type:ty),+) => {
        $(impl $crate::forms::codec::Codec for $Type {
            fn write(&self, to: &mut $crate::text::json::Writer) {
                to.string(self.as_str());
            }

            fn read(&mut self, from: &mut $crate::forms::codec::Decoder<'_>) {
                let word = from.string();
                from.set(self, Self::parse_str(&word));
            }
        })+
    };
}

/// Implements [`Codec`] for optional values, which are written as `null` if there are none.
macro_rules! optional_codecs {
    ($($Type:ty),+) => {
        $(impl $crate::forms::codec::Codec for Option<$Type> {
            fn write(&self, to: &mut $crate::text::json::Writer) {
                match self {
                    Some(value) => value.write(to),
                    None => drop(to.optional(None)),
                }
            }

            fn read(&mut self, from: &mut $crate::forms::codec::Decoder<'_>) {
                *self = None;
                if !from.take_null() {
                    self.get_or_insert_default().read(from);
                }
            }
        })+
    };
}

pub(crate) use {optional_codecs, read_fields, record, string_enum_codecs, write_fields};

/// Reads the records of a checkpoint.
pub(crate) struct Decoder<'a> {
    parts: Parts<'a>,
    /// The value that was read last, or `None` if it was missing.
    last: Option<Value<'a>>,
    location: Location,
    /// How many items of the innermost `Vec` were read.
    items: usize,
    /// The first error.
    error: Option<TodoError>,
    /// The limits of the texts.
    pub options: Options,
}

/// What is being read, for messages.
#[derive(Clone, Copy)]
pub(crate) struct Location {
    /// The name of the record, with gaps for its number and for the field that it is an item of.
    record: &'static str,
    number: i64,
    item_of: &'static str,
    field: &'static str,
}

/// The array around the one that is being read.
pub(crate) struct Outer<'a>(Parts<'a>);

impl<'a> Decoder<'a> {
    /// Sets the location of errors to the next record, by its name and the number with which it
    /// begins. Without a name, the record is part of the one around it. Returns the location of
    /// that one.
    #[inline(never)]
    pub fn name(&mut self, record: Option<&'static str>) -> Location {
        match (record, self.first_number()) {
            (None, _) => self.location,
            (Some(record), Some(number)) => self.name_by(record, number),
            (Some(_), None) => self.name_by("item {} of {}", (self.items + 1) as i64),
        }
    }

    /// Sets the location of errors to the next record, by its name and this number. Returns the
    /// location of the record around it.
    pub fn name_by(&mut self, record: &'static str, number: i64) -> Location {
        let item_of = self.location.field;
        core::mem::replace(
            &mut self.location,
            Location { record, number, item_of, field: "number" },
        )
    }

    /// Restores the location of the record around the one that was read.
    pub fn rename(&mut self, location: Location) {
        self.location = location;
    }

    /// Sets the location of errors to the next field.
    pub fn name_field(&mut self, name: &'static str) {
        self.location.field = name;
    }

    /// Returns the number with which the next record begins.
    pub fn first_number(&self) -> Option<i64> {
        let mut first = self.peek()?;
        while first.is_array() {
            first = first.parts().next()?;
        }
        first.as_integer()
    }

    /// Reads a field.
    #[inline(never)]
    pub fn field(&mut self, name: &'static str, field: &mut dyn Codec) {
        self.location.field = name;
        field.read(self);
    }

    /// Returns the next value.
    #[inline(never)]
    pub fn next(&mut self) -> Option<Value<'a>> {
        self.last = self.parts.next();
        self.last
    }

    /// Continues at an earlier value.
    pub fn go_back_to(&mut self, value: Value<'a>) {
        self.parts = value.alone();
    }

    /// Returns the next value without reading it.
    #[inline(never)]
    pub fn peek(&self) -> Option<Value<'a>> {
        self.parts.clone().next()
    }

    /// Reads the next value if it is `null`, and returns whether it was.
    pub fn take_null(&mut self) -> bool {
        let is_null = self.peek().is_some_and(Value::is_null);
        if is_null {
            self.next();
        }
        is_null
    }

    /// Returns whether anything is left to read.
    pub fn is_more(&self) -> bool {
        self.peek().is_some()
    }

    /// Reads a string.
    #[inline(never)]
    pub fn string(&mut self) -> Cow<'a, str> {
        let text = self.next().and_then(Value::as_string);
        if text.is_none() {
            self.refuse();
        }
        text.unwrap_or_default()
    }

    /// Reads a text of at most `max_length` characters, or `null`.
    #[inline(never)]
    pub fn text(&mut self, max_length: usize) -> Option<Content> {
        let value = self.next();
        let text = value.and_then(Value::as_string).and_then(|text| clean(&text, max_length));
        if text.is_none() && !value.is_some_and(Value::is_null) {
            self.refuse();
        }
        text
    }

    /// Enters the next value, which has to be an array.
    #[inline(never)]
    pub fn enter(&mut self) -> Outer<'a> {
        let array = self.next().filter(|value| value.is_array());
        if array.is_none() {
            self.refuse();
        }
        let parts = array.map(Value::parts).unwrap_or_default();
        Outer(core::mem::replace(&mut self.parts, parts))
    }

    /// Enters the next value if it is an array. Any other value is not read.
    pub fn enter_array(&mut self) -> Option<Outer<'a>> {
        self.peek().filter(|value| value.is_array()).map(|_| self.enter())
    }

    /// Reads an array. `read` reads an item of it.
    #[inline(never)]
    pub fn items(&mut self, read: &mut dyn FnMut(&mut Self)) {
        let outer = self.enter();
        let Location { field, .. } = self.location;
        let mut items = 0_usize;
        while self.is_more() {
            self.items = items;
            self.name_field(field);
            read(self);
            items += 1;
        }
        self.leave(outer);
    }

    /// Leaves the array, and checks that all of it was read.
    #[inline(never)]
    pub fn leave(&mut self, outer: Outer<'a>) {
        self.end();
        if self.error.is_none() {
            self.parts = outer.0;
        }
    }

    /// Checks that nothing is left to read.
    #[inline(never)]
    pub fn end(&mut self) {
        if let Some(value) = self.next() {
            let parts = [Text(self.location.field), value.excerpt()];
            self.check(false, "{} cannot be followed by {}", &parts);
        }
    }

    /// Sets a field to what was read, or refuses the value that was read last.
    pub fn set<T>(&mut self, field: &mut T, value: Option<T>) {
        match value {
            Some(value) => *field = value,
            None => self.refuse(),
        }
    }

    /// Refuses the value that was read last.
    #[cold]
    #[inline(never)]
    pub fn refuse(&mut self) {
        let field = Text(self.location.field);
        match self.last {
            Some(value) => self.check(false, "{} cannot be {}", &[field, value.excerpt()]),
            None => self.check(false, "{} is missing", &[field]),
        }
    }

    /// Checks a rule. `problem` is the error if it is broken.
    #[inline(never)]
    pub fn check(&mut self, is_valid: bool, problem: &str, parts: &[FormatArg<'_>]) {
        if is_valid || self.error.is_some() {
            return;
        }
        let Location { record, number, item_of, .. } = self.location;
        let record = fill(record, &[Number(number), Text(item_of)]);
        let parts = [Text(&record), Text(&fill(problem, parts))];
        let error =
            TodoError::new(ErrorCode::InvalidCheckpoint, "invalid checkpoint: {}: {}", &parts);
        self.error = Some(error);
        self.parts = Parts::default();
    }

    /// Returns the todos at these indices in `todos`.
    #[inline(never)]
    pub fn todos_at(&mut self, indices: &[u32], todos: &List) -> List {
        let mut list = List::new();
        for index in indices {
            match todos.get(*index as usize) {
                Some(todo) => list.push(Rc::clone(todo)),
                None => {
                    let parts = [Number((*index).into()), count(todos.len())];
                    self.check(false, "a list has todo number {} of {}, counted from 0", &parts);
                }
            }
        }
        list
    }

    /// Sets a field to a result, or fails with its error.
    pub fn set_result<T>(&mut self, field: &mut T, result: Result<T, TodoError>) {
        match result {
            Ok(value) => *field = value,
            Err(error) => self.check(false, "{}", &[Text(error.message())]),
        }
    }
}

/// Returns a text that was cleaned when it was accepted, or `None` if it is not clean, because then
/// somebody edited it.
#[inline(never)]
pub(crate) fn clean(text: &str, max_length: usize) -> Option<Content> {
    let (content, _) = Content::new(text, max_length).ok()?;
    (content.as_str() == text).then_some(content)
}

/// Begins a checkpoint with its format and version.
pub(crate) fn begin(format: &str) -> Writer {
    let mut to = Writer::default();
    to.open('[').string(format).integer(VERSION);
    to
}

/// Ends a checkpoint and returns its text.
pub(crate) fn end(mut to: Writer) -> String {
    to.close(']');
    to.finish()
}

/// Reads a checkpoint of a format. `read` reads what follows the version. `name` is the name of the
/// record around all others.
///
/// # Errors
/// `invalid_checkpoint` if the text is damaged; `newer_checkpoint` if a newer version wrote it.
pub(crate) fn read_checkpoint(
    (format, name): (&str, &'static str),
    options: Options,
    checkpoint: &str,
    read: &mut dyn FnMut(&mut Decoder<'_>),
) -> Result<(), TodoError> {
    let document = Document::read(checkpoint).map_err(|location| not_json(&location))?;
    let mut from = begin_reading(&document, (format, name), options)?;
    read(&mut from);
    from.end();
    from.error.map_or(Ok(()), Err)
}

#[cold]
fn not_json(location: &str) -> TodoError {
    TodoError::new(
        ErrorCode::InvalidCheckpoint,
        "invalid checkpoint: not JSON {}",
        &[Text(location)],
    )
}

/// Reads the format and the version.
fn begin_reading<'d>(
    document: &'d Document<'_>,
    (format, name): (&str, &'static str),
    options: Options,
) -> Result<Decoder<'d>, TodoError> {
    let mut from = Decoder {
        parts: document.root().parts(),
        last: None,
        location: Location { record: name, number: 0, item_of: "", field: "format" },
        items: 0,
        error: None,
        options,
    };
    let is_strict = document.root().is_array() && !document.is_repaired;
    let begins = from.next().and_then(Value::as_string);
    let is_written = is_strict && begins.as_deref() == Some(format);
    let problem = "this is not what its checkpoint() returned, which begins with [{}";
    from.check(is_written, problem, &[excerpt(format)]);
    let mut version = 0;
    from.field("version", &mut version);
    if version > VERSION {
        let template = "invalid checkpoint: version {} is newer than 1: update agent-todos";
        return Err(TodoError::new(ErrorCode::NewerCheckpoint, template, &[Number(version)]));
    }
    from.check(version == VERSION, "version must be 1", &[]);
    Ok(from)
}

impl Codec for u32 {
    fn write(&self, to: &mut Writer) {
        to.integer((*self).into());
    }

    #[inline(never)]
    fn read(&mut self, from: &mut Decoder<'_>) {
        let number = from.next().and_then(Value::as_integer);
        let number = number.and_then(|number| Self::try_from(number).ok());
        from.set(self, number.filter(|number| *number <= LAST_NUMBER));
    }
}

impl Codec for i64 {
    fn write(&self, to: &mut Writer) {
        to.integer(*self);
    }

    #[inline(never)]
    fn read(&mut self, from: &mut Decoder<'_>) {
        let number = from.next().and_then(Value::as_integer);
        from.set(self, number);
    }
}

impl Codec for bool {
    fn write(&self, to: &mut Writer) {
        to.boolean(*self);
    }

    #[inline(never)]
    fn read(&mut self, from: &mut Decoder<'_>) {
        let value = from.next().and_then(Value::as_boolean);
        from.set(self, value);
    }
}

impl Codec for Key {
    fn write(&self, to: &mut Writer) {
        self.0.write(to);
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        self.0.read(from);
        if self.0 == 0 {
            from.refuse();
        }
    }
}

/// No todo is written as 0.
impl Codec for Option<Key> {
    fn write(&self, to: &mut Writer) {
        self.map_or(0, |key| key.0).write(to);
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        let mut number = 0;
        number.read(from);
        *self = (number > 0).then_some(Key(number));
    }
}

/// A line of text, such as a reason in a run.
impl Codec for String {
    fn write(&self, to: &mut Writer) {
        to.string(self);
    }

    #[inline(never)]
    fn read(&mut self, from: &mut Decoder<'_>) {
        let text = from.string();
        *self = sanitize_line(&text);
        // The text was cleaned when it was accepted, so a text that is not clean was edited.
        if *self != text {
            from.refuse();
        }
    }
}

impl Codec for Rc<str> {
    fn write(&self, to: &mut Writer) {
        to.string(self);
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        let mut text = String::new();
        text.read(from);
        *self = text.into();
    }
}

optional_codecs!(u32);

/// The name of an actor, or `null`.
impl Codec for Option<Content> {
    fn write(&self, to: &mut Writer) {
        to.optional(self.as_ref().map(Content::as_str));
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        *self = from.text(MAX_NAME);
    }
}

/// An array.
impl<T: Codec + Default> Codec for Vec<T> {
    fn write(&self, to: &mut Writer) {
        to.open('[');
        self.iter().for_each(|item| item.write(to));
        to.close(']');
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        from.items(&mut |from| {
            let mut item = T::default();
            item.read(from);
            self.push(item);
        });
    }
}

/// An array of this length.
impl<T: Codec, const LENGTH: usize> Codec for [T; LENGTH] {
    fn write(&self, to: &mut Writer) {
        to.open('[');
        self.iter().for_each(|item| item.write(to));
        to.close(']');
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        let outer = from.enter();
        self.iter_mut().for_each(|item| item.read(from));
        from.leave(outer);
    }
}

impl Codec for List {
    fn write(&self, to: &mut Writer) {
        Vec::write(self, to);
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        Vec::read(self, from);
    }
}

impl<T: Codec, U: Codec> Codec for (T, U) {
    fn write(&self, to: &mut Writer) {
        self.0.write(to);
        self.1.write(to);
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        self.0.read(from);
        self.1.read(from);
    }
}

impl<T: Codec + Default> Codec for Rc<T> {
    fn write(&self, to: &mut Writer) {
        T::write(self, to);
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        let mut value = T::default();
        value.read(from);
        *self = Self::new(value);
    }
}
