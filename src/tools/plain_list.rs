//! Reading what most calls say: nothing but the list, in the form of the tool's schema.
//!
//! Its items are read straight off the text, which is faster than [`Arguments`] (rows `listNew` and
//! `listAgain`). Whatever is not exactly in that form is left to [`Arguments`], so nothing is
//! repaired or refused here.
//!
//! [`Arguments`]: crate::tools::arguments::Arguments

use std::borrow::Cow;

use crate::forms::shape::{Item, Shape};
use crate::list::todo::{Field, PRIORITIES};
use crate::text::json::take_string;
use crate::text::scan::Scanner;

/// Returns the items of `{"LIST":[{…},…]}`, or `None` if the text is anything else.
pub(crate) fn read_plain_list<'a>(text: &'a str, shape: &Shape) -> Option<Vec<Item<'a>>> {
    let mut reader = PlainReader { scanner: Scanner::new(text), shape };
    // Longer lists are rare.
    let mut items = Vec::with_capacity(32);
    reader.scanner.skip_space();
    reader.expect(b'{')?;
    if reader.key()? != shape.list {
        return None;
    }
    reader.expect(b'[')?;
    if !reader.eat(b']') {
        loop {
            items.push(reader.item()?);
            if !reader.is_more(b']')? {
                break;
            }
        }
    }
    reader.scanner.eat_byte(b'}').then_some(())?;
    reader.scanner.skip_space();
    reader.scanner.is_at_end().then_some(items)
}

/// Reads JSON that needs no repair. Each method also skips the white space after what it reads.
struct PlainReader<'a, 's> {
    scanner: Scanner<'a>,
    shape: &'s Shape,
}

impl<'a> PlainReader<'a, '_> {
    fn item(&mut self) -> Option<Item<'a>> {
        let mut item = Item::default();
        self.expect(b'{')?;
        loop {
            let key = self.key()?;
            let text = self.string()?;
            self.take_field(&mut item, key, text)?;
            if !self.is_more(b'}')? {
                break;
            }
        }
        item.text(Field::Content)?;
        Some(item)
    }

    /// Takes a field, unless the tool does not have it, the item already has it, or its value is
    /// not one of its words.
    fn take_field(&self, item: &mut Item<'a>, key: &str, text: Cow<'a, str>) -> Option<()> {
        let shape = self.shape;
        if key == "status" && shape.statuses.is_some() {
            let said = shape.meaning_of(&text)?;
            return item.status.replace(said).is_none().then_some(());
        }
        let mut fields = Field::OWN.into_iter().zip(&mut item.texts);
        let (field, slot) = fields.find(|(field, _)| shape.field(*field) == Some(key))?;
        let is_known = field != Field::Priority || PRIORITIES.contains(&&*text);
        let is_first = slot.replace(text).is_none();
        (is_known && is_first).then_some(())
    }

    fn key(&mut self) -> Option<&'a str> {
        // The names of the schema need no escapes.
        let key = self.scanner.take_plain_string()?;
        self.scanner.skip_space();
        self.expect(b':')?;
        Some(key)
    }

    #[inline(always)]
    fn string(&mut self) -> Option<Cow<'a, str>> {
        let text = take_string(&mut self.scanner)?;
        self.scanner.skip_space();
        Some(text)
    }

    fn expect(&mut self, mark: u8) -> Option<()> {
        self.eat(mark).then_some(())
    }

    /// Takes a bracket, a comma or a colon if it comes next, and returns whether it did.
    #[inline(always)]
    fn eat(&mut self, mark: u8) -> bool {
        let is_found = self.scanner.eat_byte(mark);
        self.scanner.skip_space();
        is_found
    }

    /// Takes a comma, or the bracket that ends a collection. Returns whether more follows.
    #[inline(always)]
    fn is_more(&mut self, bracket: u8) -> Option<bool> {
        if self.eat(b',') {
            return Some(true);
        }
        self.eat(bracket).then_some(false)
    }
}
