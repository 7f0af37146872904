//! `lobehub`: the todos of LobeHub's GTD tools. One call carries out several operations, and names
//! todos by their positions from 0.

use crate::forms::id_map::IdScheme;
use crate::forms::item_schema::{ItemSchema, PLAIN, StatusNames};
use crate::list::todo::StateKind;
use crate::tools::dialect_spec::{
    Act, Action, DialectSpec, IdArgument, ListDetail, PROSE, PromptParts, WHOLE,
};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    // No model reads of it.
    answers: &["clearTodos"],
    ids: IdScheme::Positions(0),
    prompt: &PromptParts {
        plan: "`createTodos` with the steps as `adds`",
        settle: "`updateTodos` with an operation for each change: its `type`, and the `index` from 0",
        ..WHOLE
    },
    schema: SHAPE,
    listed: Some(&LISTED),
    takes_bare_list: false,
    actions: &[
        Action::new(&["createTodos"], Act::Add(None)),
        Action::new(&["updateTodos"], Act::Sequence("operations", "type", &OPERATIONS)),
        Action::new(&["clearTodos"], Act::Clear(Some("mode"))),
    ],
    give_up_hint: Some("remove it"),
    shows: ListDetail::Always,
    line: "- [$box] $content",
    on_empty: "📋 Current Todo List: (empty)",
    on_write: "📋 Current Todo List ($pending todo, $doing processing, $closed completed):\n$lines",
    ..PROSE
};

const OPERATIONS: [Action; 5] = [
    Action::new(&["add"], Act::Create).with_schema(&LISTED),
    Action::new(&["update"], Act::Update("index")).with_schema(&CHANGED),
    Action::new(&["remove"], Act::Remove(AT)),
    Action::new(&["complete"], Act::Set(StateKind::Done, AT, "")),
    Action::new(&["processing"], Act::Set(StateKind::Doing, AT, "")),
];

const AT: IdArgument = IdArgument::Id("index");

const SHAPE: ItemSchema =
    ItemSchema { list: "adds", content: None, statuses: Some(&STATUSES), ..PLAIN };
const LISTED: ItemSchema = ItemSchema { content: Some("text"), ..SHAPE };
const CHANGED: ItemSchema = ItemSchema { content: Some("newText"), ..SHAPE };
const STATUSES: StatusNames = StatusNames {
    todo: "todo",
    doing: "processing",
    done: "completed",
    skipped: "completed",
    blocked: None,
};
