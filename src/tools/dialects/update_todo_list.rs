//! `update_todo_list`: Roo Code's tool, whose list is a checklist in Markdown.

use std::borrow::Cow;

use crate::change::command::Command;
use crate::change::match_items::Mode;
use crate::forms::item_schema::{
    Audience, CONTENT_FIELDS, FEWER_STATUSES, Item, ItemSchema, PLAIN, ParentHint, ParsedStatus,
    StatusNames,
};
use crate::list::error::TodoError;
use crate::list::todo::Status;
use crate::text::content::{eq_lenient, trim};
use crate::text::json::{Document, Value};
use crate::text::message::FormatArg::Text;
use crate::text::message::Notes;
use crate::text::message::note;
use crate::text::message::{count, excerpt, fill};
use crate::text::reasoning::without_reasoning;
use crate::text::scan::Scanner;
use crate::tools::arguments::Arguments;
use crate::tools::dialect_spec::{DialectSpec, PROSE};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("update_todo_list.json"),
    schema: CHECKLIST,
    takes_bare_list: false,
    read: |_, schema, arguments| take_checklist(arguments, schema),
    write_todos: |_, store, json| LISTED.write_items(json, store.list(), Audience::Program),
    ..PROSE
};

/// The form in which a program shows a checklist.
const LISTED: ItemSchema = ItemSchema { statuses: Some(FEWER_STATUSES), ..PLAIN };

/// The shape of a checklist in Markdown in the argument `todos`.
pub(crate) const CHECKLIST: ItemSchema = ItemSchema {
    statuses: Some(StatusNames {
        todo: "[ ]",
        doing: "[-]",
        done: "[x]",
        skipped: "[x]",
        blocked: None,
    }),
    ..PLAIN
};

/// Returns whether a line of the text has a box with a status, followed by a text.
pub(super) fn is_checklist(text: &str) -> bool {
    text.split('\n').any(|line| match Line::read(line) {
        Line::Todo { boxed, text, .. } => {
            !text.is_empty() && boxed.is_some_and(|mark| status_of(mark).is_some())
        }
        Line::Blank | Line::Heading | Line::Fence => false,
    })
}

/// Returns the todos of a plan in the text of a model without a tool. The text is JSON, as the
/// planner's prompt asks for it, or lines. If any line has a list marker or a box, lines without
/// are ignored.
pub(crate) fn planned_lines(text: &str) -> Vec<String> {
    let text = &*without_reasoning(text);
    if let Ok(document) = Document::read(trim(text)) {
        let root = document.root();
        let mut arrays = [root].into_iter().chain(root.parts()).filter(|value| value.is_array());
        if let Some(steps) = arrays.next() {
            // If a step cannot be read, the text is not read as a plan in JSON.
            let texts: Option<Vec<String>> = steps.parts().map(text_of_step).collect();
            return texts.unwrap_or_default();
        }
    }
    let todo = |line: &&'_ str| match Line::read(line) {
        Line::Todo { boxed, is_listed, text, .. } if !text.is_empty() => {
            Some((boxed.is_some() || is_listed, text.to_owned()))
        }
        Line::Todo { .. } | Line::Blank | Line::Heading | Line::Fence => None,
    };
    let mut todos: Vec<(bool, String)> = lines_of(text).iter().filter_map(todo).collect();
    if todos.iter().any(|(is_marked, _)| *is_marked) {
        todos.retain(|(is_marked, _)| *is_marked);
    }
    todos.into_iter().map(|(_, text)| text).collect()
}

fn lines_of(text: &str) -> Vec<&str> {
    text.split('\n').collect()
}

/// Returns the text of a step, which may be an object, as items of a list are.
fn text_of_step(step: Value<'_>) -> Option<String> {
    let mut fields = step.fields().filter(|(key, _)| CONTENT_FIELDS.contains(&&**key));
    let text = step.as_string().or_else(|| fields.next()?.1.as_string());
    text.map(Cow::into_owned)
}

/// Takes a checklist that is one text.
pub(super) fn take_checklist<'a>(
    arguments: &mut Arguments<'a>,
    schema: &'static ItemSchema,
) -> Result<Command<'a>, TodoError> {
    let list = Text(schema.list);
    let Some(value) = arguments.take(schema.list) else {
        return Err(TodoError::invalid(
            "{} is missing: give the checklist, one todo per line",
            &[list],
        ));
    };
    let text = value.as_string();
    let document = text.as_deref().filter(|text| trim(text).starts_with("[\"")).map(Document::read);
    let mut lines = value;
    if let Some(Ok(document)) = &document {
        note(arguments.notes, "{}: read out of a JSON string", &[list]);
        lines = document.root();
    }
    let is_array = lines.is_array() && lines.parts().all(|line| line.as_string().is_some());
    if is_array && lines.parts().next().is_some() {
        note(arguments.notes, "{}: an array read as lines", &[list]);
        let lines: Vec<_> = lines.parts().filter_map(Value::as_string).collect();
        let lines: Vec<&str> = lines.iter().map(|line| &**line).collect();
        return Ok(rewrite(read_checklist(&lines, schema.list, arguments.notes)?, schema));
    }
    match text {
        Some(text) if text.is_empty() => Ok(rewrite(Vec::new(), schema)),
        Some(text) if !trim(&text).starts_with("[{") => {
            let text = with_line_breaks(&text, schema, arguments.notes);
            Ok(rewrite(read_checklist(&lines_of(&text), schema.list, arguments.notes)?, schema))
        }
        Some(_) | None => Err(TodoError::invalid(
            "{} must be a checklist, one todo per line, got {}",
            &[list, value.excerpt()],
        )),
    }
}

fn rewrite(items: Vec<Item<'static>>, schema: &'static ItemSchema) -> Command<'static> {
    Command::Rewrite { items, mode: Mode::Replace, schema, sites: None }
}

/// Reads the lines of a checklist. If any line has a box, lines without are ignored. Otherwise, if
/// any line has a list marker, lines without are ignored. `name` is the name of the checklist in
/// notes and errors.
///
/// # Errors
/// `invalid_argument` for an unknown box, and if no line is a todo.
pub(crate) fn read_checklist(
    lines: &[&str],
    name: &str,
    notes: &mut Notes,
) -> Result<Vec<Item<'static>>, TodoError> {
    let lines: Vec<Line<'_>> = lines.iter().map(|line| Line::read(line)).collect();
    let has_boxes = lines.iter().any(|line| matches!(line, Line::Todo { boxed: Some(_), .. }));
    let mut indents = lines.iter().filter_map(Line::indent);
    let first = indents.next();
    // If all lines are indented alike, the indentation has no meaning.
    let is_outline = indents.any(|indent| Some(indent) != first);
    let mut items = Vec::new();
    for line in &lines {
        let number = count(items.len().wrapping_add(1));
        match *line {
            Line::Blank => {}
            Line::Heading => note(notes, "before item {}: a heading ignored", &[number]),
            Line::Fence => {
                let said = fill("{}: code fence ignored", &[Text(name)]);
                if !notes.contains(&said) {
                    notes.push(said);
                }
            }
            Line::Todo { boxed: None, text, .. } if has_boxes => {
                note(notes, "before item {}: {} has no box, ignored", &[number, excerpt(text)]);
            }
            Line::Todo { boxed: None, is_listed: false, text, .. } => {
                note(
                    notes,
                    "before item {}: {} is not a list item, ignored",
                    &[number, excerpt(text)],
                );
            }
            Line::Todo { boxed, indent, text, .. } => {
                let status = match boxed.map(|mark| (mark, status_of(mark))) {
                    None => None,
                    Some((_, Some(status))) => Some(status),
                    Some((mark, None)) => {
                        return Err(TodoError::invalid(
                            "item {}: unknown box {}: use [ ], [-] or [x]",
                            &[number, excerpt(&fill("[{}]", &[Text(mark)]))],
                        ));
                    }
                };
                let mut item = Item::of(Cow::Owned(text.to_owned()));
                item.status = status;
                item.parent_hint = is_outline.then_some(ParentHint::Level(indent));
                items.push(item);
            }
        }
    }
    if items.is_empty() {
        return Err(TodoError::invalid(
            "{} holds no todo: send the checklist, one todo per line with [ ] before it",
            &[Text(name)],
        ));
    }
    Ok(items)
}

/// Replaces `\n` escapes with line breaks in a text without line breaks. Only an escape before a
/// line of a checklist counts: `C:\new` has none.
fn with_line_breaks(text: &str, schema: &ItemSchema, notes: &mut Notes) -> String {
    let mut out = String::new();
    let mut scanner = Scanner::new(text);
    if !text.bytes().any(|b| b == b'\n') {
        let mut line = scanner;
        while scanner.take_past("\\n").is_some() {
            let is_break = match Line::read(scanner.rest()) {
                Line::Blank | Line::Heading | Line::Fence => true,
                Line::Todo { boxed, is_listed, text, .. } => {
                    boxed.is_some() || is_listed || text.starts_with("\\n")
                }
            };
            if is_break {
                let text = line.until(&scanner);
                out.push_str(text.strip_suffix("\\n").unwrap_or(text));
                out.push('\n');
                line = scanner;
            }
        }
        if !out.is_empty() {
            note(notes, "{}: \\n read as line breaks", &[Text(schema.list)]);
        }
        scanner = line;
    }
    out.push_str(scanner.rest());
    out
}

/// The kind of a line in a checklist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line<'a> {
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
    fn indent(&self) -> Option<usize> {
        match self {
            Self::Todo { indent, .. } => Some(*indent),
            Self::Blank | Self::Heading | Self::Fence => None,
        }
    }

    /// Reads `[x] text`, with or without a list marker before it.
    fn read(line: &'a str) -> Self {
        let mut scanner = Scanner::new(line);
        scanner.skip_space();
        let indent = scanner.since(0).bytes().map(|b| if b == b'\t' { 4 } else { 1 }).sum();
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
        let is_numbered = !scanner.take_while(|b| b.is_ascii_digit()).is_empty();
        let markers: &[&str] = if is_numbered { &[".", ")"] } else { &["-", "*", "+", "•"] };
        let mut is_listed = markers.iter().any(|marker| scanner.eat(marker));
        let after_marker = scanner.at();
        scanner.skip_space();
        let mut boxed = take_box(&mut scanner);
        // A marker before a box needs no space after it.
        if is_listed && boxed.is_none() && scanner.at() == after_marker {
            is_listed = false;
        }
        if !is_listed {
            scanner = start;
            boxed = take_box(&mut scanner);
        }
        Self::Todo { indent, is_listed, boxed, text: trim(scanner.rest()) }
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
    if !after.eat("[") {
        return None;
    }
    after.skip_space();
    let before = after;
    let word = after.take_while(|b| b.is_ascii_alphabetic() || matches!(b, b'_' | b'-' | b' '));
    if !(trim(word).len() > 1 && status_of(trim(word)).is_some()) {
        after = before;
        if after.peek() != b']' {
            after.next();
        }
    }
    let mark = trim(before.until(&after));
    after.skip_space();
    if !after.eat("]") {
        return None;
    }
    *scanner = after;
    Some(mark)
}

/// The symbols that count as a box.
const SYMBOLS: [&str; 9] = ["☐", "⬜", "☑", "✓", "✔", "✅", "⏳", "🔄", "❌"];

fn status_of(mark: &str) -> Option<ParsedStatus> {
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
    use expect_test::expect;

    use super::*;
    use crate::list::todo::TextField;

    #[test]
    fn a_checklist_line_is_read_as_people_and_models_write_it() {
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
            ("[x] [ ] - a", false, Some("x"), "[ ] - a"),
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
    fn a_plan_is_read_as_lines_without_their_numbers() {
        for (text, todos) in [
            ("1. Open the shopping cart\n2. Pay", &["Open the shopping cart", "Pay"][..]),
            ("Here is the plan:\n\n1) Open it\n2) Pay\n\nShall I begin?", &["Open it", "Pay"]),
            ("# Plan\n- [ ] Open it\n* Pay\r\n", &["Open it", "Pay"]),
            ("```\nOpen it\nPay 1.5 $\n```", &["Open it", "Pay 1.5 $"]),
            (r#" ["Open it", "Pay"]"#, &["Open it", "Pay"]),
            (r#"{"steps": ["Open it", "Pay"]}"#, &["Open it", "Pay"]),
            (r#"["Open it", {"step": "Pay"}]"#, &["Open it", "Pay"]),
            (r#"[{"content": "Open it"}, {"id": 2, "title": "Pay"}]"#, &["Open it", "Pay"]),
            // What cannot be read is not left out in silence.
            (r#"["Open it", 7]"#, &[]),
            ("✅ Open it\n• Pay", &["Open it", "Pay"]),
            ("<think>\n1. Beg\n</think>\n1. Open it\n2. Pay", &["Open it", "Pay"]),
            ("1. Beg\n</think>\n[\"Open it\", \"Pay\"]", &["Open it", "Pay"]),
            ("<reasoning>\n1. Beg", &[]),
            (" \n", &[]),
        ] {
            assert_eq!(planned_lines(text), todos, "{text}");
        }
    }

    fn notes(text: &str) -> Result<(Vec<String>, Notes), TodoError> {
        let mut notes = Notes::new();
        let text = with_line_breaks(text, &CHECKLIST, &mut notes);
        let items = read_checklist(&lines_of(&text), "todos", &mut notes)?;
        let contents = items.iter().filter_map(|item| item.text(TextField::Content));
        Ok((contents.map(String::from).collect(), notes))
    }

    #[test]
    fn a_checklist_with_an_unknown_box_is_refused() {
        let error = notes("[x] a\n- [?] b").unwrap_err();
        expect! {[r#"item 2: unknown box "[?]": use [ ], [-] or [x]"#]}.assert_eq(error.message());
    }

    #[test]
    fn an_escaped_line_break_counts_only_before_a_line_of_a_checklist() {
        for (text, expected) in [
            (r"[ ] Open C:\new folder", &[r"Open C:\new folder"][..]),
            (r"[ ] C:\new\n[x] D:\nightly\n", &[r"C:\new", r"D:\nightly"]),
            (r"[ ] a\n\n- [x] b\n# c\n1. [ ] d", &["a", "b", "d"]),
            (r"- a\n- b", &["a", "b"]),
        ] {
            assert_eq!(notes(text).unwrap().0, expected, "{text}");
        }
    }
}
