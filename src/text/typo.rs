//! Recognises that a word is another one, mistyped.

/// The minimum length of a word in bytes. In shorter words, one letter makes another word.
pub(crate) const LEAST_OF_A_TYPO: usize = 4;

/// Returns whether two words differ in one letter: added, omitted or replaced. Short words do not
/// count.
pub(crate) fn is_typo(before: &str, after: &str) -> bool {
    if before.len().min(after.len()) < LEAST_OF_A_TYPO {
        return false;
    }
    let start =
        before.bytes().zip(after.bytes()).take_while(|(before, after)| before == after).count();
    let (before, after) = (before.as_bytes(), after.as_bytes());
    let (before, after) =
        (before.get(start..).unwrap_or_default(), after.get(start..).unwrap_or_default());
    let has_digit = |word: &[u8]| word.iter().any(u8::is_ascii_digit);
    let rest = |word: &'_ [u8]| word.get(1..).unwrap_or_default().to_vec();
    !has_digit(before)
        && !has_digit(after)
        && (rest(before) == after || before == rest(after) || rest(before) == rest(after))
}
