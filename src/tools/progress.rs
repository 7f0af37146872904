//! Progress without extra turns: a model names the ids of todos in the arguments of any other tool.
//!
//! A model that completes todos with a separate tool spends a turn on each. Usually it calls
//! another tool right afterwards, and can report there what it has just finished.

use crate::change::command::Command;
use crate::change::update::TodoRefText;
use crate::forms::checklist_line::read_box;
use crate::list::error::TodoError;
use crate::tools::arguments::Arguments;

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
    let done = take_mentions(arguments, "todo_done")?;
    let skip = take_mentions(arguments, "todo_skip")?;
    let evidence = arguments.take_text("evidence")?.unwrap_or_default();
    let is_silent = done.is_empty() && skip.is_empty();
    Ok((!is_silent).then_some(Command::Settle { done, skip, evidence }))
}

/// Takes a list of todos by the ids that the model has for them.
///
/// # Errors
/// `invalid_argument`.
pub(crate) fn take_mentions(
    arguments: &mut Arguments<'_>,
    argument: &'static str,
) -> Result<Vec<TodoRefText>, TodoError> {
    let names = arguments.take_texts(argument, "id")?;
    let without_box =
        |name: String| read_box(&name).map(|(_, text)| text.to_owned()).unwrap_or(name);
    Ok(names.into_iter().map(|name| TodoRefText { argument, name: without_box(name) }).collect())
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
