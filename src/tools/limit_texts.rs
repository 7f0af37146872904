//! Texts of tools and prompts with gaps, such as for how many todos may be in progress.

use crate::text::message::{count, fill};
use crate::text::scan::Scanner;

/// What their texts have in place of the number.
const GAP: &str = "{doing}";

/// Returns the text of tools or of a prompt for a list in which so many todos may be in progress.
pub(crate) fn with_limit(text: &str, max: usize) -> String {
    let number = if max == 1 { "one".to_owned() } else { fill("{}", &[count(max)]) };
    fill_gaps(text, GAP, &number)
}

/// Returns a text with a word in each of its gaps.
pub(crate) fn fill_gaps(text: &str, gap: &str, word: &str) -> String {
    let (mut scanner, mut said) = (Scanner::new(text), String::new());
    while let Some(before) = scanner.take_past(gap) {
        said.push_str(before.strip_suffix(gap).unwrap_or(before));
        said.push_str(word);
    }
    said.push_str(scanner.rest());
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::dialects::Dialect;
    use crate::tools::prompt::{Kind, prompt};

    #[test]
    fn tools_and_prompts_say_how_many_may_be_in_progress() {
        let mut silent = Vec::new();
        for dialect in Dialect::ALL {
            let [one, several] = [1, 7].map(|max| dialect.tools(max));
            assert_eq!(one.contains("at most one"), several.contains("at most 7"), "{several}");
            if one == several {
                silent.push(dialect.as_str());
            }
            let [one, several] = [1, 7].map(|max| prompt(dialect, Kind::System, max));
            assert_eq!(one.contains("at most one"), several.contains("at most 7"), "{several}");
            for text in [dialect.tools(7), several] {
                assert!(!text.contains(GAP) && !text.contains("ne todo is"), "{text}");
            }
        }
        // Their originals have no status, or no limit.
        assert_eq!(
            silent,
            ["Task", "kiro", "goose", "snapshot", "rpiv", "pi", "agent_framework", "chrome_plan"]
        );
    }
}
