//! `TaskStore`: the tasks of many users, none of whom sees those of another.
//!
//! The cost of an operation depends only on the tasks of its user. A task of another user is
//! treated exactly like one that does not exist: the same search fails with the same message.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::Serialize;
use tsify::Tsify;

use crate::forms::codec::{Codec, Decoder, begin, end, read_checkpoint, record};
use crate::list::error::{ErrorCode, TodoError};
use crate::list::limits::unknown_priority;
use crate::list::options::Options;
use crate::list::todo::{PRIORITIES, USUAL_PRIORITY};
use crate::text::content::{Content, ContentError};
use crate::text::decimal::parse_decimal;
use crate::text::json::{Value, Writer};
use crate::text::message::{count, excerpt};
use crate::text::scan::Scanner;

/// The maximum number of characters in a title.
const MAX_TITLE: usize = 200;
/// The maximum number of characters in the name of a user.
const MAX_USER: usize = 200;
/// The number of characters after `task_` in an id. Each holds five random bits.
const ID_LENGTH: usize = 24;

/// A function that fills bytes from an unpredictable source.
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
    /// `task_` and 120 random bits, so that nobody can guess the id.
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

impl Task {
    /// Writes the task as a JSON object.
    pub(crate) fn write(&self, json: &mut Writer) {
        let Self { id, title, priority, due_date, status } = self;
        json.open('{').key("id").string(id).key("title").string(title);
        json.key("priority").string(priority).field("due_date", due_date.as_deref());
        json.key("status").string(match status {
            TaskStatus::Pending => "pending",
            TaskStatus::Completed => "completed",
        });
        json.close('}');
    }
}

/// The fields of a task. In an update, omitted fields stay unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Tsify)]
#[tsify(type_prefix = "Task")]
pub struct Fields {
    /// What to do: 1 to 200 characters after trimming.
    #[tsify(optional, type = "string | undefined")]
    pub title: Option<String>,
    /// The priority.
    #[tsify(optional, type = "Priority | undefined")]
    pub priority: Option<String>,
    /// A calendar date in the form `YYYY-MM-DD`; null or empty for none.
    #[tsify(optional, type = "string | null | undefined")]
    pub due_date: Option<String>,
}

/// The tasks of one user by id. The number orders the tasks by creation.
type Tasks = BTreeMap<Rc<str>, (u64, Task)>;

/// The tasks of many users.
#[derive(Clone, Debug)]
pub struct TaskStore {
    users: BTreeMap<String, Tasks>,
    next_place: u64,
    random: Random,
}

impl TaskStore {
    /// Creates an empty store. The ids of its tasks come from `random`.
    pub fn new(random: Random) -> Self {
        Self { users: BTreeMap::new(), next_place: 0, random }
    }

    /// Returns the number of tasks of all users.
    pub fn len(&self) -> usize {
        self.users.values().map(Tasks::len).sum()
    }

    /// Returns whether there is no task.
    pub fn is_empty(&self) -> bool {
        self.users.is_empty()
    }

    /// Adds a task. The default priority is medium.
    ///
    /// # Errors
    /// `invalid_argument` for an invalid user name, `empty_title`, `title_too_long`,
    /// `invalid_priority`, `invalid_due_date`.
    pub fn add(&mut self, user: &str, fields: &Fields) -> Result<&Task, TodoError> {
        check_user(user)?;
        let id = self.new_id();
        let title = Some(fields.title.clone().unwrap_or_default());
        let task = Task::new(id.clone(), &Fields { title, ..fields.clone() })?;
        let index = self.next_place;
        self.next_place = index + 1;
        let tasks = self.users.entry(user.to_owned()).or_default();
        let (_, task) = tasks.entry(id).or_insert((index, task));
        Ok(task)
    }

    /// Returns the tasks of a user in the order of their creation: all, or only the completed or
    /// the pending ones.
    ///
    /// # Errors
    /// `invalid_argument` for an invalid user name.
    pub fn list(
        &self,
        user: &str,
        is_completed: Option<bool>,
    ) -> Result<impl Iterator<Item = &Task>, TodoError> {
        check_user(user)?;
        let tasks = self.users.get(user).into_iter().flat_map(in_order);
        Ok(tasks
            .filter(move |task| is_completed.is_none_or(|wanted| task.is_completed() == wanted)))
    }

    /// Changes the given fields. Returns the task and whether it has changed.
    ///
    /// # Errors
    /// `task_not_found`, `nothing_to_update`, and those of [`TaskStore::add`].
    pub fn update(
        &mut self,
        user: &str,
        id: &str,
        fields: &Fields,
    ) -> Result<(&Task, bool), TodoError> {
        let task = self.find(user, id)?;
        if *fields == Fields::default() {
            return Err(TodoError::new(
                ErrorCode::NothingToUpdate,
                "nothing to update: give title, priority or due_date",
                &[],
            ));
        }
        let mut changed = task.clone();
        set_fields(&mut changed, fields)?;
        let is_changed = *task != changed;
        *task = changed;
        Ok((task, is_changed))
    }

    /// Completes a task. Returns whether it was already completed.
    ///
    /// # Errors
    /// `task_not_found`.
    pub fn complete(&mut self, user: &str, id: &str) -> Result<bool, TodoError> {
        let task = self.find(user, id)?;
        let before = core::mem::replace(&mut task.status, TaskStatus::Completed);
        Ok(before == TaskStatus::Completed)
    }

    /// Removes a task permanently and returns it.
    ///
    /// # Errors
    /// `task_not_found`.
    pub fn delete(&mut self, user: &str, id: &str) -> Result<Task, TodoError> {
        check_user(user)?;
        let tasks = self.users.get_mut(user).ok_or_else(not_found)?;
        let (_, task) = tasks.remove(id).ok_or_else(not_found)?;
        if tasks.is_empty() {
            self.users.remove(user);
        }
        Ok(task)
    }

    fn find(&mut self, user: &str, id: &str) -> Result<&mut Task, TodoError> {
        check_user(user)?;
        let found = self.users.get_mut(user).and_then(|tasks| tasks.get_mut(id));
        found.map(|(_, task)| task).ok_or_else(not_found)
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

/// Returns the tasks in the order of their creation.
fn in_order(tasks: &Tasks) -> impl Iterator<Item = &Task> {
    let mut placed: Vec<_> = tasks.values().collect();
    placed.sort_unstable_by_key(|(index, _)| *index);
    placed.into_iter().map(|(_, task)| task)
}

fn not_found() -> TodoError {
    TodoError::new(ErrorCode::TaskNotFound, "Task not found", &[])
}

/// Checks the name of a user.
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

/// Sets the given fields. On an error, some of them may be set already, so pass a copy.
fn set_fields(task: &mut Task, fields: &Fields) -> Result<(), TodoError> {
    if let Some(title) = &fields.title {
        task.title = match Content::new(title, MAX_TITLE) {
            Ok((title, _)) => title.as_str().to_owned(),
            Err(ContentError::Empty) => {
                return Err(TodoError::new(
                    ErrorCode::EmptyTitle,
                    "title is empty: say in a few words what is to be done",
                    &[],
                ));
            }
            Err(ContentError::TooLong { length }) => {
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
        task.priority = known.ok_or_else(|| unknown_priority(priority))?;
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

/// Returns whether the text is `YYYY-MM-DD` and a date of the Gregorian calendar, from the year 1
/// on.
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

// Checkpoints

const FORMAT: &str = "agent-todos/tasks";

impl Task {
    /// Creates a pending task. The default priority is medium.
    fn new(id: Rc<str>, fields: &Fields) -> Result<Self, TodoError> {
        let mut task = Self {
            id,
            title: String::new(),
            priority: USUAL_PRIORITY,
            due_date: None,
            status: TaskStatus::Pending,
        };
        set_fields(&mut task, fields)?;
        Ok(task)
    }

    /// Returns whether the task is completed. Otherwise it is pending.
    pub fn is_completed(&self) -> bool {
        self.status == TaskStatus::Completed
    }
}

/// A task as it is written. Its texts are checked when it becomes a [`Task`].
#[derive(Default)]
struct WrittenTask {
    id: Unchecked,
    title: Unchecked,
    priority: Unchecked,
    is_completed: bool,
    due_date: DueDate,
}

record!(WrittenTask [
    id: "id",
    title: "title",
    priority: "priority",
    is_completed: "completed",
    due_date: "due_date",
]);

#[derive(Default)]
struct Unchecked(String);

impl Codec for Unchecked {
    fn write(&self, to: &mut Writer) {
        to.string(&self.0);
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        self.0 = from.string().into_owned();
    }
}

/// A day or `null`.
#[derive(Default)]
struct DueDate(Option<String>);

impl Codec for DueDate {
    fn write(&self, to: &mut Writer) {
        to.optional(self.0.as_deref());
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        if from.peek().is_some_and(Value::is_null) {
            from.next();
        } else {
            self.0 = Some(from.string().into_owned());
        }
    }
}

impl TaskStore {
    /// Returns the whole store as JSON text.
    pub fn checkpoint(&self) -> String {
        let mut to = begin(FORMAT);
        for (name, tasks) in &self.users {
            to.open('[').string(name);
            for task in in_order(tasks) {
                let written = WrittenTask {
                    id: Unchecked((*task.id).into()),
                    title: Unchecked(task.title.clone()),
                    priority: Unchecked(task.priority.into()),
                    is_completed: task.is_completed(),
                    due_date: DueDate(task.due_date.clone()),
                };
                written.write(&mut to);
            }
            to.close(']');
        }
        end(to)
    }

    /// Reads a store from its checkpoint.
    ///
    /// # Errors
    /// `invalid_checkpoint` if the text is damaged, `newer_checkpoint` if a newer version wrote it.
    pub fn from_checkpoint(text: &str, random: Random) -> Result<Self, TodoError> {
        let mut store = Self::new(random);
        let mut number = 0_i64;
        read_checkpoint((FORMAT, "tasks"), Options::default(), text, &mut |from| {
            while from.is_more() {
                number += 1;
                store.read_user(from, number);
            }
        })?;
        Ok(store)
    }

    fn read_user(&mut self, from: &mut Decoder<'_>, number: i64) {
        let around = from.name_by("user number {}", number);
        let outer = from.enter();
        let mut user = Unchecked::default();
        from.field("name", &mut user);
        from.set_result(&mut (), check_user(&user.0));
        while from.is_more() {
            let mut task = WrittenTask::default();
            from.field("task", &mut task);
            self.add_read(from, &user.0, task);
        }
        from.leave(outer);
        from.rename(around);
    }

    fn add_read(&mut self, from: &mut Decoder<'_>, user: &str, read: WrittenTask) {
        let id: Rc<str> = read.id.0.into();
        let (title, priority) = (Some(read.title.0), Some(read.priority.0));
        let fields = Fields { title, priority, due_date: read.due_date.0 };
        let mut task = match Task::new(Rc::clone(&id), &fields) {
            Ok(task) => task,
            Err(error) => return from.set_result(&mut (), Err(error)),
        };
        let name = [excerpt(&id)];
        let has_prefix = id.strip_prefix("task_").is_some_and(|rest| !rest.is_empty());
        from.check(has_prefix, "id of a task cannot be {}", &name);
        let is_clean = fields.title.as_ref() == Some(&task.title)
            && fields.priority.as_deref() == Some(task.priority);
        from.check(is_clean, "title and priority of task {} are not clean", &name);
        if read.is_completed {
            task.status = TaskStatus::Completed;
        }
        let index = self.next_place;
        self.next_place = index + 1;
        let tasks = self.users.entry(user.to_owned()).or_default();
        let before = tasks.insert(Rc::clone(&id), (index, task));
        from.check(before.is_none(), "task {} is there twice", &name);
    }
}

#[cfg(test)]
mod tests;
