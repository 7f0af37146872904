//! What XML asks to be escaped.

use crate::text::scan::Scanner;

/// Each character that is escaped, as it is written. The carriage return is among them because XML
/// parsers turn a raw one into a line feed, and the line feed so that no text has a line of its own, which
/// could pass for one of ours.
pub(crate) const ESCAPES: [(char, &str); 7] = [
    ('&', "&amp;"),
    ('<', "&lt;"),
    ('>', "&gt;"),
    ('"', "&quot;"),
    ('\'', "&apos;"),
    ('\r', "&#13;"),
    ('\n', "&#10;"),
];

/// Whether a byte of a todo's text must be escaped. Quotes need not be: a model that copies `&apos;` out of a list
/// would send another todo.
pub(crate) fn needs_escape(byte: u8) -> bool {
    matches!(byte, b'&' | b'<' | b'>' | b'\r' | b'\n')
}

/// Appends a todo's text as the content of an element, on one line.
pub(crate) fn escape_content(out: &mut String, text: &str) {
    escape_where(out, text, needs_escape);
}

/// Appends text as the value of an attribute in double quotes.
pub(crate) fn escape_attribute(out: &mut String, text: &str) {
    escape_where(out, text, |b| needs_escape(b) || matches!(b, b'"' | b'\''));
}

/// Appends text as the content of an element. Line breaks stay.
pub(crate) fn escape_text(out: &mut String, text: &str) {
    escape_where(out, text, |b| matches!(b, b'&' | b'<' | b'>'));
}

fn escape_where(out: &mut String, text: &str, is_escaped: fn(u8) -> bool) {
    let mut scanner = Scanner::new(text);
    while !scanner.is_at_end() {
        out.push_str(scanner.take_while(|b| !is_escaped(b)));
        let next = scanner.next();
        let escape = ESCAPES.iter().find(|(escaped, _)| next == Some(*escaped));
        out.push_str(escape.map_or("", |(_, written)| written));
    }
}

/// Whether XML asks for an escape of any of the bytes.
pub(crate) fn has_markup(text: &[u8]) -> bool {
    text.iter().any(|b| needs_escape(*b))
}

/// A text with its entities as what they stand for; in JSON text each escaped where JSON asks for it.
pub(crate) fn decoded(text: &str, is_json: bool) -> String {
    let mut out = String::new();
    let mut scanner = Scanner::new(text);
    loop {
        out.push_str(scanner.take_while(|b| b != b'&'));
        if scanner.is_at_end() {
            return out;
        }
        let mut after = scanner;
        after.next();
        let name = after.take_while(|b| b.is_ascii_alphanumeric() || b == b'#');
        match entity(name).filter(|_| after.eat(";")) {
            Some(c) => {
                if is_json && matches!(c, '"' | '\\') {
                    out.push('\\');
                }
                out.push(c);
                scanner = after;
            }
            None => out.extend(scanner.next()),
        }
    }
}

fn entity(name: &str) -> Option<char> {
    let is_it = |written: &str| written.trim_matches(['&', ';']) == name;
    if let Some((c, _)) = ESCAPES.iter().find(|(_, written)| is_it(written)) {
        return Some(*c);
    }
    let code = name.strip_prefix('#')?;
    let (digits, radix) = match code.strip_prefix('x').or(code.strip_prefix('X')) {
        Some(digits) => (digits, 16),
        None => (code, 10),
    };
    let mut code = 0_u32;
    for c in digits.chars() {
        code = code.checked_mul(radix)?.checked_add(c.to_digit(radix)?)?;
    }
    if digits.is_empty() { None } else { char::from_u32(code) }
}
