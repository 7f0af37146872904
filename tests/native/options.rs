//! What each object of options may hold. How a table of them is read is in `src/list/settings.rs`.

use agent_todos::list::options::{CheckpointOptions, Unfinished};
use agent_todos::run::RunOptions;
use agent_todos::tools::xml_reader::CallOptions;
use agent_todos::{ErrorCode, Options, Settings, TodoError, TodoStore};
use expect_test::expect;

fn refusal<T>(read: fn(&str) -> Result<T, TodoError>) -> String {
    let Err(error) = read(r#"{"maxTodo":3}"#) else { panic!("maxTodo is no option") };
    assert_eq!(error.code(), ErrorCode::InvalidArgument);
    error.message().to_string()
}

/// Each value is checked against what the refusal says of it.
#[test]
fn an_option_that_is_none_is_refused_with_what_there_is() {
    let refusals = [
        refusal(Options::from_json),
        refusal(CheckpointOptions::from_json),
        refusal(Unfinished::from_json),
        refusal(CallOptions::from_json),
        refusal(RunOptions::from_json),
        refusal(|text| Settings::from_json(&TodoStore::default(), text)),
    ];
    expect! {[r#"
        unknown option or value in "maxTodo: 3": the options are maxTodos (1 to 1000), maxContentLength (1 to 100000), maxSnapshots (1 to 10000), onSkip ("mark", "remove"), maxDoing (1 to 1000) and confirmDone (true or false)
        unknown option or value in "maxTodo: 3": the options are maxSnapshots (1 to 10000)
        unknown option or value in "maxTodo: 3": the options are unfinished ("keep", "archive")
        unknown option or value in "maxTodo: 3": the options are code ("run", "skip") and otherTools ("refuse", "ignore")
        unknown option or value in "maxTodo: 3": the options are maxSteps (1 to 100000), maxCallsPerTodo (1 to 10000), stuckAfter (2 to 10000), maxRepeats (2 to 10000), driver ("host", "agent"), start ("plan", "execute"), approve (true or false) and verify (true or false)
        unknown option or value in "maxTodo: 3": the options are dialect ("todo_manager", "merge", "xml_call", "TodoWrite", "update_plan", "write_todos", "langchain", "manage_todo_list", "update_todo_list", "todo_write", "Task", "task_write", "todowrite", "qwen", "task_tracker", "SetTodoList", "kiro", "todos", "goose", "snapshot", "zed", "chrome_plan"), reminders ("full", "changes", "off"), every (1 to 1000000), drops ("note", "keep"), schema ("lean", "strict", "full"), name (1 to 64 characters), confirm (a function), onChange (a function), ask (true or false), under (an id or a key) and tag (an XML name)"#]}.assert_eq(&refusals.join("\n"));
}
