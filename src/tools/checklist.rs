//! Checklists in Markdown, as one text: the argument of a tool, a document of a person, or the plan
//! of a model without a tool.

use std::borrow::Cow;

use crate::forms::checklist_line::{Line, lines_of, read_box, status_of};
use crate::forms::item_schema::{CONTENT_FIELDS, Item, ItemSchema, PLAIN, ParentHint, StatusNames};
use crate::list::error::TodoError;
use crate::list::note::{Note, NoteKind, Notes, note};
use crate::text::content::trim;
use crate::text::json::{Document, Value};
use crate::text::message::FormatArg::Text;
use crate::text::message::{count, excerpt, fill};
use crate::text::reasoning::without_reasoning;
use crate::text::scan::Scanner;

/// The shape of a checklist in Markdown in the argument `todos`.
pub(crate) const CHECKLIST: ItemSchema = ItemSchema {
    statuses: Some(StatusNames {
        todo: "[ ]",
        doing: "[-]",
        done: "[x]",
        skipped: "[x]",
        blocked: None,
    }),
    // `read_checklist` has read them already.
    has_boxes: false,
    ..PLAIN
};

/// Returns whether a line of the text has a box with a status, followed by a text.
pub(crate) fn is_checklist(text: &str) -> bool {
    lines_of(text).iter().any(|line| match Line::read(line) {
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

/// Returns the text of a step, which may be an object, as items of a list are.
fn text_of_step(step: Value<'_>) -> Option<String> {
    let mut fields = step.fields().filter(|(key, _)| CONTENT_FIELDS.contains(&&**key));
    let text = step.as_string().or_else(|| fields.next()?.1.as_string());
    let text = text?;
    Some(read_box(&text).map_or(&*text, |(_, text)| text).to_owned())
}

/// Reads a checklist that a call has as one text.
///
/// # Errors
/// As [`read_checklist`].
pub(crate) fn read_checklist_text(
    text: &str,
    name: &str,
    notes: &mut Notes,
) -> Result<Vec<Item<'static>>, TodoError> {
    let text = with_line_breaks(text, name, notes);
    read_checklist(&lines_of(&text), name, notes)
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
                let text = fill("{}: code fence ignored", &[Text(name)]);
                let repair = Note::new(NoteKind::Repair, &[], text);
                if !notes.contains(&repair) {
                    notes.push(repair);
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
            Line::Todo { boxed: Some(_), text: "", .. } => {
                note(notes, "before item {}: an empty box ignored", &[number]);
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
fn with_line_breaks(text: &str, name: &str, notes: &mut Notes) -> String {
    let mut out = String::new();
    let mut scanner = Scanner::new(text);
    if !text.bytes().any(|b| matches!(b, b'\n' | b'\r')) {
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
            note(notes, "{}: \\n read as line breaks", &[Text(name)]);
        }
        scanner = line;
    }
    out.push_str(scanner.rest());
    out
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::list::todo::TextField;

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
            (r#"["[x] Open it", "- [ ] Pay"]"#, &["Open it", "Pay"]),
            ("\u{feff}- [ ] Open it\r- [ ] Pay\r\u{200b}- [ ] \r", &["Open it", "Pay"]),
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
        let text = with_line_breaks(text, "todos", &mut notes);
        let items = read_checklist(&lines_of(&text), "todos", &mut notes)?;
        let contents = items.iter().filter_map(|item| item.text(TextField::Content));
        Ok((contents.map(String::from).collect(), notes))
    }

    #[test]
    fn refuses_a_box_that_nobody_knows() {
        let error = notes("[x] a\n- [?] b").unwrap_err();
        assert!(
            error.message().starts_with("item 2") && error.message().contains("[?]"),
            "{error}"
        );
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
