//! A line of a checklist in Markdown, as people and models write it: the one reader for documents,
//! plans and items of a call.

use crate::forms::item_schema::ParsedStatus;
use crate::list::todo::Status;
use crate::text::content::{eq_lenient, trim};
use crate::text::scan::Scanner;

/// The kind of a line in a checklist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    Blank,
    Heading,
    Fence,
    Todo {
        /// How far it is indented, in bytes, where a tab counts as four.
        indent: usize,
        /// Whether a list marker comes before it.
        is_listed: bool,
        /// The text in its box.
        boxed: Option<&'a str>,
        text: &'a str,
    },
}

impl<'a> Line<'a> {
    /// Reads `[x] text`, with or without a list marker before it. Editors escape the brackets.
    pub fn read(line: &'a str) -> Self {
        let mut scanner = Scanner::new(line);
        skip_blank(&mut scanner);
        let indent = scanner.since(0).chars().map(width).sum();
        if scanner.is_at_end() {
            return Self::Blank;
        }
        if scanner.peek() == b'#' {
            return Self::Heading;
        }
        if scanner.eat("```") {
            return Self::Fence;
        }
        let start = scanner;
        let marker = take_marker(&mut scanner);
        let mut is_listed = marker != Marker::None;
        let after_marker = scanner.at();
        skip_blank(&mut scanner);
        let mut boxed = take_box(&mut scanner);
        // A marker before a box needs no space after it, nor does one of East Asia.
        if marker == Marker::Spaced && boxed.is_none() && scanner.at() == after_marker {
            is_listed = false;
        }
        if !is_listed {
            scanner = start;
            boxed = take_box(&mut scanner);
        }
        skip_blank(&mut scanner);
        Self::Todo { indent, is_listed, boxed, text: trim(scanner.rest()) }
    }
}

/// Returns the lines of a text, which end with LF, CR or both.
pub(crate) fn lines_of(text: &str) -> Vec<&str> {
    text.split(['\n', '\r']).collect()
}

/// Returns the text of an item without the box of a checklist before it, and what the box says.
/// Words in brackets are part of the text: "[error] in the log".
pub(crate) fn read_box(text: &str) -> Option<(ParsedStatus, &str)> {
    match Line::read(text) {
        Line::Todo { boxed: Some(mark), text, .. } if !text.is_empty() => {
            let status = status_of(mark).filter(|_| mark.chars().nth(1).is_none())?;
            Some((status, text))
        }
        Line::Todo { .. } | Line::Blank | Line::Heading | Line::Fence => None,
    }
}

/// A list marker.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marker {
    None,
    /// A space has to follow it.
    Spaced,
    /// The text may follow it at once.
    Wide,
}

/// Takes a bullet or a number with its mark: `-`, `1.`, `1.2.`, `1)`, `1、`, `１．` or `①`.
fn take_marker(scanner: &mut Scanner<'_>) -> Marker {
    if let Some('①'..='⑳') = scanner.rest().chars().next() {
        scanner.next();
        return Marker::Wide;
    }
    if !take_digits(scanner) {
        let is_bullet = ["-", "*", "+", "•"].iter().any(|bullet| scanner.eat(bullet));
        return if is_bullet { Marker::Spaced } else { Marker::None };
    }
    loop {
        if ["、", "．", "）"].iter().any(|mark| scanner.eat(mark)) {
            return Marker::Wide;
        }
        if scanner.eat(")") {
            return Marker::Spaced;
        }
        if !scanner.eat(".") {
            return Marker::None;
        }
        let mut after = *scanner;
        if !take_digits(&mut after) || !matches!(after.peek(), b'.' | b')') {
            return Marker::Spaced;
        }
        *scanner = after;
    }
}

/// Takes the digits of a number, which may be full-width. Returns whether there are any.
fn take_digits(scanner: &mut Scanner<'_>) -> bool {
    let start = scanner.at();
    while let Some('0'..='9' | '０'..='９') = scanner.rest().chars().next() {
        scanner.next();
    }
    scanner.at() > start
}

/// Skips white space, also that of East Asia, and what nobody sees: a byte order mark, a no-break
/// or zero-width space.
fn skip_blank(scanner: &mut Scanner<'_>) {
    scanner.skip_space();
    while ["\u{a0}", "\u{3000}", "\u{200b}", "\u{feff}"].iter().any(|blank| scanner.eat(blank)) {
        scanner.skip_space();
    }
}

/// Returns how far a blank character indents a line.
fn width(blank: char) -> usize {
    match blank {
        '\t' => 4,
        '\u{200b}' | '\u{feff}' => 0,
        _ => 1,
    }
}

/// Takes a box and returns its text: a mark of one character, known or not, a word for a status, or
/// nothing.
fn take_box<'a>(scanner: &mut Scanner<'a>) -> Option<&'a str> {
    let mut after = *scanner;
    if let Some(symbol) = SYMBOLS.into_iter().find(|symbol| after.eat(symbol)) {
        // The variation selector of an emoji.
        after.eat("\u{fe0f}");
        *scanner = after;
        return Some(symbol);
    }
    after.eat("\\");
    if !after.eat("[") {
        return None;
    }
    after.skip_space();
    let before = after;
    let word = after.take_while(|b| b.is_ascii_alphabetic() || matches!(b, b'_' | b'-' | b' '));
    if !(trim(word).len() > 1 && status_of(trim(word)).is_some()) {
        after = before;
        if !matches!(after.peek(), b']' | b'\\') {
            after.next();
        }
    }
    let mark = trim(before.until(&after));
    after.skip_space();
    after.eat("\\");
    if !after.eat("]") {
        return None;
    }
    *scanner = after;
    Some(mark)
}

/// The symbols that count as a box.
const SYMBOLS: [&str; 9] = ["☐", "⬜", "☑", "✓", "✔", "✅", "⏳", "🔄", "❌"];

/// Returns the status of a box, or `None` if its text means none.
pub(crate) fn status_of(mark: &str) -> Option<ParsedStatus> {
    Some(ParsedStatus::of(match mark {
        // "!" marks a todo as important, which says nothing about its status.
        "" | "!" | "☐" | "⬜" => Status::Todo,
        "-" | "~" | "/" | ">" | "•" | "⏳" | "🔄" => Status::Doing,
        "x" | "X" | "☑" | "✓" | "✔" | "✅" => Status::Done,
        "❌" => return Some(ParsedStatus::FAILED),
        word => {
            let mut words = Status::words();
            let known = words.find(|(known, _)| eq_lenient(word, known));
            return known.map(ParsedStatus::of_name);
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_lines_as_people_and_models_write_them() {
        const LISTED: bool = true;
        for (line, is_listed, boxed, content) in [
            ("[ ] a", false, Some(""), "a"),
            ("[] a", false, Some(""), "a"),
            ("[-] a", false, Some("-"), "a"),
            ("[~] a", false, Some("~"), "a"),
            ("[x] a", false, Some("x"), "a"),
            ("[X]a", false, Some("X"), "a"),
            ("[✓] a\r", false, Some("✓"), "a"),
            ("[?] a", false, Some("?"), "a"),
            ("- [x] a", LISTED, Some("x"), "a"),
            ("* [ ] a", LISTED, Some(""), "a"),
            ("12. [-] a", LISTED, Some("-"), "a"),
            ("3) [ ] a", LISTED, Some(""), "a"),
            // No space after the marker, or a tab.
            ("-[x] a", LISTED, Some("x"), "a"),
            ("*[x] a", LISTED, Some("x"), "a"),
            ("+[x]a", LISTED, Some("x"), "a"),
            ("1.[x] a", LISTED, Some("x"), "a"),
            ("1)[x] a", LISTED, Some("x"), "a"),
            ("-\t[x] a", LISTED, Some("x"), "a"),
            ("-\ta", LISTED, None, "a"),
            ("1.2. a", LISTED, None, "a"),
            ("1、a", LISTED, None, "a"),
            ("１．a", LISTED, None, "a"),
            ("10）a", LISTED, None, "a"),
            ("② a", LISTED, None, "a"),
            ("[x] [ ] - a", false, Some("x"), "[ ] - a"),
            // Editors escape brackets, and copied text begins with what nobody sees.
            (r"* \[x] a", LISTED, Some("x"), "a"),
            (r"- \[ \] a", LISTED, Some(""), "a"),
            (r"\[\] a", false, Some(""), "a"),
            ("\u{feff}- [x] a", LISTED, Some("x"), "a"),
            ("- \u{3000}[x]\u{3000}a", LISTED, Some("x"), "a"),
            ("\u{200b}[x]\u{200b}a", false, Some("x"), "a"),
            ("-\u{a0}[x]\u{a0}a", LISTED, Some("x"), "a"),
            // Ambiguous text is content.
            ("- a", LISTED, None, "a"),
            ("-a", false, None, "-a"),
            ("---", false, None, "---"),
            ("**Phase 1**", false, None, "**Phase 1**"),
            ("1.5 litres", false, None, "1.5 litres"),
            ("2026 plans", false, None, "2026 plans"),
            ("[link] a", false, None, "[link] a"),
            ("[x a", false, None, "[x a"),
        ] {
            let expected = Line::Todo { indent: 0, is_listed, boxed, text: content };
            assert_eq!(Line::read(line), expected, "{line}");
        }
        for (line, expected) in [
            ("", Line::Blank),
            (" \t\r", Line::Blank),
            (" # a", Line::Heading),
            ("```md", Line::Fence),
        ] {
            assert_eq!(Line::read(line), expected, "{line}");
        }
    }

    #[test]
    fn a_box_before_a_text_is_no_part_of_it() {
        for (text, read) in [
            ("[x] Pay", Some((Status::Done, "Pay"))),
            ("- [>] Pay", Some((Status::Doing, "Pay"))),
            (r"1. \[ \] Pay", Some((Status::Todo, "Pay"))),
            ("✅ Pay", Some((Status::Done, "Pay"))),
            ("[error] in the log", None),
            ("[?] Pay", None),
            ("[ ]", None),
            ("- Pay", None),
            ("Pay [x]", None),
        ] {
            let found = read_box(text).map(|(said, text)| (said.status, text));
            assert_eq!(found, read, "{text}");
        }
    }
}
