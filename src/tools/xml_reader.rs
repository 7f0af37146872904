//! Tool calls in XML: finds those in a model's text, for `callXml`, and answers in XML.
//!
//! ```xml
//! <tool_call>
//! <tool_name>todo</tool_name>
//! <parameters>
//! <action>write</action>
//! <todos>[{"id": "1", "content": "Open the shop", "status": "pending"}]</todos>
//! </parameters>
//! </tool_call>
//! ```
//!
//! That is the form of the dialect `xml_call`. JSON in a parameter is read as JSON, so no tag inside one
//! of its strings ends anything. What stands in a comment is no call.

use crate::list::error::TodoError;
use crate::list::settings::{self, Word};
use crate::list::store::TodoStore;
use crate::text::clean::clean;
use crate::text::content::{is_spelt_like, trim};
use crate::text::escape::{escape_attribute, escape_text};
use crate::text::excerpt::line;
use crate::text::message::Part::Text;
use crate::text::message::{Notes, excerpt, fill, note};
use crate::text::scan::Scanner;
use crate::tools::call::{Call, Outcome};
use crate::tools::dialects::Dialect;
pub use crate::tools::xml_elements::ToolCall;
use crate::tools::xml_elements::{CALL, CallReader, TOOL};

/// The most characters that an answer repeats of the name of a tool.
const MOST_OF_NAME: usize = 40;

/// What to do with calls of which one cannot be sure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallOptions {
    /// Calls in Markdown code are examples. Otherwise they run, as many models put every call there.
    pub skips_code: bool,
    /// Calls of other tools are left to the host. Otherwise they are answered with an error.
    pub ignores_other_tools: bool,
}

impl CallOptions {
    /// Reads options from a JSON object; what is absent keeps its default.
    ///
    /// # Errors
    /// `invalid_argument` for a key or value that is not one of ours.
    pub fn from_json(text: &str) -> Result<Self, TodoError> {
        let mut options = Self::default();
        settings::read(
            text,
            &mut [
                ("code", &mut Word(&mut options.skips_code, &[("run", false), ("skip", true)])),
                (
                    "otherTools",
                    &mut Word(
                        &mut options.ignores_other_tools,
                        &[("refuse", false), ("ignore", true)],
                    ),
                ),
            ],
        )?;
        Ok(options)
    }
}

impl ToolCall {
    /// Every call in a text, in order. What stands inside a call, in what a model repeats of a tool's answer,
    /// or in a line that begins with `>`, is text and no call. Where a call cannot be taken apart, nobody can
    /// tell what stands inside it and what after it: it is the last one, and refused.
    pub fn find_all(text: &str, options: CallOptions) -> Vec<Self> {
        let message = trim(text);
        if message.starts_with("<tool_name>")
            && message.ends_with("</parameters>")
            && !CallReader::new(message).has_call()
        {
            let whole = fill("<tool_call>{}</tool_call>", &[Text(message)]);
            let mut calls = Self::find_all(&whole, options);
            for call in &mut calls {
                note(&mut call.notes, "tool_call: missing around the call, read as there", &[]);
            }
            return calls;
        }
        Finder {
            text,
            options,
            reader: CallReader::new(text),
            line: Line { text, at: 0, is_quoted: false },
            fence: None,
            echoes: 0,
            echoed: None,
            calls: Vec::new(),
        }
        .find_all()
    }

    /// Runs the call, or says why it cannot be. The outcome's text is for the next user message:
    /// `<tool_result name="todo" status="success">…</tool_result>`.
    pub fn run(&self, store: &mut TodoStore) -> Outcome {
        self.run_by(&mut |call, notes| Dialect::XmlCall.run(store, call, notes))
    }

    /// As [`ToolCall::run`], by what runs a call of the tool.
    pub(crate) fn run_by(
        &self,
        run: &mut dyn FnMut(Result<&Call<'_>, TodoError>, Notes) -> Outcome,
    ) -> Outcome {
        let Self { name, arguments, notes } = self;
        let arguments = match arguments {
            Ok(arguments) if is_spelt_like(name, TOOL) => Ok(arguments),
            Ok(_) => Err(TodoError::invalid(
                "there is no tool {} here: the only one is todo",
                &[excerpt(name)],
            )),
            Err(error) => Err(error.clone()),
        };
        let outcome = match arguments {
            Ok(arguments) => run(Ok(&Call { tool: TOOL, arguments }), notes.clone()),
            Err(error) => run(Err(error), notes.clone()),
        };
        let mut text = String::from("<tool_result name=\"");
        let name = line(name, MOST_OF_NAME);
        escape_attribute(&mut text, &name);
        text.push_str("\" status=\"");
        text.push_str(if outcome.ok { "success" } else { "error" });
        text.push_str("\">");
        let answer = clean(&outcome.text);
        escape_text(&mut text, answer.as_ref().map_or(&outcome.text, |(answer, _)| answer));
        text.push_str("</tool_result>");
        Outcome { text, ..outcome }
    }
}

/// Goes through a text and finds the calls in it.
struct Finder<'a> {
    text: &'a str,
    options: CallOptions,
    reader: CallReader<'a>,
    line: Line<'a>,
    /// The mark of the fence of code that this is inside of, and how many of them it has.
    fence: Option<(u8, usize)>,
    /// How many answers of tools this is inside of.
    echoes: usize,
    /// Where the first call inside them begins.
    echoed: Option<Scanner<'a>>,
    calls: Vec<ToolCall>,
}

impl<'a> Finder<'a> {
    fn find_all(mut self) -> Vec<ToolCall> {
        loop {
            self.reader.scanner.skip_while(|b| !matches!(b, b'<' | b'`' | b'~'));
            if self.reader.scanner.is_at_end() {
                break;
            }
            match self.reader.scanner.peek() {
                b'<' if self.is_over_after_tag() => return self.calls,
                b'<' => {}
                mark => self.fence(mark),
            }
        }
        if let Some(place) = self.echoed {
            self.reader.scanner = place;
            self.calls.push(self.reader.refused_echo());
        }
        self.calls
    }

    /// Goes past marks of Markdown, which may begin or end a fence of code.
    fn fence(&mut self, mark: u8) {
        let length = self.reader.scanner.take_while(|b| b == mark).len();
        self.fence = match self.fence {
            fence if self.echoes > 0 => fence,
            None if length >= 3 => Some((mark, length)),
            Some((open, least)) if open == mark && length >= least => None,
            fence => fence,
        };
    }

    /// Goes past a tag or a comment, or the call that begins with it. Returns whether nothing is to be looked for
    /// after it.
    fn is_over_after_tag(&mut self) -> bool {
        let place = self.reader.scanner;
        let before = self.text.get(..place.at()).unwrap_or_default();
        // In quotes, and not at a fence.
        let is_quoted = before.ends_with('`') && !before.ends_with("```");
        if self.options.skips_code && self.fence.is_some() {
            self.reader.scanner.next();
        } else if let Some(name) = self.reader.tag("</") {
            if is_echo(name) {
                self.echoes = self.echoes.saturating_sub(1);
                self.echoed = self.echoed.filter(|_| self.echoes > 0);
            }
        } else if let Some(name) = self.reader.tag("<") {
            // The mere mention of a tag.
            let is_mention = is_quoted && self.reader.scanner.peek() == b'`';
            if is_echo(name) && !is_mention {
                self.echoes = self.echoes.saturating_add(1);
            } else if is_spelt_like(name, CALL)
                && !is_mention
                && !self.line.is_quoted_at(place.at())
            {
                if self.echoes == 0 {
                    return self.is_over_after_call(is_quoted);
                }
                self.echoed = self.echoed.or(Some(place));
            }
        } else if !self.reader.skip_comment() {
            self.reader.scanner.next();
        }
        false
    }

    /// Reads a call from after its first tag on. Returns whether nothing is to be looked for after it.
    fn is_over_after_call(&mut self, is_quoted: bool) -> bool {
        let begin = self.reader.scanner;
        let call = self.reader.call();
        let is_example = self.options.skips_code && is_quoted;
        let is_others = self.options.ignores_other_tools
            && !call.name.is_empty()
            && !is_spelt_like(&call.name, TOOL);
        let is_left = is_example || is_others;
        let is_broken = core::mem::take(&mut self.reader.is_broken);
        let is_in_code = is_quoted || self.fence.is_some();
        if is_broken && is_in_code && self.reader.scanner.peek() == b'`' {
            return false;
        }
        // A broken one that is somebody else's is theirs to answer, unless it hides others.
        if !is_left || is_broken && CallReader::new(begin.rest()).has_call() {
            self.calls.push(call);
        }
        is_broken
    }
}

/// Whether an element holds what a tool answered.
fn is_echo(name: &str) -> bool {
    ["tool_result", "tool_response", "browser_state"].iter().any(|echo| is_spelt_like(name, echo))
}

/// The line of a text that is being read, to its end so far: each byte is looked at once.
struct Line<'a> {
    text: &'a str,
    at: usize,
    is_quoted: bool,
}

impl Line<'_> {
    /// Whether Markdown takes the line of a later place for a quotation.
    fn is_quoted_at(&mut self, place: usize) -> bool {
        let since = self.text.get(self.at..place).unwrap_or_default();
        let begun = since.rsplit_once('\n').map(|(_, line)| line);
        if let Some(line) = begun.or(Some(since).filter(|_| self.at == 0)) {
            self.is_quoted = line.trim_start_matches(' ').starts_with('>');
        }
        self.at = place;
        self.is_quoted
    }
}

#[cfg(test)]
mod tests {
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
            (
                "<a>[\"</a></tool_call><tool_call>\"]</a>",
                r#"{"a":["</a></tool_call><tool_call>"]}"#,
            ),
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
        let call = only(
            "<tool_call>{\"name\":\"todo\",\"arguments\":{\"a\":\"</tool_call>\"}}</tool_call>",
        );
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
            (
                "<tool_call><tool_name>todo</tool_name><todos>[{\"id\":\"1\"",
                "expected &lt;/todos&gt;",
            ),
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
        let text =
            "<tool_call><tool_name>\"&gt;&lt;/tool_result&gt;</tool_name><a>1</a></tool_call>";
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
}
