//! What a model writes while it thinks, such as `<think>…</think>`, is no part of its answer: no
//! call, no plan and no text for anybody.

use std::borrow::Cow;

use crate::text::scan::Scanner;

/// The marks around what models think, and around their answer beside it: those of elements, of
/// Magistral, of Gemma 4 and of gpt-oss (Harmony). Letter case does not matter, nor a space before
/// a `>`.
const MARKS: [(&str, Mark); 18] = [
    ("<think>", Mark::Begin),
    ("</think>", Mark::End),
    ("<thinking>", Mark::Begin),
    ("</thinking>", Mark::End),
    ("<thought>", Mark::Begin),
    ("</thought>", Mark::End),
    ("<reasoning>", Mark::Begin),
    ("</reasoning>", Mark::End),
    ("[THINK]", Mark::Begin),
    ("[/THINK]", Mark::End),
    ("<|channel>thought", Mark::Begin),
    ("<channel|>", Mark::End),
    ("<|channel|>analysis", Mark::Begin),
    ("<|channel|>", Mark::Answer),
    ("<|start|>assistant", Mark::Answer),
    ("<|return|>", Mark::Answer),
    ("<|call|>", Mark::Answer),
    // It ends a message, of reasoning or not.
    ("<|end|>", Mark::Answer),
];

/// What a mark says about the text after it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// It is reasoning.
    Begin,
    /// It is no reasoning any more.
    End,
    /// It is the answer, which the mark is no part of.
    Answer,
}

/// Returns a model's text without its reasoning. One that is not closed is reasoning to the end. If
/// only the end of one is there, everything before it is reasoning. A mark that the text is about,
/// in quotes, in code or in an item of a list, is text.
pub(crate) fn without_reasoning(text: &str) -> Cow<'_, str> {
    let mut scanner = Scanner::new(text);
    let (mut answer, mut kept_from, mut line) = (String::new(), scanner, Line::Blank);
    let mut is_answer = false;
    while !scanner.is_at_end() {
        let start = scanner;
        let mark = take_mark(&mut scanner).map(|mark| match mark {
            // A message before the answer is reasoning whose begin is part of the prompt.
            Mark::Answer if !is_answer && scanner.rest().starts_with("<|start|>") => Mark::End,
            Mark::Begin | Mark::End | Mark::Answer => mark,
        });
        is_answer |= mark == Some(Mark::Answer);
        match mark {
            Some(Mark::End) if line != Line::Other || is_attached(text, &start, &scanner) => {
                answer.clear();
                (kept_from, line) = (scanner, Line::Blank);
            }
            Some(Mark::Begin) if line != Line::Other => {
                let mut end = scanner;
                let is_closed = skip_past_end(&mut end);
                if is_closed || line == Line::Blank {
                    answer.push_str(kept_from.until(&start));
                    (scanner, kept_from, line) = (end, end, Line::Blank);
                }
            }
            Some(Mark::Answer) if line != Line::Other || is_attached(text, &start, &scanner) => {
                answer.push_str(kept_from.until(&start));
                (kept_from, line) = (scanner, Line::Blank);
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

/// Takes a mark of reasoning if one comes next. A channel of Harmony has its name behind it.
fn take_mark(scanner: &mut Scanner<'_>) -> Option<Mark> {
    if !matches!(scanner.peek(), b'<' | b'[') {
        return None;
    }
    let (text, mark) = MARKS.iter().find(|(text, _)| {
        let mut after = *scanner;
        let is_next = eat_lenient(&mut after, text);
        if is_next {
            *scanner = after;
        }
        is_next
    })?;
    if text.starts_with("<|channel|>") {
        let mut after = *scanner;
        after.skip_while(|b| b != b'\n' && b != b'<');
        while after.eat("<|constrain|>") {
            after.skip_while(|b| b != b'\n' && b != b'<');
        }
        if after.eat("<|message|>") {
            *scanner = after;
        }
    }
    Some(*mark)
}

/// Takes a mark in any letter case, with or without space before a `>`.
fn eat_lenient(scanner: &mut Scanner<'_>, mark: &str) -> bool {
    mark.bytes().all(|byte| {
        if byte == b'>' {
            scanner.skip_space();
        }
        let is_next = scanner.peek().eq_ignore_ascii_case(&byte);
        scanner.next();
        is_next
    })
}

/// Skips to behind the next end of reasoning, or to the end of the text. Returns whether there is
/// one.
fn skip_past_end(scanner: &mut Scanner<'_>) -> bool {
    while !scanner.is_at_end() {
        scanner.skip_while(|b| b != b'<' && b != b'[');
        let mut after = *scanner;
        if let Some(Mark::End | Mark::Answer) = take_mark(&mut after) {
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
            // Magistral, Gemma 4 and gpt-oss.
            ("[THINK]a\nb[/THINK]c", "c"),
            ("[THINK]a\nb", ""),
            ("a[/THINK]c", "c"),
            ("<|channel>thought\na<channel|>c", "c"),
            ("<|channel>thought\n1. a", ""),
            ("1. a\n<channel|>\n1. c", "\n1. c"),
            (
                "<|channel|>analysis<|message|>1. a<|end|><|start|>assistant<|channel|>final<|message|>1. c<|return|>",
                "1. c",
            ),
            ("<|channel|>analysis<|message|>1. a\n2. b", ""),
            (
                "1. a<|end|><|start|>assistant<|channel|>final<|message|>1. c\n2. d<|end|>",
                "1. c\n2. d",
            ),
            ("<|start|>assistant<|channel|>final<|message|>1. c", "1. c"),
            ("<|channel|>analysis<|message|>a<|end|>\nc", "\nc"),
            (
                "<|channel|>commentary to=functions.todo <|constrain|>json<|message|>{\"a\": 1}<|call|>",
                "{\"a\": 1}",
            ),
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
            "{\"content\": \"Explain [THINK] and <|channel|>analysis<|message|>, <|end|>\"}",
            "- [ ] Explain [THINK]",
            "[THINKER]",
        ] {
            assert_eq!(without_reasoning(text), text);
        }
    }
}
