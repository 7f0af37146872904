//! The characters that a text from outside may contain: one table for contents, reasons, titles and
//! names, and for everything that notes and errors quote.
//!
//! | class | characters | treatment |
//! |---|---|---|
//! | forbidden | what XML 1.0 forbids; a lone surrogate, which is U+FFFF here | U+FFFD |
//! | tag | U+E0000–E007F: models read them, people do not see them | removed |
//! | direction | bidi embeddings, overrides, isolates (U+202A–202E, U+2066–2069): they make a text look like another | removed |
//! | selector | U+E0100–E01EF, except one after an ideograph, which is Japanese orthography | removed |
//! | invisible | white space, joiners, direction marks | kept, but a text without other characters is blank |
//! | visible | everything else | kept |

use crate::text::decimal::push_decimal;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Forbidden,
    Tag,
    Direction,
    Selector,
    Invisible,
    Visible,
}

/// The classes that are cleaned out, and the names of their characters in notes.
const CLEANED: [(Class, &str); 4] = [
    (Class::Forbidden, "forbidden characters"),
    (Class::Tag, "tag characters"),
    (Class::Direction, "direction controls"),
    (Class::Selector, "variation selectors"),
];

fn class(c: char, before: Option<char>) -> Class {
    match c {
        '!'..='~' => Class::Visible,
        '\t'
        | '\n'
        | '\r'
        | ' '
        | '\u{a0}'
        | '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{1680}'
        | '\u{180e}'
        | '\u{2000}'..='\u{200f}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{202f}'
        | '\u{205f}'..='\u{2064}'
        | '\u{3000}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' => Class::Invisible,
        // Outside the `Char` production of XML 1.0, section 2.2.
        '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => Class::Forbidden,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => Class::Direction,
        '\u{e0000}'..='\u{e007f}' => Class::Tag,
        '\u{e0100}'..='\u{e01ef}' if before.is_some_and(is_ideograph) => Class::Invisible,
        '\u{e0100}'..='\u{e01ef}' => Class::Selector,
        _ => Class::Visible,
    }
}

/// Returns whether a character is a Han ideograph, unified or for compatibility, or a mark that is
/// written like one.
fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{3007}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// The number of characters of each class in `CLEANED` that were cleaned out of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cleaned([usize; CLEANED.len()]);

impl Cleaned {
    /// Returns whether the text was clean.
    pub fn is_nothing(&self) -> bool {
        self.0 == [0; CLEANED.len()]
    }

    /// Returns what was cleaned out, for a note: "forbidden characters (2), tag characters (1)".
    pub(crate) fn words(&self) -> String {
        let mut words = String::new();
        for (number, (_, name)) in self.0.iter().zip(CLEANED) {
            if *number > 0 {
                words.push_str(if words.is_empty() { "" } else { ", " });
                words.push_str(name);
                words.push_str(" (");
                push_decimal(&mut words, *number as i64);
                words.push(')');
            }
        }
        words
    }
}

/// Returns the cleaned text and what was cleaned out of it, or `None` if the text was clean.
pub(crate) fn clean(text: &str) -> Option<(String, Cleaned)> {
    if is_printable_ascii(text) {
        return None;
    }
    let mut cleaned = Cleaned::default();
    for (_, class) in classify(text) {
        let index = CLEANED.iter().position(|(known, _)| *known == class);
        if let Some(number) = index.and_then(|index| cleaned.0.get_mut(index)) {
            *number += 1;
        }
    }
    if cleaned.is_nothing() { None } else { Some((cleaned_chars(text).collect(), cleaned)) }
}

/// Returns whether a text consists of visible ASCII characters and spaces, so that nothing has to
/// be cleaned out.
pub(crate) fn is_printable_ascii(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// Returns the characters of the cleaned text.
pub(crate) fn cleaned_chars(text: &str) -> impl Iterator<Item = char> {
    classify(text).filter_map(|(c, class)| match class {
        Class::Forbidden => Some(char::REPLACEMENT_CHARACTER),
        Class::Tag | Class::Direction | Class::Selector => None,
        Class::Invisible | Class::Visible => Some(c),
    })
}

fn classify(text: &str) -> impl Iterator<Item = (char, Class)> {
    let mut before = None;
    text.chars().map(move |c| (c, class(c, before.replace(c))))
}

/// Returns whether a text has no visible characters after cleaning and trimming. Forbidden
/// characters are visible as U+FFFD, except the two that are white space.
pub(crate) fn is_blank(text: &str) -> bool {
    classify(text).all(|(c, class)| match class {
        Class::Forbidden => matches!(c, '\u{b}' | '\u{c}'),
        Class::Tag | Class::Direction | Class::Selector | Class::Invisible => true,
        Class::Visible => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleaned(text: &str) -> (String, String) {
        clean(text)
            .map_or((text.to_owned(), String::new()), |(text, cleaned)| (text, cleaned.words()))
    }

    #[test]
    fn clean_treats_each_class_of_characters_as_in_the_table() {
        for (text, kept, words) in [
            ("a b\t\r\n", "a b\t\r\n", ""),
            (
                "a\0b\u{b}\u{c}\u{1f}\u{fffe}\u{ffff}",
                "a\u{fffd}b\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
                "forbidden characters (6)",
            ),
            ("a\u{e0000}\u{e0041}\u{e007f}b", "ab", "tag characters (3)"),
            ("\u{202e}gnp.exe\u{202c}", "gnp.exe", "direction controls (2)"),
            (
                "\u{202a}\u{202b}\u{202d}\u{2066}\u{2067}\u{2068}\u{2069}a",
                "a",
                "direction controls (7)",
            ),
            ("a\u{e0100}b\u{e01ef}", "ab", "variation selectors (2)"),
            // One after an ideograph stays.
            ("葛\u{e0100}飾区", "葛\u{e0100}飾区", ""),
            (
                "々\u{e0100}\u{f900}\u{e0101}\u{20000}\u{e0102}\u{3400}\u{e0103}",
                "々\u{e0100}\u{f900}\u{e0101}\u{20000}\u{e0102}\u{3400}\u{e0103}",
                "",
            ),
            ("葛\u{e0100}\u{e0101}", "葛\u{e0100}", "variation selectors (1)"),
            ("か\u{e0100}", "か", "variation selectors (1)"),
            // Joiners, direction marks, C1 controls and the selectors of emoji stay.
            (
                "👩\u{200d}🔬 \u{200e}a\u{200f}\u{61c} ❤\u{fe0f} \u{85}",
                "👩\u{200d}🔬 \u{200e}a\u{200f}\u{61c} ❤\u{fe0f} \u{85}",
                "",
            ),
            (
                "\0\u{e0041}\u{202e}\u{e0100}",
                "\u{fffd}",
                "forbidden characters (1), tag characters (1), direction controls (1), variation selectors (1)",
            ),
        ] {
            assert_eq!(cleaned(text), (kept.to_owned(), words.to_owned()), "{text:?}");
            assert_eq!(clean(kept), None, "{kept:?} is clean");
        }
    }

    #[test]
    fn a_text_without_visible_characters_is_blank() {
        for text in [
            "",
            " ",
            "\u{c}",
            "\u{b}\n",
            "\u{200b}\u{200d}",
            "\u{e0041}",
            "\u{202e} \u{200f}",
            "\u{feff}",
        ] {
            assert!(is_blank(text), "{text:?}");
        }
        for text in ["a", "\u{fffd}", "\0", "\u{c}\u{ffff}", "葛\u{e0100}", "🔬\u{fe0f}", "\u{85}"]
        {
            assert!(!is_blank(text), "{text:?}");
        }
    }
}
