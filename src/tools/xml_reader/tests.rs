use super::*;

const READ: &str = "<tool_call><tool_name>todo</tool_name><action>read</action></tool_call>";

fn find(text: &str) -> Vec<ToolCall> {
    ToolCall::find_all(text, CallOptions::default())
}

/// What the only call of a text holds.
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

fn error(text: &str) -> String {
    let outcome = only(text).run(&mut TodoStore::default());
    assert!(!outcome.ok && !outcome.changed, "{text}");
    outcome.text
}

#[test]
fn reads_the_form_of_the_seed() {
    let call = only(
        "First the plan.\n<tool_call>\n<tool_name>todo</tool_name>\n<parameters>\n<action>write</action>\n<todos>[\n  \
             {\"id\": \"1\", \"content\": \"a\", \"status\": \"pending\", \"priority\": \"high\"}\n]</todos>\n\
             </parameters>\n</tool_call>\nThen go.",
    );
    assert_eq!((call.name.as_str(), call.notes.len()), ("todo", 0));
    let mut store = TodoStore::default();
    let outcome = call.run(&mut store);
    assert!(outcome.ok && outcome.changed && outcome.notes.is_empty());
    assert_eq!(
        outcome.text,
        "<tool_result name=\"todo\" status=\"success\">{\"message\":\"Todos: 1 in all, 0 done, \
             0 in progress, 1 to do\",\"count\":1}</tool_result>"
    );
    assert_eq!(
        only(READ).run(&mut store).text,
        "<tool_result name=\"todo\" status=\"success\">{\"todos\":[{\"id\":\"1\",\"content\":\"a\",\
             \"status\":\"pending\",\"priority\":\"high\"}],\"count\":1}</tool_result>"
    );
}

#[test]
fn parameters_are_json_or_text() {
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
        // Tags in its strings end nothing, entities stand for characters, quotes included.
        ("<a>[\"</a></tool_call><tool_call>\"]</a>", r#"{"a":["</a></tool_call><tool_call>"]}"#),
        ("<a>[\"&lt;b&gt; &amp;lt; &quot;\\n&#92;\"]</a>", r#"{"a":["<b> &lt; \"\n\\"]}"#),
        ("<a>[&quot;b&quot;]</a>", r#"{"a":["b"]}"#),
        ("<a>x &lt; &#65;&#x42;&#X43; &apos;</a>", r#"{"a":"x < ABC '"}"#),
        // What is no entity is itself.
        (
            "<a>& &; &nbsp; &#; &#x; &#xD800; &#99999999999; &lt</a>",
            r#"{"a":"& &; &nbsp; &#; &#x; &#xD800; &#99999999999; &lt"}"#,
        ),
        // CDATA is taken as it is.
        ("<a><![CDATA[[\"</a> &lt;\"]]]></a>", r#"{"a":["</a> &lt;"]}"#),
        ("<a> <![CDATA[ x < y ]]>\n</a>", r#"{"a":"x < y"}"#),
        ("<a><![CDATA[x</a>", r#"{"a":"<![CDATA[x"}"#),
        // So is what is no tag of ours.
        ("<a>1 < 2 <b>c</b></a>", r#"{"a":"1 < 2 <b>c</b>"}"#),
        ("<a>[1] and more</a>", r#"{"a":"[1] and more"}"#),
        ("<!-- <a>1</a> --><b x=\"1\">2</b ><!----><c>3</C>", r#"{"b":"2","c":"3"}"#),
    ] {
        assert_eq!(arguments(parameters), json, "{parameters}");
    }
}

#[test]
fn case_counts_in_no_tag() {
    let call = only(
        "<Tool_Call><TOOL_NAME> todo </tool_name><Parameters><Action>read</ACTION></parameters></TOOL-CALL>",
    );
    assert_eq!(
        (call.name.as_str(), call.arguments.as_deref()),
        ("todo", Ok(r#"{"action":"read"}"#))
    );
    assert_eq!(call.notes, ["Action: read as action"]);
    // Nor in the name of the tool.
    let call = only("<tool_call><tool_name>TODO</tool_name><action>read</action></tool_call>");
    assert!(call.run(&mut TodoStore::default()).ok);
}

#[test]
fn reads_calls_in_json() {
    for key in ["arguments", "parameters"] {
        let text = fill(
            "<tool_call>\n{\"name\": \"todo\", \"{}\": {\"action\": \"read\"}}\n</tool_call>",
            &[Text(key)],
        );
        let call = only(&text);
        assert_eq!(call.notes, ["tool_call: JSON read as its name and parameters"]);
        assert_eq!(
            (call.name.as_str(), call.arguments.as_deref()),
            ("todo", Ok(r#"{"action":"read"}"#))
        );
    }
    let call =
        only("<tool_call>{\"name\":\"todo\",\"arguments\":{\"a\":\"</tool_call>\"}}</tool_call>");
    assert_eq!(call.arguments.as_deref(), Ok(r#"{"a":"</tool_call>"}"#));
    assert!(error("<tool_call>{\"name\":\"todo\"</tool_call>").contains("is not closed"));
}

#[test]
fn a_comment_holds_no_call() {
    for (text, count) in [
        (fill("<!-- {} -->", &[Text(READ)]), 0),
        (fill("<!-- {} --> {} <!-- {} -->", &[Text(READ); 3]), 1),
        // Without an end it is no comment.
        (fill("<!-- {}", &[Text(READ)]), 1),
        (fill("{} -->", &[Text(READ)]), 1),
    ] {
        assert_eq!(find(&text).len(), count, "{text}");
    }
}

#[test]
fn code_is_run_or_skipped() {
    let skips = CallOptions { skips_code: true, ..CallOptions::default() };
    let once = &[Text(READ)];
    for (text, run, skipped) in [
        (fill("```xml\n{}\n```", once), 1, 0),
        (fill("```\n{}\n{}\n```\n{}", &[Text(READ); 3]), 3, 1),
        (fill("Say `{}` for that.", once), 1, 0),
        (fill("Say ` {}` for that.", once), 1, 1),
        (fill("`x` {}", once), 1, 1),
        (fill("```xml\n{}", once), 1, 0),
        ("The tag is `<tool_call>`, ended by `</tool_call>`.".into(), 0, 0),
        ("`<tool_call><tool_name>todo</tool_name>` and so on".into(), 0, 0),
    ] {
        assert_eq!(find(&text).len(), run, "{text}");
        assert_eq!(ToolCall::find_all(&text, skips).len(), skipped, "{text}");
    }
}

#[test]
fn other_tools_are_refused_or_left_alone() {
    let text = fill(
        "<tool_call><tool_name>search</tool_name><q>tea</q></tool_call>{}<tool_call><tool_name>search</tool_name>",
        &[Text(READ)],
    );
    let calls = find(&text);
    assert_eq!(calls.len(), 3);
    let outcome = calls[0].run(&mut TodoStore::default());
    assert_eq!(
        outcome.text,
        "<tool_result name=\"search\" status=\"error\">{\"error\":\"there is no tool \\\"search\\\" here: the only one is todo\"}</tool_result>"
    );
    let ignores = CallOptions { ignores_other_tools: true, ..CallOptions::default() };
    let calls = ToolCall::find_all(&text, ignores);
    assert_eq!(calls.len(), 1);
    assert_eq!(calls[0].name, "todo");
    // One without a name may be ours.
    assert_eq!(ToolCall::find_all("<tool_call></tool_call>", ignores).len(), 1);
}

#[test]
fn a_call_that_is_not_whole_is_refused() {
    for (text, says) in [
        ("<tool_call></tool_call>", "has no name"),
        ("<tool_call><tool_name></tool_name></tool_call>", "has no name"),
        ("<tool_call name=\"todo\"><action>read</action></tool_call>", "has no name"),
        ("<tool_call>", "expected &lt;/tool_call&gt; before \\\"\\\""),
        ("<tool_call>read</tool_call>", "expected &lt;/tool_call&gt; before \\\"read"),
        (
            "<tool_call><tool_name>todo</tool_name><action>read</action>",
            "expected &lt;/tool_call&gt;",
        ),
        ("<tool_call><tool_name>todo</tool_name><action>write", "expected &lt;/action&gt;"),
        ("<tool_call><tool_name>todo</tool_name><todos>[{\"id\":\"1\"", "expected &lt;/todos&gt;"),
        // Cut off after what only looks like its end, its list is not JSON.
        (
            "<tool_call><tool_name>todo</tool_name><action>write</action><todos>[\"a</todos></tool_call>\"]",
            "are not JSON",
        ),
        (
            "<tool_call><tool_name>todo</tool_name><action>read</tool_call>",
            "expected &lt;/action&gt;",
        ),
        (
            "<tool_call><tool_name>todo</tool_name></action></tool_call>",
            "expected &lt;/tool_call&gt;",
        ),
    ] {
        let answer = error(text);
        assert!(answer.contains(says), "{text}: {answer}");
        assert!(answer.contains("status=\"error\""));
    }
}

#[test]
fn what_follows_a_call_that_is_not_closed_is_refused_with_it() {
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
fn nothing_ends_a_result_early() {
    let text = "<tool_call><tool_name>\"&gt;&lt;/tool_result&gt;</tool_name><a>1</a></tool_call>";
    assert_eq!(
        error(text),
        "<tool_result name=\"&quot;&gt;&lt;/tool_result&gt;\" status=\"error\">{\"error\":\"there is no tool \
             \\\"'&gt;&lt;/tool_result&gt;\\\" here: the only one is todo\"}</tool_result>"
    );
}

#[test]
fn options_are_ours_or_an_error() {
    let options = CallOptions::from_json(r#"{"code":"skip","otherTools":"ignore"}"#).unwrap();
    assert_eq!(options, CallOptions { skips_code: true, ignores_other_tools: true });
    let usual = CallOptions::from_json(r#"{"code":"run","otherTools":"refuse"}"#).unwrap();
    assert_eq!((usual, CallOptions::from_json("{}").unwrap()), (CallOptions::default(), usual));
    for text in [
        "",
        "[]",
        "null",
        r#"{"code":true}"#,
        r#"{"Code":"run"}"#,
        r#"{"code":"run","x":1}"#,
        "{'code':'run'}",
    ] {
        assert!(CallOptions::from_json(text).is_err(), "{text}");
    }
}
