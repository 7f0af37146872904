//! Progress without extra turns: a model names the ids of todos in the arguments of any other tool.
//!
//! A model that completes todos with a separate tool spends a turn on each. Usually it calls
//! another tool right afterwards, and can report there what it has just finished.

use crate::change::command::{Command, Settlement};
use crate::forms::checklist_line::lines_of;
use crate::list::error::TodoError;
use crate::text::content::trim;
use crate::text::json::Writer;
use crate::text::reasoning::without_reasoning;
use crate::tools::arguments::Arguments;
use crate::tools::requests::take_mentions;

/// The properties to add to a tool's schema, as JSON. None is required. The ids are positions; if a
/// dialect has names instead, their type is `string`.
pub const PROPERTIES: &str = include_str!("progress_properties.json");

/// A section of the system prompt for a model whose tools have these properties.
pub const PROMPT: &str = include_str!("progress_prompt.md").trim_ascii_end();

/// Takes the todos that are done or given up from the arguments of another tool. Returns `None` if
/// there are none.
///
/// # Errors
/// `invalid_argument`.
pub(crate) fn take<'a>(arguments: &mut Arguments<'a>) -> Result<Option<Command<'a>>, TodoError> {
    let mut done = take_mentions(arguments, "todo_done", "", &mut Vec::new())?;
    done.extend(take_mentions(arguments, IN_TEXT, "", &mut Vec::new())?);
    let skip = take_mentions(arguments, "todo_skip", "", &mut Vec::new())?;
    let evidence = arguments.take_text("evidence")?.unwrap_or_default().into();
    let is_silent = done.is_empty() && skip.is_empty();
    let settlement = Settlement { done, skip, evidence, ..Settlement::default() };
    Ok((!is_silent).then_some(Command::Settle(settlement)))
}

/// The argument for what a model's text reports. Errors name it, so it is the mark that the model
/// wrote. No tool has an argument with this name.
const IN_TEXT: &str = "[DONE]";

/// Returns the progress that a model reports in its text, as arguments. It reports by `[DONE:3]`,
/// or by a line that begins with `☑ 3`. Returns `None` if it reports none. What stands in its
/// reasoning, in code or in quotes is no report.
pub(crate) fn read_text(text: &str) -> Option<String> {
    let text = without_reasoning(text);
    let mut json = Writer::default();
    json.open('{').key(IN_TEXT).open('[');
    let (mut is_code, mut is_silent) = (false, true);
    for line in lines_of(&text).into_iter().map(trim) {
        let is_fence = line.starts_with("```") || line.starts_with("~~~");
        is_code ^= is_fence;
        if is_code || is_fence || line.starts_with('>') {
            continue;
        }
        let mut is_quoted = false;
        for (at, mark) in line.char_indices() {
            is_quoted ^= matches!(mark, '`' | '"' | '“' | '”');
            let rest = line.get(at..).unwrap_or_default();
            let is_first =
                || line.get(..at).is_none_or(|before| matches!(before, "" | "- " | "* "));
            let ids = match mark {
                '[' if !is_quoted => rest.get(DONE.len()..).filter(|_| {
                    rest.get(..DONE.len()).is_some_and(|word| word.eq_ignore_ascii_case(DONE))
                }),
                '☑' if is_first() => rest.get(mark.len_utf8()..),
                _ => None,
            };
            is_silent &= !ids.is_some_and(|ids| write_ids(ids, &mut json));
        }
    }
    json.close(']').close('}');
    (!is_silent).then(|| json.finish())
}

/// The mark in front of the ids of todos that are done.
const DONE: &str = "[DONE:";

/// Writes the ids at the beginning of a text, with commas or semicolons between them. Each has a
/// digit. Returns whether there are any.
fn write_ids(mut rest: &str, json: &mut Writer) -> bool {
    let mut is_any = false;
    loop {
        rest = trim(rest);
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let end = rest.bytes().position(|byte| !is_part(byte)).unwrap_or(rest.len());
        let id = rest.get(..end).filter(|id| id.bytes().any(|byte| byte.is_ascii_digit()));
        let Some(id) = id else { return is_any };
        json.string(id);
        is_any = true;
        let after = rest.get(end..).and_then(|after| trim(after).strip_prefix([',', ';']));
        let Some(after) = after else { return true };
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use crate::list::options::Options;
    use crate::list::store::TodoStore;
    use crate::tools::stateless::apply_progress as apply;

    fn store(options: &str) -> TodoStore {
        let mut store = TodoStore::new(Options::from_json(options).unwrap());
        store.add_multiple(&["a", "b", "c", "d"]).unwrap();
        store
    }

    fn words(store: &TodoStore) -> Vec<&str> {
        store.list().iter().map(|todo| todo.status().as_str()).collect()
    }

    #[test]
    fn progress_settles_all_named_todos_in_one_revision() {
        let mut store = store("{}");
        let outcome = apply(&mut store, Ok(r#"{"todo_done":[1,2],"todo_skip":[4]}"#));
        assert_eq!(outcome.text, "Completed TODOs: 1, 2. Skipped TODOs: 4");
        assert!(outcome.ok && outcome.changed && outcome.notes.is_empty());
        assert_eq!(words(&store), ["done", "done", "todo", "skipped"]);
        assert_eq!(store.revision(), 2);
        // The todo keeps the evidence if somebody confirms it.
        let mut asked = self::store(r#"{"confirmDone":true}"#);
        let outcome = apply(&mut asked, Ok(r#"{"todo_done":[1],"evidence":"receipt 7"}"#));
        assert!(outcome.ok && asked.list()[0].is_claimed(), "{outcome:?}");
        assert_eq!(asked.list()[0].text(crate::TextField::Evidence), Some("receipt 7"));
        // Completing a done todo changes nothing.
        assert!(!apply(&mut store, Ok(r#"{"todo_done":[1]}"#)).changed);
        assert_eq!(apply(&mut store, Ok("{}")).text, "");
    }

    #[test]
    fn a_text_reports_what_is_done() {
        for (text, ids) in [
            ("I found it. [DONE:3]", "3"),
            ("[done: 3]\nand [DONE:2, 4] too", "3 2 4"),
            ("[DONE:1;2]", "1 2"),
            ("☑ 3\n- ☑ 4. Pay\n☐ 1", "3 4"),
            ("\u{3000}☑ t7: Pay", "t7"),
            ("<think>[DONE:1]</think>[DONE:2]", "2"),
            ("[DONE:2]\n<think>then [DONE:1]", "2"),
        ] {
            let json = super::read_text(text).unwrap();
            let ids: Vec<String> = ids.split(' ').map(|id| format!("\"{id}\"")).collect();
            assert_eq!(json, format!("{{\"[DONE]\":[{}]}}", ids.join(",")), "{text}");
        }
        for text in [
            "",
            "done: 3",
            "☑ Pay",
            "[DONE:]",
            "[UNDONE:3]",
            "Write `[DONE:3]` when it is done, or \"[DONE:4]\" or “[DONE:5]”.",
            "```\n[DONE:3]\n☑ 3\n```",
            "> ☑ 3\n> [DONE:3]",
            "<think>[DONE:3]",
        ] {
            assert_eq!(super::read_text(text), None, "{text}");
        }
    }

    #[test]
    fn progress_ids_mean_the_list_before_the_call() {
        let mut store = store(r#"{"onSkip":"remove"}"#);
        assert!(apply(&mut store, Ok(r#"{"todo_done":[4],"todo_skip":[1,2]}"#)).ok);
        assert_eq!(words(&store), ["todo", "done"]);
    }

    #[test]
    fn progress_repairs_arguments_with_a_note_and_refuses_ambiguous_ones() {
        let mut store = store("{}");
        let outcome = apply(&mut store, Ok(r#"{"todo_done":"1"}"#));
        assert_eq!(outcome.text.lines().count(), 1 + outcome.notes.len());
        assert_eq!((outcome.ok, outcome.notes.len()), (true, 1));
        for (arguments, named) in [
            (r#"{"todo_done":[2,9]}"#, "9"),
            (r#"{"todo_done":[2],"todo_skip":[2]}"#, "todo_skip"),
            (r#"{"todo_done":["two"]}"#, "two"),
        ] {
            let outcome = apply(&mut store, Ok(arguments));
            assert!(!outcome.ok && !outcome.changed, "{outcome:?}");
            assert!(outcome.text.contains(named), "{}", outcome.text);
        }
        assert_eq!(words(&store), ["done", "todo", "todo", "todo"]);
    }
}
