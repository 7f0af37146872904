//! `todos.json`: the file in which the original `merge` tool keeps its list.
//!
//! ```json
//! [{"id":"1","content":"Open the shop","status":"completed"}]
//! ```
//!
//! It has neither keys nor history. So it is read as a whole-list write, which matches its items to the
//! known todos like those of a model's call.

use crate::change::decision::Policy;
use crate::change::draft::Draft;
use crate::change::identity::Mode;
use crate::change::rule::decide;
use crate::forms::shape::{BLOCKED, PLAIN, Reader, STATUSES, Shape, Words};
use crate::list::error::{ErrorCode, TodoError};
use crate::list::store::TodoStore;
use crate::list::todo::Field;
use crate::text::json::{Document, Writer};
use crate::text::message::Part::Text;
use crate::text::message::{Notes, count};
use crate::text::scan::Scanner;

/// The shape of its items, which the tool shares.
pub(crate) const SHAPE: Shape =
    Shape { name: Some("id"), has_parents: true, statuses: Some(STATUSES), ..PLAIN };

/// The shape of the items that are written. A todo that waits is blocked, as other programs write it. To them, one that is
/// pending says nothing of that.
const WRITTEN: Shape =
    Shape { statuses: Some(Words { blocked: Some(BLOCKED), ..STATUSES }), ..SHAPE };

/// The shape of items with a priority, as other programs write them.
const WITH_PRIORITY: Shape = Shape { priority: Some("priority"), ..SHAPE };

impl TodoStore {
    /// Returns the list as an array of `{id, content, status}`. Other texts are omitted.
    pub fn todos_json(&self) -> String {
        let mut json = Writer::default();
        WRITTEN.write_items(&mut json, self.list(), Reader::Program);
        json.finish()
    }

    /// Replaces the list with that of a `todos.json`. Items are repaired like those of a model's call,
    /// because some programs store what a model sent without checking it.
    ///
    /// # Errors
    /// `invalid_checkpoint`, and those of a whole-list write.
    pub(super) fn import_todos_json(&mut self, text: &str) -> Result<(), TodoError> {
        let invalid = |reason: &str| {
            let template = "invalid checkpoint: read as todos.json, {}";
            TodoError::new(ErrorCode::InvalidCheckpoint, template, &[Text(reason)])
        };
        let document = Document::read(text).map_err(|place| invalid(&place))?;
        if document.is_repaired {
            return Err(invalid("it is not JSON"));
        }
        let mut notes = Notes::new();
        let mut items = Vec::new();
        for (place, value) in document.root().parts().enumerate() {
            let number = count(place.wrapping_add(1));
            // A priority that is not one of ours is ignored.
            WITH_PRIORITY
                .read_item(&mut notes, number, value, &mut items)
                .or_else(|_| SHAPE.read_item(&mut notes, number, value, &mut items))
                .map_err(|error| invalid(error.message()))?;
            if items.iter().any(|item| item.text(Field::Content).is_none()) {
                return Err(invalid("an item has no content"));
            }
        }
        let mut draft = Draft::new(self);
        let result = match draft.rewrite(&mut items, Mode::Replace, &SHAPE) {
            Ok(_) => {
                let policy = Policy { is_whole: true, ..Policy::default() };
                let decision = decide(draft, policy);
                self.accept_allowed(decision)
            }
            Err(error) => Err(error),
        };
        result.map_err(|error| match error.code() {
            ErrorCode::TooManyTodos | ErrorCode::ContentTooLong => error,
            _ => invalid(error.message()),
        })
    }
}

/// Returns whether a text begins like an array of objects, so that it may be a `todos.json` but no
/// checkpoint.
pub(crate) fn is_todos_json(text: &str) -> bool {
    let mut scanner = Scanner::new(text);
    scanner.skip_space();
    let is_array = scanner.eat_byte(b'[');
    scanner.skip_space();
    is_array && matches!(scanner.peek(), b'{' | b']')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::todo::{Id, Status};
    use crate::list::waiting::WaitFor;

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
    fn a_priority_is_read_and_not_written() {
        let text = FILE
            .replacen("\"completed\"", r#""completed", "priority": "high""#, 1)
            .replacen("\"cancelled\"", r#""cancelled", "priority": "P1""#, 1);
        let mut store = TodoStore::default();
        store.load(&text).unwrap();
        let priorities: Vec<_> =
            store.list().iter().map(|todo| todo.text(Field::Priority)).collect();
        assert_eq!(priorities, [Some("high"), None, None]);
        assert!(!store.todos_json().contains("priority"));
        // A program that keeps none says nothing of it.
        let merged = store.todos_json();
        store.load(&merged).unwrap();
        assert_eq!(store.list()[0].text(Field::Priority), Some("high"));
    }

    #[test]
    fn what_is_blocked_waits_and_is_written_as_blocked() {
        let file = FILE.replacen("\"in_progress\"", "\"blocked\"", 1);
        let mut store = TodoStore::default();
        store.load(&file).unwrap();
        assert_eq!(store.list()[1].waiting(), Some(WaitFor::Event));
        let text = store.todos_json();
        assert!(text.contains(r#""content":"Compare","status":"blocked""#), "{text}");
        let mut copy = TodoStore::default();
        copy.load(&text).unwrap();
        assert_eq!(copy.list(), store.list());
        // A program that has no such word does not end the wait.
        store.load(&text.replace("blocked", "pending")).unwrap();
        assert_eq!(store.list()[1].waiting(), Some(WaitFor::Event));
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
