//! `todo_manager`: the tool of the original agent. Todos are numbered, and each call carries out
//! one action.

use crate::forms::item_schema::{ItemSchema, OWN_STATUSES, PLAIN};
use crate::tools::dialect_spec::{Act, Action, DialectSpec, Named, PROSE, PromptParts, WHOLE};

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
    Action::on(&["list", "list_todos"], Act::Show),
    Action::on(&["add_multiple", "add_multiple_todos"], Act::Add)
        .or(&["add", "create"])
        .says("Added $items TODOs"),
    Action::on(&["add_after_position"], Act::AddAfter)
        .says("Added $items TODOs after position $position"),
    Action::on(
        &["complete_multiple", "complete_multiple_todos", "complete", "complete_todo"],
        Act::Complete(IDS, "evidence"),
    )
    .says("$settled"),
    Action::on(&["skip", "skip_todo", "skip_multiple"], Act::Skip(ONE))
        .or(&["remove", "delete"])
        .says("Skipped TODO: $id"),
    Action::on(&["fail", "fail_todo"], Act::Fail(ONE)).says("Marked TODO as failed: $id"),
    Action::on(&["replace_all", "replace_all_todos"], Act::Renew)
        .says("Replaced all TODOs with $items new items"),
    Action::on(&["get_next"], Act::StartNext).says("$next"),
    Action::on(&["go_back"], Act::GoBack(ONE)).says("Went back to TODO: $id"),
    Action::on(&["mark_doing"], Act::Start(ONE)).says("Doing TODO: $id"),
    Action::on(&["wait"], Act::Wait(ONE)).says("$waits"),
    Action::on(&["update"], Act::Change(&UPDATED)),
    Action::on(&["replace_all with no todos"], Act::Clear)
        .or(&["clear"])
        .says("Replaced all TODOs with $items new items"),
];

const IDS: &str = "ids";
const ONE: Named = Named::One(IDS);

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
