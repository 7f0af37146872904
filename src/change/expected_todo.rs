//! A todo as the caller of a method has it: an object that the store returned earlier. The call
//! only has an effect if the todo is still like that object, as `If-Match` has it in HTTP.

use std::borrow::Cow;

use crate::list::author::Actor;
use crate::list::delta::Aspect;
use crate::list::error::{TodoError, WriteError};
use crate::list::indexed_list::find;
use crate::list::option_table::document;
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Status, TextField, Todo};

/// A todo as an object of the caller describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedTodo {
    /// The key of the todo.
    pub key: Key,
    status: Status,
    /// The values of [`FIELDS`], in that order. The value of a flag is empty.
    values: [Option<String>; FIELDS.len()],
}

/// The texts that do not belong to the state, with the names of their fields.
const TEXTS: [(TextField, &str); 3] = [
    (TextField::Content, "content"),
    (TextField::ActiveForm, "activeForm"),
    (TextField::Description, "description"),
];

/// The fields of an object that matter. `fieldsOfTodo` in `wasm/json.js` sends the same ones.
const FIELDS: [&str; 10] = [
    "key",
    "status",
    "content",
    "activeForm",
    "description",
    "waiting",
    "question",
    "options",
    "claimed",
    "evidence",
];

impl ExpectedTodo {
    /// Reads a todo from a JSON object. Fields that do not matter are passed over.
    ///
    /// # Errors
    /// `invalid_argument` if the object has no key, content or status of a todo.
    pub fn from_json(text: &str) -> Result<Self, TodoError> {
        let mut values: [Option<String>; FIELDS.len()] = Default::default();
        for (name, value) in document(text)?.root().fields() {
            let field = FIELDS.iter().zip(&mut values).find(|(known, _)| name == **known);
            if let Some((_, field)) = field {
                let is_true = value.as_boolean() == Some(true);
                *field = value.as_string().map(Cow::into_owned).or(is_true.then(String::new));
            }
        }
        let mut expected = Self { key: Key(0), status: Status::Todo, values };
        let key = expected.value("key").and_then(Key::parse_str);
        let status = expected.value("status").and_then(Status::parse_str);
        match (key, status) {
            (Some(key), Some(status)) if expected.value("content").is_some() => {
                (expected.key, expected.status) = (key, status);
                Ok(expected)
            }
            _ => Err(TodoError::invalid(
                "an object must be a todo of the list, with its key, content and status: pass it as getAll() or an event has it",
                &[],
            )),
        }
    }
}

impl TodoStore {
    /// Refuses a write about a todo that is not as its caller has it. What the caller itself
    /// decided since does not count. To a person, every person's decision is their own; to a
    /// model or an agent, so is a text of any other model or agent. The method itself decides
    /// about a todo that left.
    ///
    /// # Errors
    /// [`WriteError::Denied`].
    pub fn check_todo(&self, expected: &ExpectedTodo) -> Result<(), WriteError> {
        match find(self.list(), expected.key) {
            Some(current) if !self.is_as_caller_has(expected, current) => Err(WriteError::Denied),
            Some(_) | None => Ok(()),
        }
    }

    /// Returns whether the todo with the key of an object is the one that it describes: a merge may
    /// have given the key to another one. It has or had the content of the object.
    pub fn is_todo_of(&self, expected: &ExpectedTodo) -> bool {
        let content = expected.value("content").unwrap_or_default();
        let had_content = || {
            let provenance = self.provenance().of(expected.key);
            provenance.is_some_and(|provenance| provenance.had_content(content))
        };
        find(self.list(), expected.key)
            .is_none_or(|current| current.content() == content || had_content())
    }

    fn is_as_caller_has(&self, expected: &ExpectedTodo, current: &Todo) -> bool {
        let actor = self.actor();
        let provenance = self.provenance().of(expected.key);
        let decided = |aspect, counts: &dyn Fn(&Actor) -> bool| {
            provenance.is_some_and(|provenance| counts(provenance.by(aspect)))
        };
        let own = |by: &Actor| by == actor || by.is_person() && actor.is_person();
        let own_text =
            |by: &Actor| own(by) || by.author.is_restricted() && actor.author.is_restricted();
        // Another list may have the same key, so the todo must have or have had the object's
        // content.
        let had_content =
            |content: &str| provenance.is_some_and(|provenance| provenance.had_content(content));
        for (field, name) in TEXTS {
            let text = expected.value(name);
            let is_own = decided(Aspect::Text(field), &own_text)
                && (field != TextField::Content || text.is_some_and(had_content));
            if text != current.text(field) && !is_own {
                return false;
            }
        }
        if decided(Aspect::State, &own) {
            return true;
        }
        let was_put_back = actor.author.is_restricted()
            && expected.status == Status::Doing
            && !expected.is_claimed()
            && current.status() == Status::Todo;
        expected.status.is_settled() == current.status().is_settled()
            && !was_put_back
            && expected.asks_the_same(current)
    }
}

impl ExpectedTodo {
    /// Returns the value of a field, if the object has it.
    fn value(&self, name: &str) -> Option<&str> {
        let mut values = FIELDS.iter().zip(&self.values);
        values.find(|(known, _)| **known == name)?.1.as_deref()
    }

    fn is_claimed(&self) -> bool {
        self.value("claimed").is_some()
    }

    /// Returns whether the todo had the same question or claim, if it had or has one.
    fn asks_the_same(&self, current: &Todo) -> bool {
        let same_text = |name: &str, field: TextField| self.value(name) == current.text(field);
        let waiting = current.waiting().map(|on| on.as_str());
        let has_same_question =
            same_text("question", TextField::Question) && same_text("options", TextField::Options);
        self.value("waiting") == waiting
            && (waiting.is_none() || has_same_question)
            && self.is_claimed() == current.is_claimed()
            && (!self.is_claimed() || same_text("evidence", TextField::Evidence))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_json_reads_the_fields_that_javascript_sends() {
        let script = include_str!("../wasm/json.js");
        let (_, list) = script.split_once("const fieldsOfTodo = [").unwrap();
        let (list, _) = list.split_once(']').unwrap();
        let mut sent: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
        let mut known = FIELDS;
        sent.sort_unstable();
        known.sort_unstable();
        assert_eq!(sent, known);
    }
}
