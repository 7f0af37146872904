//! Searches a text for bytes, eight at a time (SWAR). When models write whole lists, most of the
//! time of a call is spent on reading texts.

/// The value 1 in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
const HIGHEST: u64 = 0x8080_8080_8080_8080;

/// Eight bytes that are tested at once. The result of a test has the highest bit of each matching
/// byte set. It is exact up to the first match; after that, bits may be set wrongly.
#[derive(Clone, Copy)]
pub(crate) struct Word64(u64);

impl Word64 {
    /// Marks the bytes that are equal to `byte`.
    #[inline(always)]
    pub fn equal(self, byte: u8) -> u64 {
        Self(self.0 ^ ONES.wrapping_mul(u64::from(byte))).less_than(1)
    }

    /// Marks the bytes below `byte`, which must be ASCII.
    #[inline(always)]
    pub fn less_than(self, byte: u8) -> u64 {
        self.0.wrapping_sub(ONES.wrapping_mul(u64::from(byte))) & !self.0 & HIGHEST
    }

    /// Marks the bytes that are neither visible ASCII characters nor spaces.
    #[inline(always)]
    pub fn non_printable(self) -> u64 {
        self.less_than(b' ') | self.equal(0x7f) | self.0 & HIGHEST
    }
}

/// Returns the index of the first byte, starting at `from`, that a test marks, or the length if
/// there is none.
#[inline(always)]
pub(crate) fn find_byte(bytes: &[u8], from: usize, matches: impl Fn(Word64) -> u64) -> usize {
    let mut at = from;
    let mut rest = bytes.get(from..).unwrap_or_default();
    while let Some((eight, after)) = rest.split_first_chunk() {
        let found = matches(Word64(u64::from_le_bytes(*eight)));
        if found != 0 {
            return at + first(found);
        }
        (at, rest) = (at + 8, after);
    }
    if rest.is_empty() {
        return bytes.len();
    }
    (at + first(matches(Word64(last(bytes, rest))))).min(bytes.len())
}

/// Returns which of the eight bytes is the first that is marked, or 8.
fn first(found: u64) -> usize {
    found.trailing_zeros() as usize / 8
}

/// Returns the last bytes, fewer than eight, followed by zeros.
#[inline(never)]
fn last(bytes: &[u8], rest: &[u8]) -> u64 {
    match bytes.last_chunk() {
        // The bytes before them are shifted out.
        Some(eight) => u64::from_le_bytes(*eight)
            .wrapping_shr((rest.len() as u32).wrapping_mul(8).wrapping_neg()),
        None => rest.iter().rev().fold(0, |eight, byte| eight << 8 | u64::from(*byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A question, and the same of one byte.
    type Question = (fn(Word64) -> u64, fn(u8) -> bool);

    #[test]
    fn find_byte_finds_the_first_match_at_any_index() {
        let questions: [Question; 3] = [
            (|word| word.equal(b'"'), |b| b == b'"'),
            (|word| word.less_than(b' '), |b| b < b' '),
            (Word64::non_printable, |b| !matches!(b, b' '..=b'~')),
        ];
        for (matches, fits) in questions {
            for (length, index, byte, next) in (0..20_usize)
                .flat_map(|length| (0..=length).map(move |index| (length, index)))
                .flat_map(|(length, index)| (0..=255).map(move |byte| (length, index, byte)))
                .flat_map(|(length, index, byte)| {
                    [b'a', b' ', b'"', b'#', b'!', 0x1f, 0x80]
                        .map(|next| (length, index, byte, next))
                })
            {
                let mut bytes = vec![b'a'; length];
                if let Some(slot) = bytes.get_mut(index) {
                    *slot = byte;
                }
                bytes.push(next);
                for from in [0, index, bytes.len()] {
                    let rest = bytes[from..].iter().position(|b| fits(*b));
                    let expected = rest.map_or(bytes.len(), |at| from + at);
                    assert_eq!(find_byte(&bytes, from, matches), expected, "{bytes:?} from {from}");
                }
            }
        }
    }
}
