//! What a model writes while it thinks, such as `<think>…</think>`, is no part of its answer: no
//! call, no plan and no text for anybody.

use std::borrow::Cow;

use crate::text::scan::Scanner;

/// The elements in which models think.
const ELEMENTS: [&str; 4] = ["think", "thinking", "thought", "reasoning"];

/// Returns a model's text without its reasoning. An element that is not closed is reasoning to the
/// end. If only the end of one is there, everything before it is reasoning. A tag that the text is
/// about, in quotes, in code or in an item of a list, is text.
pub(crate) fn without_reasoning(text: &str) -> Cow<'_, str> {
    let mut scanner = Scanner::new(text);
    let (mut answer, mut kept_from, mut line) = (String::new(), scanner, Line::Blank);
    while !scanner.is_at_end() {
        let start = scanner;
        match take_tag(&mut scanner) {
            Some(Tag::End) if line != Line::Other || is_attached(text, &start, &scanner) => {
                answer.clear();
                (kept_from, line) = (scanner, Line::Blank);
            }
            Some(Tag::Begin) if line != Line::Other => {
                let mut end = scanner;
                let is_closed = skip_past_end(&mut end);
                if is_closed || line == Line::Blank {
                    answer.push_str(kept_from.until(&start));
                    (scanner, kept_from, line) = (end, end, Line::Blank);
                }
            }
            Some(_) => line = Line::Other,
            None => {
                scanner = start;
                if scanner.eat("</") {
                    scanner.skip_while(|b| b != b'>' && b != b'\n');
                    line = if scanner.eat(">") { Line::Blank } else { Line::Other };
                } else {
                    line = line.after(scanner.peek());
                    scanner.next();
                }
            }
        }
    }
    match answer.is_empty() {
        true => Cow::Borrowed(kept_from.rest()),
        false => Cow::Owned(answer + kept_from.rest()),
    }
}

/// What a line holds so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    /// White space, or the end of an element.
    Blank,
    /// Words.
    Prose,
    /// An item of a list, JSON, markup, or something in quotes.
    Other,
}

impl Line {
    fn after(self, byte: u8) -> Self {
        match (self, byte) {
            (_, b'\n' | b'\r') => Self::Blank,
            (Self::Blank, b' ' | b'\t') => Self::Blank,
            (Self::Blank, b'a'..=b'z' | b'A'..=b'Z' | 0x80..) => Self::Prose,
            (Self::Blank, _) | (Self::Prose, b'"' | b'`' | b'<' | b'{' | b'[') => Self::Other,
            (Self::Prose | Self::Other, _) => self,
        }
    }
}

enum Tag {
    Begin,
    End,
}

/// Takes a tag of reasoning if one comes next.
fn take_tag(scanner: &mut Scanner<'_>) -> Option<Tag> {
    scanner.eat("<").then_some(())?;
    let tag = if scanner.eat("/") { Tag::End } else { Tag::Begin };
    let name = scanner.take_while(|b| b.is_ascii_alphabetic());
    scanner.skip_space();
    let is_known = ELEMENTS.iter().any(|element| name.eq_ignore_ascii_case(element));
    (scanner.eat(">") && is_known).then_some(tag)
}

/// Skips to behind the next end of reasoning, or to the end of the text. Returns whether there is
/// one.
fn skip_past_end(scanner: &mut Scanner<'_>) -> bool {
    while !scanner.is_at_end() {
        scanner.skip_while(|b| b != b'<');
        let mut after = *scanner;
        if let Some(Tag::End) = take_tag(&mut after) {
            *scanner = after;
            return true;
        }
        scanner.next();
    }
    false
}

/// Returns whether a tag stands right behind what it ends, and before the end of the line, another
/// tag or JSON.
fn is_attached(text: &str, start: &Scanner<'_>, end: &Scanner<'_>) -> bool {
    let before = text.as_bytes().get(..start.at()).and_then(<[u8]>::last).copied().unwrap_or(b' ');
    !matches!(before, b' ' | b'\t' | b'"' | b'\'' | b'`')
        && matches!(end.peek(), 0 | b'\n' | b'\r' | b'<' | b'{')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_reasoning_removes_what_a_model_thinks() {
        for (text, answer) in [
            ("<think>a</think>b", "b"),
            ("<think>\na\n</think>\n\nb", "\n\nb"),
            ("<Thinking>a</THINKING >b", "b"),
            ("<reasoning>a</reasoning><thought>b</thought>c", "c"),
            ("a\n<think>b</think>\nc", "a\n\nc"),
            ("Okay. <think>b</think> c", "Okay.  c"),
            ("<tool_call>a</tool_call><think>b</think>c", "<tool_call>a</tool_call>c"),
            // Not closed.
            ("a\n<think>b\nc", "a\n"),
            // Only the end.
            ("a\nb\n</think>\n\nc", "\n\nc"),
            ("Let me do that.</think>\nc", "\nc"),
            ("1. a\n2. b</think>\n1. c", "\n1. c"),
            ("{\"a\":1}</think>{\"b\":2}", "{\"b\":2}"),
            ("<think>a <think>b</think> c</think>d", "d"),
            ("ä</think>\nü", "\nü"),
        ] {
            assert_eq!(without_reasoning(text), answer, "{text}");
        }
    }

    #[test]
    fn without_reasoning_keeps_a_tag_that_the_text_is_about() {
        for text in [
            "",
            "a < b, <b>c</b>",
            "The tag `<think>` and its end `</think>`",
            "{\"content\": \"Explain <think> and </think>\"}",
            "{\"content\": \"Strip </think>\"}",
            "<a>Explain <think> and </think> in two lines</a>",
            "- [ ] Explain <think>\n- [ ] Strip what is before </think>\n",
            "Explain what <think> is for",
            "<thinker>a</thinker><rethink>b</rethink>",
        ] {
            assert_eq!(without_reasoning(text), text);
        }
    }
}
