//! The `TaskStore` class, and its tools.

use core::cell::{RefCell, RefMut};

use js_sys::{Array, JsString, Object};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use super::convert;
use crate::list::error::TodoError;
use crate::tasks::task_store::{Fields, TaskStore as Store};
use crate::tasks::task_tools;
use crate::text::message::excerpt;

#[wasm_bindgen]
extern "C" {
    /// The platform's own source of randomness, in pages, workers and Node alike.
    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues)]
    fn get_random_values(bytes: &mut [u8]);
}

fn random(bytes: &mut [u8]) {
    get_random_values(bytes);
}

/// The tasks of many users. Users cannot see each other's tasks.
///
/// Every write is all or nothing: a refused write throws a `TodoError` and changes nothing. A task
/// of another user is reported like a task that does not exist: `task_not_found`.
///
/// @example
/// ```ts
/// import { init, type Task, type TaskFields, TaskStore } from "agent-todos/tasks";
///
/// await init();
/// const tasks = new TaskStore();
/// const fields = { title: "Call the shop", priority: "high", due_date: "2030-01-31" } satisfies TaskFields;
/// const task: Readonly<Task> = tasks.add("ann", fields);
/// tasks.complete("ann", task.id);
/// console.log(tasks.list("ann", "completed").length, tasks.list("bob").length); // → 1 0
/// ```
#[wasm_bindgen]
pub struct TaskStore {
    inner: RefCell<Store>,
}

impl TaskStore {
    fn from_core(store: Store) -> Self {
        Self { inner: RefCell::new(store) }
    }

    fn inner(&self) -> Result<RefMut<'_, Store>, TodoError> {
        let busy = |_| TodoError::invalid("the store is in another call", &[]);
        self.inner.try_borrow_mut().map_err(busy)
    }
}

/// Converts a value for JavaScript.
fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    const SERIALIZER: Serializer = Serializer::new().serialize_maps_as_objects(true);
    value.serialize(&SERIALIZER).map_err(JsValue::from)
}

/// Converts a value for JavaScript and freezes it.
fn to_frozen_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    Ok(Object::freeze(to_js(value)?.unchecked_ref::<Object>()).into())
}

#[wasm_bindgen]
impl TaskStore {
    /// Creates an empty store.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript has no use for one")]
    pub fn new() -> TaskStore {
        Self::from_core(Store::new(random))
    }

    /// Restores a store from the text that `checkpoint()` returned.
    ///
    /// Throws `invalid_checkpoint` if the text is damaged, and `newer_checkpoint` if a newer
    /// version of the package wrote it.
    #[wasm_bindgen(js_name = fromCheckpoint)]
    pub fn from_checkpoint(
        #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    ) -> Result<TaskStore, JsValue> {
        Ok(Self::from_core(Store::from_checkpoint(&convert::text(text, "text")?, random)?))
    }

    /// Adds a task for a user and returns it. By default its priority is medium, and it has no due
    /// date.
    ///
    /// Throws `empty_title`, `title_too_long`, `invalid_priority`, `invalid_due_date` or
    /// `invalid_argument`.
    #[wasm_bindgen(unchecked_return_type = "Readonly<Task>")]
    pub fn add(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] user: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "TaskFields & { title: string }")] fields: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let (user, fields) = (convert::text(user, "user")?, read_fields(fields)?);
        to_frozen_js(self.inner()?.add(&user, &fields)?)
    }

    /// Returns the tasks of a user in the order in which they were added: all of them, or those
    /// with a status.
    ///
    /// Throws `invalid_argument` if an argument is ill-typed.
    #[wasm_bindgen(unchecked_return_type = "ReadonlyArray<Readonly<Task>>")]
    pub fn list(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] user: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "TaskStatus")] status: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let user = convert::text(user, "user")?;
        let is_completed = match status.is_undefined() {
            true => None,
            false => Some(convert::string_enum(
                status,
                "status",
                &[("pending", false), ("completed", true)],
            )?),
        };
        let store = self.inner()?;
        let tasks: Array =
            store.list(&user, is_completed)?.map(to_frozen_js).collect::<Result<_, JsValue>>()?;
        Ok(Object::freeze(&tasks).into())
    }

    /// Changes the given fields of a task and returns it. `due_date: null` removes the due date.
    ///
    /// Throws `task_not_found`, `nothing_to_update`, or as `add` does.
    #[wasm_bindgen(unchecked_return_type = "Readonly<Task>")]
    pub fn update(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] user: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] task: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "TaskFields")] fields: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let (user, task) = (convert::text(user, "user")?, convert::text(task, "task")?);
        let fields = read_fields(fields)?;
        to_frozen_js(self.inner()?.update(&user, &task, &fields)?.0)
    }

    /// Completes a task. Returns false if it was completed already.
    ///
    /// Throws `task_not_found`.
    pub fn complete(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] user: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] task: &JsValue,
    ) -> Result<bool, JsValue> {
        let (user, task) = (convert::text(user, "user")?, convert::text(task, "task")?);
        Ok(!self.inner()?.complete(&user, &task)?)
    }

    /// Removes a task permanently and returns it.
    ///
    /// Throws `task_not_found`.
    #[wasm_bindgen(unchecked_return_type = "Readonly<Task>")]
    pub fn delete(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] user: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] task: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let (user, task) = (convert::text(user, "user")?, convert::text(task, "task")?);
        to_frozen_js(&self.inner()?.delete(&user, &task)?)
    }

    /// Returns the whole store as text, for `fromCheckpoint`.
    pub fn checkpoint(&self) -> Result<JsString, JsValue> {
        Ok(self.inner()?.checkpoint().into())
    }

    /// The number of tasks of all users.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> Result<usize, JsValue> {
        Ok(self.inner()?.len())
    }
}

/// Reads fields that a program passes. Nothing is repaired.
fn read_fields(fields: &JsValue) -> Result<Fields, JsValue> {
    Ok(task_tools::strict_fields(&convert::options(fields, "fields")?)?)
}

/// Returns the tools as JSON text.
#[wasm_bindgen(js_name = taskToolSpecs)]
pub fn task_tool_specs() -> JsString {
    task_tools::TOOLS.into()
}

/// Returns the instructions for a model that has the tools.
#[wasm_bindgen(js_name = taskPrompt)]
pub fn task_prompt() -> JsString {
    task_tools::PROMPT.into()
}

/// Runs one call with the arguments that a model sent: JSON text, or any value. Never throws
/// because of them. With a user, the call works on the tasks of that user.
#[wasm_bindgen(js_name = callTaskTool, unchecked_return_type = "TaskOutcome")]
pub fn call_task_tool(
    store: &TaskStore,
    tool: &str,
    args: &JsValue,
    user: &JsValue,
) -> Result<JsValue, JsValue> {
    let user = user_of(user)?;
    let arguments = convert::arguments(args);
    let outcome = task_tools::call(
        &mut *store.inner()?,
        tool_named(tool)?,
        arguments.as_deref(),
        user.as_deref(),
    );
    to_js(&outcome)
}

/// Returns the user whose tasks a call is about. Throws the error with which [`call_task_tool`]
/// would refuse the arguments before it reads the store.
#[wasm_bindgen(js_name = taskUserOf)]
pub fn task_user_of(tool: &str, args: &JsValue, user: &JsValue) -> Result<JsString, JsValue> {
    let user = user_of(user)?;
    Ok(task_tools::user_of(tool_named(tool)?, &convert::arguments(args)?, user.as_deref())?.into())
}

fn user_of(user: &JsValue) -> Result<Option<String>, TodoError> {
    if user.is_undefined() { Ok(None) } else { convert::text(user, "user").map(Some) }
}

fn tool_named(name: &str) -> Result<task_tools::Tool, TodoError> {
    let tool = task_tools::Tool::parse_str(name);
    tool.ok_or_else(|| TodoError::invalid("there is no tool {}", &[excerpt(name)]))
}
