//! `todos.json`: the file in which the original `merge` keeps its list, read and written.
//!
//! ```json
//! [{"id":"1","content":"Open the shop","status":"completed"}]
//! ```
//!
//! It has neither keys nor history. So it is read as a whole-list write upon a list that is known,
//! which finds out who is who, as it does for a model's call.

use crate::change::identity::Mode;
use crate::forms::shape::{Item, PLAIN, STATUSES, Shape};
use crate::list::error::{ErrorCode, TodoError};
use crate::list::store::TodoStore;
use crate::list::todo::Field;
use crate::text::json::{Document, Writer};
use crate::text::message::Part::Text;
use crate::text::message::{Notes, count};

/// Its items, which are those of the tool too.
pub(crate) const SHAPE: Shape = Shape { name: Some("id"), statuses: Some(STATUSES), ..PLAIN };

/// The items of other programs that keep a priority with each.
const WITH_PRIORITY: Shape = Shape { priority: Some("priority"), ..SHAPE };

impl TodoStore {
    /// The list as a bare array of id, content and status. Texts that it has no field for are left
    /// out.
    pub fn todos_json(&self) -> String {
        let mut json = Writer::default();
        SHAPE.write_items(&mut json, self.list());
        json.finish()
    }

    /// Makes the list that such a text holds the present one. What a model's call may get wrong in an
    /// item is repaired here as there: programs that do not check what they keep write this too.
    ///
    /// # Errors
    /// `invalid_checkpoint`, and those of a whole-list write.
    pub(super) fn import_todos_json(&mut self, text: &str) -> Result<(), TodoError> {
        let invalid = |reason: &str| {
            let template = "invalid checkpoint: read as todos.json, {}";
            TodoError::new(ErrorCode::InvalidCheckpoint, template, &[Text(reason)])
        };
        let document = Document::read(text).map_err(|place| invalid(&place))?;
        let has_priority = |item: &Item<'_>| item.text(Field::Priority).is_some();
        let with_priority = read_items(&document, &WITH_PRIORITY).ok();
        let (mut items, shape) = match with_priority.filter(|items| items.iter().all(has_priority))
        {
            Some(items) => (items, &WITH_PRIORITY),
            None => {
                let items = read_items(&document, &SHAPE);
                (items.map_err(|error| invalid(error.message()))?, &SHAPE)
            }
        };
        if items.iter().any(|item| item.text(Field::Content).is_none()) {
            return Err(invalid("an item has no content"));
        }
        let result = self.write(|draft| draft.rewrite(&mut items, Mode::Replace, shape));
        result.map(drop).map_err(|error| match error.code() {
            ErrorCode::TooManyTodos | ErrorCode::ContentTooLong => error,
            _ => invalid(error.message()),
        })
    }
}

fn read_items<'a>(document: &'a Document<'_>, shape: &Shape) -> Result<Vec<Item<'a>>, TodoError> {
    let mut notes = Notes::new();
    let items = document.root().parts().enumerate();
    items
        .map(|(place, value)| shape.item(&mut notes, count(place.wrapping_add(1)), value))
        .collect()
}

/// Whether a text is an array of objects, so that it may be `todos.json` and is no checkpoint.
pub(crate) fn is_todos_json(text: &str) -> bool {
    Document::read(text).is_ok_and(|document| {
        let root = document.root();
        root.is_array() && !document.is_repaired && root.parts().all(|item| item.is_object())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::todo::{Id, Status};

    const FILE: &str = r#"[
        {"id": "1", "content": "Open the shop", "status": "completed"},
        {"id": "2", "content": "Compare", "status": "in_progress"},
        {"id": "3", "content": "Pay", "status": "cancelled"}
    ]"#;

    #[test]
    fn reads_what_the_seed_writes_and_writes_it_back() {
        let mut store = TodoStore::default();
        store.load(FILE).unwrap();
        let statuses: Vec<_> = store.list().iter().map(|todo| todo.status()).collect();
        assert_eq!(statuses, [Status::Done, Status::Doing, Status::Skipped]);
        let text = store.todos_json();
        assert_eq!(
            text,
            FILE.replace("\n    ", "")
                .replace("    ", "")
                .replace("\": ", "\":")
                .replace("\", ", "\",")
                .replace("\n", "")
        );
        let mut copy = TodoStore::default();
        copy.load(&text).unwrap();
        assert_eq!(copy.list(), store.list());
    }

    #[test]
    fn a_priority_that_each_item_has_is_kept() {
        let priorities = |text: &str| {
            let mut store = TodoStore::default();
            store.load(text).unwrap();
            let priority = |todo: &std::rc::Rc<crate::list::todo::Todo>| {
                todo.text(Field::Priority).map(str::to_owned)
            };
            store.list().iter().map(priority).collect::<Vec<_>>()
        };
        let with = |first: &str, second: &str| {
            FILE.replacen("\"completed\"", &format!("\"completed\"{first}"), 1)
                .replacen("\"in_progress\"", &format!("\"in_progress\"{second}"), 1)
                .replacen("\"cancelled\"", &format!("\"cancelled\"{second}"), 1)
        };
        let [high, low] = ["high", "low"].map(|word| format!(", \"priority\": \"{word}\""));
        let kept = ["high", "low", "low"].map(|word| Some(word.to_owned()));
        assert_eq!(priorities(&with(&high, &low)), kept);
        // Where some have none, or another word, it is another field than ours.
        assert_eq!(priorities(&with(&high, "")), [None, None, None]);
        assert_eq!(priorities(&with(&high, ", \"priority\": \"P1\"")), [None, None, None]);
        assert_eq!(priorities(FILE), [None, None, None]);
    }

    #[test]
    fn an_empty_array_is_an_empty_list() {
        let mut store = TodoStore::default();
        store.add_multiple(&["a"]).unwrap();
        store.load("[]").unwrap();
        assert!(store.list().is_empty());
        assert_eq!(store.todos_json(), "[]");
    }

    #[test]
    fn refuses_what_is_cut_short_or_is_something_else() {
        let mut store = TodoStore::default();
        store.add_multiple(&["a"]).unwrap();
        let before = store.clone();
        for end in 0..FILE.len() {
            store.load(&FILE[..end]).unwrap_err();
        }
        for text in [
            "{}",
            "null",
            "3",
            "[3]",
            r#"["a"]"#,
            "[[]]",
            r#"[{"id":"1"}]"#,
            "[{},]",
            r#"[{"todos":3}]"#,
        ] {
            let error = store.load(text).unwrap_err();
            assert_eq!(error.code(), ErrorCode::InvalidCheckpoint, "{text}");
        }
        assert_eq!(store, before);
    }

    #[test]
    fn who_is_who_is_found_in_what_is_known() {
        let mut store = TodoStore::default();
        store.add_multiple(&["a", "b"]).unwrap();
        let base = store.checkpoint();
        let stored = store.todos_json().replace("pending", "completed");
        store.complete(Id(2)).unwrap();
        store.add_multiple(&["c"]).unwrap();
        store.merge(&base, &stored).unwrap();
        let keys: Vec<_> =
            store.list().iter().map(|todo| (todo.key.to_word(), todo.status())).collect();
        let expected = [("t1", Status::Done), ("t2", Status::Done), ("t3", Status::Todo)];
        assert_eq!(keys, expected.map(|(key, status)| (key.to_owned(), status)));
    }
}
