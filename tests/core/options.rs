//! What each object of options may hold. How a table of them is read is in
//! `src/list/option_table.rs`.

use crate::snapshot::assert_snapshot;
use agent_todos::list::options::{CheckpointOptions, Unfinished};
use agent_todos::run::RunOptions;
use agent_todos::tools::xml_reader::CallOptions;
use agent_todos::{ErrorCode, Options, Settings, TodoError, TodoStore};

fn refusal<T>(read: fn(&str) -> Result<T, TodoError>) -> String {
    let Err(error) = read(r#"{"maxTodo":3}"#) else { panic!("maxTodo is no option") };
    assert_eq!(error.code(), ErrorCode::InvalidArgument);
    error.message().to_string()
}

/// Each value is checked against what the refusal says of it.
#[test]
fn an_unknown_option_is_an_error_that_lists_the_known_ones() {
    let refusals = [
        refusal(Options::from_json),
        refusal(CheckpointOptions::from_json),
        refusal(Unfinished::from_json),
        refusal(CallOptions::from_json),
        refusal(RunOptions::from_json),
        refusal(|text| Settings::from_json(&TodoStore::default(), text)),
    ];
    assert_snapshot(&refusals.join("\n"));
}
