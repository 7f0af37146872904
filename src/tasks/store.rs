//! `TaskStore`: the tasks of many users, each of whom sees nothing of the others'.
//!
//! What an operation costs depends on the tasks of its user alone, and whether a task is another user's
//! or nobody's makes no difference to anything: it is not found, in the same words, by the same search.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::Serialize;
use tsify::Tsify;

use crate::forms::checkpoint::{open_other, read_other};
use crate::list::error::{ErrorCode, TodoError};
use crate::list::todo::{PRIORITIES, USUAL_PRIORITY};
use crate::text::content::{Content, Rejected};
use crate::text::decimal::parse_decimal;
use crate::text::json::{Value, Writer};
use crate::text::message::{count, excerpt};
use crate::text::scan::Scanner;

/// The most characters that a title may have.
const MAX_TITLE: usize = 200;
/// The most characters that the name of a user may have.
const MAX_USER: usize = 200;
/// How many characters after `task_` an id has; each is five random bits.
const ID_LENGTH: usize = 24;

/// Fills bytes from a source that nobody can predict.
pub type Random = fn(&mut [u8]);

/// The status of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum TaskStatus {
    /// Not completed.
    Pending,
    /// Completed.
    Completed,
}

/// A task of one user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
pub struct Task {
    /// `task_` and 120 random bits, so that nobody can guess it.
    #[tsify(type = "string")]
    pub id: Rc<str>,
    /// What to do: 1 to 200 characters, trimmed and clean.
    pub title: String,
    /// The priority.
    #[tsify(type = "Priority")]
    pub priority: &'static str,
    /// The due date, `YYYY-MM-DD`, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub due_date: Option<String>,
    /// The status.
    pub status: TaskStatus,
}

/// The fields of a task. In an update, omitted fields stay unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Tsify)]
#[tsify(type_prefix = "Task")]
pub struct Fields {
    /// What to do: 1 to 200 characters after trimming.
    #[tsify(optional, type = "string | undefined")]
    pub title: Option<String>,
    /// The priority.
    #[tsify(optional, type = "Priority | undefined")]
    pub priority: Option<String>,
    /// A day of the calendar, `YYYY-MM-DD`; null or empty for none.
    #[tsify(optional, type = "string | null | undefined")]
    pub due_date: Option<String>,
}

/// The tasks of one user, in the order in which they were added.
#[derive(Clone, Debug, Default)]
struct User {
    tasks: BTreeMap<u64, Task>,
    /// Where in `tasks` each is.
    places: BTreeMap<Rc<str>, u64>,
}

/// The tasks of many users.
#[derive(Clone, Debug)]
pub struct TaskStore {
    users: BTreeMap<String, User>,
    next_place: u64,
    random: Random,
}

impl TaskStore {
    /// No tasks yet. Ids come from `random`.
    pub fn new(random: Random) -> Self {
        Self { users: BTreeMap::new(), next_place: 0, random }
    }

    /// How many tasks there are, of all users.
    pub fn len(&self) -> usize {
        self.users.values().map(|user| user.tasks.len()).sum()
    }

    /// Whether there is no task.
    pub fn is_empty(&self) -> bool {
        self.users.is_empty()
    }

    /// Adds a task, medium unless it says otherwise.
    ///
    /// # Errors
    /// `invalid_argument` for the name of a user, `empty_title`, `title_too_long`, `invalid_priority`,
    /// `invalid_due_date`.
    pub fn add(&mut self, user: &str, fields: &Fields) -> Result<&Task, TodoError> {
        check_user(user)?;
        let id = self.new_id();
        let title = Some(fields.title.clone().unwrap_or_default());
        let task = Task::new(id.clone(), &Fields { title, ..fields.clone() })?;
        let place = self.next_place;
        self.next_place = place.wrapping_add(1);
        let user = self.users.entry(user.to_owned()).or_default();
        user.places.insert(id, place);
        Ok(user.tasks.entry(place).or_insert(task))
    }

    /// The tasks of a user in the order of their creation, all or only those at a status.
    ///
    /// # Errors
    /// `invalid_argument` for the name of a user.
    pub fn list(
        &self,
        user: &str,
        is_completed: Option<bool>,
    ) -> Result<impl Iterator<Item = &Task>, TodoError> {
        check_user(user)?;
        let tasks = self.users.get(user).into_iter().flat_map(|user| user.tasks.values());
        Ok(tasks
            .filter(move |task| is_completed.is_none_or(|wanted| task.is_completed() == wanted)))
    }

    /// Changes what the fields name, and returns the task and whether it differs now.
    ///
    /// # Errors
    /// `task_not_found`, `nothing_to_update`, and those of [`TaskStore::add`].
    pub fn update(
        &mut self,
        user: &str,
        id: &str,
        fields: &Fields,
    ) -> Result<(&Task, bool), TodoError> {
        let (user, place) = self.find(user, id)?;
        let task = user.tasks.get_mut(&place).ok_or_else(not_found)?;
        if *fields == Fields::default() {
            return Err(TodoError::new(
                ErrorCode::NothingToUpdate,
                "nothing to update: give title, priority or due_date",
                &[],
            ));
        }
        let mut changed = task.clone();
        set(&mut changed, fields)?;
        let is_changed = *task != changed;
        *task = changed;
        Ok((task, is_changed))
    }

    /// Completes a task, and says whether it was already.
    ///
    /// # Errors
    /// `task_not_found`.
    pub fn complete(&mut self, user: &str, id: &str) -> Result<bool, TodoError> {
        let (user, place) = self.find(user, id)?;
        let task = user.tasks.get_mut(&place).ok_or_else(not_found)?;
        let before = core::mem::replace(&mut task.status, TaskStatus::Completed);
        Ok(before == TaskStatus::Completed)
    }

    /// Removes a task for good.
    ///
    /// # Errors
    /// `task_not_found`.
    pub fn delete(&mut self, user: &str, id: &str) -> Result<Task, TodoError> {
        let name = user;
        let (user, place) = self.find(user, id)?;
        user.places.remove(id);
        let task = user.tasks.remove(&place).ok_or_else(not_found)?;
        if user.tasks.is_empty() {
            self.users.remove(name);
        }
        Ok(task)
    }

    fn find(&mut self, user: &str, id: &str) -> Result<(&mut User, u64), TodoError> {
        check_user(user)?;
        let user = self.users.get_mut(user).ok_or_else(not_found)?;
        let place = user.places.get(id).copied().ok_or_else(not_found)?;
        Ok((user, place))
    }

    fn new_id(&self) -> Rc<str> {
        const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
        let mut bytes = [0; ID_LENGTH];
        (self.random)(&mut bytes);
        let mut id = String::from("task_");
        for byte in bytes {
            let letter = LETTERS.get(usize::from(byte & 31)).copied().unwrap_or(b'a');
            id.push(char::from(letter));
        }
        id.into()
    }
}

fn not_found() -> TodoError {
    TodoError::new(ErrorCode::TaskNotFound, "Task not found", &[])
}

/// Whether a user may have this name.
///
/// # Errors
/// `invalid_argument`.
pub(crate) fn check_user(user: &str) -> Result<(), TodoError> {
    match Content::new(user, MAX_USER) {
        Ok((clean, _)) if clean.as_str() == user => Ok(()),
        _ => Err(TodoError::invalid(
            "user_id must be a name of 1 to {} characters, without white space around it, got {}",
            &[count(MAX_USER), excerpt(user)],
        )),
    }
}

/// Sets what the fields name; all or nothing is for the caller.
fn set(task: &mut Task, fields: &Fields) -> Result<(), TodoError> {
    if let Some(title) = &fields.title {
        task.title = match Content::new(title, MAX_TITLE) {
            Ok((title, _)) => title.as_str().to_owned(),
            Err(Rejected::Empty) => {
                return Err(TodoError::new(
                    ErrorCode::EmptyTitle,
                    "title is empty: say in a few words what is to be done",
                    &[],
                ));
            }
            Err(Rejected::TooLong { length }) => {
                return Err(TodoError::new(
                    ErrorCode::TitleTooLong,
                    "title has {} characters, at most {}: shorten it",
                    &[count(length), count(MAX_TITLE)],
                ));
            }
        };
    }
    if let Some(priority) = &fields.priority {
        let known = PRIORITIES.into_iter().find(|word| priority == word);
        task.priority = known.ok_or_else(|| {
            TodoError::new(
                ErrorCode::InvalidPriority,
                "priority must be low, medium or high, got {}",
                &[excerpt(priority)],
            )
        })?;
    }
    match fields.due_date.as_deref() {
        None => {}
        Some("") => task.due_date = None,
        Some(date) if is_day(date) => task.due_date = Some(date.to_owned()),
        Some(date) => {
            return Err(TodoError::new(
                ErrorCode::InvalidDueDate,
                "due_date must be a day of the calendar, as YYYY-MM-DD, got {}",
                &[excerpt(date)],
            ));
        }
    }
    Ok(())
}

/// Whether a text is `YYYY-MM-DD` and names a day of the Gregorian calendar, from the year 1 on.
fn is_day(date: &str) -> bool {
    let mut scanner = Scanner::new(date);
    let mut number = |length: usize, end: &str| {
        let digits = scanner.take_while(|b| b.is_ascii_digit());
        (digits.len() == length && scanner.eat(end)).then(|| parse_decimal(digits)).flatten()
    };
    let (Some(year), Some(month), Some(day)) = (number(4, "-"), number(2, "-"), number(2, ""))
    else {
        return false;
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 0,
    };
    year > 0 && (1..=days).contains(&day) && scanner.is_at_end()
}

// Written and read back ------------------------------------------------------------------------

const FORMAT: &str = "agent-todos/tasks";

impl Task {
    /// A pending task, medium unless the fields say otherwise.
    fn new(id: Rc<str>, fields: &Fields) -> Result<Self, TodoError> {
        let mut task = Self {
            id,
            title: String::new(),
            priority: USUAL_PRIORITY,
            due_date: None,
            status: TaskStatus::Pending,
        };
        set(&mut task, fields)?;
        Ok(task)
    }

    /// Whether it is completed; pending otherwise.
    pub fn is_completed(&self) -> bool {
        self.status == TaskStatus::Completed
    }

    /// Writes the task as the five tools answer with it.
    pub(crate) fn write(&self, json: &mut Writer) {
        json.open('{').key("id").string(&self.id).key("title").string(&self.title);
        json.key("priority").string(self.priority);
        if let Some(date) = &self.due_date {
            json.key("due_date").string(date);
        }
        json.key("status").string(if self.is_completed() { "completed" } else { "pending" });
        json.close('}');
    }
}

impl TaskStore {
    /// The whole store as JSON text.
    pub fn checkpoint(&self) -> String {
        let mut json = Writer::default();
        open_other(&mut json, FORMAT);
        for (name, user) in &self.users {
            json.open('[').string(name);
            for task in user.tasks.values() {
                json.open('[').string(&task.id).string(&task.title).string(task.priority);
                json.boolean(task.is_completed()).optional(task.due_date.as_deref()).close(']');
            }
            json.close(']');
        }
        json.close(']');
        json.finish()
    }

    /// Reads a checkpoint back.
    ///
    /// # Errors
    /// `invalid_checkpoint` for a text that is damaged, `newer_checkpoint` for one that a newer
    /// version wrote.
    pub fn from_checkpoint(text: &str, random: Random) -> Result<Self, TodoError> {
        read_other(FORMAT, text, |users| {
            let mut store = Self::new(random);
            for user in users {
                let mut tasks = user.parts();
                let name = tasks.next()?.as_string()?;
                check_user(&name).ok()?;
                for task in tasks {
                    store.read_task(&name, task)?;
                }
            }
            Some(store)
        })
    }

    fn read_task(&mut self, name: &str, value: Value<'_>) -> Option<()> {
        let mut parts = value.parts();
        let mut text = || parts.next()?.as_string().map(|text| text.into_owned());
        let (id, title, priority) = (text()?, text()?, text()?);
        let is_completed = parts.next()?.as_boolean()?;
        let due_date = parts.next()?.as_string().map(|date| date.into_owned());
        let id: Rc<str> = id.into();
        let fields =
            Fields { title: Some(title.clone()), priority: Some(priority.clone()), due_date };
        let mut task = Task::new(id.clone(), &fields).ok()?;
        if is_completed {
            task.status = TaskStatus::Completed;
        }
        let is_ours = id.strip_prefix("task_").is_some_and(|rest| !rest.is_empty());
        if task.title != title || task.priority != priority || !is_ours || parts.next().is_some() {
            return None;
        }
        let place = self.next_place;
        self.next_place = place.checked_add(1)?;
        let user = self.users.entry(name.to_owned()).or_default();
        if user.places.insert(id, place).is_some() {
            return None;
        }
        user.tasks.insert(place, task);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Not random, but never the same twice.
    fn counting(bytes: &mut [u8]) {
        use core::sync::atomic::{AtomicUsize, Ordering};
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let mut number = NEXT.fetch_add(1, Ordering::Relaxed);
        for byte in bytes {
            *byte = (number % 32) as u8;
            number /= 32;
        }
    }

    fn titled(title: &str) -> Fields {
        Fields { title: Some(title.to_owned()), ..Fields::default() }
    }

    fn titles(store: &TaskStore, user: &str, is_completed: Option<bool>) -> Vec<String> {
        store.list(user, is_completed).unwrap().map(|task| task.title.clone()).collect()
    }

    #[test]
    fn tasks_are_listed_as_they_were_added() {
        let mut store = TaskStore::new(counting);
        let ids: Vec<_> = ["a", "b", "c"]
            .map(|title| store.add("ann", &titled(title)).unwrap().id.clone())
            .into();
        assert!(ids.iter().all(|id| id.starts_with("task_") && id.len() == 29));
        assert_eq!(store.complete("ann", &ids[1]), Ok(false));
        assert_eq!(store.complete("ann", &ids[1]), Ok(true), "it was completed already");
        assert_eq!(titles(&store, "ann", None), ["a", "b", "c"]);
        assert_eq!(titles(&store, "ann", Some(true)), ["b"]);
        assert_eq!(titles(&store, "ann", Some(false)), ["a", "c"]);
        assert_eq!(store.delete("ann", &ids[0]).unwrap().title, "a");
        assert_eq!((titles(&store, "ann", None).len(), store.len()), (2, 2));
        assert!(titles(&store, "nobody", None).is_empty());
        let read = TaskStore::from_checkpoint(&store.checkpoint(), counting).unwrap();
        assert_eq!(read.checkpoint(), store.checkpoint());
    }

    #[test]
    fn nobody_learns_of_anothers_task() {
        let mut store = TaskStore::new(counting);
        let id = store.add("ann", &titled("a")).unwrap().id.clone();
        store.add("bob", &titled("b")).unwrap();
        for (user, id) in [("bob", &*id), ("bob", "task_x"), ("eve", &*id), ("ann", "task_x")] {
            let before = store.checkpoint();
            let errors = [
                store.update(user, id, &titled("x")).map(drop),
                store.update(user, id, &Fields::default()).map(drop),
                store.complete(user, id).map(drop),
                store.delete(user, id).map(drop),
            ];
            for error in errors {
                let error = error.unwrap_err();
                assert_eq!(
                    (error.code(), error.message()),
                    (ErrorCode::TaskNotFound, "Task not found")
                );
            }
            assert_eq!(store.checkpoint(), before);
        }
    }

    #[test]
    fn what_is_wrong_changes_nothing() {
        let mut store = TaskStore::new(counting);
        let id = store.add("ann", &titled(" a ")).unwrap().id.clone();
        let before = store.checkpoint();
        let priority = |word: &str| Fields { priority: Some(word.to_owned()), ..Fields::default() };
        let due = |date: &str| Fields { due_date: Some(date.to_owned()), ..Fields::default() };
        for (fields, code) in [
            (titled("  "), ErrorCode::EmptyTitle),
            (titled(&"x".repeat(201)), ErrorCode::TitleTooLong),
            (
                Fields { title: Some("b".to_owned()), ..priority("urgent") },
                ErrorCode::InvalidPriority,
            ),
            (due("2026-02-30"), ErrorCode::InvalidDueDate),
            (due("2025-02-29"), ErrorCode::InvalidDueDate),
            (due("1900-02-29"), ErrorCode::InvalidDueDate),
            (due("2025-13-01"), ErrorCode::InvalidDueDate),
            (due("2025-00-10"), ErrorCode::InvalidDueDate),
            (due("2025-1-01"), ErrorCode::InvalidDueDate),
            (due("2025-01-01T00"), ErrorCode::InvalidDueDate),
            (due("0000-01-01"), ErrorCode::InvalidDueDate),
            (Fields::default(), ErrorCode::NothingToUpdate),
        ] {
            assert_eq!(store.update("ann", &id, &fields).unwrap_err().code(), code);
            if code != ErrorCode::NothingToUpdate {
                let fields = Fields { title: fields.title.or(Some("t".to_owned())), ..fields };
                assert_eq!(store.add("ann", &fields).unwrap_err().code(), code);
            }
            assert_eq!(store.checkpoint(), before);
        }
        assert_eq!(store.add("ann", &Fields::default()).unwrap_err().code(), ErrorCode::EmptyTitle);
        for user in ["", " ann", "a\u{1}", &"x".repeat(201)] {
            assert_eq!(
                store.add(user, &titled("a")).unwrap_err().code(),
                ErrorCode::InvalidArgument
            );
            assert!(store.list(user, None).is_err());
        }
        for date in ["2024-02-29", "2000-02-29", "2026-12-31"] {
            assert_eq!(
                store.update("ann", &id, &due(date)).unwrap().0.due_date.as_deref(),
                Some(date)
            );
        }
        assert_eq!(store.update("ann", &id, &due("")).unwrap().0.due_date, None);
    }

    #[test]
    fn a_damaged_checkpoint_is_refused() {
        let mut store = TaskStore::new(counting);
        store
            .add("ann", &Fields { due_date: Some("2026-01-31".to_owned()), ..titled("a") })
            .unwrap();
        let whole = store.checkpoint();
        for (end, _) in whole.char_indices() {
            assert!(TaskStore::from_checkpoint(&whole[..end], counting).is_err());
        }
        for (from, to) in [
            ("tasks\",1", "tasks\",2"),
            ("01-31", "02-31"),
            ("medium", "Medium"),
            ("\"a\"", "\" a\""),
            ("false", "null"),
            ("task_", "x"),
        ] {
            assert!(
                TaskStore::from_checkpoint(&whole.replacen(from, to, 1), counting).is_err(),
                "{to}"
            );
        }
    }
}
