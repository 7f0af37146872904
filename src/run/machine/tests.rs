use super::*;
use crate::list::error::ErrorCode;
use crate::list::todo::Id;
use crate::run::Report;
use crate::run::tests::{begin, content, planned, settled_by_others, words};

#[test]
fn a_todo_settled_by_another_author_ends_its_step_with_an_event() {
    type Settle = fn(&mut TodoStore);
    let ways: [Settle; 4] = [
        |store| store.complete(Id(1)).unwrap(),
        |store| drop(store.skip(Id(1), "too slow").unwrap()),
        |store| drop(store.skip(Id(1), "").unwrap()),
        |store| store.remove(Id(1)).unwrap(),
    ];
    let mut log = String::new();
    for by in [Author::User, Author::Model, Author::Host] {
        for settle in ways {
            for (is_watched, is_verified) in
                [(true, false), (false, false), (true, true), (false, true)]
            {
                let (mut store, mut run) = planned("{}", &["a", "b"]);
                run.next(&mut store);
                if is_verified {
                    run.executed(&mut store, Report::Unverified).unwrap();
                    run.next(&mut store);
                }
                assert!(!run.refresh(&store), "what the run does itself ends nothing");
                store.acting_as(by, settle);
                let settled = if is_watched {
                    assert!(run.refresh(&store) && !run.refresh(&store));
                    let settled = settled_by_others(&mut run);
                    let late = run.executed(&mut store, Report::Done("")).unwrap_err();
                    assert_eq!(late.code(), ErrorCode::UnexpectedReport);
                    settled
                } else if is_verified {
                    run.verified(&mut store, true, "").unwrap();
                    settled_by_others(&mut run)
                } else {
                    // A host that drives the run by hand need not have called `refresh`.
                    run.executed(&mut store, Report::Done("")).unwrap();
                    settled_by_others(&mut run)
                };
                let [(content_settled, settled_by, reason)] = &*settled else {
                    panic!("{settled:?}")
                };
                assert_eq!((content_settled.as_str(), *settled_by), ("a", by));
                if by == Author::User && is_watched && !is_verified {
                    log += &format!("{reason}\n");
                }
                assert_eq!(content(&mut store, &mut run), "b");
                assert_eq!(settled_by_others(&mut run), []);
            }
        }
    }
    let reasons: Vec<_> = log.lines().collect();
    assert_eq!((&reasons[..2], reasons.len()), (&["done", "too slow"][..], 4), "{log}");
    // `next` notices it too, even if the history is empty.
    let options = crate::Options::from_json(r#"{"maxSnapshots":1}"#).unwrap();
    let mut store = TodoStore::new(options);
    let mut run = Run::new(&mut store, RunOptions::default());
    run.next(&mut store);
    run.planned(&mut store, Some(&["a", "b", "c"])).unwrap();
    run.next(&mut store);
    store
        .acting_as(Author::User, |store| store.complete_multiple(&[Id(1).into(), Id(2).into()], ""))
        .unwrap();
    assert_eq!(content(&mut store, &mut run), "c");
    let done = |content: &str| (content.to_string(), Author::User, "done".to_string());
    assert_eq!(settled_by_others(&mut run), vec![done("a"), done("b")]);
}

#[test]
fn a_step_goes_on_after_its_driving_model_settles_a_todo() {
    let (mut store, mut run) = planned(r#"{"driver":"agent"}"#, &["a", "b", "c"]);
    run.next(&mut store);
    let as_model = |store: &mut TodoStore, act: fn(&mut TodoStore)| {
        store.acting_as(Author::Model, act);
    };
    as_model(&mut store, |store| {
        store.complete(Id(1)).unwrap();
        store.mark_doing(Id(2)).unwrap();
    });
    assert!(!run.refresh(&store));
    assert_eq!(settled_by_others(&mut run), [("a".to_string(), Author::Model, "done".to_string())]);
    // The step is about the todo that the model works on, not the requested one.
    store.acting_as(Author::User, |store| store.skip(Id(3), "")).unwrap();
    assert!(!run.refresh(&store));
    store.acting_as(Author::User, |store| store.complete(Id(2))).unwrap();
    assert!(run.refresh(&store));
    assert_eq!(settled_by_others(&mut run).len(), 2);
    assert!(matches!(run.next(&mut store), Step::Validate { open: 0 }));
}

#[test]
fn may_call_does_not_count_a_call() {
    let (mut store, mut run) = begin(r#"{"maxCallsPerTodo":2}"#);
    assert!(!run.may_call(&store), "no todo is worked on");
    run.next(&mut store);
    run.planned(&mut store, Some(&["a", "b"])).unwrap();
    run.next(&mut store);
    for left in (0..2).rev() {
        assert!(run.may_call(&store) && run.may_call(&store));
        assert_eq!(run.tool_called(&store), Ok(left));
    }
    assert!(!run.may_call(&store));
    run.executed(&mut store, Report::Continue).unwrap();
    assert_eq!(words(&store), ["skipped", "todo"]);
    run.next(&mut store);
    assert!(run.may_call(&store));
    run.abort(&mut store);
    assert!(!run.may_call(&store));
}
