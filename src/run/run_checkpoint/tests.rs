use super::*;
use crate::list::author::Author;
use crate::list::error::ErrorCode;
use crate::list::todo::Id;
use crate::run::machine::find;
use crate::run::tests::{begin, content, failure, planned, restarted, settled_by_others, words};
use crate::run::{Report, Step};

#[test]
fn a_run_continues_from_its_checkpoint() {
    let (mut store, mut run) = planned(r#"{"maxCallsPerTodo":3}"#, &["a", "b", "c"]);
    run.next(&mut store);
    run.executed(&mut store, Report::Failed("sold \"out\"")).unwrap();
    run.next(&mut store);
    run.tool_called(&store).unwrap();
    let (mut store, mut run) = restarted(&store, &run);
    // It continues with the todo in progress and its remaining calls.
    assert_eq!(words(&store), ["skipped", "doing", "todo"]);
    assert_eq!((run.steps(), run.cycle()), (3, 1));
    let Step::Execute { todo, calls_left: 2, .. } = run.next(&mut store) else { panic!() };
    assert_eq!(find(&store, todo).unwrap().0, Id(2));
    assert_eq!(run.steps(), 4);
    run.executed(&mut store, Report::Unverified).unwrap();
    let (mut store, mut run) = restarted(&store, &run);
    assert!(matches!(run.next(&mut store), Step::Verify { todo: step } if step == todo));
    run.verified(&mut store, false, "the cart is empty").unwrap();
    let (mut store, mut run) = restarted(&store, &run);
    let Step::Execute { feedback, calls_left: 2, .. } = run.next(&mut store) else { panic!() };
    assert_eq!(&*feedback, "the cart is empty");
    run.executed(&mut store, Report::Done("")).unwrap();
    let (mut store, mut run) = restarted(&store, &run);
    assert_eq!(words(&store), ["skipped", "done", "todo"]);
    assert_eq!(content(&mut store, &mut run), "c");
    // What was done while the run was not active is an event.
    let (mut store, run) = restarted(&store, &run);
    store.acting_as(Author::User, |store| store.complete(Id(3))).unwrap();
    let (mut store, mut run) = restarted(&store, &run);
    assert_eq!(run.next(&mut store), Step::Validate { open: 0 });
    assert_eq!(settled_by_others(&mut run).len(), 1);
    run.validated(&mut store, false, "no receipt", &["Get the receipt"]).unwrap();
    let (mut store, mut run) = restarted(&store, &run);
    let Step::Plan(briefing) = run.next(&mut store) else { panic!() };
    assert_eq!(briefing.suggestions, ["Get the receipt"]);
    let skipped = Failure { content: "a".to_string(), reason: "sold \"out\"".to_string() };
    assert_eq!(briefing.failures, [skipped]);
    run.abort(&mut store);
    let (mut store, mut run) = restarted(&store, &run);
    assert_eq!(run.next(&mut store), Step::Aborted);
    run.resume(&mut store);
    run.next(&mut store);
    run.planned(&mut store, Some(&["d"])).unwrap();
    run.next(&mut store);
    run.executed(&mut store, Report::Finished).unwrap();
    let (mut store, mut run) = restarted(&store, &run);
    run.next(&mut store);
    run.validated(&mut store, true, "it came by mail", &[]).unwrap();
    assert_eq!(words(&store), ["skipped", "done", "done", "done"], "what it was at is done too");
    let ended = run.next(&mut store);
    let (mut store, mut run) = restarted(&store, &run);
    assert_eq!(run.next(&mut store), ended);
    let (mut store, mut run) = begin("{}");
    run.next(&mut store);
    run.fail(&mut store, "given up");
    let (mut store, mut run) = restarted(&store, &run);
    assert_eq!(failure(&mut store, &mut run), FailureKind::HostFailed);
}

#[test]
fn a_run_whose_worker_dies_in_each_step_gets_stuck() {
    let (mut store, mut run) = planned("{}", &["a"]);
    for _ in 0..6 {
        assert_eq!(content(&mut store, &mut run), "a");
        (store, run) = restarted(&store, &run);
    }
    assert_eq!(failure(&mut store, &mut run), FailureKind::Stuck);
}

#[test]
fn a_damaged_checkpoint_of_a_run_is_an_error() {
    let (mut store, mut run) = planned("{}", &["a", "b"]);
    run.next(&mut store);
    run.tool_called(&store).unwrap();
    run.executed(&mut store, Report::Failed("sold out")).unwrap();
    run.next(&mut store);
    let text = run.checkpoint();
    let code = |text: &str| Run::from_checkpoint(&store, text).map(drop).unwrap_err().code();
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        assert_eq!(code(&text[..end]), ErrorCode::InvalidCheckpoint, "{}", &text[..end]);
    }
    for (part, other) in [
        ("agent-todos run", "agent-todos"),
        ("\"maxSteps\":100", "\"maxSteps\":0"),
        ("\"driver\"", "\"drivers\""),
        ("\"execute\"", "\"execute\",1"),
        ("\"execute\"", "\"verify\""),
        ("\"execute\"", "\"verify\",0"),
        ("\"execute\"", "\"ended\""),
        ("\"execute\"", "\"rest\""),
        ("false", "0"),
        ("sold out", "sold\\nout"),
        ("[1,1]", "[1]"),
        ("[1,1]", "[1,4294967296]"),
        ("]]", "]],0]"),
        ("]]", "],0]"),
    ] {
        let damaged = text.replacen(part, other, 1);
        assert_ne!(damaged, text, "{part} in {text}");
        assert_eq!(code(&damaged), ErrorCode::InvalidCheckpoint, "{damaged}");
    }
    let newer = text.replacen(",1,", ",2,", 1);
    assert_eq!(code(&newer), ErrorCode::NewerCheckpoint);
    assert_eq!(code(&store.checkpoint()), ErrorCode::InvalidCheckpoint);
}

#[test]
fn a_checkpoint_has_no_text_of_a_list_that_was_forgotten() {
    let (mut store, mut run) = planned("{}", &["SECRET a", "b"]);
    run.next(&mut store);
    run.executed(&mut store, Report::Failed("SECRET reason")).unwrap();
    run.next(&mut store);
    assert!(run.checkpoint().contains("SECRET"));
    store.forget().unwrap();
    run.forget_with(&store);
    assert!(!run.checkpoint().contains("SECRET"));
    assert!(matches!(run.next(&mut store), Step::Validate { .. }));
    run.validated(&mut store, true, "SECRET reasoning", &[]).unwrap();
    store.forget().unwrap();
    run.forget_with(&store);
    assert!(!run.checkpoint().contains("SECRET"));
}
