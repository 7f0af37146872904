use super::*;

const READ: &str = "<tool_call><tool_name>todo</tool_name><action>read</action></tool_call>";

fn find(text: &str) -> Vec<ToolCall> {
    ToolCall::find_all(text, CallOptions::default())
}

/// Returns the only call of a text.
fn only(text: &str) -> ToolCall {
    let mut calls = find(text);
    assert_eq!(calls.len(), 1, "{text}");
    calls.remove(0)
}

fn arguments(parameters: &str) -> String {
    let text = fill(
        "<tool_call>\n<tool_name>todo</tool_name>\n<parameters>{}</parameters>\n</tool_call>",
        &[Text(parameters)],
    );
    only(&text).arguments.unwrap()
}

#[test]
fn find_all_reads_parameters_as_json_or_text() {
    for (parameters, json) in [
        ("", "{}"),
        ("<action>read</action>", r#"{"action":"read"}"#),
        ("<action>\n read \n</action>", r#"{"action":"read"}"#),
        (
            "<a>1</a><b>true</b><c>null</c><d>\"x\"</d>",
            r#"{"a":"1","b":"true","c":"null","d":"\"x\""}"#,
        ),
        ("<a>[1, 2]</a><b>{\"c\": 1}</b>", r#"{"a":[1, 2],"b":{"c": 1}}"#),
        ("<a>[1, 2</a>", r#"{"a":"[1, 2"}"#),
        ("<a></a>", r#"{"a":""}"#),
        // Tags in its strings end nothing. Entities stand for characters, including quotes.
        ("<a>[\"</a></tool_call><tool_call>\"]</a>", r#"{"a":["</a></tool_call><tool_call>"]}"#),
        ("<a>[\"&lt;b&gt; &amp;lt; &quot;\\n&#92;\"]</a>", r#"{"a":["<b> &lt; \"\n\\"]}"#),
        ("<a>[&quot;b&quot;]</a>", r#"{"a":["b"]}"#),
        ("<a>x &lt; &#65;&#x42;&#X43; &apos;</a>", r#"{"a":"x < ABC '"}"#),
        // Text that is not an entity is kept.
        (
            "<a>& &; &nbsp; &#; &#x; &#xD800; &#99999999999; &lt</a>",
            r#"{"a":"& &; &nbsp; &#; &#x; &#xD800; &#99999999999; &lt"}"#,
        ),
        // CDATA is literal.
        ("<a><![CDATA[[\"</a> &lt;\"]]]></a>", r#"{"a":["</a> &lt;"]}"#),
        ("<a> <![CDATA[ x < y ]]>\n</a>", r#"{"a":"x < y"}"#),
        ("<a><![CDATA[x</a>", r#"{"a":"<![CDATA[x"}"#),
        // Other tags are literal too.
        ("<a>1 < 2 <b>c</b></a>", r#"{"a":"1 < 2 <b>c</b>"}"#),
        ("<a>[1] and more</a>", r#"{"a":"[1] and more"}"#),
        ("<!-- <a>1</a> --><b x=\"1\">2</b ><!----><c>3</C>", r#"{"b":"2","c":"3"}"#),
    ] {
        assert_eq!(arguments(parameters), json, "{parameters}");
    }
}

/// The corpus tests calls in code fences.
#[test]
fn find_all_runs_or_skips_calls_in_code() {
    let skips = CallOptions { skips_code: true, ..CallOptions::default() };
    let once = &[Text(READ)];
    for (text, run, skipped) in [
        (fill("Say `{}` for that.", once), 1, 0),
        (fill("Say ` {}` for that.", once), 1, 1),
        (fill("`x` {}", once), 1, 1),
        ("The tag is `<tool_call>`, ended by `</tool_call>`.".into(), 0, 0),
        ("`<tool_call><tool_name>todo</tool_name>` and so on".into(), 0, 0),
    ] {
        assert_eq!(find(&text).len(), run, "{text}");
        assert_eq!(ToolCall::find_all(&text, skips).len(), skipped, "{text}");
    }
}

/// The corpus tests calls of other tools.
#[test]
fn find_all_ignores_an_incomplete_call_of_another_tool() {
    let ignores = CallOptions { ignores_other_tools: true, ..CallOptions::default() };
    for (text, count) in [
        ("<tool_call><tool_name>search</tool_name>", 0),
        // A call without a name may be ours.
        ("<tool_call></tool_call>", 1),
    ] {
        assert_eq!(ToolCall::find_all(text, ignores).len(), count, "{text}");
    }
}

#[test]
fn an_unclosed_call_is_refused_with_the_calls_after_it() {
    for start in [
        "<tool_call>",
        "<tool_call><tool_name>todo</tool_name><action>wr",
        "<tool_call><tool_name>",
    ] {
        let calls = find(&fill("{}\n{}\n{}", &[Text(READ), Text(start), Text(READ)]));
        assert_eq!(calls.len(), 2, "{start}");
        assert!(calls[0].arguments.is_ok() && calls[1].arguments.is_err());
    }
}

#[test]
fn call_options_refuse_an_unknown_key_or_word() {
    let options = CallOptions::from_json(r#"{"code":"skip","otherTools":"ignore"}"#).unwrap();
    assert_eq!(
        options,
        CallOptions { skips_code: true, ignores_other_tools: true, ..CallOptions::default() }
    );
    let usual = CallOptions::from_json(r#"{"code":"run","otherTools":"refuse"}"#).unwrap();
    assert_eq!((usual, CallOptions::from_json("{}").unwrap()), (CallOptions::default(), usual));
}
