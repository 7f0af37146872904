//! The `TaskStore` class, and its tools.

use alloc::string::String;
use core::cell::{RefCell, RefMut};

use js_sys::{Array, JsString, Object};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::convert;
use crate::list::error::TodoError;
use crate::tasks::store::{Fields, TaskStore as Store};
use crate::tasks::tools;
use crate::text::message::Part::Text;

#[wasm_bindgen]
extern "C" {
    /// The platform's own source of randomness, in pages, workers and Node alike.
    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues)]
    fn get_random_values(bytes: &mut [u8]);
}

fn random(bytes: &mut [u8]) {
    get_random_values(bytes);
}

/// The tasks of many users, each of whom sees nothing of the others'.
///
/// Every write is all or nothing: one that is refused throws a `TodoError` and leaves everything as it
/// was. Whether a task is another user's or nobody's makes no difference: it is `task_not_found`.
#[wasm_bindgen]
pub struct TaskStore {
    inner: RefCell<Store>,
}

impl TaskStore {
    fn from_core(store: Store) -> Self {
        Self { inner: RefCell::new(store) }
    }

    fn inner(&self) -> Result<RefMut<'_, Store>, TodoError> {
        let is_busy = |_| TodoError::invalid("the store is in another call", &[]);
        self.inner.try_borrow_mut().map_err(is_busy)
    }
}

/// A value for JavaScript, frozen.
fn frozen(value: &impl Serialize) -> Result<JsValue, JsValue> {
    Ok(Object::freeze(convert::to_js(value)?.unchecked_ref::<Object>()).into())
}

#[wasm_bindgen]
impl TaskStore {
    /// Makes an empty store.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript has no use for one")]
    pub fn new() -> TaskStore {
        Self::from_core(Store::new(random))
    }

    /// Reads back what `checkpoint()` wrote.
    ///
    /// Throws `invalid_checkpoint` for a text that is damaged, `newer_checkpoint` for one that a newer
    /// version of the package wrote.
    #[wasm_bindgen(js_name = fromCheckpoint)]
    pub fn from_checkpoint(
        #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    ) -> Result<TaskStore, JsValue> {
        Ok(Self::from_core(Store::from_checkpoint(&convert::text(text, "text")?, random)?))
    }

    /// Adds a task for a user: medium, and due on no day, unless the fields say otherwise.
    ///
    /// Throws `empty_title`, `title_too_long`, `invalid_priority`, `invalid_due_date` or
    /// `invalid_argument`.
    #[wasm_bindgen(unchecked_return_type = "Readonly<Task>")]
    pub fn add(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] user: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "TaskFields & { title: string }")] fields: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let (user, fields) = (convert::text(user, "user")?, strict(fields)?);
        frozen(self.inner()?.add(&user, &fields)?)
    }

    /// The tasks of a user in the order in which they were added, all or those at a status.
    ///
    /// Throws `invalid_argument`.
    #[wasm_bindgen(unchecked_return_type = "ReadonlyArray<Readonly<Task>>")]
    pub fn list(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] user: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "TaskStatus")] status: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let user = convert::text(user, "user")?;
        let status = convert::optional_text(status, "status")?;
        let is_completed = match status.as_str() {
            "" => None,
            "pending" => Some(false),
            "completed" => Some(true),
            _ => {
                let template = "status must be \"pending\" or \"completed\", got \"{}\"";
                return Err(TodoError::invalid(template, &[Text(&status)]).into());
            }
        };
        let store = self.inner()?;
        let tasks: Array =
            store.list(&user, is_completed)?.map(frozen).collect::<Result<_, JsValue>>()?;
        Ok(Object::freeze(&tasks).into())
    }

    /// Changes what the fields name. `due_date: null` takes the date away.
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
        let fields = strict(fields)?;
        frozen(self.inner()?.update(&user, &task, &fields)?.0)
    }

    /// Completes a task. Returns false when it was completed already.
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

    /// Removes a task for good, and returns it.
    ///
    /// Throws `task_not_found`.
    #[wasm_bindgen(unchecked_return_type = "Readonly<Task>")]
    pub fn delete(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] user: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] task: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let (user, task) = (convert::text(user, "user")?, convert::text(task, "task")?);
        frozen(&self.inner()?.delete(&user, &task)?)
    }

    /// The whole store as text, for `fromCheckpoint`.
    pub fn checkpoint(&self) -> Result<JsString, JsValue> {
        Ok(self.inner()?.checkpoint().into())
    }

    /// How many tasks there are, of all users.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> Result<usize, JsValue> {
        Ok(self.inner()?.len())
    }
}

/// Fields as a program gives them: nothing is repaired.
fn strict(fields: &JsValue) -> Result<Fields, JsValue> {
    Ok(tools::strict_fields(&convert::options(fields, "fields")?)?)
}

/// The tools as JSON text.
#[wasm_bindgen(js_name = taskToolSpecs)]
pub fn task_tool_specs() -> JsString {
    tools::TOOLS.into()
}

/// Runs one call with the arguments that a model sent: JSON text, or any value. Never throws for those. With a user, the
/// call is about that one's tasks.
#[wasm_bindgen(js_name = callTaskTool, unchecked_return_type = "TaskOutcome")]
pub fn call_task_tool(
    store: &TaskStore,
    tool: usize,
    args: &JsValue,
    user: &JsValue,
) -> Result<JsValue, JsValue> {
    let user = user_of(user)?;
    let arguments = convert::arguments(args);
    let outcome =
        tools::call(&mut *store.inner()?, tool_at(tool)?, arguments.as_deref(), user.as_deref());
    convert::to_js(&outcome)
}

/// The user whose tasks a call is about. Throws what [`call_task_tool`] would refuse in arguments before it looks at the store.
#[wasm_bindgen(js_name = taskUserOf)]
pub fn task_user_of(tool: usize, args: &JsValue, user: &JsValue) -> Result<JsString, JsValue> {
    let user = user_of(user)?;
    Ok(tools::user_of(tool_at(tool)?, &convert::arguments(args)?, user.as_deref())?.into())
}

fn user_of(user: &JsValue) -> Result<Option<String>, TodoError> {
    if user.is_undefined() { Ok(None) } else { convert::text(user, "user").map(Some) }
}

fn tool_at(place: usize) -> Result<tools::Tool, TodoError> {
    let tool = tools::Tool::ALL.get(place).copied();
    tool.ok_or_else(|| TodoError::invalid("there is no such tool", &[]))
}
