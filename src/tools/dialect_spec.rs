//! `DialectSpec`: the definition of a dialect. All of it is data.

use crate::forms::id_map::IdScheme;
use crate::forms::item_schema::{ItemSchema, PLAIN};
use crate::list::todo::StateKind;

/// How much of the list an answer shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListDetail {
    /// The whole list, if the call asks for it.
    OnRequest,
    /// The whole list, always.
    Always,
    /// The contents of all todos, always, but not their statuses.
    ContentsOnly,
}

/// How a dialect reads and answers calls.
pub(crate) struct DialectSpec {
    /// The tools, in the order of the docs, as JSON text: an array of objects with name,
    /// description and inputSchema.
    pub tools: &'static str,
    /// The tools that it answers although it does not offer them: its own by another name, or those
    /// of other versions of its program.
    pub answers: &'static [&'static str],
    /// What its calls name todos by.
    pub ids: IdScheme,
    /// The argument with the list, and the form of its items.
    pub schema: ItemSchema,
    /// The form in which its answers and programs show the items, if it is another one.
    pub listed: Option<&'static ItemSchema>,
    /// Whether a bare list is read as the argument with the list.
    pub takes_bare_list: bool,
    /// The argument whose word says what a call does, if its tool does not say it.
    pub word: Option<&'static str>,
    /// What its calls do. The first action of a call is the one of its word or tool, or else the
    /// one without words.
    pub actions: &'static [Action],
    /// Arguments that the list cannot store: they are about the list as a whole, or for the user,
    /// who sees the call.
    pub unstored: &'static [&'static str],
    /// The tool's way to give up a todo, if omitting or cancelling it is not the way.
    pub give_up_hint: Option<&'static str>,
    /// Whether that marks the todo as skipped. Tools with a word for "skipped" skip in any case.
    pub skips: bool,
    /// Whether `maxDoing` limits what its lists have in progress, because the specification of the
    /// tool does. For all other tools it is advice.
    pub limits_lists: bool,
    /// The argument with the sites of a plan that a person has to approve. Until then, the model
    /// waits.
    pub sites: Option<&'static str>,
    /// What its prompts say.
    pub prompt: &'static PromptParts,
    /// How much of the list its answers show.
    pub shows: ListDetail,
    /// Whether that list shows which todos are claimed, so that no note has to.
    pub shows_claims: bool,
    /// The template of the line of a todo in `$lines`.
    pub line: &'static str,
    /// The original tool's answer to a write, if the tool does not answer with the list.
    pub written: &'static str,
    /// The template of the answer to a call that reads the list.
    pub on_read: &'static str,
    /// The template of the answer to a call after which the list is empty, if it is another one
    /// and its action has none.
    pub on_empty: &'static str,
    /// The template of the answer to a call that writes it, if its action has none.
    pub on_write: &'static str,
    /// The template of the answer to a call that was refused.
    pub on_error: &'static str,
    /// Whether the tool puts an object around the answer: see [`crate::tools::answers::wrap`].
    pub wraps: bool,
}

impl DialectSpec {
    /// Returns the form in which its answers and programs show the items.
    pub const fn listed(&'static self) -> &'static ItemSchema {
        match self.listed {
            Some(listed) => listed,
            None => &self.schema,
        }
    }
}

/// What a call does.
#[derive(Debug)]
pub(crate) struct Action {
    /// Its words, or its tools. The first one is suggested to a model that uses an unknown word.
    pub words: &'static [&'static str],
    /// What else small models call it. A note says the right word.
    pub aliases: &'static [&'static str],
    /// The argument without which an action without words is not meant.
    pub when: Option<&'static str>,
    pub act: Act,
    /// The form of its items, if it is not the one of the dialect.
    pub schema: Option<&'static ItemSchema>,
    /// The template of the answer, if it is not the one of the dialect. A list of several todos is
    /// answered with the one of the dialect.
    pub answer: &'static str,
}

/// What a call does with the list.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Act {
    Show,
    /// Show the todo that an argument names.
    ShowOne(&'static str),
    /// Write the whole list.
    Whole,
    /// Write the whole list, or merge into it, as `merge` says.
    Merge,
    /// Write the whole list, of which each item starts over unless it has a status.
    Renew,
    /// Empty the list. If an argument does not say "all", only take what is settled off it.
    Clear(Option<&'static str>),
    /// Append todos, or insert them after the position in an argument.
    Add(Option<&'static str>),
    /// Change todos, in the items of the list or of one in the call itself.
    Change,
    /// Set todos to a state, with the text in an argument: evidence, a reason, or a question.
    /// Evidence may also be next to each id. A todo that is set to "todo" takes all after it along.
    Set(StateKind, IdArgument, &'static str),
    /// Complete the todo that an argument names, or reopen it if it is settled.
    Toggle(&'static str),
    StartNext,
    /// Add a todo with the details that the call has.
    Create,
    /// Change the details of the todo that an argument names.
    Update(&'static str),
    /// Remove todos.
    Remove(IdArgument),
    /// Carry out the calls in the list of an argument, in order. Another argument of each says
    /// which of the actions it is.
    Sequence(&'static str, &'static str, &'static [Action]),
}

/// The argument with the ids of the todos that an action is about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum IdArgument {
    /// The argument is one id.
    Id(&'static str),
    /// The argument is a list of one.
    One(&'static str),
    /// All in an argument, or in `ids`, as in older versions of some tools.
    Each(&'static str),
}

impl Action {
    /// Creates the action of a tool whose calls all do the same.
    pub const fn always(act: Act) -> Self {
        Self::new(&[], act)
    }

    pub const fn new(words: &'static [&'static str], act: Act) -> Self {
        Self { words, aliases: &[], when: None, act, schema: None, answer: "" }
    }

    /// Returns the action for calls that have an argument.
    pub const fn when(self, argument: &'static str) -> Self {
        Self { when: Some(argument), ..self }
    }

    /// Returns the action with other words of small models.
    pub const fn with_aliases(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// Returns the action with a form of its own.
    pub const fn with_schema(self, schema: &'static ItemSchema) -> Self {
        Self { schema: Some(schema), ..self }
    }

    /// Returns the action with a template of its own.
    pub const fn with_answer(self, answer: &'static str) -> Self {
        Self { answer, ..self }
    }
}

impl Act {
    /// Returns whether it writes a list of items.
    pub const fn takes_items(self) -> bool {
        matches!(self, Self::Whole | Self::Merge | Self::Renew | Self::Add(_) | Self::Create)
    }
}

/// What the prompts of a dialect say about its tools.
pub(crate) struct PromptParts {
    /// How to write a plan. The gap is the argument with the list.
    pub plan: &'static str,
    /// How to report progress.
    pub settle: &'static str,
    /// The form of a call, for a model without tool calling.
    pub form: &'static str,
    /// The system prompt, if it is not the one of all dialects.
    pub system: Option<&'static str>,
}

/// The prompts of a tool that takes the whole list, with statuses.
pub(crate) const WHOLE: PromptParts = PromptParts {
    plan: "send the whole list in `{}`, what is done before the new steps",
    settle: "send the whole list again with the new `status`",
    form: "",
    system: None,
};

/// The way to give up a todo if the tool has none.
pub(crate) const ASKS: &str = "ask the user";

/// A tool that writes the whole list and answers in prose.
pub(crate) const PROSE: DialectSpec = DialectSpec {
    tools: "[]",
    answers: &[],
    ids: IdScheme::Positions(1),
    schema: PLAIN,
    listed: None,
    takes_bare_list: true,
    word: None,
    actions: &[Action::always(Act::Whole)],
    unstored: &[],
    give_up_hint: None,
    skips: false,
    limits_lists: false,
    sites: None,
    prompt: &WHOLE,
    shows: ListDetail::OnRequest,
    shows_claims: false,
    line: "#$id [$state] $content",
    written: "Todos updated",
    on_read: "$summary",
    on_empty: "",
    on_write: "$summary",
    on_error: "$error",
    wraps: false,
};

/// A tool that can also read the list. It answers with the list, a message, or `{"error":"…"}`.
pub(crate) const READABLE: DialectSpec = DialectSpec {
    on_read: r#"{"todos":$list}"#,
    on_write: r#"{"message":$summary}"#,
    on_error: r#"{"error":$error}"#,
    ..PROSE
};
