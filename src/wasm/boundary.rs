//! What comes in. The npm package's `boundary.ts` has checked it and made text of it before the call.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::list::todo::Id;
use crate::text::decimal::parse_decimal;
use crate::text::json::{Document, Value};
use crate::text::scan::Scanner;

/// An array of ids, given as "1,2,".
pub fn ids(text: &str) -> Vec<Id> {
    let mut scanner = Scanner::new(text);
    let mut ids = Vec::new();
    while let Some(id) = parse_decimal(scanner.take_while(|b| b != b',')) {
        ids.push(Id(id));
        scanner.eat(",");
    }
    ids
}

/// An array of strings, given as JSON.
pub fn contents(text: &str) -> Vec<String> {
    let mut contents = Vec::new();
    if let Ok(document) = Document::read(text) {
        let strings = document.root().parts().filter_map(Value::as_string);
        contents.extend(strings.map(Cow::into_owned));
    }
    contents
}
