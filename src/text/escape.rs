//! Escaping for XML.

use crate::text::scan::{Scanner, find_byte};

/// The characters that are escaped, with their entities. The carriage return is included because
/// XML parsers turn a raw one into a line feed. The line feed is included so that no text has a
/// line of its own, which could pass for one of ours.
pub(crate) const ESCAPES: [(char, &str); 7] = [
    ('&', "&amp;"),
    ('<', "&lt;"),
    ('>', "&gt;"),
    ('"', "&quot;"),
    ('\'', "&apos;"),
    ('\r', "&#13;"),
    ('\n', "&#10;"),
];

/// Returns whether a byte of a todo's text may have to be escaped. It accepts all control
/// characters, but [`ESCAPES`] has only line breaks. Quotes are not escaped: a model that copies
/// `&apos;` from a list would send another text.
fn is_markup(byte: u8) -> bool {
    is_bracket(byte) || byte < b' '
}

fn is_bracket(byte: u8) -> bool {
    matches!(byte, b'&' | b'<' | b'>')
}

/// Appends a todo's text as the content of an element, on one line.
pub(crate) fn escape_content(out: &mut String, text: &str) {
    escape_where(out, text, is_markup);
}

/// Appends text as the value of an attribute in double quotes.
pub(crate) fn escape_attribute(out: &mut String, text: &str) {
    escape_where(out, text, |byte| is_markup(byte) || matches!(byte, b'"' | b'\''));
}

/// Appends text as the content of an element. Line breaks are kept.
pub(crate) fn escape_text(out: &mut String, text: &str) {
    escape_where(out, text, is_bracket);
}

fn escape_where(out: &mut String, text: &str, escaped: impl Fn(u8) -> bool) {
    let mut scanner = Scanner::new(text);
    while !scanner.is_at_end() {
        out.push_str(scanner.take_to(&escaped));
        let Some(next) = scanner.next() else { break };
        match ESCAPES.iter().find(|(escaped, _)| next == *escaped) {
            Some((_, written)) => out.push_str(written),
            None => out.push(next),
        }
    }
}

/// Returns whether a text may contain an entity: an `&` with a `;` after it.
pub(crate) fn has_entity(text: &str) -> bool {
    let bytes = text.as_bytes();
    let start = find_byte(bytes, 0, |byte| byte == b'&');
    start < bytes.len() && find_byte(bytes, start, |byte| byte == b';') < bytes.len()
}

/// Replaces the entities in a text with their characters. In JSON text, the characters are escaped
/// as JSON requires.
pub(crate) fn decoded(text: &str, is_json: bool) -> String {
    let mut out = String::new();
    let mut scanner = Scanner::new(text);
    loop {
        out.push_str(scanner.take_to(|byte| byte == b'&'));
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
    let stands_for = |written: &str| written.trim_matches(['&', ';']) == name;
    if let Some((c, _)) = ESCAPES.iter().find(|(_, written)| stands_for(written)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_escape_function_escapes_only_its_own_characters() {
        let text = "a & <b> \"c\" 'd'\te\nf\rg é";
        let written = |write: fn(&mut String, &str)| {
            let mut out = String::new();
            write(&mut out, text);
            out
        };
        assert_eq!(written(escape_content), "a &amp; &lt;b&gt; \"c\" 'd'\te&#10;f&#13;g é");
        assert_eq!(
            written(escape_attribute),
            "a &amp; &lt;b&gt; &quot;c&quot; &apos;d&apos;\te&#10;f&#13;g é"
        );
        assert_eq!(written(escape_text), "a &amp; &lt;b&gt; \"c\" 'd'\te\nf\rg é");
    }

    #[test]
    fn has_entity_ignores_a_plain_ampersand() {
        for text in ["a &amp; b", "&#13;", "a & b; c", "&lt;"] {
            assert!(has_entity(text), "{text}");
        }
        for text in ["", "a & b", "a; b & c", "a; b", "&"] {
            assert!(!has_entity(text), "{text}");
            assert_eq!(decoded(text, false), text);
        }
    }
}
