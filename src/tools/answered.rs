//! `Claims`: the todos that a call claims to be done, and the data of its answer, until somebody has
//! been asked about them.
//!
//! They cross the boundary as JSON text, which a host without memory between the question and the
//! verdict sends along:
//!
//! ```json
//! [["t7"],["2 (\"Pay\") was read as 2"],"update","t7","todo",["status"]]
//! ```
//!
//! The keys of the todos come first. Then come the notes of the answer and what was done, if its
//! wording depends on the verdict. The client may have changed the text, so it only affects
//! the wording of the answer.

use std::rc::Rc;

use crate::change::command::Done;
use crate::change::identity::Mode;
use crate::list::todo::{Field, Key, Status};
use crate::text::json::{Document, Parts, Writer};
use crate::text::message::Notes;
use crate::tools::dialects::Dialect;

/// The data from which the answer to a call was written.
#[derive(Debug)]
pub(crate) struct Answered {
    pub dialect: Dialect,
    pub done: Done,
    pub notes: Notes,
    /// Whether the call was one of `ask_user`.
    pub asks: bool,
}

/// The claims that somebody is asked to confirm, and the data of the answer to the call that made
/// them. The answer is written again once the verdicts are known.
#[derive(Debug, Default)]
pub struct Claims {
    /// The keys of the claimed todos.
    pub keys: Vec<Key>,
    pub(crate) answered: Option<Rc<Answered>>,
}

impl Claims {
    /// Returns the claims as JSON text.
    pub fn to_json(&self) -> String {
        let mut json = Writer::default();
        json.open('[').open('[');
        for key in &self.keys {
            json.string(&key.to_word());
        }
        json.close(']');
        if let Some(answered) = &self.answered {
            json.strings(answered.notes.iter().map(String::as_str));
            write_done(&mut json, answered);
        }
        json.close(']');
        json.finish()
    }

    /// Reads claims from the text that [`Claims::to_json`] returned, for a conversation with the
    /// dialect. Any other text means no claims.
    pub fn from_json(text: &str, dialect: Dialect) -> Self {
        let document = Document::read(text).ok();
        let claims = document.as_ref().and_then(|document| {
            let mut parts = document.root().parts();
            let keys = read_texts(&mut parts)?;
            let keys = keys.iter().filter_map(|key| Key::from_word(key)).collect();
            let answered = read_answered(&mut parts, dialect).map(Rc::new);
            Some(Self { keys, answered })
        });
        claims.unwrap_or_default()
    }
}

/// Writes what was done, if its wording depends on the verdict.
fn write_done(json: &mut Writer, Answered { done, asks, .. }: &Answered) {
    match done {
        Done::Waits(key) => {
            json.string(if *asks { "ask" } else { "wait" }).string(&key.to_word());
        }
        Done::Updated { key, was, fields } => {
            json.string("update")
                .string(&key.to_word())
                .string(was.word())
                .strings(fields.iter().copied());
        }
        Done::Rewritten(Mode::Replace) => {
            json.string("replace");
        }
        Done::Rewritten(Mode::Merge) => {
            json.string("merge");
        }
        Done::Shown
        | Done::Found(_)
        | Done::Written(_)
        | Done::Settled(_)
        | Done::Started(_)
        | Done::Created(_)
        | Done::Removed(_) => {}
    }
}

fn read_answered(parts: &mut Parts<'_>, dialect: Dialect) -> Option<Answered> {
    let notes = read_texts(parts)?;
    let kind = parts.next()?.as_string()?;
    let done = match &*kind {
        "ask" | "wait" => Done::Waits(Key::from_word(&parts.next()?.as_string()?)?),
        "update" => {
            let key = Key::from_word(&parts.next()?.as_string()?)?;
            let was = Status::from_word(&parts.next()?.as_string()?)?;
            let said = read_texts(parts)?;
            let fields = said.iter().filter_map(|word| field_of(dialect, word)).collect();
            Done::Updated { key, was, fields }
        }
        "replace" => Done::Rewritten(Mode::Replace),
        "merge" => Done::Rewritten(Mode::Merge),
        _ => return None,
    };
    Some(Answered { dialect, done, notes, asks: kind == "ask" })
}

/// Returns the dialect's own word for a changed field, or `None` if the word is unknown.
fn field_of(dialect: Dialect, word: &str) -> Option<&'static str> {
    let texts = Field::ALL.into_iter().filter_map(|field| dialect.shape().field(field));
    let mut fields = texts.chain(["status", "blockedBy", "blocks"]);
    fields.find(|known| *known == word)
}

/// Reads an array of texts.
fn read_texts(parts: &mut Parts<'_>) -> Option<Vec<String>> {
    let texts = parts.next().filter(|texts| texts.is_array())?.parts();
    texts.map(|text| text.as_string().map(String::from)).collect()
}
