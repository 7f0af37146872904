//! What tools and prompts say of how many todos may be in progress. They are written for one, as
//! the originals are. A store that allows more is said with its number.

use crate::text::message::{count, push};
use crate::text::scan::Scanner;

/// How tools and prompts say that one todo may be in progress, and how they say it of several.
const ONE: [(&str, &str); 13] = [
    ("Exactly one todo is", "At most {} are"),
    ("Exactly one task is", "At most {} are"),
    ("At most one subtask is", "At most {} are"),
    ("One todo is", "At most {} are"),
    ("One entry is", "At most {} are"),
    ("Keep one todo", "At most {} are"),
    ("keep exactly one todo", "at most {} are"),
    ("keep one task", "at most {} are"),
    ("one is in_progress", "at most {} are in_progress"),
    ("at most one in_progress", "at most {} in_progress"),
    ("one at most", "at most {}"),
    ("one todo", "at most {}"),
    ("one TODO", "at most {}"),
];

/// Returns the text of tools or of a prompt for a list in which so many todos may be in progress.
pub(crate) fn with_limit(text: &str, max: usize) -> String {
    let mut scanner = Scanner::new(text);
    let mut said = String::new();
    if max > 1
        && let Some((one, many)) = ONE.iter().find(|(one, _)| scanner.take_past(one).is_some())
    {
        let before = scanner.since(0);
        said.push_str(before.strip_suffix(one).unwrap_or(before));
        push(&mut said, many, &[count(max)]);
    } else {
        scanner = Scanner::new(text);
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
            let tools = dialect.tools();
            let several = with_limit(tools, 7);
            assert_eq!(with_limit(tools, 1), tools);
            assert!(several.contains("most 7") || several == tools, "{several}");
            if several == tools {
                silent.push(dialect.as_str());
            }
            let system = prompt(dialect, Kind::System);
            let says_one = system.contains("one todo at a time");
            assert_eq!(with_limit(&system, 7).contains("most 7 at a time"), says_one, "{system}");
            for text in [several.as_str(), &with_limit(&system, 7)] {
                assert!(!text.contains("xactly one t") && !text.contains("ne todo is"), "{text}");
            }
        }
        // Their originals have no status, or no limit.
        assert_eq!(silent, ["Task", "kiro", "goose", "snapshot", "chrome_plan"]);
    }
}
