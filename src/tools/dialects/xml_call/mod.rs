//! `xml_call`: a tool `todo` that is called in XML within a model's text (`xml_reader`), or like
//! any other tool.

use crate::forms::id_map::IdScheme;
use crate::forms::item_schema::{ItemSchema, PLAIN, STATUSES};
use crate::tools::dialect_spec::{Act, Action, DialectSpec, PROSE, PromptParts, READABLE, WHOLE};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    ids: IdScheme::Names,
    limits_lists: true,
    prompt: &PromptParts {
        plan: "action `write` with the whole list in `{}`, what is done before the new steps",
        settle: "`write` the whole list again with the new `status`; `read` returns the list",
        form: FORM,
        ..WHOLE
    },
    schema: ItemSchema {
        name: Some("id"),
        priority: Some("priority"),
        statuses: Some(&STATUSES),
        ..PLAIN
    },
    takes_bare_list: false,
    word: Some("action"),
    actions: &[Action::new(&["read"], Act::Show), Action::new(&["write"], Act::Whole)],
    on_read: r#"{"todos":$list,"count":$count}"#,
    on_write: r#"{"message":$summary,"count":$count}"#,
    on_error: READABLE.on_error,
    ..PROSE
};

/// The form of a call, for a model without tool calling. Source: the original `xml_call`.
const FORM: &str = "\nCall it so, as often as you need:
<tool_call>
<tool_name>todo</tool_name>
<parameters>
<action>read</action>
</parameters>
</tool_call>
To write the list, the action is write, and after it comes <todos>: a JSON list of objects with id, content, status and priority. status is pending, in_progress, completed or cancelled; priority low, medium or high.";
