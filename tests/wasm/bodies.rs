//! What every engine must do with the exported class: the core's rules, carried over the boundary.
//!
//! The rules themselves are tested natively. Here the class is driven beside the core, and what
//! differs is the boundary's fault.

use std::cell::RefCell;
use std::rc::Rc;

use agent_todos::{Dialect, Id, Options, Status, TodoStore as Core};
use js_sys::{Array, JsString, Object};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRng, TestRunner};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::exported::{TodoStore, call_tool};

#[derive(Clone, Debug)]
enum Step {
    Add(Vec<String>),
    AddAfter(i64, Vec<String>),
    Replace(Vec<String>),
    Complete(Vec<i64>),
    CompleteOne(i64),
    Skip(i64),
    Remove(i64),
    GoBack(i64),
    MarkDoing(i64),
    Next,
    Abort,
    Reset,
    Undo,
    Restore(i64),
}

/// Texts that are cleaned, refused or escaped as often as they are plain.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,8}( [a-z]{1,8}){0,3}",
        "[ \t\r\n\u{a0}\u{feff}]{0,3}",
        "[<>&\"'\r\n/a-z]{1,12}",
        "[\\x00-\\x1f\u{fffd}-\u{ffff}\u{e0000}-\u{e007f}a-c]{1,8}",
        "\\PC{0,24}",
    ]
}

fn texts() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(text(), 0..4)
}

fn step() -> impl Strategy<Value = Step> {
    // Mostly those of a short list, so that writes go through and lists come to be all done.
    let id = prop_oneof![4 => 1..4_i64, 1 => -1..9_i64];
    prop_oneof![
        4 => texts().prop_map(Step::Add),
        2 => (id.clone(), texts()).prop_map(|(position, texts)| Step::AddAfter(position, texts)),
        1 => texts().prop_map(Step::Replace),
        2 => prop::collection::vec(id.clone(), 0..4).prop_map(Step::Complete),
        2 => id.clone().prop_map(Step::CompleteOne),
        1 => id.clone().prop_map(Step::Skip),
        1 => id.clone().prop_map(Step::Remove),
        1 => id.clone().prop_map(Step::GoBack),
        3 => id.clone().prop_map(Step::MarkDoing),
        2 => Just(Step::Next),
        1 => Just(Step::Abort),
        1 => Just(Step::Reset),
        2 => Just(Step::Undo),
        1 => (-1..12_i64).prop_map(Step::Restore),
    ]
}

/// What a step gave: its notes or other answer, or its error.
type Answer = Result<Vec<String>, (String, String)>;

fn in_core(core: &mut Core, step: &Step) -> Answer {
    let nothing = |()| Vec::new();
    let result = match step {
        Step::Add(texts) => core.add_multiple(texts),
        Step::AddAfter(position, texts) => core.add_after_position(*position, texts),
        Step::Replace(texts) => core.replace_all(texts),
        Step::Complete(ids) => {
            let ids: Vec<Id> = ids.iter().copied().map(Id).collect();
            core.complete_multiple(&ids).map(nothing)
        }
        Step::CompleteOne(id) => core.complete(Id(*id)).map(nothing),
        Step::Skip(id) => core.skip(Id(*id)).map(nothing),
        Step::Remove(id) => core.remove(Id(*id)).map(nothing),
        Step::GoBack(id) => core.go_back(Id(*id)).map(nothing),
        Step::MarkDoing(id) => core.mark_doing(Id(*id)).map(nothing),
        Step::Next => {
            let next = core.next_todo().map(|id| core.todo_xml(id));
            next.transpose().map(Vec::from_iter)
        }
        Step::Abort => {
            core.abort();
            Ok(Vec::new())
        }
        Step::Reset => {
            core.reset();
            Ok(Vec::new())
        }
        Step::Undo => Ok(vec![core.undo().to_string()]),
        Step::Restore(revision) => core.restore_revision(*revision).map(nothing),
    };
    result.map_err(|error| (error.code().as_str().to_owned(), error.message().to_owned()))
}

fn in_class(store: &TodoStore, step: &Step) -> Answer {
    let (method, arguments) = match step {
        Step::Add(texts) => ("addMultiple", vec![strings(texts)]),
        Step::AddAfter(position, texts) => {
            ("addAfterPosition", vec![number(*position), strings(texts)])
        }
        Step::Replace(texts) => ("replaceAll", vec![strings(texts)]),
        Step::Complete(ids) => {
            ("completeMultiple", vec![ids.iter().copied().map(number).collect::<Array>().into()])
        }
        Step::CompleteOne(id) => ("complete", vec![number(*id)]),
        Step::Skip(id) => ("skip", vec![number(*id)]),
        Step::Remove(id) => ("remove", vec![number(*id)]),
        Step::GoBack(id) => ("goBack", vec![number(*id)]),
        Step::MarkDoing(id) => ("markDoing", vec![number(*id)]),
        Step::Next => ("getNextTodo", vec![]),
        Step::Abort => ("abort", vec![]),
        Step::Reset => ("reset", vec![]),
        Step::Undo => ("undo", vec![]),
        Step::Restore(revision) => ("restoreRevision", vec![number(*revision)]),
    };
    match store.call(method, &arguments.into_iter().collect()) {
        Ok(value) if value.is_undefined() || value.is_null() => Ok(Vec::new()),
        Ok(value) if Array::is_array(&value) => {
            Ok(Array::from(&value).iter().map(|note| note.as_string().unwrap()).collect())
        }
        Ok(value) => match value.as_bool() {
            Some(answer) => Ok(vec![answer.to_string()]),
            None => Ok(vec![todo_xml(&value)]),
        },
        Err(error) => {
            let code = error.code().unwrap_or_else(|| format!("not a TodoError: {error:?}"));
            Err((code, error.message().into()))
        }
    }
}

fn strings(texts: &[String]) -> JsValue {
    texts.iter().map(|text| JsValue::from(text.as_str())).collect::<Array>().into()
}

fn number(value: i64) -> JsValue {
    JsValue::from_f64(value as f64)
}

fn field(object: &JsValue, name: &str) -> JsValue {
    js_sys::Reflect::get(object, &name.into()).unwrap()
}

/// A todo object as it would stand in XML: a form in which both sides can be compared.
fn todo_xml(todo: &JsValue) -> String {
    let mut core = Core::default();
    core.add_multiple(&[field(todo, "content").as_string().unwrap()]).unwrap();
    let xml = core.todo_xml(Id(1)).unwrap();
    xml.replacen("id=\"1\"", &format!("id=\"{}\"", field(todo, "id").as_f64().unwrap()), 1)
        .replacen(
            "status=\"todo\"",
            &format!("status=\"{}\"", field(todo, "status").as_string().unwrap()),
            1,
        )
}

fn list_xml(todos: &Array) -> String {
    let items: String = todos.iter().map(|todo| todo_xml(&todo)).collect();
    format!("<todos>{items}</todos>")
}

/// Everything that the class lets one see of its store agrees with the core.
fn assert_same(store: &TodoStore, core: &Core) {
    assert_eq!(store.checkpoint(), core.checkpoint());
    assert_eq!(store.get_xml(), core.xml());
    assert_eq!(list_xml(&store.get_all()), core.xml());
    assert_eq!(store.system_reminder(), core.system_reminder());
    assert_eq!(store.revision(), core.revision() as f64);
    assert_eq!(store.size() as usize, core.list().len());
    assert_eq!(store.check_pending(), core.check_pending());
    assert_eq!(store.get_pending().length() as usize, core.pending().count());
    let doing = store.get_current_doing();
    let expected = core.current_doing().map(|(id, _)| core.todo_xml(id).unwrap());
    assert_eq!((!doing.is_null()).then(|| todo_xml(&doing)), expected);
    let keys: Vec<_> =
        store.get_all().iter().map(|todo| field(&todo, "key").as_string().unwrap()).collect();
    let expected: Vec<_> = core.list().iter().map(|todo| todo.key.to_string()).collect();
    assert_eq!(keys, expected);
}

fn assert_same_history(store: &TodoStore, core: &Core) {
    let snapshots: Vec<_> = store
        .history()
        .iter()
        .map(|snapshot| {
            let todos = Array::from(&field(&snapshot, "todos"));
            (field(&snapshot, "revision").as_f64().unwrap(), list_xml(&todos))
        })
        .collect();
    let expected: Vec<_> = core
        .snapshots()
        .map(|(revision, list)| (revision as f64, agent_todos::xml::write(&list)))
        .collect();
    assert_eq!(snapshots, expected);
}

/// The same steps on every run and in every engine, so a failure can be had again.
fn runner() -> TestRunner {
    let config = Config { cases: 48, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(config.rng_algorithm);
    TestRunner::new_with_rng(config, rng)
}

fn fresh() -> TodoStore {
    TodoStore::new(&JsValue::UNDEFINED).unwrap()
}

fn filled() -> TodoStore {
    let store = fresh();
    store.add_multiple(&strings(&["a", "b", "c"].map(String::from))).unwrap();
    store
}

#[wasm_bindgen_test]
fn the_class_does_what_the_core_does() {
    let options = r#"{"maxTodos":7,"maxContentLength":20,"onSkip":"ON_SKIP","oneDoing":"strict"}"#;
    for on_skip in ["mark", "remove"] {
        let options = options.replace("ON_SKIP", on_skip);
        let strategy = prop::collection::vec(step(), 1..24);
        let outcome = runner().run(&strategy, |steps| {
            let store = TodoStore::new(&js_sys::JSON::parse(&options).unwrap()).unwrap();
            let mut core = Core::new(Options::from_json(&options).unwrap());
            let heard = Rc::new(RefCell::new(Vec::new()));
            let listener = Closure::<dyn FnMut(f64)>::new({
                let heard = Rc::clone(&heard);
                move |revision: f64| heard.borrow_mut().push(revision)
            });
            store.subscribe(listener.as_ref()).unwrap();
            for step in &steps {
                prop_assert_eq!(in_class(&store, step), in_core(&mut core, step), "{:?}", step);
                assert_same(&store, &core);
            }
            let every_revision: Vec<f64> = (1..=core.revision()).map(|n| n as f64).collect();
            prop_assert_eq!(&*heard.borrow(), &every_revision);
            assert_same_history(&store, &core);
            let read_back = TodoStore::from("fromCheckpoint", &store.checkpoint().into()).unwrap();
            assert_same(&read_back, &core);
            assert_same_history(&read_back, &core);
            store.free();
            Ok(())
        });
        outcome.unwrap_or_else(|error| panic!("{on_skip}: {error}"));
    }
}

#[wasm_bindgen_test]
fn the_tool_does_what_the_core_does() {
    let store = fresh();
    let mut core = Core::default();
    for arguments in [
        r#"{"action":"add_multiple","todos":[{"content":"one"},"two",{"content":"<b>","x":1}]}"#,
        r#"{"action":"Complete-Multiple","ids":"[1]"}"#,
        r#"{"action":"skip","ids":[1,2]}"#,
        r#"{"action":"skip","ids":["2"]}"#,
        r#"{"action":"list"}"#,
        r#"{"action":"replace_all","todos":[{"content":" "}]}"#,
        r#"{"action":"replace_all","todos":[{"content":"\ud800"}]}"#,
        "not JSON",
        "",
    ] {
        let outcome = call_tool(&store, 0, &arguments.into());
        let expected = Dialect::TodoManager.call(&mut core, arguments);
        assert_eq!(outcome.text(), expected.text, "{arguments}");
        assert_eq!((outcome.ok(), outcome.changed()), (expected.ok, expected.changed));
        assert_eq!(outcome.notes(), expected.notes, "{arguments}");
        assert_eq!(outcome.reminder(), expected.changed.then(|| core.system_reminder()));
        assert!(Object::is(&outcome.todos(), &store.get_all()));
        assert_same(&store, &core);
    }
    assert_eq!(core.revision(), 4);
}

#[wasm_bindgen_test]
fn what_did_not_change_is_the_same_frozen_object() {
    let store = filled();
    let before = store.get_all();
    assert!(Object::is(&before, &store.get_all()));
    assert!(
        Object::is_frozen(&before)
            && before.iter().all(|todo| Object::is_frozen(todo.unchecked_ref::<Object>()))
    );
    store.mark_doing(&number(2)).unwrap();
    let after = store.get_all();
    let same: Vec<_> = (0..3).map(|at| Object::is(&before.get(at), &after.get(at))).collect();
    assert_eq!(same, [true, false, true]);
    assert!(Object::is(&store.get_current_doing(), &after.get(1)));
    assert!(Object::is(&store.get_pending().get(1), &after.get(2)));
    assert_eq!(field(&before.get(1), "status"), JsValue::from("todo"));
}

#[wasm_bindgen_test]
fn values_of_the_wrong_type_are_errors_and_change_nothing() {
    let bad_numbers = [
        JsValue::UNDEFINED,
        JsValue::NULL,
        JsValue::from(1.5),
        JsValue::from(f64::NAN),
        JsValue::from(f64::INFINITY),
        JsValue::from(9_007_199_254_740_992.0),
        JsValue::from("1"),
        JsValue::from(1_u64),
        JsValue::TRUE,
        JsValue::symbol(Some("1")),
        Object::new().into(),
        Array::of1(&number(1)).into(),
    ];
    let store = filled();
    let (checkpoint, list) = (store.checkpoint(), store.get_all());
    for bad in &bad_numbers {
        for method in
            ["complete", "skip", "remove", "goBack", "markDoing", "isCompleted", "restoreRevision"]
        {
            let error = store.call(method, &Array::of1(bad)).unwrap_err();
            assert_eq!(error.code().as_deref(), Some("invalid_argument"), "{method} {bad:?}");
        }
        let error = store.complete_multiple(&Array::of2(&number(1), bad).into()).unwrap_err();
        // A number too large to be exact may also count as one that is no todo's.
        let too_large = bad.as_f64().is_some_and(|number| number.is_finite() && number > 9e15);
        let code = error.code().unwrap_or_default();
        assert!(code == "invalid_argument" || (too_large && code == "unknown_id"), "{bad:?}");
        let texts = Array::of2(&"fine".into(), bad);
        // The one of them that is a text.
        if !bad.is_string() {
            let error = store.add_multiple(&texts).unwrap_err();
            assert_eq!(error.code().as_deref(), Some("invalid_argument"), "{bad:?}");
            assert!(String::from(error.message()).contains("contents[1]"), "{error:?}");
            let error = TodoStore::from("fromCheckpoint", bad).err().unwrap();
            assert_eq!(error.code().as_deref(), Some("invalid_argument"), "{bad:?}");
        }
        let error = store.add_after_position(bad, &strings(&["d".to_owned()])).unwrap_err();
        assert_eq!(error.code().as_deref(), Some("invalid_argument"), "{bad:?}");
        let error = store.subscribe(bad).unwrap_err();
        assert_eq!(error.code().as_deref(), Some("invalid_argument"), "{bad:?}");
    }
    assert_eq!(store.checkpoint(), checkpoint);
    assert!(Object::is(&list, &store.get_all()));
}

#[wasm_bindgen_test]
fn errors_are_of_one_class_that_extends_error() {
    let error = filled().complete_multiple(&Array::of1(&number(9)).into()).unwrap_err();
    assert!(error.is_instance_of::<js_sys::Error>());
    assert_eq!(error.name(), "TodoError");
    assert_eq!(error.code().as_deref(), Some("unknown_id"));
    let other = fresh().replace_all(&strings(&[" ".to_owned()])).unwrap_err();
    assert!(Object::is(&field(&error, "constructor"), &field(&other, "constructor")));
}

#[wasm_bindgen_test]
fn texts_that_utf8_cannot_hold_are_replaced_with_a_note() {
    let store = fresh();
    for units in [&[0xd800_u16][..], &[0xdc00, 0x61], &[0x61, 0xd83d, 0x62]] {
        let content = JsString::from_char_code(units);
        let notes = Array::from(&store.add_multiple(&Array::of1(&content)).unwrap());
        assert_eq!(notes.length(), 1, "{units:x?}");
    }
    let contents: Vec<_> =
        store.get_all().iter().map(|todo| field(&todo, "content").as_string().unwrap()).collect();
    assert_eq!(contents, ["\u{fffd}", "\u{fffd}a", "a\u{fffd}b"]);
}

#[wasm_bindgen_test]
fn ten_megabytes_of_text_are_refused_and_forgotten() {
    let store = filled();
    let checkpoint = store.checkpoint();
    let long = JsString::from("é").repeat(10 << 20);
    let error = store.add_multiple(&Array::of2(&"fine".into(), &long)).unwrap_err();
    assert_eq!(error.code().as_deref(), Some("content_too_long"));
    assert!(String::from(error.message()).starts_with("item 2"), "{error:?}");
    let error = TodoStore::from("fromXml", &long).err().unwrap();
    assert_eq!(error.code().as_deref(), Some("invalid_xml"));
    let outcome = call_tool(&store, 0, &long);
    assert!(!outcome.ok() && outcome.text().len() < 1000);
    assert_eq!(store.checkpoint(), checkpoint);
}

#[wasm_bindgen_test]
fn a_listener_may_do_anything_and_hears_each_change_once() {
    let store = filled();
    let heard = Rc::new(RefCell::new(Vec::new()));
    let listener = Closure::<dyn FnMut(f64)>::new({
        let (store, heard) = (store.clone(), Rc::clone(&heard));
        move |revision: f64| {
            heard.borrow_mut().push((revision, store.revision(), store.get_xml()));
            if revision == 2.0 {
                store.complete_multiple(&Array::of1(&number(1)).into()).unwrap();
            }
        }
    });
    let unsubscribe = store.subscribe(listener.as_ref()).unwrap();
    store.mark_doing(&number(1)).unwrap();
    store.mark_doing(&number(9)).unwrap_err();
    store.complete_multiple(&Array::of1(&number(1)).into()).unwrap();
    let revisions: Vec<_> = heard.borrow().iter().map(|(heard, now, _)| (*heard, *now)).collect();
    assert_eq!(revisions, [(2.0, 2.0), (3.0, 3.0)]);
    assert!(heard.borrow()[0].2.contains(Status::Doing.as_str()));
    unsubscribe.call0(&JsValue::NULL).unwrap();
    store.mark_doing(&number(2)).unwrap();
    assert_eq!((heard.borrow().len(), store.revision()), (2, 4.0));
}
