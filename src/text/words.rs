//! The words of a text. Models rewrite todos: in other case and punctuation ("**Pay now.**"
//! for "Pay now"), with the result behind it, or shorter.

use crate::text::typo::is_typo;

/// The words of a text in order. A character of a script without spaces is a word.
pub(crate) struct Words<'a> {
    words: Vec<Word<'a>>,
    /// A bit for each word. Most texts share few words, which the bits show.
    bits: u64,
}

#[derive(Clone, Copy, Default)]
struct Word<'a> {
    text: &'a str,
    /// The hash of the word in lower case.
    hash: u32,
    /// A bit for each of its letters, of which a mistyped word has at most two others.
    letters: u32,
}

/// How much of the longer of two texts the shorter one is, in thousandths.
pub(crate) type Likeness = usize;

/// The likeness of two texts of the same words.
pub(crate) const SAME: Likeness = 1000;

/// Words that make a text its opposite. "Don't" is two words.
const NEGATIONS: [&str; 8] = ["not", "don", "without", "no", "nicht", "pas", "не", "不"];

impl<'a> Words<'a> {
    /// Returns the words of a text, without its number in a list ("3." or "3)").
    pub fn of(text: &'a str) -> Self {
        let after_number = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_numbered = after_number.len() < text.len();
        let item = after_number.strip_prefix(['.', ')']).filter(|_| is_numbered);
        let text = item.filter(|rest| rest.starts_with(' ')).unwrap_or(text);
        let mut words = Vec::with_capacity(12);
        let (mut start, mut word) = (0, Word::default());
        for (at, c) in text.char_indices() {
            let is_whole = !c.is_ascii() && is_whole_word(c);
            let is_part = c.is_ascii_alphanumeric() || !c.is_ascii() && is_letter_or_digit(c);
            if is_whole || !is_part {
                words.push(Word { text: text.get(start..at).unwrap_or_default(), ..word });
                (start, word) = (at + c.len_utf8(), Word::default());
            }
            if is_whole {
                let text = text.get(at..start).unwrap_or_default();
                words.push(Word { text, hash: c.into(), letters: 0 });
            } else if is_part {
                let small = if c.is_ascii() { c.to_ascii_lowercase() } else { lower(c) };
                word.hash = (word.hash ^ u32::from(small)).wrapping_mul(0x0100_0193);
                word.letters |= 1_u32.wrapping_shl(c.into());
            }
        }
        words.push(Word { text: text.get(start..).unwrap_or_default(), ..word });
        words.retain(|word| !word.text.is_empty());
        let bits = words.iter().fold(0, |bits, word| bits | word.bit());
        Self { words, bits }
    }

    /// Returns whether two texts have the same words.
    pub fn is_same(&self, other: &Self) -> bool {
        let hashes = |words: &Self| words.words.iter().map(|word| word.hash).collect::<Vec<_>>();
        !self.words.is_empty() && hashes(self) == hashes(other)
    }

    /// Returns how alike two texts are, if the longer one has enough words of the shorter one, in
    /// the same order. A mistyped word counts as the word, once. Texts of which only one says "not"
    /// are not alike.
    pub fn likeness(&self, other: &Self, enough: Enough) -> Option<Likeness> {
        let [short, long] =
            if self.words.len() <= other.words.len() { [self, other] } else { [other, self] };
        let count = short.words.len();
        let most_missing = count - (count * enough.fifths).div_ceil(5);
        if (short.bits & !long.bits).count_ones() as usize > most_missing + 1 {
            return None;
        }
        let (mut rest, mut equal, mut mistyped) = (long.words.iter(), 0_usize, 0_usize);
        for word in &short.words {
            let mut after = rest.clone();
            let is_same = |other: &&Word<'_>| {
                word.hash == other.hash || mistyped == 0 && word.is_mistyped(other)
            };
            let Some(found) = after.find(is_same) else { continue };
            match word.hash == found.hash {
                true => equal += 1,
                false => mistyped = 1,
            }
            rest = after;
        }
        let likeness = (equal * SAME).checked_div(long.words.len())?;
        let shared = equal + mistyped;
        let is_negated = |words: &Self| words.words.iter().any(Word::negates);
        let is_alike = shared >= enough.words
            && count - shared <= most_missing
            && is_negated(short) == is_negated(long);
        (likeness == SAME || is_alike).then_some(likeness)
    }
}

/// How many words of the shorter of two texts the longer one has to have.
#[derive(Clone, Copy)]
pub(crate) struct Enough {
    /// The number of words.
    pub words: usize,
    /// The share of all words, in fifths.
    pub fifths: usize,
}

impl Word<'_> {
    fn is_mistyped(&self, other: &Self) -> bool {
        (self.letters ^ other.letters).count_ones() <= 2 && is_typo(self.text, other.text)
    }

    const fn bit(&self) -> u64 {
        1 << (self.hash.wrapping_mul(0x9e37_79b1) >> 26)
    }

    fn negates(&self) -> bool {
        NEGATIONS.iter().any(|not| self.text.eq_ignore_ascii_case(not))
    }
}

/// Returns whether a character is of a script without spaces between words: Chinese or Japanese.
const fn is_whole_word(c: char) -> bool {
    matches!(c, '\u{3005}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

/// Returns whether a character beyond ASCII is part of a word, unlike punctuation and symbols.
const fn is_letter_or_digit(c: char) -> bool {
    !matches!(c, '\0'..='\u{bf}' | '\u{2000}'..='\u{2bff}' | '\u{3000}'..='\u{3004}'
        | '\u{3006}'..='\u{303f}' | '\u{fe00}'..='\u{fe0f}' | '\u{ff00}'..='\u{ff0f}'
        | '\u{ff1a}'..='\u{ff20}' | '\u{1f000}'..='\u{1faff}')
}

/// Returns a Latin capital beyond ASCII, or a Greek or Cyrillic one, as a small letter. The tables
/// of the standard library would add 2 kB to the module.
const fn lower(c: char) -> char {
    let offset = match c {
        '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{de}' | 'Α'..='Ω' | 'А'..='Я' => 32,
        'Ѐ'..='Џ' => 80,
        '\u{100}'..='\u{137}' => !(c as u32) & 1,
        _ => 0,
    };
    match char::from_u32((c as u32) + offset) {
        Some(small) => small,
        None => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeness(one: &str, other: &str) -> Option<Likeness> {
        let (one, other) = (Words::of(one), Words::of(other));
        let enough = Enough { words: 2, fifths: 5 };
        assert_eq!(one.likeness(&other, enough), other.likeness(&one, enough));
        one.likeness(&other, enough)
    }

    #[test]
    fn texts_that_differ_in_their_spelling_are_the_same() {
        for (one, other) in [
            ("Pay now", " **pay  NOW.** "),
            ("Pay", "3. Pay"),
            ("Pay", "3) Pay"),
            ("Überweisen", "überweisen!"),
            ("Написать", "НАПИСАТЬ"),
            ("付款", "付款。"),
        ] {
            assert_eq!(likeness(one, other), Some(SAME), "{one} {other}");
        }
        for text in ["", " ", "...", "/", "✅"] {
            assert_eq!(likeness(text, text), None, "{text:?}");
        }
    }

    #[test]
    fn a_text_with_all_words_of_another_in_order_is_alike() {
        for (one, other) in [
            ("Compare kettles", "Compare the kettles of three shops"),
            ("Scan the inbox", "First: scan the inbox (12 letters)"),
            ("Book the train to Bern", "Book the train to Bern (done, seat 41)"),
            ("Compare tree kettles", "Compare three kettles"),
            ("Написать письмо", "написать письмо банку"),
            ("比较三家商店", "比较这三家商店的价格"),
        ] {
            assert!(likeness(one, other).is_some_and(|it| it < SAME), "{one} {other}");
        }
    }

    #[test]
    fn another_text_that_looks_alike_is_not_alike() {
        for (one, other) in [
            ("Pay", "Pay the invoice"),
            ("Kettle", "Kettles"),
            ("log in", "login"),
            ("Pay 5", "Pay 6"),
            ("1.5", "5.1"),
            ("Read page 1024", "Read page 1025"),
            ("Find a red kettle", "Find a blue kettle"),
            ("Finish plan A today", "Finish plan B today"),
            ("Copy from A to B", "Copy from B to A"),
            ("Run phase 2 of 2", "Run phase 1 of 2"),
            ("Step 6: Create the first user", "Step 6: Await user approval"),
            ("Accept the offer", "Do not accept the offer"),
            ("Accept the offer", "Don't accept the offer"),
            ("Das Angebot annehmen", "Das Angebot nicht annehmen"),
            ("第1章を読む", "第2章を読む"),
            ("比较左边的页面", "比较右边的页面"),
        ] {
            assert_eq!(likeness(one, other), None, "{one} {other}");
        }
    }
}
