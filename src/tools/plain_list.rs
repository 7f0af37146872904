//! Reads the most frequent calls, which contain nothing but the list, in the form of the tool's
//! schema.
//!
//! Its items are read straight off the text, which is faster than [`Arguments`] (rows `listNew` and
//! `listAgain`). Whatever is not exactly in that form is left to [`Arguments`], so nothing is
//! repaired or refused here.
//!
//! [`Arguments`]: crate::tools::arguments::Arguments

use crate::forms::item_schema::{Item, ItemSchema};
use crate::list::todo::{PRIORITIES, TextField};
use crate::text::json::take_string;
use crate::text::scan::Scanner;

/// Returns the items of `{"LIST":[{…},…]}`, or `None` if the text is anything else.
pub(crate) fn read_plain_list<'a>(text: &'a str, schema: &ItemSchema) -> Option<Vec<Item<'a>>> {
    let mut reader = PlainReader { scanner: Scanner::new(text), schema, fields: Vec::new() };
    // Longer lists are rare.
    let mut items = Vec::with_capacity(32);
    reader.expect(b'{')?;
    if reader.key()? != schema.list {
        return None;
    }
    reader.expect(b'[')?;
    if !reader.eat(b']') {
        loop {
            let mut item = Item::default();
            reader.take_item(&mut item)?;
            items.push(item);
            if reader.eat(b']') {
                break;
            }
            reader.expect(b',')?;
            reader.scanner.skip_space();
        }
    }
    reader.expect(b'}')?;
    reader.scanner.skip_space();
    reader.scanner.is_at_end().then_some(items)
}

/// Reads JSON that needs no repair. Each method also skips the white space before what it reads.
struct PlainReader<'a, 's> {
    scanner: Scanner<'a>,
    schema: &'s ItemSchema,
    /// The fields of the items so far, by index in an item. Most items have the same fields in the
    /// same order, so their names are not read again.
    fields: Vec<(Lead<'a>, Slot)>,
}

/// The text between the value of a field and that of the field before it, which includes the name
/// of the field.
type Lead<'a> = &'a str;

/// Where the value of a field goes.
#[derive(Clone, Copy)]
enum Slot {
    Status,
    Text(TextField),
}

impl<'a> PlainReader<'a, '_> {
    /// Takes an item. An item is large, so it is filled in place.
    fn take_item(&mut self, item: &mut Item<'a>) -> Option<()> {
        for index in 0.. {
            let known = self.fields.get(index).copied();
            let slot = match known.filter(|(lead, _)| self.scanner.eat(lead)) {
                Some((_, slot)) => slot,
                None if index > 0 && self.eat(b'}') => break,
                None => self.field(index)?,
            };
            self.take_value(item, slot)?;
        }
        item.text(TextField::Content).is_some().then_some(())
    }

    /// Takes the name of a field and what precedes it, unless the tool does not have the field.
    fn field(&mut self, index: usize) -> Option<Slot> {
        let start = self.scanner.at();
        self.expect(if index == 0 { b'{' } else { b',' })?;
        let key = self.key()?;
        let slot = if key == "status" && self.schema.statuses.is_some() {
            Slot::Status
        } else {
            let mut fields = TextField::OWN.into_iter();
            Slot::Text(fields.find(|field| self.schema.field(*field) == Some(key))?)
        };
        if index == self.fields.len() {
            self.fields.push((self.scanner.since(start), slot));
        }
        Some(slot)
    }

    /// Reads the value of a field. Returns `None` for a duplicate field, an unknown status or an
    /// unknown priority.
    fn take_value(&mut self, item: &mut Item<'a>, slot: Slot) -> Option<()> {
        self.scanner.skip_space();
        let text = take_string(&mut self.scanner)?;
        match slot {
            Slot::Status => {
                let said = self.schema.meaning_of(&text)?;
                item.status.replace(said).is_none().then_some(())
            }
            Slot::Text(field) => {
                let is_known = field != TextField::Priority || PRIORITIES.contains(&&*text);
                let is_first = item.texts.get_mut(field as usize)?.replace(text).is_none();
                (is_known && is_first).then_some(())
            }
        }
    }

    fn key(&mut self) -> Option<&'a str> {
        self.scanner.skip_space();
        // The names of the schema need no escapes.
        let key = self.scanner.take_plain_string()?;
        self.expect(b':')?;
        Some(key)
    }

    fn expect(&mut self, mark: u8) -> Option<()> {
        self.eat(mark).then_some(())
    }

    /// Takes a bracket, a comma or a colon if it comes next, and returns whether it did.
    #[inline(always)]
    fn eat(&mut self, mark: u8) -> bool {
        self.scanner.skip_space();
        self.scanner.eat_byte(mark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::dialects::Dialect;

    fn read(items: &str) -> Option<Vec<String>> {
        let text = format!(r#"{{"todos": [{items}]}}"#);
        let items = read_plain_list(&text, Dialect::TodoWrite.shape())?;
        let summary = |item: &Item<'_>| {
            let texts = [TextField::Content, TextField::ActiveForm].map(|field| item.text(field));
            let [content, active_form] = texts.map(|text| text.unwrap_or("-"));
            let status = item.status.map_or("-", |parsed| parsed.status.as_str());
            format!("{content} {status} {active_form}")
        };
        Some(items.iter().map(summary).collect())
    }

    #[test]
    fn read_plain_list_accepts_items_with_other_fields_than_the_first() {
        let first = r#"{"content":"a","status":"pending","activeForm":"A"}"#;
        for (second, summary) in [
            (r#"{"content":"b","status":"completed","activeForm":"B"}"#, "b done B"),
            (r#"{"content":"b","activeForm":"B","status":"completed"}"#, "b done B"),
            (r#"{"activeForm":"B","content":"b"}"#, "b - B"),
            (r#"{"content":"b"}"#, "b - -"),
            (r#"{"status":"in_progress","content":"b"}"#, "b doing -"),
            (" {\n \"content\" : \"b\" ,\t\"status\":\"pending\" }\r", "b todo -"),
            (r#"{"content":",\"status\":","status":"pending"}"#, ",\"status\": todo -"),
        ] {
            let expected = ["a todo A", summary].map(str::to_owned);
            assert_eq!(read(&format!("{first},{second}")), Some(expected.to_vec()), "{second}");
            let [first_summary, summary] = expected;
            let turned = read(&format!("{second} , {first}"));
            assert_eq!(turned, Some(vec![summary, first_summary]), "{second}");
        }
    }

    #[test]
    fn read_plain_list_returns_none_for_any_other_form() {
        let first = r#"{"content":"a","status":"pending"}"#;
        for second in [
            "{}",
            r#"{"status":"pending"}"#,
            r#"{"content":"b","content":"b"}"#,
            r#"{"content":"b","status":"pending","status":"pending"}"#,
            r#"{"content":"b","status":"pending",}"#,
            r#"{"content":"b",,"status":"pending"}"#,
            r#"{"content":"b" "status":"pending"}"#,
            r#"{,"content":"b"}"#,
            r#"{"content""b"}"#,
            r#"{"content":"b","status":"open"}"#,
            r#"{"content":"b","status":null}"#,
            r#"{"content":"b","statuses":"pending"}"#,
            r#"{"content":"b","id":"1"}"#,
            r#"{"content":"b","#,
            r#"{"content":"b"},"#,
            r#""b""#,
        ] {
            assert_eq!(read(&format!("{first},{second}")), None, "{second}");
            assert_eq!(read(second), None, "{second}");
        }
        assert_eq!(read(""), Some(Vec::new()));
    }
}
