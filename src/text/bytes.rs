//! Bytes, eight at a time: WebAssembly has no faster way to look through a text.

// Eight bytes at a time: which of them are below a limit shows in the high bits of a subtraction. A bit
// too many may be set above one that is right, so only the lowest says where one is.
const ONES: u64 = repeated(1);
const HIGH: u64 = ONES << 7;

/// Eight times the same byte.
pub(crate) const fn repeated(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

pub(crate) fn has_below(bytes: u64, limit: u8) -> u64 {
    bytes.wrapping_sub(repeated(limit)) & !bytes & HIGH
}

pub(crate) fn has(bytes: u64, byte: u8) -> u64 {
    has_below(bytes ^ repeated(byte), 1)
}

/// Whether any byte is what is looked for, in eight at once and in one.
#[inline(always)]
pub(crate) fn has_any(text: &[u8], eight: impl Fn(u64) -> u64, one: impl Fn(u8) -> bool) -> bool {
    let mut rest = text;
    while let Some((bytes, after)) = rest.split_first_chunk() {
        if eight(u64::from_ne_bytes(*bytes)) != 0 {
            return true;
        }
        rest = after;
    }
    rest.iter().any(|b| one(*b))
}

/// Whether two texts are the same: as `==`, which WebAssembly does byte by byte.
#[inline(always)]
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    one.len() == other.len() && has_same_bytes(one.as_bytes(), other.as_bytes())
}

pub(crate) fn has_same_bytes(one: &[u8], other: &[u8]) -> bool {
    let (mut one, mut other) = (one, other);
    while let (Some((a, after_a)), Some((b, after_b))) =
        (one.split_first_chunk(), other.split_first_chunk())
    {
        if u64::from_ne_bytes(*a) != u64::from_ne_bytes(*b) {
            return false;
        }
        (one, other) = (after_a, after_b);
    }
    one.iter().zip(other).all(|(a, b)| a == b)
}

/// Whether a text is nothing but printable characters of ASCII.
pub(crate) fn is_printable(text: &[u8]) -> bool {
    let others = |bytes| has_below(bytes, b' ') | has(bytes, 0x7f) | bytes & HIGH;
    !has_any(text, others, |b| !matches!(b, b' '..=b'~'))
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    #[test]
    fn eight_at_a_time_or_one_every_byte_is_seen() {
        for (first, second) in (0..=255_u8).flat_map(|b| [(b, b'a'), (b, 0xc3), (b'!', b)]) {
            for place in 0..16 {
                let mut text = [b'a'; 17];
                text[place] = first;
                text[place + 1] = second;
                assert_eq!(is_printable(&text), text.iter().all(|b| matches!(b, b' '..=b'~')));
            }
        }
    }

    #[test]
    fn texts_are_the_same_to_the_last_byte() {
        for length in 0..20 {
            let text = "a".repeat(length);
            assert!(is_same(&text, &text.clone()) && !is_same(&text, &format!("{text}a")));
            for place in 0..length {
                let mut other = text.clone();
                other.replace_range(place..=place, "b");
                assert!(!is_same(&text, &other), "{other}");
            }
        }
    }
}
