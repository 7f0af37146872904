//! What the core must do as WebAssembly, in every engine.
//!
//! The rules are tested natively (`tests/core/rule`). Here they run where they are
//! used, with 32-bit numbers and a small stack, and beside what JavaScript has of its own: its JSON
//! and its idea of white space. The class that is exported to JavaScript is tested in
//! `tests/browsers`, as users get it.
//!
//! `find.mjs` beside it runs this one program in Node, and in a worker in each browser.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

#[path = "../bench/fuzz/bodies.rs"]
mod bodies;
#[path = "../bench/fuzz/mutations.rs"]
mod mutations;

use agent_todos::text::content::Content;
use agent_todos::text::json::{Document, Value, Writer};
use agent_todos::{Author, Call, Dialect, ErrorCode, Id, Options, TodoStore};
use js_sys::{Array, JSON, JsString, Object};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRng, TestRunner};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

/// The same values on every run and in every engine, so a failure can be had again.
fn check<S: Strategy>(
    cases: u32,
    strategy: &S,
    test: impl Fn(S::Value) -> Result<(), TestCaseError>,
) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(config.rng_algorithm);
    let outcome = TestRunner::new_with_rng(config, rng).run(strategy, test);
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

fn abc() -> TodoStore {
    let mut store = TodoStore::default();
    store.add_multiple(&["a", "b", "c"]).unwrap();
    store
}

/// The fuzz targets, which say what no call, no checkpoint and no operation may break.
#[wasm_bindgen_test]
fn mutated_inputs_break_no_rule_in_webassembly() {
    for (corpus, body, count) in [
        (mutations::JSON, bodies::json as fn(&[u8]), 300),
        (mutations::XML_CALLS, bodies::xml_calls, 300),
        (mutations::CHECKPOINTS, bodies::checkpoints, 200),
        (mutations::OPERATIONS, bodies::operations, 10),
    ] {
        mutations::run(corpus, 2, count, body);
    }
}

/// What was read, as JavaScript has it. None when it holds a number that is none to JavaScript: the
/// reader leaves numbers to those who want one.
fn to_javascript(value: Value<'_>) -> Option<JsValue> {
    let parts = || value.parts().map(to_javascript);
    if value.is_array() {
        return parts().collect::<Option<Array>>().map(JsValue::from);
    }
    if value.is_object() {
        let parts: Vec<JsValue> = parts().collect::<Option<_>>()?;
        let pairs: Array = parts.chunks(2).map(|pair| Array::of2(&pair[0], &pair[1])).collect();
        return Some(Object::from_entries(&pairs).unwrap().into());
    }
    if let Some(text) = value.as_string() {
        return Some(JsValue::from(&*text));
    }
    let scalar = JSON::parse(value.as_written());
    assert!(scalar.is_ok() || value.kind() == "a number", "{}", value.as_written());
    scalar.ok()
}

fn stringified(value: &JsValue) -> String {
    JSON::stringify(value).unwrap().into()
}

/// JSON, nearly JSON, and no JSON.
fn json_like() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        (-1000..1000_i32).prop_map(|number| number.to_string()),
        "-?[0-9]{1,3}(\\.[0-9]{0,2})?([eE][+-]?[0-9]?)?",
        "\"(\\PC{0,6}|\\\\[\"\\\\/bfnrtu]|\\\\u00[0-9a-f]{2}|[\\x00-\\x20a])\"",
        "\"[a-c]{0,3}\"",
    ];
    let value = leaf.prop_recursive(4, 24, 4, |inner| {
        let pair =
            ("\"[a-c]{1,2}\"", inner.clone()).prop_map(|(key, value)| format!("{key}:{value}"));
        prop_oneof![
            prop::collection::vec(inner, 0..4)
                .prop_map(|items| format!("[{}]", items.join(" ,\r\n\t"))),
            prop::collection::vec(pair, 0..4).prop_map(|pairs| format!("{{{}}}", pairs.join(","))),
        ]
    });
    // Most stay whole; of the others a piece is gone or doubled.
    (value, any::<prop::sample::Index>(), 0..6_u8).prop_map(|(text, at, damage)| {
        let mut characters: Vec<char> = text.chars().collect();
        let at = at.index(characters.len().max(1));
        if damage == 0 && at < characters.len() {
            characters.remove(at);
        } else if damage == 1 && at < characters.len() {
            characters.insert(at, characters[at]);
        }
        characters.into_iter().collect()
    })
}

fn call(arguments: &str) -> Call<'_> {
    Call { tool: "todo_manager", arguments }
}

#[wasm_bindgen_test]
fn json_that_needs_no_repair_is_read_as_javascript_reads_it() {
    check(3000, &json_like(), |text| {
        let theirs = JSON::parse(&text);
        match Document::read(&text) {
            Ok(document) if !document.is_repaired => {
                let (ours, theirs) = (to_javascript(document.root()), theirs.ok());
                let texts = [ours, theirs].map(|value| value.as_ref().map(stringified));
                prop_assert_eq!(&texts[0], &texts[1], "{}", text);
            }
            Ok(_) | Err(_) => prop_assert!(theirs.is_err(), "JSON: {}", text),
        }
        Ok(())
    });
}

#[wasm_bindgen_test]
fn javascript_reads_the_json_that_writer_writes() {
    check(
        400,
        &prop::collection::vec("\\PC{0,9}|[\\x00-\\x20\u{7f}\u{2028}\"\\\\]{0,9}", 0..4),
        |texts| {
            let mut json = Writer::default();
            json.open('[');
            for text in &texts {
                json.string(text);
            }
            json.close(']');
            let read: Vec<_> = Array::from(&JSON::parse(&json.finish()).unwrap())
                .iter()
                .map(|item| item.as_string())
                .collect();
            prop_assert_eq!(read, texts.into_iter().map(Some).collect::<Vec<_>>());
            Ok(())
        },
    );
    let (mut store, mut answers) = (abc(), Vec::new());
    store.add_multiple(&["\" \\ \u{1f} \r\n \u{2028} é 😀"]).unwrap_or_default();
    for arguments in [r#"{"action":"list"}"#, r#"{"action":"skip","ids":["2"]}"#, "\u{1}\"", ""] {
        answers.push(Dialect::TodoManager.call(&mut store, &call(arguments)).text);
    }
    answers.extend([store.checkpoint(), Dialect::TodoManager.tools(1)]);
    for answer in answers {
        JSON::parse(&answer).unwrap_or_else(|error| panic!("{answer}: {error:?}"));
    }
}

#[wasm_bindgen_test]
fn content_is_trimmed_as_javascript_trims() {
    // Controls of direction are removed wherever they stand.
    let is_removed = |c: &char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let codes = (0..=0x3100_u32).chain(0xfe00..=0xffff).filter_map(char::from_u32);
    for code in codes.filter(|code| !is_removed(code)) {
        let trimmed = String::from(JsString::from(format!("{code}a{code}")).trim());
        let is_white_space = trimmed == "a";
        let content = Content::new(&format!("{code}a{code}"), 9).map(|(content, _)| content);
        let is_trimmed = content.is_ok_and(|content| content.as_str() == "a");
        assert_eq!(is_trimmed, is_white_space, "{:x}", u32::from(code));
    }
}

#[wasm_bindgen_test]
fn a_text_of_ten_megabytes_is_refused_and_changes_nothing() {
    let mut store = abc();
    let before = store.clone();
    for piece in ["é", "<", "[", "{\"a\":", "\"", "\\", "<todos>", " ", "&amp;"] {
        let long = piece.repeat((10 << 20) / piece.len());
        let error = store.add_multiple(&["fine", &long]).unwrap_err();
        let code = if piece == " " { ErrorCode::EmptyContent } else { ErrorCode::ContentTooLong };
        assert_eq!(error.code(), code, "{piece}");
        assert!(error.message().starts_with("item 2"), "{}", error.message());
        let error = TodoStore::from_xml(&long, Options::default()).unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidXml, "{piece}");
        let error = TodoStore::from_checkpoint(&long).unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidCheckpoint, "{piece}");
        assert!(Options::from_json(&long).is_err(), "{piece}");
        let outcome = Dialect::TodoManager.call(&mut store, &call(&long));
        assert!(!outcome.ok && outcome.text.len() < 1000, "{piece}");
    }
    assert_eq!(store, before);
}

#[wasm_bindgen_test]
fn ids_and_revisions_beyond_32_bits_are_not_truncated() {
    let mut store = abc();
    for id in [0, -1, 99, 1 << 32, (1 << 32) + 1, -(1 << 32) + 1, 1 << 53, i64::MAX, i64::MIN] {
        assert_eq!(store.complete(Id(id)).unwrap_err().code(), Some(ErrorCode::UnknownId), "{id}");
        let added = store.add_after_position(id, &["d"]).map_err(|error| error.code());
        assert!(id == 0 || added == Err(ErrorCode::UnknownId), "{id}");
        let restore = |store: &mut TodoStore| store.restore_revision(id);
        let restored = store.acting_as(Author::Host, restore).map_err(|error| error.code());
        assert!(id == 0 || restored == Err(ErrorCode::UnknownRevision), "{id}");
        store.acting_as(Author::Host, |store| store.restore_revision(1)).unwrap();
    }
}
