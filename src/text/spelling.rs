//! How a text is spelled: texts that differ in case, punctuation, emphasis, white space and a
//! number in front have one spelling. Models send "**Pay now.**" for "Pay now".

/// Returns a hash of the letters, digits and gaps of a text, without its number in a list ("3." or
/// "3)"), or `None` if it has neither letters nor digits.
pub(crate) fn spelling(text: &str) -> Option<u32> {
    let after_number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = after_number.len() < text.len();
    let item = after_number.strip_prefix(['.', ')']).filter(|_| is_numbered);
    let text = item.filter(|rest| rest.starts_with(' ')).unwrap_or(text);
    let mut speller = Speller { hash: BASIS, is_begun: false, is_gap: false };
    if text.is_ascii() {
        for byte in text.bytes() {
            let is_letter = (byte | 32).wrapping_sub(b'a') < 26;
            let small = if is_letter { byte | 32 } else { byte };
            speller.take(small.into(), is_letter || byte.wrapping_sub(b'0') < 10);
        }
    } else {
        text.chars().for_each(|c| speller.take(lower(c).into(), is_letter_or_digit(c)));
    }
    speller.is_begun.then_some(speller.hash)
}

/// What a hash begins with (FNV-1a).
pub(crate) const BASIS: u32 = 0x811c_9dc5;
const PRIME: u32 = 0x0100_0193;

/// Adds the code of a character to a hash.
pub(crate) const fn add(hash: u32, code: u32) -> u32 {
    (hash ^ code).wrapping_mul(PRIME)
}

/// Hashes letters, digits and gaps.
struct Speller {
    hash: u32,
    is_begun: bool,
    is_gap: bool,
}

impl Speller {
    #[inline(always)]
    fn take(&mut self, code: u32, is_letter_or_digit: bool) {
        if !is_letter_or_digit {
            self.is_gap = self.is_begun;
            return;
        }
        if self.is_gap {
            self.hash = add(self.hash, 0x20);
        }
        self.hash = add(self.hash, code);
        (self.is_begun, self.is_gap) = (true, false);
    }
}

/// Returns whether a character is part of a word, unlike punctuation and symbols.
pub(crate) const fn is_letter_or_digit(c: char) -> bool {
    match c {
        '\0'..='\u{bf}' => c.is_ascii_alphanumeric(),
        '\u{2000}'..='\u{2bff}'
        | '\u{3000}'..='\u{303f}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{ff00}'..='\u{ff0f}'
        | '\u{ff1a}'..='\u{ff20}'
        | '\u{1f000}'..='\u{1faff}' => false,
        _ => true,
    }
}

/// Returns a Latin, Greek or Cyrillic capital as a small letter. The tables of the standard library
/// would add 2 kB to the module.
pub(crate) const fn lower(c: char) -> char {
    let offset = match c {
        'A'..='Z' | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{de}' | 'Α'..='Ω' | 'А'..='Я' => 32,
        'Ѐ'..='Џ' => 80,
        '\u{100}'..='\u{137}' => !(c as u32) & 1,
        _ => 0,
    };
    match char::from_u32((c as u32).wrapping_add(offset)) {
        Some(small) => small,
        None => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling_is_that_of_the_letters_and_digits() {
        for (one, other) in [
            ("Pay now", " **pay  NOW.** "),
            ("Pay", "3. Pay"),
            ("Pay", "3) Pay"),
            ("\u{4ed8}\u{6b3e}", "\u{4ed8}\u{6b3e}\u{3002}"),
        ] {
            assert_eq!(spelling(one), spelling(other), "{one} {other}");
        }
        for (one, other) in [("Pay 5", "Pay 6"), ("1.5", "15"), ("log in", "login")] {
            assert_ne!(spelling(one), spelling(other), "{one} {other}");
        }
        assert_eq!([spelling(""), spelling("...")], [None, None]);
    }
}
