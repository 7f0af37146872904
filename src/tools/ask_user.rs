//! `ask_user`: the tool with which a model asks the user something. It can be added to the tools of
//! any dialect.

use std::borrow::Cow;

use crate::change::command::Command;
use crate::change::target::Target;
use crate::change::update::TodoRefText;
use crate::forms::id_map::IdScheme;
use crate::list::error::TodoError;
use crate::list::note::Notes;
use crate::list::todo::{TextField, Todo};
use crate::text::clean::is_blank;
use crate::text::excerpt::sanitize_line;
use crate::text::message::FormatArg::Text;
use crate::text::message::{excerpt, fill};
use crate::tools::arguments::Arguments;
use crate::tools::call::{AppliedCall, Call, CallError, CarryOut, read_alone};
use crate::tools::limit_texts::fill_gaps;
use crate::tools::requests::take_wait;

/// The name of the tool.
pub const NAME: &str = "ask_user";
/// Returns the tool as JSON text: name, description, inputSchema and annotations. `ids` are those
/// that the model's other tools have.
pub(crate) fn tool(ids: IdScheme) -> String {
    let first = if ids == IdScheme::Positions(0) { "0" } else { "1" };
    fill_gaps(include_str!("ask_user.json"), "{first}", first)
}

/// Reads the arguments of a call and passes the request to `run`.
///
/// # Errors
/// `invalid_argument` with a message for the model, and the errors of `run`.
pub(crate) fn read(
    call: &Call<'_>,
    notes: &mut Notes,
    run: &mut CarryOut<'_>,
) -> Result<AppliedCall, CallError> {
    Arguments::read(call.arguments, "", notes, |arguments| {
        let question = arguments.take_text("question")?.filter(|text| !is_blank(text));
        let Some(question) = question else {
            let error = "question is missing: say what the user is asked";
            return Err(TodoError::invalid(error, &[]).into());
        };
        let todo = arguments.take_text("id")?.filter(|said| !is_blank(said));
        let mention = |name| Target::Mention(TodoRefText { argument: "id", name });
        let todo = todo.map_or(Target::Current, mention);
        let wait = take_wait(arguments, &question)?;
        arguments.finish();
        run(Command::Wait(todo, Cow::Owned(wait)), arguments.notes)
    })
}

/// Reads the arguments of a call without running it.
///
/// # Errors
/// `invalid_argument` with a message for the model.
pub fn check(call: &Call<'_>) -> Result<(), TodoError> {
    read_alone(&|run| read(call, &mut Notes::new(), run))
}

/// Returns a sentence about a todo that waits or waited. `waits_for_approval` is whether the plan
/// has to be approved first.
pub(crate) fn sentence(todo: &Todo, waits_for_approval: bool) -> String {
    let said = sanitize_line(todo.text(TextField::Answer).unwrap_or_default());
    let template = match todo.waiting() {
        Some(_) if waits_for_approval => {
            "{} waits for the user. The plan is not approved yet: do nothing on a page until a message says that it is. Do not guess the answer: a later message or answer says it"
        }
        Some(_) => {
            "{} waits for the user. Go on with the other todos, or stop if none is left. Do not guess the answer: a later message or answer says it"
        }
        None if said.is_empty() => "{} waits no longer",
        None => "{} waits no longer. The user answered: {}",
    };
    fill(template, &[excerpt(todo.content()), Text(&said)])
}
