//! The `TaskStore` class, and its tools.

use alloc::string::String;
use core::cell::{RefCell, RefMut};

use wasm_bindgen::prelude::*;

use super::error::Checked;
use super::view;
use crate::list::error::TodoError;
use crate::tasks::store::{Fields, Task, TaskStore as Store};
use crate::tasks::tools;
use crate::text::json::Writer;
use crate::text::message::Part::Text;

#[wasm_bindgen(module = "/src/wasm/task.js")]
extern "C" {
    #[wasm_bindgen(js_name = fillWithRandom)]
    fn fill_with_random(bytes: &mut [u8]);
    fn parsed(json: &str) -> JsValue;
    #[wasm_bindgen(js_name = taskOutcome)]
    fn new_outcome(ok: bool, text: &str, notes: JsValue, changed: bool) -> JsValue;
}

fn random(bytes: &mut [u8]) {
    fill_with_random(bytes);
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

    /// Runs an operation that gives a task.
    fn task(
        &self,
        operation: &mut dyn FnMut(&mut Store) -> Result<String, TodoError>,
    ) -> Checked<JsValue> {
        Checked(self.inner().and_then(|mut store| Ok(parsed(&operation(&mut store)?))))
    }
}

fn json_of(task: &Task) -> String {
    let mut json = Writer::default();
    task.write(&mut json);
    json.finish()
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
        #[wasm_bindgen(unchecked_param_type = "string")] text: &str,
    ) -> Checked<TaskStore> {
        Checked(Store::from_checkpoint(text, random).map(Self::from_core))
    }

    /// Adds a task for a user: medium, and due on no day, unless the fields say otherwise.
    ///
    /// Throws `empty_title`, `title_too_long`, `invalid_priority`, `invalid_due_date` or
    /// `invalid_argument`.
    #[wasm_bindgen(unchecked_return_type = "Readonly<Task>")]
    pub fn add(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] user: &str,
        #[wasm_bindgen(unchecked_param_type = "TaskFields & { title: string }")] fields: &str,
    ) -> Checked<JsValue> {
        let fields = strict(fields);
        self.task(&mut |store| Ok(json_of(store.add(user, &fields.clone()?)?)))
    }

    /// The tasks of a user in the order in which they were added, all or those at a status.
    ///
    /// Throws `invalid_argument`.
    #[wasm_bindgen(unchecked_return_type = "ReadonlyArray<Readonly<Task>>")]
    pub fn list(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] user: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "TaskStatus")] status: &str,
    ) -> Checked<JsValue> {
        let is_completed = match status {
            "" => Ok(None),
            "pending" => Ok(Some(false)),
            "completed" => Ok(Some(true)),
            _ => Err(TodoError::invalid(
                "status must be \"pending\" or \"completed\", got \"{}\"",
                &[Text(status)],
            )),
        };
        self.task(&mut |store| {
            let mut json = Writer::default();
            json.open('[');
            store.list(user, is_completed.clone()?)?.for_each(|task| task.write(&mut json));
            json.close(']');
            Ok(json.finish())
        })
    }

    /// Changes what the fields name. `due_date: null` takes the date away.
    ///
    /// Throws `task_not_found`, `nothing_to_update`, or as `add` does.
    #[wasm_bindgen(unchecked_return_type = "Readonly<Task>")]
    pub fn update(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] user: &str,
        #[wasm_bindgen(unchecked_param_type = "string")] task: &str,
        #[wasm_bindgen(unchecked_param_type = "TaskFields")] fields: &str,
    ) -> Checked<JsValue> {
        let fields = strict(fields);
        self.task(&mut |store| Ok(json_of(store.update(user, task, &fields.clone()?)?.0)))
    }

    /// Completes a task. Gives false when it was completed already.
    ///
    /// Throws `task_not_found`.
    pub fn complete(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] user: &str,
        #[wasm_bindgen(unchecked_param_type = "string")] task: &str,
    ) -> Checked<bool> {
        let result = self.inner().and_then(|mut store| store.complete(user, task));
        Checked(result.map(|was_completed| !was_completed))
    }

    /// Removes a task for good, and gives it.
    ///
    /// Throws `task_not_found`.
    #[wasm_bindgen(unchecked_return_type = "Readonly<Task>")]
    pub fn delete(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] user: &str,
        #[wasm_bindgen(unchecked_param_type = "string")] task: &str,
    ) -> Checked<JsValue> {
        self.task(&mut |store| Ok(json_of(&store.delete(user, task)?)))
    }

    /// The whole store as text, for `fromCheckpoint`.
    #[wasm_bindgen(unchecked_return_type = "string")]
    pub fn checkpoint(&self) -> Checked<JsValue> {
        Checked(self.inner().map(|store| JsValue::from_str(&store.checkpoint())))
    }

    /// How many tasks there are, of all users.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> Checked<usize> {
        Checked(self.inner().map(|store| store.len()))
    }
}

/// Fields as a program gives them: nothing is repaired.
fn strict(fields: &str) -> Result<Fields, TodoError> {
    tools::strict_fields(fields)
}

/// The tools as JSON text.
#[wasm_bindgen(js_name = taskToolSpecs, skip_typescript)]
pub fn task_tool_specs() -> JsValue {
    JsValue::from_str(tools::TOOLS)
}

/// Runs one call, of one user or of anyone, with the arguments that a model sent, as JSON text. Never throws for those.
#[wasm_bindgen(js_name = callTaskTool, skip_typescript)]
pub fn call_task_tool(
    store: &TaskStore,
    tool: usize,
    args: &str,
    only_user: Option<String>,
) -> Checked<JsValue> {
    Checked(store.inner().and_then(|mut store| {
        let outcome = tools::call(&mut store, tool_at(tool)?, args, only_user.as_deref());
        let notes = view::notes(&outcome.notes);
        Ok(new_outcome(outcome.ok, &outcome.text, notes, outcome.changed))
    }))
}

/// Throws what [`call_task_tool`] would refuse in arguments before it looks at the store.
#[wasm_bindgen(js_name = checkTaskArguments, skip_typescript)]
pub fn check_task_arguments(tool: usize, args: &str, only_user: Option<String>) -> Checked<()> {
    Checked(tool_at(tool).and_then(|tool| tools::check(tool, args, only_user.as_deref())))
}

fn tool_at(place: usize) -> Result<tools::Tool, TodoError> {
    let tool = tools::Tool::ALL.get(place).copied();
    tool.ok_or_else(|| TodoError::invalid("there is no such tool", &[]))
}
