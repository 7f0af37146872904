//! Which characters a text from outside may hold: one table, for contents, reasons, titles, names, and for what
//! notes and errors quote.
//!
//! | class | characters | what becomes of them |
//! |---|---|---|
//! | forbidden | what XML 1.0 forbids; a lone surrogate, which is U+FFFF here | U+FFFD |
//! | tag | U+E0000–E007F: models read them, nobody sees them | removed |
//! | direction | bidi embeddings, overrides, isolates (U+202A–202E, U+2066–2069): they show a text as another | removed |
//! | selector | U+E0100–E01EF, but for one after an ideograph, which is Japanese orthography | removed |
//! | invisible | white space, joiners, direction marks | kept, though a text of nothing else is blank |
//! | visible | everything else | kept |

use crate::text::decimal::push_decimal;
use crate::text::eight::{Eight, find};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Forbidden,
    Tag,
    Direction,
    Selector,
    Invisible,
    Visible,
}

/// The classes that are cleaned out, and what a note calls their characters.
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

/// Han, unified or for compatibility, with the marks that are written like one.
fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{3007}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// How many characters of each class were cleaned out of a text, in the order of its table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cleaned([usize; CLEANED.len()]);

impl Cleaned {
    /// Whether the text was clean.
    pub fn is_nothing(&self) -> bool {
        self.0 == [0; CLEANED.len()]
    }

    /// What was cleaned out, for a note: "forbidden characters (2), tag characters (1)".
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

/// A text as it may be kept, and what was cleaned out of it; none when nothing was.
pub(crate) fn clean(text: &str) -> Option<(String, Cleaned)> {
    if is_usual(text) {
        return None;
    }
    let mut cleaned = Cleaned::default();
    for (_, class) in classified(text) {
        let place = CLEANED.iter().position(|(known, _)| *known == class);
        if let Some(number) = place.and_then(|place| cleaned.0.get_mut(place)) {
            *number = number.saturating_add(1);
        }
    }
    if cleaned.is_nothing() { None } else { Some((kept(text).collect(), cleaned)) }
}

/// Returns whether a text has nothing but visible characters of ASCII and spaces, so that nothing is to be cleaned out.
pub(crate) fn is_usual(text: &str) -> bool {
    find(text.as_bytes(), 0, Eight::unusual) == text.len()
}

/// The characters of a text as it may be kept.
pub(crate) fn kept(text: &str) -> impl Iterator<Item = char> {
    classified(text).filter_map(|(c, class)| match class {
        Class::Forbidden => Some(char::REPLACEMENT_CHARACTER),
        Class::Tag | Class::Direction | Class::Selector => None,
        Class::Invisible | Class::Visible => Some(c),
    })
}

fn classified(text: &str) -> impl Iterator<Item = (char, Class)> {
    let mut before = None;
    text.chars().map(move |c| (c, class(c, before.replace(c))))
}

/// Whether nothing is left to be seen of a text that is trimmed and cleaned. What XML forbids is seen as
/// U+FFFD, but for the two characters of white space among it.
pub(crate) fn is_blank(text: &str) -> bool {
    classified(text).all(|(c, class)| match class {
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
    fn each_class_is_cleaned_as_the_table_says() {
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
    fn a_text_of_which_nothing_shows_is_blank() {
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
