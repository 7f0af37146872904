//! Whole numbers in decimal.

/// Appends a whole number in decimal.
pub(crate) fn push_decimal(out: &mut String, number: i64) {
    if number < 0 {
        out.push('-');
    }
    push_digits(out, number.unsigned_abs());
}

fn push_digits(out: &mut String, number: u64) {
    if number >= 10 {
        push_digits(out, number / 10);
    }
    out.push(char::from((number % 10) as u8 | b'0'));
}

/// Reads what [`push_decimal`] writes, with leading zeros allowed. Returns `None` if the number is
/// out of range.
pub(crate) fn parse_decimal(text: &str) -> Option<i64> {
    text.parse().ok().filter(|_| !text.starts_with('+'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_decimal_reads_back_what_push_decimal_writes() {
        for number in [0, 7, -1, 10, 1205, i64::MAX, i64::MIN] {
            let mut text = String::new();
            push_decimal(&mut text, number);
            assert_eq!(text, number.to_string());
            assert_eq!(parse_decimal(&text), Some(number));
        }
        for text in ["", "-", "+1", "1.5", "1e3", " 1", "9223372036854775808", "--1"] {
            assert_eq!(parse_decimal(text), None, "{text}");
        }
    }
}
