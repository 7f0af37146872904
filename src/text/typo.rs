//! Whether a word is another one, mistyped.

/// The minimum length of a word in bytes. In shorter words, one letter makes another word.
pub(crate) const LEAST_OF_A_TYPO: usize = 4;

/// Returns whether two words differ in one letter: added, omitted or replaced. Short words do not
/// count.
pub(crate) fn is_typo(was: &str, is: &str) -> bool {
    if was.len().min(is.len()) < LEAST_OF_A_TYPO {
        return false;
    }
    let start = was.bytes().zip(is.bytes()).take_while(|(was, is)| was == is).count();
    let (was, is) = (was.as_bytes(), is.as_bytes());
    let (was, is) = (was.get(start..).unwrap_or_default(), is.get(start..).unwrap_or_default());
    let has_digit = |word: &[u8]| word.iter().any(u8::is_ascii_digit);
    let rest = |word: &'_ [u8]| word.get(1..).unwrap_or_default().to_vec();
    !has_digit(was)
        && !has_digit(is)
        && (rest(was) == is || was == rest(is) || rest(was) == rest(is))
}
