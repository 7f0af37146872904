//! A tool remembers its last whole-list call, so that one which repeats it need not be read. Beside it works
//! a twin that remembers nothing: both must answer and change alike, whatever the calls.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test that panics has found something"
)]

use agent_todos::tools::last_write::LastWrite;
use agent_todos::{Call, Dialect, Id, Options, TodoStore};
use proptest::prelude::*;
use proptest::sample::select;

/// The dialects that write lists with statuses, each with a call for these items.
const DIALECTS: [(Dialect, Write); 6] = [
    (Dialect::TodoWrite, |items| {
        call("todos", items, |item| {
            let Item { content, status, .. } = item;
            format!(r#"{{"content":"{content}","status":"{status}","activeForm":"Now {content}"}}"#)
        })
    }),
    (Dialect::UpdatePlan, |items| {
        call("plan", items, |item| {
            format!(r#"{{ "status" : "{}", "step" : " {} " }}"#, item.status, item.content)
        })
    }),
    (Dialect::WriteTodos, |items| {
        call("todos", items, |item| {
            format!(r#"{{"description":"{}","status":"{}"}}"#, item.content, item.status)
        })
    }),
    (Dialect::ManageTodoList, |items| {
        call("operation\":\"write\",\"todoList", items, |item| {
            let Item { place, content, status } = item;
            format!(r#"{{"id":{place},"title":"{content}","status":"{status}"}}"#)
        })
    }),
    (Dialect::Merge, |items| {
        call("merge\":false,\"todos", items, |item| {
            let Item { place, content, status } = item;
            format!(r#"{{"id":"n{place}","content":"{content}","status":"{status}"}}"#)
        })
    }),
    (Dialect::XmlCall, |items| {
        call("action\":\"write\",\"todos", items, |item| {
            let Item { place, content, status } = item;
            format!(
                r#"{{"id":"t{place}","content":"{content}","status":"{status}","priority":"low"}}"#
            )
        })
    }),
];

type Write = fn(&[Item]) -> String;

struct Item {
    place: usize,
    content: String,
    status: &'static str,
}

fn call(list: &str, items: &[Item], written: fn(&Item) -> String) -> String {
    let items: Vec<String> = items.iter().map(written).collect();
    format!("{{\"{list}\":[{}]}}", items.join(", "))
}

#[derive(Clone, Debug)]
enum Step {
    /// Says the list of this dialect with these statuses.
    Say {
        dialect: usize,
        statuses: Vec<&'static str>,
    },
    /// Says another text for one of the items from now on.
    Reword(usize, String),
    MarkDoing(i64),
    Undo,
    Reset,
}

fn step() -> impl Strategy<Value = Step> {
    // Some that a dialect does not have, some misspelt, and one that ends the string early.
    let words = vec![
        "pending",
        "in_progress",
        "completed",
        "not-started",
        "in-progress",
        "pending",
        "completed",
        "cancelled",
        "blocked",
        "Completed",
        "doing",
        "",
        "x\\",
        "completed\\u0020",
    ];
    let statuses = prop::collection::vec(select(words), 6);
    prop_oneof![
        20 => (0..2_usize, statuses).prop_map(|(dialect, statuses)| Step::Say { dialect, statuses }),
        1 => (0..5_usize, "[a-c]").prop_map(|(place, text)| Step::Reword(place, text)),
        1 => (1..4_i64).prop_map(Step::MarkDoing),
        1 => Just(Step::Undo),
        1 => Just(Step::Reset),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn a_call_that_is_compared_does_what_one_that_is_read_does(
        first in 0..DIALECTS.len(),
        second in 0..DIALECTS.len(),
        contents in prop::collection::vec("[a-c]", 0..5),
        is_strict in any::<bool>(),
        steps in prop::collection::vec(step(), 1..12),
    ) {
        let options = if is_strict { r#"{"oneDoing":"strict"}"# } else { "{}" };
        let mut store = TodoStore::new(Options::from_json(options).unwrap());
        let mut last = LastWrite::default();
        let mut contents = contents;
        for step in steps {
            match step {
                Step::Say { dialect, statuses } => {
                    let (dialect, call) = DIALECTS[[first, second][dialect]];
                    let items: Vec<Item> = contents.iter().zip(statuses).enumerate()
                        .map(|(place, (content, status))| Item { place: place + 1, content: content.clone(), status })
                        .collect();
                    let arguments = &call(&items);
                    let call = Call { tool: 0, arguments, checkpoint: "" };
                    let mut twin = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
                    prop_assert_eq!(dialect.call_again(&mut last, &mut store, &call), dialect.call(&mut twin, &call), "{}", arguments);
                    prop_assert_eq!(store.checkpoint(), twin.checkpoint());
                }
                Step::Reword(place, text) => if let Some(content) = contents.get_mut(place) { *content = text },
                Step::MarkDoing(id) => drop(store.mark_doing(Id(id))),
                Step::Undo => drop(store.undo()),
                Step::Reset => drop(store.reset()),
            }
        }
    }
}
