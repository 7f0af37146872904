//! Recognises that a word is another one, mistyped.

/// The minimum length of a word. In shorter words, one letter makes another word.
const LEAST_OF_A_TYPO: usize = 4;

/// Returns whether two words differ in one letter: added, omitted or replaced. Short words and
/// words with digits do not count.
pub(crate) fn is_typo(before: &str, after: &str) -> bool {
    let same = before.chars().zip(after.chars()).take_while(|(before, after)| before == after);
    let start = same.map(|(c, _)| c.len_utf8()).sum::<usize>();
    let (one, other) = (rest(before, start), rest(after, start));
    let differs_in_one = skip_first(one) == other
        || one == skip_first(other)
        || skip_first(one) == skip_first(other);
    differs_in_one && [before, after].into_iter().all(counts)
}

fn counts(word: &str) -> bool {
    word.chars().count() >= LEAST_OF_A_TYPO && !word.bytes().any(|byte| byte.is_ascii_digit())
}

fn rest(word: &str, start: usize) -> &str {
    word.get(start..).unwrap_or_default()
}

fn skip_first(word: &str) -> &str {
    let mut letters = word.chars();
    letters.next();
    letters.as_str()
}
