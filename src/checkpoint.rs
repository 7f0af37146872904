//! The checkpoint: a store written as one JSON text and read back whole, history included.
//!
//! ```json
//! {"format":"agent-todos","version":1,"options":{…},"nextKey":3,
//!  "base":{"revision":0,"todos":[]},
//!  "changes":[[{"at":0,"insert":[{"key":"t1","content":"a","status":"todo"}]}],
//!             [{"at":0,"status":"done"}],"undo"]}
//! ```
//!
//! The list is the base with every change carried out, so it is not written a second time. A
//! change is a list of edits, or "undo". Reading checks every rule of the store at every revision:
//! a text that was cut short, damaged or edited by hand is refused as a whole.

use std::rc::Rc;

use crate::content::{Cleaned, Content};
use crate::error::{ErrorCode, TodoError};
use crate::history::{Edit, History, List};
use crate::json::{self, Value, Writer};
use crate::options::Options;
use crate::store::TodoStore;
use crate::todo::{Key, Priority, Status, Todo};

const FORMAT: &str = "agent-todos";
const VERSION: u64 = 1;
/// JavaScript's Number.MAX_SAFE_INTEGER: a revision must survive the trip.
const MAX_REVISION: u64 = 9_007_199_254_740_991;

impl TodoStore {
    /// The whole store as JSON text: options, keys, list and history.
    pub fn checkpoint(&self) -> String {
        let mut json = Writer::default();
        json.open('{');
        json.key("format").string(FORMAT).key("version").integer(VERSION);
        self.options().write(json.key("options"));
        json.key("nextKey").integer(self.next_key().into());
        let (revision, todos) = self.history().base();
        json.key("base").open('{').key("revision").integer(revision);
        write_todos(json.key("todos"), todos);
        json.close('}');
        json.key("changes").open('[');
        for (revision, change) in self.history().changes() {
            if change.origin == revision {
                json.open('[');
                change.edits.iter().for_each(|edit| write_edit(&mut json, edit));
                json.close(']');
            } else {
                json.string("undo");
            }
        }
        json.close(']').close('}');
        json.finish()
    }

    /// Reads a checkpoint back.
    ///
    /// # Errors
    /// `invalid_checkpoint`, saying whether the text is not a checkpoint, is damaged, or was
    /// written by a newer version.
    pub fn from_checkpoint(text: &str) -> Result<Self, TodoError> {
        let (value, repairs) =
            json::read(text).map_err(|error| invalid(format!("it is not JSON: {}", error.0)))?;
        if let Some(repair) = repairs.first() {
            return Err(invalid(format!("it is not well-formed JSON ({repair})")));
        }
        let mut fields = Fields::of(value, "the checkpoint")?;
        match fields.take("format") {
            Some(Value::String(format)) if format == FORMAT => {}
            _ => return Err(invalid(format!("it does not say \"format\":\"{FORMAT}\""))),
        }
        match fields.take("version").as_ref().and_then(Value::as_integer) {
            Some(1) => {}
            Some(newer @ 2..) => {
                return Err(invalid(format!(
                    "it has version {newer} and this module reads up to {VERSION}: update agent-todos"
                )));
            }
            _ => return Err(invalid("its version is missing or wrong")),
        }
        let options = Options::from_value(fields.require("options")?)
            .map_err(|error| invalid(error.message()))?;
        let next_key = fields.integer("nextKey")?;
        let mut base = Fields::of(fields.require("base")?, "base")?;
        let changes = fields.array("changes")?;
        fields.finish()?;

        let revision = base.integer("revision")?;
        let mut reader = Reader {
            options,
            next_key: u32::try_from(next_key).map_err(|_| invalid("nextKey is out of range"))?,
            history: History::new(List::new(), 0),
            list: List::new(),
        };
        reader.list = reader.todos(base.require("todos")?)?;
        base.finish()?;
        reader.check_list()?;
        if revision.saturating_add(changes.len() as u64) > MAX_REVISION {
            return Err(invalid("its revision is out of range"));
        }
        reader.history = History::new(reader.list.clone(), revision);
        for change in changes {
            reader.change(change)?;
        }
        Ok(Self::from_parts(options, reader.next_key, reader.history, reader.list))
    }
}

fn invalid(what: impl std::fmt::Display) -> TodoError {
    TodoError::new(ErrorCode::InvalidCheckpoint, format!("invalid checkpoint: {what}"))
}

fn write_edit(json: &mut Writer, edit: &Edit) {
    json.open('{').key("at");
    match edit {
        Edit::Put { at, before, after } => {
            json.integer(*at as u64);
            if **after == before.with_status(after.status) {
                json.key("status").string(after.status.as_str());
            } else {
                write_todo(json.key("put"), after);
            }
        }
        Edit::Insert { at, todos } => {
            json.integer(*at as u64);
            write_todos(json.key("insert"), todos);
        }
        Edit::Remove { at, todos } => {
            json.integer(*at as u64).key("remove").integer(todos.len() as u64);
        }
    }
    json.close('}');
}

fn write_todos(json: &mut Writer, todos: &List) {
    json.open('[');
    todos.iter().for_each(|todo| write_todo(json, todo));
    json.close(']');
}

fn write_todo(json: &mut Writer, todo: &Todo) {
    json.open('{');
    json.key("key").string(&todo.key.to_string());
    json.key("content").string(todo.content.as_str());
    json.key("status").string(todo.status.as_str());
    if let Some(priority) = todo.priority {
        json.key("priority").string(priority.as_str());
    }
    if let Some(active_form) = &todo.active_form {
        json.key("activeForm").string(active_form.as_str());
    }
    if let Some(description) = &todo.description {
        json.key("description").string(description.as_str());
    }
    json.close('}');
}

/// Replays a checkpoint, checking each step.
struct Reader {
    options: Options,
    next_key: u32,
    history: History,
    list: List,
}

impl Reader {
    fn change(&mut self, change: Value<'_>) -> Result<(), TodoError> {
        let (edits, origin) = match change {
            Value::String(word) if word == "undo" => {
                let (edits, origin) =
                    self.history.undo().ok_or_else(|| invalid("it undoes more than there was"))?;
                edits.iter().for_each(|edit| edit.apply(&mut self.list));
                (edits, Some(origin))
            }
            Value::Array(values) if !values.is_empty() => {
                let mut edits = Vec::with_capacity(values.len());
                for value in values {
                    let edit = self.edit(value)?;
                    edit.apply(&mut self.list);
                    edits.push(edit);
                }
                (edits, None)
            }
            _ => return Err(invalid("a change is neither edits nor \"undo\"")),
        };
        self.check_list()?;
        self.history.push(edits, origin);
        Ok(())
    }

    fn edit(&self, value: Value<'_>) -> Result<Edit, TodoError> {
        let mut fields = Fields::of(value, "an edit")?;
        let at = fields.place("at")?;
        let standing =
            || self.list.get(at).cloned().ok_or_else(|| invalid(format!("no todo stands at {at}")));
        let edit = if let Some(status) = fields.take("status") {
            let before = standing()?;
            let after = Rc::new(before.with_status(status_of(&status)?));
            Edit::Put { at, before, after }
        } else if let Some(todo) = fields.take("put") {
            Edit::Put { at, before: standing()?, after: self.todo(todo)? }
        } else if let Some(todos) = fields.take("insert") {
            if at > self.list.len() {
                return Err(invalid(format!("nothing can be inserted at {at}")));
            }
            Edit::Insert { at, todos: self.todos(todos)? }
        } else {
            let count = fields.place("remove")?;
            let todos: List = self.list.iter().skip(at).take(count).cloned().collect();
            if count == 0 || todos.len() != count {
                return Err(invalid(format!("{count} todos cannot be removed at {at}")));
            }
            Edit::Remove { at, todos }
        };
        fields.finish()?;
        Ok(edit)
    }

    fn todos(&self, value: Value<'_>) -> Result<List, TodoError> {
        match value {
            Value::Array(todos) => todos.into_iter().map(|todo| self.todo(todo)).collect(),
            other => Err(invalid(format!("todos must be an array, got {}", other.kind()))),
        }
    }

    fn todo(&self, value: Value<'_>) -> Result<Rc<Todo>, TodoError> {
        let mut fields = Fields::of(value, "a todo")?;
        let key = match fields.require("key")? {
            Value::String(word) => Key::from_word(&word).filter(|key| key.0 < self.next_key),
            _ => None,
        };
        let todo = Todo {
            key: key.ok_or_else(|| invalid("a todo's key is wrong"))?,
            content: self.content(fields.require("content")?)?,
            status: status_of(&fields.require("status")?)?,
            priority: fields.take("priority").map(|priority| priority_of(&priority)).transpose()?,
            active_form: fields.take("activeForm").map(|text| self.content(text)).transpose()?,
            description: fields.take("description").map(|text| self.content(text)).transpose()?,
        };
        fields.finish()?;
        Ok(Rc::new(todo))
    }

    /// A text that was valid when it was written.
    fn content(&self, value: Value<'_>) -> Result<Content, TodoError> {
        let Value::String(text) = value else {
            return Err(invalid("a todo's text is not a string"));
        };
        match Content::new(&text, self.options.max_content_length()) {
            Ok((content, cleaned)) if cleaned == Cleaned::default() && content.as_str() == text => {
                Ok(content)
            }
            _ => Err(invalid(format!(
                "a todo's text breaks the rules: \"{}\"",
                json::excerpt(&text)
            ))),
        }
    }

    /// The rules that hold for a list as a whole.
    fn check_list(&self) -> Result<(), TodoError> {
        let max = self.options.max_todos();
        if self.list.len() > max {
            return Err(invalid(format!(
                "it holds {} todos and its limit is {max}",
                self.list.len()
            )));
        }
        if self.list.iter().filter(|todo| todo.status == Status::Doing).count() > 1 {
            return Err(invalid("two todos are doing"));
        }
        let mut keys: Vec<Key> = self.list.iter().map(|todo| todo.key).collect();
        keys.sort_unstable();
        keys.dedup();
        if keys.len() < self.list.len() {
            return Err(invalid("two todos have one key"));
        }
        Ok(())
    }
}

fn status_of(value: &Value<'_>) -> Result<Status, TodoError> {
    match value {
        Value::String(word) => Status::from_word(word),
        _ => None,
    }
    .ok_or_else(|| invalid(format!("unknown status {}", value.brief())))
}

fn priority_of(value: &Value<'_>) -> Result<Priority, TodoError> {
    match value {
        Value::String(word) => Priority::from_word(word),
        _ => None,
    }
    .ok_or_else(|| invalid(format!("unknown priority {}", value.brief())))
}

/// The fields of an object, each to be taken once and none to be left.
struct Fields<'a> {
    of: &'static str,
    fields: Vec<(std::borrow::Cow<'a, str>, Value<'a>)>,
}

impl<'a> Fields<'a> {
    fn of(value: Value<'a>, of: &'static str) -> Result<Self, TodoError> {
        match value {
            Value::Object(fields) => Ok(Self { of, fields }),
            other => Err(invalid(format!("{of} must be an object, got {}", other.kind()))),
        }
    }

    fn take(&mut self, key: &str) -> Option<Value<'a>> {
        let at = self.fields.iter().position(|(known, _)| known == key)?;
        Some(self.fields.swap_remove(at).1)
    }

    fn require(&mut self, key: &str) -> Result<Value<'a>, TodoError> {
        self.take(key).ok_or_else(|| invalid(format!("{} lacks \"{key}\"", self.of)))
    }

    fn integer(&mut self, key: &str) -> Result<u64, TodoError> {
        self.require(key)?
            .as_integer()
            .and_then(|number| u64::try_from(number).ok())
            .ok_or_else(|| invalid(format!("\"{key}\" of {} is not a whole number", self.of)))
    }

    fn place(&mut self, key: &str) -> Result<usize, TodoError> {
        usize::try_from(self.integer(key)?)
            .map_err(|_| invalid(format!("\"{key}\" is out of range")))
    }

    fn array(&mut self, key: &str) -> Result<Vec<Value<'a>>, TodoError> {
        match self.require(key)? {
            Value::Array(values) => Ok(values),
            other => Err(invalid(format!("\"{key}\" must be an array, got {}", other.kind()))),
        }
    }

    fn finish(self) -> Result<(), TodoError> {
        match self.fields.first() {
            Some((key, _)) => {
                Err(invalid(format!("{} has an unknown \"{}\"", self.of, json::excerpt(key))))
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::todo::Id;

    fn worked_on() -> TodoStore {
        let mut store = TodoStore::default();
        store.add_multiple(&["a \"quoted\"\n", "b", "c"]).unwrap();
        store.next_todo();
        store.complete(Id(1)).unwrap();
        store.undo();
        store.undo();
        store.remove(Id(2)).unwrap();
        store.add_after_position(0, &["d"]).unwrap();
        store.restore_revision(2).unwrap();
        store
    }

    #[test]
    fn reads_back_whole() {
        for mut store in [TodoStore::default(), worked_on()] {
            let mut copy = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
            assert_eq!(copy, store);
            assert_eq!((copy.undo(), copy.xml()), (store.undo(), store.xml()));
        }
    }

    #[test]
    fn starts_a_history_where_it_was() {
        let xml = "<todos><todo id=\"1\" status=\"done\">a</todo></todos>";
        let store = TodoStore::from_xml(xml, Options::default()).unwrap();
        assert_eq!(TodoStore::from_checkpoint(&store.checkpoint()).unwrap(), store);
    }

    #[test]
    fn refuses_every_truncation() {
        let text = worked_on().checkpoint();
        for (end, _) in text.char_indices() {
            let error = TodoStore::from_checkpoint(text.get(..end).unwrap()).unwrap_err();
            assert_eq!(error.code(), ErrorCode::InvalidCheckpoint);
        }
    }

    #[test]
    fn refuses_what_breaks_a_rule() {
        let whole = worked_on().checkpoint();
        for (from, to) in [
            ("\"version\":1", "\"version\":2"),
            ("\"format\":\"agent-todos\"", "\"format\":\"x\""),
            ("\"nextKey\":5", "\"nextKey\":3"),
            ("\"nextKey\":5", "\"nextKey\":-1"),
            ("\"key\":\"t2\"", "\"key\":\"t1\""),
            ("\"content\":\"b\"", "\"content\":\" b\""),
            ("\"content\":\"b\"", "\"content\":\"\""),
            ("\"status\":\"doing\"", "\"status\":\"Doing\""),
            ("\"maxTodos\":30", "\"maxTodos\":2"),
            ("\"revision\":0", "\"revision\":9007199254740991"),
            ("\"remove\":1", "\"remove\":9"),
            ("\"remove\":1", "\"remove\":0"),
            ("\"at\":0", "\"at\":4"),
            ("\"changes\":[", "\"changes\":[\"undo\","),
            ("\"changes\":[", "\"changes\":[[],"),
            ("\"changes\":[", "\"more\":1,\"changes\":["),
            ("\"changes\":[", "\"changes\":[,"),
            ("]}", "],}"),
        ] {
            assert!(whole.contains(from), "{from}");
            let error = TodoStore::from_checkpoint(&whole.replacen(from, to, 1)).unwrap_err();
            assert_eq!(error.code(), ErrorCode::InvalidCheckpoint, "{to}");
        }
        assert!(
            TodoStore::from_checkpoint(&whole.replacen("\"version\":1", "\"version\":2", 1))
                .unwrap_err()
                .message()
                .contains("update agent-todos")
        );
    }
}
