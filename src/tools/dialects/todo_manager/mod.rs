//! `todo_manager`: the tool of the original agent. Todos are numbered, and each call carries out
//! one action.

use crate::forms::item_schema::{ItemSchema, OWN_STATUSES, PLAIN};
use crate::list::todo::StateKind;
use crate::tools::dialect_spec::{Act, Action, DialectSpec, IdArgument, PROSE, PromptParts, WHOLE};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    shows_claims: true,
    limits_lists: true,
    prompt: &PromptParts {
        plan: "action `add_multiple` with the steps as `todos`, or `replace_all` to start over",
        settle: "action `mark_doing` with the one of the `ids` that you begin, `complete_multiple` with those that are done, `skip` with the one that is given up; `list` returns the list",
        ..WHOLE
    },
    listed: Some(&NUMBERED),
    takes_bare_list: false,
    give_up_hint: Some("skip it"),
    skips: true,
    word: Some("action"),
    actions: &ACTIONS,
    on_read: "$xml",
    on_write: "$xml",
    wraps: true,
    ..PROSE
};

/// Every action: those that a model is shown, with the longer names that the original code
/// accepted, and those that its description names but its schema omitted.
const ACTIONS: [Action; 13] = [
    Action::new(&["list", "list_todos"], Act::Show),
    Action::new(&["add_multiple", "add_multiple_todos"], Act::Add(None))
        .with_aliases(&["add", "create"])
        .with_answer("Added $items TODOs"),
    Action::new(&["add_after_position"], Act::Add(Some("position")))
        .with_answer("Added $items TODOs after position $position"),
    Action::new(
        &["complete_multiple", "complete_multiple_todos", "complete", "complete_todo"],
        Act::Set(StateKind::Done, IdArgument::Each(IDS), "evidence"),
    )
    .with_answer("$settled"),
    Action::new(&["skip", "skip_todo", "skip_multiple"], Act::Set(StateKind::Skipped, ONE, "reason"))
        .with_aliases(&["remove", "delete"])
        .with_answer("Skipped TODO: $id"),
    Action::new(&["fail", "fail_todo"], Act::Set(StateKind::Failed, ONE, "reason")).with_answer("Marked TODO as failed: $id"),
    Action::new(&["replace_all", "replace_all_todos"], Act::Renew)
        .with_answer("Replaced all TODOs with $items new items"),
    Action::new(&["get_next"], Act::StartNext).with_answer("$next"),
    Action::new(&["go_back"], Act::Set(StateKind::Todo, ONE, "")).with_answer("Went back to TODO: $id"),
    Action::new(&["mark_doing"], Act::Set(StateKind::Doing, ONE, "")).with_answer("Doing TODO: $id"),
    Action::new(&["wait"], Act::Set(StateKind::WaitingUser, ONE, "question")).with_answer("$waits"),
    Action::new(&["update"], Act::Change).with_schema(&UPDATED),
    Action::new(&["clear"], Act::Clear(None)).with_answer("Replaced all TODOs with 0 new items"),
];

const IDS: &str = "ids";
const ONE: IdArgument = IdArgument::One(IDS);

/// The form of its todos.
const NUMBERED: ItemSchema = ItemSchema { has_positions: true, ..PLAIN };

/// The form of the todos that a call changes.
const UPDATED: ItemSchema = ItemSchema { statuses: Some(&OWN_STATUSES), ..NUMBERED };

#[cfg(test)]
mod tests {
    use crate::tools::call::Call;
    use crate::tools::dialects::Dialect;

    #[test]
    fn the_error_for_an_unknown_action_lists_all_actions() {
        let call = Call { tool: "todo_manager", arguments: r#"{"action":"fly"}"# };
        let error = Dialect::TodoManager.check(&call).unwrap_err();
        let tools = Dialect::TodoManager.tools(1);
        let (_, list) = tools.split_once("\"enum\":[").unwrap();
        for action in list.split_once(']').unwrap().0.split(',') {
            let action = action.trim_matches('"');
            let is_named = error.message().split([',', ' ']).any(|word| word == action);
            assert!(is_named, "{action}: {}", error.message());
            // It is one that the tool reads, and its description says what it does.
            assert!(super::SPEC.actions.iter().any(|it| it.words.contains(&action)), "{action}");
            assert!(tools.contains(&format!("- {action}: ")), "{action}");
        }
    }

    /// A check does not see the list, so it cannot know whether a todo exists.
    #[test]
    fn check_refuses_arguments_that_no_list_can_accept() {
        for (arguments, is_refused) in [
            (r#"{"action""#, true),
            (r#"{"action":7}"#, true),
            (r#"{"action":"add_multiple","todos":[]}"#, true),
            (r#"{"action":"add_multiple","todos":[{"content":7}]}"#, true),
            (r#"{"action":"complete_multiple","ids":[{}]}"#, true),
            (r#"{"action":"complete_multiple","ids":[9]}"#, false),
            (r#"{"action":"add_multiple","todos":["a"," "]}"#, true),
        ] {
            let checked = Dialect::TodoManager.check(&Call { tool: "todo_manager", arguments });
            assert_eq!(checked.is_err(), is_refused, "{arguments}");
        }
    }
}
