//! Recognises that two texts are the same todo, reworded.
//!
//! Models add the result to a todo, shorten it, or put it in other words. They also send other
//! todos that look alike, such as the same step for another file. Two texts are the same todo if
//! they share at least two words and three fifths of the words of the shorter one, unless:
//!
//! - each has a number or a name that the other lacks,
//! - only one of them says "not" or "without",
//! - they differ in what is done or in what it is done to: in a single word of one of them that is
//!   not mistyped in the other, or in one word at the beginning or the end in place of two.
//!
//! Function words, such as "the", count for nothing.
//! Texts without spaces between words are compared by pairs of characters.

use crate::text::spelling::{BASIS, add, is_letter_or_digit, lower};
use crate::text::typo::{LEAST_OF_A_TYPO, is_typo};

/// The maximum number of words that are compared.
const MAX_WORDS: usize = 64;

/// Returns whether two texts share enough words. `fewest` is the number of words of the shorter
/// one.
fn is_enough(shared: usize, fewest: usize) -> bool {
    shared >= 2 && shared.wrapping_mul(5) >= fewest.wrapping_mul(3)
}

/// A text as its words.
pub(super) struct TokenSet<'a> {
    /// The words in order.
    words: Vec<Word<'a>>,
    /// The number of different words.
    count: usize,
    /// A bit for the hash of each word. Most texts share few words, which the bits show.
    bits: u64,
    /// The number of different words whose bit is that of another one.
    hidden: usize,
}

#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    /// The hash of the word in lower case.
    hash: u32,
    /// The hash of the name, if the word is a number or a name.
    name: Option<u32>,
    is_pair: bool,
    /// Whether the same word occurs earlier in the text.
    is_repeated: bool,
}

/// How alike two texts of the same todo are, in thousandths.
pub(super) type Likeness = usize;

impl<'a> TokenSet<'a> {
    pub fn of(text: &'a str) -> Self {
        let words = Vec::with_capacity(12);
        let tokens = Self { words, count: 0, bits: 0, hidden: 0 };
        let mut reader = Tokenizer { tokens, is_begun: false };
        if text.is_ascii() {
            reader.take_ascii(text);
        } else {
            text.split(is_space).for_each(|token| reader.take_token(token));
        }
        let mut tokens = reader.tokens;
        tokens.hidden = tokens.count.wrapping_sub(tokens.bits.count_ones() as usize);
        tokens
    }

    fn push(&mut self, mut word: Word<'a>) {
        if self.words.len() >= MAX_WORDS {
            return;
        }
        let bit = 1 << (word.hash.wrapping_mul(0x9e37_79b1) >> 26);
        word.is_repeated =
            self.bits & bit != 0 && self.words.iter().any(|other| other.hash == word.hash);
        self.bits |= bit;
        self.count = self.count.wrapping_add(usize::from(!word.is_repeated));
        self.words.push(word);
    }

    /// Returns whether two texts may share enough words.
    #[inline(always)]
    pub fn may_be_like(&self, other: &Self) -> bool {
        let shared = (self.bits & other.bits).count_ones() as usize;
        let most = shared.wrapping_add(self.hidden.min(other.hidden));
        is_enough(most, self.count.min(other.count))
    }

    /// Returns how alike two texts are if they are the same todo.
    pub fn likeness(&self, other: &Self) -> Option<Likeness> {
        if !self.may_be_like(other)
            || self.has_name_apart_from(other) && other.has_name_apart_from(self)
        {
            return None;
        }
        let shared = self.count.wrapping_sub(self.apart_from(other).count());
        let means_another = || {
            self.is_negated() != other.is_negated()
                || self.swaps_word_of(other)
                || other.swaps_word_of(self)
                || self.swaps_end_of(other)
                || self.swaps_verb_of(other)
        };
        if !is_enough(shared, self.count.min(other.count)) || means_another() {
            return None;
        }
        let all = self.count.wrapping_add(other.count);
        shared.wrapping_mul(2000).checked_div(all)
    }

    /// Returns the number of different words.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns whether the other text contains this one.
    #[inline(always)]
    pub fn is_part_of(&self, other: &Self) -> bool {
        self.bits & !other.bits == 0 && self.has_its_words_in(other)
    }

    fn has_its_words_in(&self, other: &Self) -> bool {
        let same_words = |(one, other): (&Word<'_>, &Word<'_>)| one.hash == other.hash;
        let length = self.words.len();
        length > 0
            && other.words.windows(length).any(|part| part.iter().zip(&self.words).all(same_words))
    }

    /// Returns the words that the other text lacks, each once.
    fn apart_from(&self, other: &Self) -> impl Iterator<Item = Word<'a>> {
        let is_lacking = |word: &&Word<'_>| {
            !word.is_repeated && other.words.iter().all(|other| other.hash != word.hash)
        };
        self.words.iter().filter(is_lacking).copied()
    }

    fn has_name_apart_from(&self, other: &Self) -> bool {
        let lacks = |name: u32| other.words.iter().all(|word| word.name != Some(name));
        self.words.iter().filter_map(|word| word.name).any(lacks)
    }

    fn is_negated(&self) -> bool {
        let negates = |word: &Word<'_>| {
            ["not", "don't", "don’t", "without"]
                .iter()
                .any(|not| word.text.eq_ignore_ascii_case(not))
        };
        self.words.iter().any(negates)
    }

    /// Returns whether each text begins with a word that the other has not, so that what is done is
    /// another.
    fn swaps_verb_of(&self, other: &Self) -> bool {
        let (Some(our), Some(their)) = (self.words.first(), other.words.first()) else {
            return false;
        };
        let lacks =
            |text: &Self, word: &Word<'_>| text.words.iter().all(|other| other.hash != word.hash);
        lacks(other, our) && lacks(self, their) && !our.is_pair && !our.is_same(*their)
    }

    fn begins_with(&self, word: Word<'_>) -> bool {
        self.words.first().is_some_and(|first| first.hash == word.hash)
    }

    /// Returns whether this text has one word that the other has not, which has others in its
    /// place.
    fn swaps_word_of(&self, other: &Self) -> bool {
        let mut ours = self.apart_from(other);
        let (Some(our), None) = (ours.next(), ours.next()) else { return false };
        let mut theirs = other.apart_from(self).peekable();
        match other.apart_from(self).count() {
            0 => false,
            // Only a verb, which comes first, may have another ending.
            1 => theirs.all(|their| {
                let is_verb = self.begins_with(our) && other.begins_with(their);
                !(our.is_mistyped(their) || is_verb && our.is_same(their))
            }),
            _ => !our.is_pair && theirs.all(|their| !our.is_same(their)),
        }
    }

    /// Returns whether the texts differ in one part: a word at the beginning or at the end in place
    /// of two, or, in a text without spaces, some characters in place of others.
    fn swaps_end_of(&self, other: &Self) -> bool {
        let (mut ours, mut theirs) = (&*self.words, &*other.words);
        let (mut same_start, mut same_end) = (false, false);
        while let ([one, our_rest @ ..], [other, their_rest @ ..]) = (ours, theirs)
            && one.hash == other.hash
        {
            (ours, theirs, same_start) = (our_rest, their_rest, true);
        }
        while let ([our_rest @ .., one], [their_rest @ .., other]) = (ours, theirs)
            && one.hash == other.hash
        {
            (ours, theirs, same_end) = (our_rest, their_rest, true);
        }
        let shares_word =
            || ours.iter().any(|one| theirs.iter().any(|other| one.hash == other.hash));
        match (ours, theirs) {
            ([one], [two, _]) | ([two, _], [one]) => {
                (!same_start || !same_end) && !one.is_same(*two)
            }
            ([_, _, ..], [_, _, ..]) => {
                ours.iter().chain(theirs).all(|word| word.is_pair) && !shares_word()
            }
            _ => false,
        }
    }
}

impl Word<'_> {
    fn is_mistyped(self, other: Word<'_>) -> bool {
        !self.is_pair && !other.is_pair && is_typo(self.text, other.text)
    }

    /// Returns whether two words are one word, mistyped or with another ending.
    fn is_same(self, other: Word<'_>) -> bool {
        let begins = |one: &str, other: &str| {
            one.len() >= LEAST_OF_A_TYPO
                && one.bytes().zip(other.bytes()).all(|(a, b)| a.eq_ignore_ascii_case(&b))
        };
        let is_ending = match self.text.len() <= other.text.len() {
            true => begins(self.text, other.text),
            false => begins(other.text, self.text),
        };
        self.is_mistyped(other) || is_ending && !self.is_pair && !other.is_pair
    }
}

/// Splits a text into words.
struct Tokenizer<'a> {
    tokens: TokenSet<'a>,
    /// Whether a word was taken.
    is_begun: bool,
}

/// Words that say nothing of what is done, in the languages of the panel that have spaces between
/// words. Those that may be the whole difference are not among them: "log in", "turn on".
const FUNCTION_WORDS: [&str; 37] = [
    "a", "an", "the", "it", "and", "or", "to", "of", "for", "with", "der", "die", "das", "den",
    "dem", "ein", "eine", "und", "zu", "für", "mit", "le", "la", "les", "un", "une", "de", "du",
    "des", "et", "pour", "avec", "el", "los", "las", "para", "con",
];

/// The hashes of these words in order. Comparing the texts themselves took half of a whole list
/// (row `others` of `bench:core`).
#[allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "checked by the compiler"
)]
const FUNCTION_HASHES: [u32; FUNCTION_WORDS.len()] = {
    let mut hashes = [0; FUNCTION_WORDS.len()];
    let mut index = 0;
    while index < hashes.len() {
        let hash = hash_of(FUNCTION_WORDS[index]);
        let mut place = index;
        while place > 0 && hashes[place - 1] > hash {
            hashes[place] = hashes[place - 1];
            place -= 1;
        }
        hashes[place] = hash;
        index += 1;
    }
    hashes
};

/// Returns the hash of a word whose characters have at most two bytes.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "runs in the compiler")]
const fn hash_of(word: &str) -> u32 {
    let (bytes, mut hash, mut index) = (word.as_bytes(), BASIS, 0);
    while index < bytes.len() {
        let first = bytes[index] as u32;
        let is_ascii = first < 0x80;
        let code = if is_ascii {
            first
        } else {
            ((first & 0x1f) << 6) | ((bytes[index + 1] as u32) & 0x3f)
        };
        hash = add(hash, code);
        index += if is_ascii { 1 } else { 2 };
    }
    hash
}

/// Returns whether a text with this hash is a function word. The longest has four bytes.
fn is_function_word(text: &str, hash: u32) -> bool {
    text.len() <= 4 && FUNCTION_HASHES.binary_search(&hash).is_ok()
}

impl<'a> Tokenizer<'a> {
    /// Takes the words of a text without characters beyond ASCII, most of which are letters alone.
    fn take_ascii(&mut self, text: &'a str) {
        let (mut start, mut hash, mut is_plain) = (0, BASIS, true);
        for (at, byte) in text.bytes().enumerate() {
            if byte <= b' ' {
                self.take_ascii_token(text.get(start..at), hash, is_plain);
                (start, hash, is_plain) = (at.wrapping_add(1), BASIS, true);
                continue;
            }
            // The lower-case letter, if it is a letter.
            let small = byte | 32;
            is_plain &= small.wrapping_sub(b'a') < 26 && (small == byte || at == start);
            hash = add(hash, small.into());
        }
        self.take_ascii_token(text.get(start..), hash, is_plain);
    }

    /// Takes a token. If it consists of letters, of which only the first may be a capital, it is a
    /// word with this hash, and no name. A number is its own name.
    #[inline(never)]
    fn take_ascii_token(&mut self, token: Option<&'a str>, hash: u32, is_plain: bool) {
        let Some(text) = token.filter(|token| !token.is_empty()) else { return };
        if is_plain {
            self.push(text, hash, None);
        } else if text.bytes().all(|byte| byte.is_ascii_digit()) {
            self.push(text, hash, Some(hash));
        } else {
            self.take_word(text);
        }
    }

    fn take_token(&mut self, token: &'a str) {
        let mut rest = token;
        while let Some(first) = rest.chars().next() {
            let is_paired = is_of_pairs(first);
            let end = rest.char_indices().find(|(_, c)| is_of_pairs(*c) != is_paired);
            let end = end.map_or(rest.len(), |(end, _)| end);
            let Some((part, after)) = rest.split_at_checked(end) else { return };
            if is_paired {
                self.take_pairs(part)
            } else {
                self.take_word(part)
            }
            rest = after;
        }
    }

    fn take_word(&mut self, token: &'a str) {
        let text = token.trim_matches(|c| !is_letter_or_digit(c));
        if text.is_empty() {
            return;
        }
        let (mut hash, mut name, mut is_name, mut before) = (BASIS, BASIS, false, '/');
        for c in text.chars() {
            let small = lower(c);
            // Of a path, the last part is the name.
            let begins_name = matches!(before, '/' | '\\');
            if begins_name {
                (name, is_name) = (BASIS, false);
            }
            let is_inside = matches!(before, '.' | '_') && is_letter_or_digit(c);
            is_name |= c.is_ascii_digit() || is_inside || small != c && !begins_name;
            (hash, name, before) = (add(hash, small.into()), add(name, small.into()), c);
        }
        self.push(text, hash, is_name.then_some(name));
    }

    /// Adds a word, unless it is a function word. A capital within the text is none: "plan A".
    fn push(&mut self, text: &'a str, hash: u32, name: Option<u32>) {
        let is_inside =
            self.is_begun && text.as_bytes().first().is_some_and(u8::is_ascii_uppercase);
        self.is_begun = true;
        if is_inside || !is_function_word(text, hash) {
            self.tokens.push(Word { text, hash, name, is_pair: false, is_repeated: false });
        }
    }

    /// Takes a text without spaces. A single character is a word.
    fn take_pairs(&mut self, text: &'a str) {
        let mut before = None;
        for c in text.chars() {
            if let Some(before) = before.replace(c) {
                self.push_pair(text, add(add(BASIS, before.into()), c.into()));
            }
        }
        if let (Some(only), true) = (before, text.chars().nth(1).is_none()) {
            self.push_pair(text, add(BASIS, only.into()));
        }
    }

    fn push_pair(&mut self, text: &'a str, hash: u32) {
        self.tokens.push(Word { text, hash, name: None, is_pair: true, is_repeated: false });
    }
}

/// Returns whether a character is of a script without spaces between words: Chinese or Japanese.
const fn is_of_pairs(c: char) -> bool {
    matches!(c, '\u{3005}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

const fn is_space(c: char) -> bool {
    matches!(c, '\0'..=' ' | '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_same(before: &str, after: &str) -> bool {
        let (before, after) = (TokenSet::of(before), TokenSet::of(after));
        assert_eq!(before.likeness(&after), after.likeness(&before));
        before.likeness(&after).is_some()
    }

    #[test]
    fn likeness_recognizes_the_same_todo_in_other_words() {
        for (before, after) in [
            ("Compare kettles", "Compare the kettles of three shops"),
            ("Scan the inbox", "Scan the inbox - 12 letters found"),
            ("Book the train to Bern", "Book the train to Bern (done, seat 41)"),
            ("Fix the crash in the parser", "Parser crash: fix it"),
            ("Compare tree kettles", "Compare three kettles"),
            ("Polish page header", "Polishing the page header"),
            ("Sort the invoices by date", "Sort all invoices by date and shop"),
            ("Написать письмо", "написать письмо банку"),
            ("比较三家商店", "比较这三家商店的价格"),
            // Function words count for nothing, and a verb may have another ending.
            ("Compare prices of kettles", "Compare the prices for all kettles"),
            ("Refactor auth module", "Refactoring the auth module"),
            ("Tests für Parser schreiben", "Die Tests für den Parser schreiben"),
            ("Comparer les prix de la boutique", "Comparer des prix en boutique"),
        ] {
            assert!(is_same(before, after), "{before} → {after}");
        }
    }

    #[test]
    fn likeness_rejects_another_todo_that_looks_alike() {
        for (before, after) in [
            // Too little is shared.
            ("Pay", "Pay the invoice"),
            ("Open the shop", "Close an account at the bank"),
            // One word is another.
            ("Find a red kettle", "Find a blue kettle"),
            ("Email Ann about the trip", "Email Bob about the trip"),
            ("Send the letter", "Burn the letter"),
            ("Fix the parse step", "Fix the parser's step"),
            ("Find a red kettle", "Find a blue kettle in that shop"),
            ("Book a flight", "Book a table for two"),
            ("Run tests to verify fixes", "Run E2E tests to identify failing tests"),
            ("Finish plan A today", "Finish plan B today"),
            ("Log in to the shop", "Log out of the shop"),
            ("Build it with tests", "Build it without tests"),
            // What is done is another, with several other words.
            ("Debug checkpoint ID reuse", "Implement fix for checkpoint ID reuse"),
            ("Add tests for the parser and lexer", "Fix parser and lexer crash"),
            // A number or a name is another.
            ("Pay invoice 17 today", "Pay invoice 18 of them today"),
            ("Update src/list.rs to use keys", "Update src/tree.rs to use all keys"),
            ("Read readNames and its tests", "Read writeNames and all its tests"),
            // The action is another, or its object.
            ("Delete old letters", "Put aside old letters"),
            ("Write to the bank", "Write to the tax office"),
            // It is the opposite.
            ("Accept the offer", "Do not accept the offer"),
            ("比较左边的页面", "比较右边的页面"),
            ("第1章を読む", "第2章を読む"),
        ] {
            assert!(!is_same(before, after), "{before} → {after}");
        }
    }

    #[test]
    fn is_part_of_finds_all_words_of_one_text_in_another() {
        let is_part = |one, other| TokenSet::of(one).is_part_of(&TokenSet::of(other));
        assert!(is_part("Scan the inbox", "First: scan the inbox (12 letters)"));
        assert!(!is_part("Scan the inbox", "Scan all the inbox"));
        assert!(!is_part("", "Scan"));
    }

    #[test]
    fn a_token_set_has_at_most_max_words_and_no_likeness_if_empty() {
        let long = "word ".repeat(2000) + "/._\u{fe0f}✅";
        assert!(TokenSet::of(&long).words.len() <= MAX_WORDS);
        for text in ["", " ", "...", "/", "✅", "a", "一", "_.a", "a/", "\u{0}"] {
            assert_eq!(TokenSet::of(text).likeness(&TokenSet::of(text)), None, "{text:?}");
        }
    }
}
