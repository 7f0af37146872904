//! Dialects: the todo tools that models already know, over one store.
//!
//! A dialect translates calls of its tools into requests to the store, and results into answers. To
//! add one, add its folder, and a line here (`.github/ADDING.md`).

use tsify::Tsify;

use crate::change::command::{Command, CommandResult};
use crate::change::rewrite::check_ids;
use crate::forms::id_map::{IdMap, IdScheme};
use crate::forms::item_schema::{Audience, STATUSES, StatusNames};
use crate::list::error::TodoError;
use crate::list::note::{Note, NoteKind, Notes, note};
use crate::list::option_table::known_meaning;
use crate::list::store::TodoStore;
use crate::text::hash_index::{HashIndex, hash};
use crate::text::json::{Writer, texts_of};
use crate::text::message::FormatArg::Text;
use crate::text::message::{count, excerpt, fill};
use crate::text::scan::Scanner;
use crate::text::string_enum::string_enum;
use crate::tools::answers::{Answer, with_notes, wrap};
use crate::tools::arguments::Arguments;
use crate::tools::call::{
    AnswerText, AppliedCall, Call, CallError, CallState, CarryOut, read_alone,
};
use crate::tools::dialect_spec::{ASKS, DialectSpec, ListDetail};
use crate::tools::limit_texts::with_limit;
use crate::tools::requests;

/// Lists the dialects with their modules, variants, names and descriptions.
macro_rules! dialects {
    ($($module:ident $Variant:ident $name:literal $about:literal)*) => {
        string_enum! {
            /// The name of a dialect: the vocabulary of one todo tool.
            #[derive(Tsify)]
            #[tsify(type_suffix = "Name")]
            pub enum Dialect {
                $(
                    #[doc = $about]
                    $Variant = $name,
                )*
            }
        }

        $(
            mod $module;
        )*

        impl Dialect {
            /// Returns what is known of it.
            pub(crate) const fn spec(self) -> &'static DialectSpec {
                match self {
                    $(
                        Self::$Variant => &$module::SPEC,
                    )*
                }
            }
        }
    };
}

// If two dialects have a tool of the same name, the more usual one is first.
dialects! {
    todo_manager TodoManager "todo_manager" "Numbered todos, one action per call. The default."
    merge Merge "merge" "`todo`, which replaces the list or merges into it."
    xml_call XmlCall "xml_call" "`todo`, read and write, called in XML within text."
    todo_write TodoWrite "TodoWrite" "Claude's tool."
    update_plan UpdatePlan "update_plan" "Codex's tool."
    write_todos WriteTodos "write_todos" "Gemini CLI's tool."
    langchain Langchain "langchain" "The `write_todos` of LangChain and Deep Agents."
    manage_todo_list ManageTodoList "manage_todo_list" "VS Code's tool."
    update_todo_list UpdateTodoList "update_todo_list" "Roo Code's tool: a checklist in Markdown."
    cursor_todo_write CursorTodoWrite "todo_write" "Cursor's tool."
    task Task "Task" "Claude's later tools, one todo at a time: `TaskCreate`, `TaskUpdate`, `TaskList`, `TaskGet`."
    task_write TaskWrite "task_write" "Mastra's tools: `task_write`, `task_update`, `task_complete`, `task_check`."
    todowrite Todowrite "todowrite" "opencode's tools: `todowrite`, `todoread`."
    qwen Qwen "qwen" "Qwen Code's `todo_write`."
    task_tracker TaskTracker "task_tracker" "OpenHands' tool."
    set_todo_list SetTodoList "SetTodoList" "Kimi's tool."
    kiro Kiro "kiro" "The `todo_list` of Kiro's command line, one command per call."
    todos Todos "todos" "Crush's tool."
    goose Goose "goose" "goose's `todo_write`: one text in Markdown."
    snapshot Snapshot "snapshot" "`todo_read` and `todo_write`, a list of strings."
    rpiv Rpiv "rpiv" "The `todo` of rpiv-todo, an extension of pi: one action per call."
    pi Pi "pi" "The `todo` of pi's own example, which toggles a todo: done or not."
    agent_framework AgentFramework "agent_framework" "The tools of Microsoft's Agent Framework: `todos_add`, `todos_complete`, `todos_remove`, `todos_get_remaining`, `todos_get_all`."
    lobehub Lobehub "lobehub" "LobeHub's todos: `createTodos`, and `updateTodos` with a list of operations."
    zed Zed "zed" "The `update_plan` of Zed's agent."
    chrome_plan ChromePlan "chrome_plan" "The `update_plan` of Claude in Chrome: steps and sites, which the user approves."
}

impl Dialect {
    /// The dialect of tools without another one.
    pub const DEFAULT: Self = Self::TodoManager;
    /// The dialect whose calls are XML in a text.
    pub const XML: Self = Self::XmlCall;

    /// Finds a dialect by its name, as in `tools(store, name)`.
    ///
    /// # Errors
    /// `invalid_argument`, listing the names.
    pub fn from_name(name: &str) -> Result<Self, TodoError> {
        known_meaning("dialect", name, &Self::NAMES)
    }

    /// Returns the tools, in the order of the docs, as JSON text: an array of objects with name,
    /// description and inputSchema. `max_doing` is how many todos may be in progress at once.
    pub fn tools(self, max_doing: usize) -> String {
        with_limit(self.spec().tools, max_doing)
    }

    /// Returns the names of the tools, in the order of [`Dialect::tools`].
    pub fn tool_names(self) -> impl Iterator<Item = &'static str> {
        texts_of(self.spec().tools, "name")
    }

    /// Returns the descriptions in the schemas of the tools. Each is a sentence that ends with a
    /// full stop.
    fn descriptions(self) -> impl Iterator<Item = &'static str> {
        texts_of(self.spec().tools, "description")
    }

    /// Writes the answer to a call. `asks` is whether the call was one of `ask_user`.
    pub(crate) fn write_answer(
        self,
        state: &CallState,
        id_map: IdMap<'_>,
        asks: bool,
    ) -> AnswerText {
        let spec = self.spec();
        let applied = state.applied();
        let error = state.result.as_ref().err().map(|error| &error.error);
        let result = applied.map_or(&CommandResult::Shown, |applied| &applied.result);
        let is_read = matches!(result, CommandResult::Shown);
        let template = match error {
            Some(_) if asks => "$error",
            Some(_) => spec.on_error,
            None if asks => "$waits",
            None if matches!(result, CommandResult::Rewritten(_)) => spec.on_write,
            None => match applied.map_or("", |applied| applied.answer) {
                "" if id_map.store.list().is_empty() && !spec.on_empty.is_empty() => spec.on_empty,
                "" if is_read => spec.on_read,
                "" => spec.on_write,
                answer => answer,
            },
        };
        let text = Answer {
            spec,
            store: id_map.store,
            result: error.map_or(Ok(result), Err),
            is_as_asked: !is_read && applied.is_some_and(|applied| applied.is_as_asked),
            is_asked: state.is_asked,
            waits_for_approval: self.waits_for_approval(id_map.store),
            id_map,
        }
        .fill(template);
        if spec.wraps && !asks {
            let wrapped = wrap(error.is_none(), &text, &state.notes);
            return AnswerText { text: wrapped, bare: Some(text) };
        }
        let text = with_notes(text, template.starts_with('{'), &state.notes);
        AnswerText { text, bare: error.map(|error| error.message().to_owned()) }
    }

    /// Returns the todos in the form of the original tool, as JSON text.
    pub fn todos(self, store: &TodoStore) -> String {
        let mut json = Writer::default();
        self.spec().listed().write_items(&mut json, store.list(), &|_| true, Audience::Program);
        json.finish()
    }

    /// Returns what the answer to a successful call shows of the list, or `None` if it shows
    /// nothing.
    pub(crate) fn shows(self, result: &CommandResult) -> Option<ListDetail> {
        let shows = self.spec().shows;
        Some(shows)
            .filter(|_| shows != ListDetail::OnRequest || matches!(result, CommandResult::Shown))
    }

    /// Returns the JSON type of the ids of todos.
    pub(crate) const fn id_type(self) -> &'static str {
        match self.ids() {
            IdScheme::Numbers if self.spec().listed().has_number_ids => "integer",
            IdScheme::Names | IdScheme::Numbers => "string",
            IdScheme::Positions(_) => "integer",
        }
    }

    /// Returns what the ids of todos are in this dialect.
    pub(crate) const fn ids(self) -> IdScheme {
        self.spec().ids
    }

    /// Returns the tool that writes the list.
    pub(crate) fn writer(self) -> &'static str {
        let DialectSpec { word, actions, .. } = self.spec();
        let writes = actions.iter().find(|action| word.is_none() && action.act.takes_items());
        let tool = writes.and_then(|action| action.words.first()).copied();
        tool.or_else(|| self.tool_names().next()).unwrap_or_default()
    }

    /// Returns the words for the statuses, or `None` if they are ours.
    pub(crate) const fn statuses(self) -> Option<&'static StatusNames> {
        self.spec().schema.statuses
    }

    /// Returns whether a model of this dialect has to wait until a person has approved the plan.
    pub(crate) fn waits_for_approval(self, store: &TodoStore) -> bool {
        self.spec().sites.is_some() && store.awaits_approval()
    }

    /// Returns the way of this dialect to give up a todo. `keeps_open` is whether an open todo that
    /// a list omits stays.
    pub(crate) fn give_up_hint(self, keeps_open: bool) -> &'static str {
        let give_up_hint = self.spec().give_up_hint;
        match self.has_word_for_skipped() {
            true => "set its status to cancelled",
            false => give_up_hint.unwrap_or(if keeps_open { ASKS } else { "leave it out" }),
        }
    }

    /// Returns whether a model that abandons a todo marks it as skipped, so that it stays on the
    /// list.
    pub fn skips(self) -> bool {
        self.spec().skips || self.has_word_for_skipped()
    }

    fn has_word_for_skipped(self) -> bool {
        let words = self.spec().schema.statuses;
        words.is_some_and(|words| words.skipped == STATUSES.skipped)
    }

    /// Checks a call for errors that do not depend on the list.
    ///
    /// # Errors
    /// `invalid_argument` and `empty_content`, with a message for the model.
    pub fn check(self, call: &Call<'_>) -> Result<(), TodoError> {
        read_alone(&|run| {
            let mut check = |request: Command<'_>, notes: &mut Notes| {
                if let Command::Rewrite { items, schema, .. } = &request {
                    check_ids(items, schema)?;
                }
                run(request, notes)
            };
            self.read(call, &mut Notes::new(), &mut check)
        })
    }

    /// Reads the arguments of a call and passes the request to `run`.
    ///
    /// # Errors
    /// `invalid_argument` with a message for the model, and the errors of `run`.
    pub(crate) fn read(
        self,
        call: &Call<'_>,
        notes: &mut Notes,
        run: &mut CarryOut<'_>,
    ) -> Result<AppliedCall, CallError> {
        let spec = self.spec();
        let list = if spec.takes_bare_list { spec.schema.list } else { "" };
        if self.tool_names().all(|name| name != call.tool) && !spec.answers.contains(&call.tool) {
            let parts = [excerpt(call.tool), Text(self.as_str())];
            return Err(TodoError::invalid("there is no tool {} among those of {}", &parts).into());
        }
        Arguments::read(call.arguments, list, notes, |arguments| {
            let (request, action) = requests::read(spec, call.tool, arguments)?;
            request.check_is_meant(&|| self.descriptions().collect())?;
            arguments.finish();
            let applied = run(request, arguments.notes)?;
            Ok(AppliedCall { answer: action.answer, ..applied })
        })
    }
}

/// Joins the notes that say the same of several items: "extra key id ignored in 8 items".
pub(crate) fn join_equal(notes: &mut Notes) {
    let repairs = HashIndex::of_texts(notes.len(), &|index| repair_of(&notes.get(index)?.text));
    let first_like = |repair: &str| {
        let mut is_same =
            |index: usize| notes.get(index).and_then(|note| repair_of(&note.text)) == Some(repair);
        repairs.find(hash(repair), &mut is_same)
    };
    let firsts: Vec<_> = notes.iter().map(|note| first_like(repair_of(&note.text)?)).collect();
    let mut counts = vec![0_usize; notes.len()];
    for first in firsts.iter().flatten() {
        if let Some(count) = counts.get_mut(*first) {
            *count += 1;
        }
    }
    let mut joined = Notes::new();
    for (index, (said, first)) in core::mem::take(notes).into_iter().zip(firsts).enumerate() {
        let items = first.and_then(|first| counts.get(first)).copied().unwrap_or_default();
        match repair_of(&said.text) {
            Some(repair) if items > 1 => {
                if first == Some(index) {
                    note(&mut joined, "{} in {} items", &[Text(repair), count(items)]);
                }
            }
            Some(_) | None => joined.push(said),
        }
    }
    *notes = joined;
}

/// Returns the repair of a note about an item: "extra key id ignored" of "item 3: extra key id
/// ignored".
fn repair_of(text: &str) -> Option<&str> {
    let mut scanner = Scanner::new(text);
    scanner.eat("item ").then_some(())?;
    scanner.skip_while(|b| b.is_ascii_digit());
    scanner.eat(": ").then(|| scanner.rest())
}

/// Limits the number of notes, so that a call with a thousand mistakes does not get a thousand
/// notes.
pub(crate) fn shorten(notes: &mut Notes, ok: bool) {
    let most = if ok { 300 } else { 10 };
    if let Some(more) = notes.len().checked_sub(most).filter(|more| *more > 0) {
        notes.truncate(most);
        let text = fill("and {} repairs more", &[count(more)]);
        notes.push(Note::new(NoteKind::More, &[], text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::json::{Document, Value};

    /// Collects the descriptions anywhere in a value.
    fn collect(value: Value<'_>, found: &mut Vec<String>) {
        for (key, value) in value.fields() {
            found.extend(value.as_string().filter(|_| key == "description").map(Into::into));
            collect(value, found);
        }
        value.parts().filter(|_| value.is_array()).for_each(|part| collect(part, found));
    }

    #[test]
    fn each_description_ends_with_a_full_stop() {
        for dialect in Dialect::ALL {
            let tools = Document::read(dialect.spec().tools).unwrap();
            let mut found = Vec::new();
            collect(tools.root(), &mut found);
            assert!(!found.is_empty(), "{dialect:?}");
            assert!(found.iter().all(|text| text.ends_with('.')), "{dialect:?}: {found:?}");
        }
    }

    #[test]
    fn from_name_reads_each_name_and_an_error_lists_all() {
        let error = Dialect::from_name("sticky notes").unwrap_err();
        for dialect in &Dialect::ALL {
            assert_eq!(Dialect::from_name(dialect.as_str()), Ok(*dialect));
            assert_eq!(Dialect::ALL.get(*dialect as usize), Some(dialect));
            assert!(error.message().contains(dialect.as_str()));
        }
    }
}
