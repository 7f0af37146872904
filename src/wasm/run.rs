//! The `TodoRun` class.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use js_sys::{JsString, Object, Reflect};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::convert;
use super::store::{Borrowed, TodoStore};
use super::view::View;
use crate::list::error::TodoError;
use crate::list::store::TodoStore as Store;
use crate::run::{REQUIRE_PLANNING, Report, Run, RunOptions, Step};
use crate::text::message::Part::Text;

/// What became of an execution: see `TodoRun.executed()`.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code, reason = "a report holds the word; this is its type")]
enum ExecutionStatus {
    Done,
    Failed,
    Unverified,
    Continue,
    Finished,
}

/// One run of a task over a store: plan, execute, validate, and plan again. A state machine without I/O:
/// `next()` says what to do, the host does it and reports. `runAgent()` drives one with promises.
///
/// Every run ends: whatever `next()` asks for is a step, and steps are counted.
#[wasm_bindgen]
pub struct TodoRun {
    store: Borrowed,
    run: RefCell<Run>,
}

impl TodoRun {
    /// Runs a call with nothing borrowed any more when the store's listeners hear of it.
    fn with<T>(
        &self,
        call: impl FnOnce(&mut Run, &mut Store, &mut View) -> Result<T, JsValue>,
    ) -> Result<T, JsValue> {
        self.store.store()?.write(|store, view| {
            let busy = |_| TodoError::invalid("the run is in another call", &[]);
            let mut run = self.run.try_borrow_mut().map_err(busy)?;
            call(&mut run, store, view)
        })
    }
}

#[wasm_bindgen]
impl TodoRun {
    /// Makes a run that has not begun. A todo that an earlier one left in progress goes back to todo. The
    /// store stays yours.
    ///
    /// With what `checkpoint()` wrote it goes on where that run stood, and with its options.
    ///
    /// Throws `invalid_argument` for an option that is unknown or ill-typed; `invalid_checkpoint` and
    /// `newer_checkpoint`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        store: &TodoStore,
        #[wasm_bindgen(unchecked_optional_param_type = "TodoRunOptions")] options: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] saved: &JsValue,
    ) -> Result<TodoRun, JsValue> {
        let options = RunOptions::from_json(&convert::options(options, "options")?)?;
        let run = if saved.is_undefined() {
            store.write(|store, _| Ok(Run::new(store, options)))?
        } else {
            let saved = convert::text(saved, "text")?;
            store.read(|store, _| Ok(Run::from_checkpoint(store, &saved)?))?
        };
        Ok(TodoRun { store: store.borrowed(), run: RefCell::new(run) })
    }

    /// What to do next. The same again until it is reported, which costs nothing; anything new is one of
    /// the steps that `maxSteps` allows.
    #[wasm_bindgen(unchecked_return_type = "Readonly<RunStep>")]
    pub fn next(&self) -> Result<JsValue, JsValue> {
        self.with(|run, store, view| {
            let step = run.next(store);
            let todo = match &step {
                Step::Execute { todo, .. } | Step::Verify { todo } => Some(*todo),
                Step::Plan(_)
                | Step::Validate { .. }
                | Step::Aborted
                | Step::Finished { .. }
                | Step::Failed { .. } => None,
            };
            let asked: Object = convert::to_js(&run.asked(step))?.unchecked_into();
            if let Some(todo) = todo {
                // The very object of the list.
                let place = store.list().iter().position(|known| known.key == todo);
                let list = view.list(store)?;
                let todo = Reflect::get_u32(&list, place.unwrap_or(usize::MAX) as u32)?;
                Reflect::set(&asked, &"todo".into(), &todo)?;
            }
            Ok(Object::freeze(&asked).into())
        })
    }

    /// What happened since this was last asked, oldest first.
    #[wasm_bindgen(js_name = takeEvents, unchecked_return_type = "RunEvent[]")]
    pub fn take_events(&self) -> Result<JsValue, JsValue> {
        self.with(|run, _, _| convert::to_js(&run.take_events()))
    }

    /// Reports a plan: the todos in order. They replace what is open; what is done or skipped stays. Without
    /// an argument the list is the plan, as the model wrote it with its tool. Gives notes as `addMultiple`
    /// does. A plan with nothing to do fails the run. Where the list would grow too long, the todos that
    /// were settled first leave it (the event `planned` names them).
    ///
    /// Throws `unexpected_report`, or as `addMultiple` does, and then the next step is another plan.
    pub fn planned(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "readonly string[]")] plan: &JsValue,
    ) -> Result<Vec<String>, JsValue> {
        let texts = optional_texts(plan, "plan")?;
        let contents: Vec<&str> = texts.iter().map(String::as_str).collect();
        let contents = (!plan.is_undefined()).then_some(&*contents);
        self.with(|run, store, _| Ok(run.planned(store, contents)?))
    }

    /// Says that a tool is about to be called for the todo in progress, and gives how many calls it has left
    /// after this one.
    ///
    /// Throws `over_budget`: the call must not be made, and the todo is skipped unless the report says that
    /// it is done. Throws `unexpected_report`.
    #[wasm_bindgen(js_name = toolCalled)]
    pub fn tool_called(&self) -> Result<u32, JsValue> {
        self.with(|run, store, _| Ok(run.tool_called(store)?))
    }

    /// Whether `toolCalled()` would accept a call now: the todo in progress has one left. Counts nothing, and throws for
    /// no state of the run.
    #[wasm_bindgen(js_name = mayCall)]
    pub fn may_call(&self) -> Result<bool, JsValue> {
        self.with(|run, store, _| Ok(run.may_call(store)))
    }

    /// Looks at what others settled since the run last looked: each is an event, `done` or `skipped`. Returns whether
    /// the step that was asked for is over by that, as its todo is done, skipped or gone: nothing is to be reported of
    /// it then. Where the model drives, its own work ends no step.
    ///
    /// `next()` and the reports look too, so it is for a host that wants to know at once, as `runAgent()` does.
    pub fn refresh(&self) -> Result<bool, JsValue> {
        self.with(|run, store, _| Ok(run.refresh(store)))
    }

    /// Where the run stands, as text: phase, budgets, counts, briefing. Store it together with the list, so that the
    /// run outlives its worker.
    pub fn checkpoint(&self) -> Result<JsString, JsValue> {
        self.with(|run, _, _| Ok(run.checkpoint().into()))
    }

    /// Reports an execution: `"done"`; `"failed"`, with the reason, and the todo is skipped; `"unverified"`, and
    /// it stays in progress until it is verified; `"continue"`, and it goes on; `"finished"`, when the model
    /// says that the whole task is done. Where the model drives, it settles the todos itself, and there is
    /// only `"continue"`, `"failed"` and `"finished"`.
    ///
    /// Throws `unexpected_report` or `invalid_argument`.
    pub fn executed(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ExecutionStatus")] execution: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] reason: &JsValue,
    ) -> Result<(), JsValue> {
        let execution = convert::text(execution, "execution")?;
        let reason = convert::optional_text(reason, "reason")?;
        let report = match execution.as_str() {
            "done" => Report::Done,
            "failed" => Report::Failed(&reason),
            "unverified" => Report::Unverified,
            "continue" => Report::Continue,
            "finished" => Report::Finished,
            _ => {
                return Err(TodoError::invalid(
                    "an execution is \"done\", \"failed\", \"unverified\", \"continue\" or \"finished\", not \"{}\"",
                    &[Text(&execution)],
                )
                .into());
            }
        };
        self.with(|run, store, _| Ok(run.executed(store, report)?))
    }

    /// Reports a verification: whether the todo is done, and why not. It counts as one of the todo's tool
    /// calls, so a todo that is refused each time is skipped in the end.
    ///
    /// Throws `unexpected_report`.
    pub fn verified(
        &self,
        #[wasm_bindgen(js_name = isDone, unchecked_param_type = "boolean")] is_done: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] reason: &JsValue,
    ) -> Result<(), JsValue> {
        let is_done = convert::boolean(is_done, "isDone")?;
        let reason = convert::optional_text(reason, "reason")?;
        self.with(|run, store, _| Ok(run.verified(store, is_done, &reason)?))
    }

    /// Reports a validation of the whole task. The run ends, or plans again with the suggestions.
    ///
    /// Throws `unexpected_report`.
    pub fn validated(
        &self,
        #[wasm_bindgen(js_name = isComplete, unchecked_param_type = "boolean")]
        is_complete: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] reasoning: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "readonly string[]")] suggestions: &JsValue,
    ) -> Result<(), JsValue> {
        let is_complete = convert::boolean(is_complete, "isComplete")?;
        let reasoning = convert::optional_text(reasoning, "reasoning")?;
        let texts = optional_texts(suggestions, "suggestions")?;
        let suggestions: Vec<&str> = texts.iter().map(String::as_str).collect();
        self.with(|run, store, _| {
            Ok(run.validated(store, is_complete, &reasoning, &suggestions)?)
        })
    }

    /// Reports that validation itself failed: it is asked for again, until the run is stuck.
    ///
    /// Throws `unexpected_report`.
    #[wasm_bindgen(js_name = validationFailed)]
    pub fn validation_failed(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] reason: &JsValue,
    ) -> Result<(), JsValue> {
        let reason = convert::optional_text(reason, "reason")?;
        self.with(|run, _, _| Ok(run.validation_failed(&reason)?))
    }

    /// Reports that nobody validates. The run ends, and is not complete.
    ///
    /// Throws `unexpected_report`.
    #[wasm_bindgen(js_name = notValidated)]
    pub fn not_validated(&self) -> Result<(), JsValue> {
        self.with(|run, store, _| Ok(run.not_validated(store)?))
    }

    /// Asks for a new plan in place of what is open, as soon as the execution that is under way is
    /// reported. Gives whether it will come to that: not unless something is being executed.
    #[wasm_bindgen(js_name = requirePlanning)]
    pub fn require_planning(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] reason: &JsValue,
    ) -> Result<bool, JsValue> {
        let reason = convert::optional_text(reason, "reason")?;
        self.with(|run, _, _| Ok(run.require_planning(&reason)))
    }

    /// Stops the run at any point: what is in progress goes back to todo, the list stays, and a report that
    /// was outstanding is not expected any more. A run that ended stays as it is.
    pub fn abort(&self) -> Result<(), JsValue> {
        self.with(|run, store, _| {
            run.abort(store);
            Ok(())
        })
    }

    /// Goes on after an abort, with the step at which it was aborted.
    pub fn resume(&self) -> Result<(), JsValue> {
        self.with(|run, store, _| {
            run.resume(store);
            Ok(())
        })
    }

    /// Gives the run up, with the reason.
    pub fn fail(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] reason: &JsValue,
    ) -> Result<(), JsValue> {
        let reason = convert::optional_text(reason, "reason")?;
        self.with(|run, store, _| {
            run.fail(store, &reason);
            Ok(())
        })
    }
}

/// The tool `require_planning` as JSON text: name, description and inputSchema.
#[wasm_bindgen(js_name = planningToolSpec)]
pub fn planning_tool_spec() -> JsString {
    REQUIRE_PLANNING.into()
}

/// Runs one call of it with the arguments that a model sent, as JSON text. Never throws for those. `is_over` says
/// that it was for an execution that is over.
#[wasm_bindgen(js_name = callPlanningTool, unchecked_return_type = "Outcome")]
pub fn call_planning_tool(
    run: &TodoRun,
    args: &JsValue,
    is_over: bool,
) -> Result<JsValue, JsValue> {
    let args = convert::arguments(args);
    run.with(|run, store, view| {
        let outcome = run.call_require_planning(args.as_deref(), is_over);
        view.outcome(&outcome, store)
    })
}

/// As [`convert::texts`]; undefined is none.
fn optional_texts(value: &JsValue, name: &str) -> Result<Vec<String>, JsValue> {
    if value.is_undefined() { Ok(Vec::new()) } else { Ok(convert::texts(value, name)?) }
}
