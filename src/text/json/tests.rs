use super::*;

fn is_repaired(text: &str) -> bool {
    Document::read(text).unwrap().is_repaired
}

#[test]
fn read_accepts_strict_json_unrepaired() {
    let text =
        r#" {"a": [1, -2.50, true, null, "x\n\u00e9\ud83d\ude00"], "b": {}, "b": {"c":[]}} "#;
    let document = Document::read(text).unwrap();
    let value = document.root();
    assert!(!document.is_repaired);
    let a = value.parts().nth(1).unwrap();
    let parts: Vec<&str> = a.parts().map(Value::as_written).collect();
    assert_eq!(parts, ["1", "-2.50", "true", "null", r#""x\n\u00e9\ud83d\ude00""#]);
    let kinds: Vec<&str> = a.parts().map(Value::kind).collect();
    assert_eq!(kinds, ["a number", "a number", "a boolean", "null", "a string"]);
    assert_eq!(a.parts().last().and_then(Value::as_string).unwrap(), "x\né😀");
    assert_eq!(value.parts().last().unwrap().as_written(), r#"{"c":[]}"#);
    assert_eq!(a.parts().next().unwrap().parts().count(), 0);
}

#[test]
fn read_reports_that_it_repaired_the_text() {
    for text in ["```json\n[1]\n```", "[1,2,]", "{'a': 1}", "[True]", "\"a\nb\"", r#"["it\'s"]"#] {
        assert!(is_repaired(text), "{text}");
    }
    let document = Document::read("```json\n[{'a': 'it\\'s',},]```").unwrap();
    let inner = document.root().parts().next().and_then(|item| item.parts().nth(1));
    assert_eq!(inner.and_then(Value::as_string).unwrap(), "it's");
}

#[test]
fn read_refuses_other_text_and_reports_the_place() {
    for text in ["", "[1", "{\"a\"", "[1 2]", "{a:1}", "\"a", "[1]]", "{\"a\":}", "truth", "[,]"] {
        assert!(Document::read(text).is_err(), "{text}");
    }
    let error = Document::read("[1 2]").unwrap_err();
    assert!(error.contains("byte 3") && error.contains("\"2]\""), "{error}");
    assert!(Document::read(&"[".repeat(100_000)).is_err());
}

#[test]
fn lone_surrogates_become_a_noncharacter() {
    for (text, expected) in [
        (r#""\ud800""#, "\u{ffff}"),
        (r#""\ud800\n""#, "\u{ffff}\n"),
        (r#""\udc00\ud800""#, "\u{ffff}\u{ffff}"),
        (r#""\ud800\ud83d\ude00""#, "\u{ffff}😀"),
    ] {
        let document = Document::read(text).unwrap();
        assert_eq!(document.root().as_string().unwrap(), expected, "{text}");
    }
}

#[test]
fn as_integer_accepts_only_whole_numbers() {
    let integer = |text| Document::read(text).ok()?.root().as_integer();
    assert_eq!(integer("12"), Some(12));
    assert_eq!(integer("-1"), Some(-1));
    assert_eq!(integer("3.00"), Some(3));
    for text in ["1.5", "1.", "1e3", "", "-", "+1", "99999999999999999999", "\"1\""] {
        assert_eq!(integer(text), None, "{text}");
    }
}

#[test]
fn as_text_accepts_strings_and_whole_numbers() {
    let text = |json| Some(Document::read(json).ok()?.root().as_text()?.into_owned());
    for (json, expected) in [("\"3.0\"", "3.0"), ("12", "12"), ("-1", "-1"), ("3.00", "3")] {
        assert_eq!(text(json).as_deref(), Some(expected), "{json}");
    }
    for json in ["1.5", "1e3", "99999999999999999999", "true", "null", "[1]"] {
        assert_eq!(text(json), None, "{json}");
    }
}

#[test]
fn read_repairs_leading_zeros_and_refuses_other_malformed_numbers() {
    for text in ["0", "-0", "10", "-1", "0.5", "1.50", "1e3", "1E+10", "0.1e-2"] {
        assert!(!is_repaired(text), "{text}");
    }
    for text in ["007", "-01", "00", "01.5"] {
        assert!(is_repaired(text), "{text}");
    }
    for text in [
        "1-2abc", "1abc", "1-2", "1+2", "1.2.3", "1.", ".5", "1.e3", "1e", "1e+", "1ee3", "--1",
        "-", "-a", "0x10", "1_000", "1n",
    ] {
        assert!(Document::read(text).is_err(), "{text}");
        assert!(Document::read(&format!("[{text},1]")).is_err(), "{text}");
    }
}

#[test]
fn writer_escapes_strings_and_writes_strict_json() {
    let mut writer = Writer::default();
    writer.open('{').key("a").open('[').integer(0).integer(120).boolean(true).close(']');
    writer.key("b").string("\"\\\n\u{1}\u{1f}é").close('}');
    let text = writer.finish();
    assert_eq!(text, r#"{"a":[0,120,true],"b":"\"\\\n\u0001\u001fé"}"#);
    assert!(!is_repaired(&text));
}

/// What each beginning of a text is cut to, each once.
fn cuts(text: &str) -> Vec<String> {
    let ends = (0..=text.len()).filter(|end| text.is_char_boundary(*end));
    let mut cuts: Vec<String> = ends.map(|end| PartialJson::of(&text[..end]).text).collect();
    cuts.dedup();
    cuts
}

#[test]
fn partial_json_ends_after_the_last_whole_item_of_its_array() {
    assert_eq!(
        cuts(r#"{"a":1,"todos":[{"c":"x, ]}"},{"c":["y"]}],"more":[1,2]}"#),
        [
            "",
            r#"{"a":1,"todos":[]}"#,
            r#"{"a":1,"todos":[{"c":"x, ]}"}]}"#,
            r#"{"a":1,"todos":[{"c":"x, ]}"},{"c":["y"]}]}"#,
            r#"{"a":1,"todos":[{"c":"x, ]}"},{"c":["y"]}],"more":[1,2]}"#,
        ]
    );
    assert_eq!(cuts(r#"[{"c":1},{"c":2}]"#)[2], r#"[{"c":1}]"#);
}

#[test]
fn partial_json_includes_a_number_once_it_is_followed_by_something() {
    assert_eq!(
        cuts(r#"{"ids":[12,3 ]}"#),
        ["", r#"{"ids":[]}"#, r#"{"ids":[12]}"#, r#"{"ids":[12,3]}"#, r#"{"ids":[12,3 ]}"#]
    );
    assert_eq!(cuts(r#"["a\"]","b😀"]"#), ["", "[]", r#"["a\"]"]"#, r#"["a\"]","b😀"]"#]);
}

#[test]
fn partial_json_without_an_array_is_empty_until_it_is_complete() {
    let call = r#"{"taskId":"3","status":"completed"}"#;
    assert_eq!(cuts(call), ["", call]);
    assert_eq!(cuts(r#""[1]""#), ["", r#""[1]""#]);
    let fenced = "```json\n{\"a\":[1]}\n```";
    let bare = fenced.trim_end_matches('`');
    for text in [fenced, bare, bare.trim_end()] {
        assert_eq!(PartialJson::of(text), PartialJson { text: text.into(), is_whole: true });
    }
    // Models also write strings in single quotes.
    assert_eq!(PartialJson::of("{'a':['x]', 'y']").text, "{'a':['x]', 'y']}");
    for text in ["]", "}", "[}", "{]", "]]]", "[[[[", ",,,", "\\", "'", "\"\\", "[1 2", "[nul"] {
        let _ = PartialJson::of(text);
    }
}
