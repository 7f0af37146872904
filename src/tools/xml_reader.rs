//! Finds tool calls in XML in a model's text, for `callXml`, and writes their answers in XML.
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
//! This is the form of the dialect `xml_call`. JSON in a parameter is read as JSON, so a tag inside
//! one of its strings does not end the parameter. Text in comments is not read as calls.

use crate::list::error::TodoError;
use crate::list::note::note;
use crate::list::option_table::{self, Word};
use crate::text::clean::clean;
use crate::text::content::{eq_lenient, trim};
use crate::text::escape::{escape_attribute, escape_text};
use crate::text::excerpt::truncate_line;
use crate::text::message::FormatArg::Text;
use crate::text::message::{excerpt, fill};
use crate::text::reasoning::without_reasoning;
use crate::text::scan::Scanner;
use crate::tools::ask_user;
use crate::tools::call::{AnswerText, Call};
pub use crate::tools::xml_elements::ToolCall;
use crate::tools::xml_elements::{CALL, CallReader, TOOL};

/// The maximum length of a tool's name in an answer, in characters.
const MAX_NAME_LENGTH: usize = 40;

/// How to treat ambiguous calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallOptions {
    /// Whether calls in Markdown code are examples. Otherwise they run, because many models put
    /// every call there.
    pub skips_code: bool,
    /// Whether calls of other tools are left to the host. Otherwise they are answered with an
    /// error.
    pub ignores_other_tools: bool,
    /// Whether the model also has the tool `ask_user`.
    pub asks: bool,
}

impl CallOptions {
    /// Reads the options from a JSON object. Absent options keep their defaults.
    ///
    /// # Errors
    /// `invalid_argument` for an unknown key or an ill-typed value.
    pub fn from_json(text: &str) -> Result<Self, TodoError> {
        let mut options = Self::default();
        option_table::read(
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
    /// Returns every call in a model's text, in order. Its reasoning, and text inside a call, in a
    /// repeated answer of a tool, or in a line that begins with `>` is not searched. Calls in code
    /// are examples if there is a call outside of it. If a call cannot be parsed, its end is
    /// unknown: it is refused, and it is the last one.
    pub fn find_all(text: &str, options: CallOptions) -> Vec<Self> {
        Self::find_in(&without_reasoning(text), options)
    }

    /// Returns every call in a text without reasoning.
    fn find_in(text: &str, options: CallOptions) -> Vec<Self> {
        let message = trim(text);
        if message.starts_with("<tool_name>")
            && message.ends_with("</parameters>")
            && !CallReader::new(message).has_call()
        {
            let whole = fill("<tool_call>{}</tool_call>", &[Text(message)]);
            let mut calls = Self::find_in(&whole, options);
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
            has_plain_call: false,
            calls: Vec::new(),
        }
        .find_all()
    }

    /// Returns the call, or the reason why it cannot be run. `asks` is whether the model has the
    /// tool `ask_user`.
    pub(crate) fn read(&self, asks: bool) -> Result<Call<'_>, TodoError> {
        let Self { name, arguments, .. } = self;
        let tool = if asks && eq_lenient(name, ask_user::NAME) { ask_user::NAME } else { TOOL };
        let there_is = match asks {
            true => "there is no tool {} here: there are todo and ask_user",
            false => "there is no tool {} here: the only one is todo",
        };
        match arguments {
            Ok(arguments) if eq_lenient(name, tool) => Ok(Call { tool, arguments }),
            Ok(_) => Err(TodoError::invalid(there_is, &[excerpt(name)])),
            Err(error) => Err(error.clone()),
        }
    }
}

/// Returns the answer to a call in XML. Its text is for the next user message: `<tool_result
/// name="todo" status="success">…</tool_result>`.
pub(crate) fn in_xml(name: &str, ok: bool, answer: AnswerText) -> AnswerText {
    let mut text = String::from("<tool_result name=\"");
    escape_attribute(&mut text, &truncate_line(name, MAX_NAME_LENGTH));
    text.push_str("\" status=\"");
    text.push_str(if ok { "success" } else { "error" });
    text.push_str("\">");
    let cleaned = clean(&answer.text);
    escape_text(&mut text, cleaned.as_ref().map_or(&answer.text, |(cleaned, _)| cleaned));
    text.push_str("</tool_result>");
    AnswerText { text, ..answer }
}

/// Searches a text for calls.
struct Finder<'a> {
    text: &'a str,
    options: CallOptions,
    reader: CallReader<'a>,
    line: Line<'a>,
    /// The character and the length of the code fence around the current place.
    fence: Option<(u8, usize)>,
    /// How many repeated answers of tools are around the current place.
    echoes: usize,
    /// Where the first call inside them begins.
    echoed: Option<Scanner<'a>>,
    /// Whether there is a call outside of code, also one of another tool.
    has_plain_call: bool,
    /// The calls, each with whether it is in code.
    calls: Vec<(bool, ToolCall)>,
}

impl<'a> Finder<'a> {
    fn find_all(mut self) -> Vec<ToolCall> {
        let mut is_over = false;
        while !is_over {
            self.reader.scanner.skip_while(|b| !matches!(b, b'<' | b'`' | b'~'));
            if self.reader.scanner.is_at_end() {
                break;
            }
            match self.reader.scanner.peek() {
                b'<' => is_over = self.is_over_after_tag(),
                mark => self.fence(mark),
            }
        }
        let has_plain_call = self.has_plain_call;
        let calls =
            self.calls.into_iter().filter(|(is_in_code, _)| !(*is_in_code && has_plain_call));
        let mut calls: Vec<ToolCall> = calls.map(|(_, call)| call).collect();
        if let Some(scanner) = self.echoed.filter(|_| !is_over) {
            self.reader.scanner = scanner;
            calls.push(self.reader.refused_echo());
        }
        calls
    }

    /// Skips characters that may begin or end a code fence.
    fn fence(&mut self, mark: u8) {
        let length = self.reader.scanner.take_while(|b| b == mark).len();
        self.fence = match self.fence {
            fence if self.echoes > 0 => fence,
            None if length >= 3 => Some((mark, length)),
            Some((open, least)) if open == mark && length >= least => None,
            fence => fence,
        };
    }

    /// Skips a tag or a comment, or reads the call that begins there. Returns whether the search is
    /// over.
    fn is_over_after_tag(&mut self) -> bool {
        let scanner = self.reader.scanner;
        let before = self.text.get(..scanner.at()).unwrap_or_default();
        // Within inline code, but not at a fence.
        let is_quoted = before.ends_with('`') && !before.ends_with("```");
        if self.options.skips_code && self.fence.is_some() {
            self.reader.scanner.next();
        } else if let Some(name) = self.reader.take_tag("</") {
            if is_echo(name) {
                self.echoes = self.echoes.saturating_sub(1);
                self.echoed = self.echoed.filter(|_| self.echoes > 0);
            }
        } else if let Some(name) = self.reader.take_tag("<") {
            // A tag in backticks is only mentioned.
            let is_mention = is_quoted && self.reader.scanner.peek() == b'`';
            if is_echo(name) && !is_mention {
                self.echoes += 1;
            } else if eq_lenient(name, CALL) && !is_mention && !self.line.is_quoted_at(scanner.at())
            {
                if self.echoes == 0 {
                    return self.is_over_after_call(is_quoted);
                }
                self.echoed = self.echoed.or(Some(scanner));
            }
        } else if !self.reader.skip_comment() {
            self.reader.scanner.next();
        }
        false
    }

    /// Reads a call, starting after its opening tag. Returns whether the search is over.
    fn is_over_after_call(&mut self, is_quoted: bool) -> bool {
        let begin = self.reader.scanner;
        let call = self.reader.read_call();
        let is_example = self.options.skips_code && is_quoted;
        let is_ours = eq_lenient(&call.name, TOOL)
            || self.options.asks && eq_lenient(&call.name, ask_user::NAME);
        let is_others = self.options.ignores_other_tools && !call.name.is_empty() && !is_ours;
        let is_left = is_example || is_others;
        let is_broken = core::mem::take(&mut self.reader.is_broken);
        let is_in_code = is_quoted || self.fence.is_some();
        if is_broken && is_in_code && self.reader.scanner.peek() == b'`' {
            return false;
        }
        self.has_plain_call |= !is_in_code;
        // A broken call of another tool is left to the host, unless it hides further calls.
        if !is_left || is_broken && CallReader::new(begin.rest()).has_call() {
            self.calls.push((is_in_code, call));
        }
        is_broken
    }
}

/// Returns whether the element contains the answer of a tool.
fn is_echo(name: &str) -> bool {
    ["tool_result", "tool_response", "browser_state"].iter().any(|echo| eq_lenient(name, echo))
}

/// The current line of a text, up to the current place. Each byte is read once.
struct Line<'a> {
    text: &'a str,
    at: usize,
    is_quoted: bool,
}

impl Line<'_> {
    /// Returns whether the line at a later place is a quotation in Markdown.
    fn is_quoted_at(&mut self, offset: usize) -> bool {
        let since = self.text.get(self.at..offset).unwrap_or_default();
        let begun = since.rsplit_once('\n').map(|(_, line)| line);
        if let Some(line) = begun.or(Some(since).filter(|_| self.at == 0)) {
            self.is_quoted = line.trim_start_matches(' ').starts_with('>');
        }
        self.at = offset;
        self.is_quoted
    }
}

#[cfg(test)]
mod tests;
