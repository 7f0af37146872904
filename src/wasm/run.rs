//! The `TodoRun` class.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use wasm_bindgen::prelude::*;

use super::boundary;
use super::error::Checked;
use super::store::{Borrowed, TodoStore};
use super::view::{self, View};
use crate::list::error::TodoError;
use crate::list::store::TodoStore as Store;
use crate::run::{REQUIRE_PLANNING, Report, Run, RunOptions};
use crate::text::json::Writer;
use crate::text::message::Notes;
use crate::text::message::Part::Text;

#[wasm_bindgen(module = "/src/wasm/run.js")]
extern "C" {
    #[wasm_bindgen(js_name = step)]
    fn new_step(json: &str, list: &JsValue) -> JsValue;
    #[wasm_bindgen(js_name = events)]
    fn new_events(json: &str) -> JsValue;
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
    fn with(
        &self,
        call: &mut dyn FnMut(&mut Run, &mut Store, &mut View) -> Result<(), TodoError>,
    ) -> Result<(), TodoError> {
        self.store.store()?.write(&mut |store, view| {
            let mut run = self
                .run
                .try_borrow_mut()
                .map_err(|_| TodoError::invalid("the run is in another call", &[]))?;
            call(&mut run, store, view)
        })
    }
}

#[wasm_bindgen]
impl TodoRun {
    /// Makes a run that has not begun. A todo that an earlier one left in progress goes back to todo. The
    /// store stays yours.
    ///
    /// Throws `invalid_argument` for an option that is unknown or ill-typed.
    #[wasm_bindgen(constructor)]
    pub fn new(
        store: &TodoStore,
        #[wasm_bindgen(unchecked_optional_param_type = "Partial<TodoRunOptions>")] options: &str,
    ) -> Checked<TodoRun> {
        let mut run = None;
        let result = RunOptions::from_json(options).and_then(|options| {
            store.write(&mut |store, _| {
                run = Some(Run::new(store, options));
                Ok(())
            })
        });
        let missing = || TodoError::invalid("the store is in another call", &[]);
        let run = result.and_then(|()| run.ok_or_else(missing));
        Checked(run.map(|run| TodoRun { store: store.borrowed(), run: RefCell::new(run) }))
    }

    /// What to do next. The same again until it is reported, which costs nothing; anything new is one of
    /// the steps that `maxSteps` allows.
    #[wasm_bindgen(unchecked_return_type = "Readonly<RunStep>")]
    pub fn next(&self) -> Checked<JsValue> {
        let mut step = JsValue::UNDEFINED;
        let result = self.with(&mut |run, store, view| {
            let next = run.next(store);
            step = new_step(&run.step_json(store, &next), &view.list(store));
            Ok(())
        });
        Checked(result.map(|()| step))
    }

    /// What happened since this was last asked, oldest first.
    #[wasm_bindgen(js_name = takeEvents, unchecked_return_type = "RunEvent[]")]
    pub fn take_events(&self) -> Checked<JsValue> {
        let mut json = Writer::default();
        json.open('[');
        let result = self.with(&mut |run, _, _| {
            run.take_events().iter().for_each(|event| event.write(&mut json));
            Ok(())
        });
        json.close(']');
        Checked(result.map(|()| new_events(&json.finish())))
    }

    /// Reports a plan: the todos in order. They replace what is open; what is done or skipped stays. Without
    /// an argument the list is the plan, as the model wrote it with its tool. Gives notes as `addMultiple`
    /// does. A plan with nothing to do fails the run. Where the list would grow too long, the todos that
    /// were settled first leave it (the event `planned` names them).
    ///
    /// Throws `unexpected_report`, or as `addMultiple` does, and then the next step is another plan.
    #[wasm_bindgen(unchecked_return_type = "string[]")]
    pub fn planned(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "readonly string[]")] plan: &str,
    ) -> Checked<JsValue> {
        let texts = boundary::contents(plan);
        let contents: Vec<&str> = texts.iter().map(String::as_str).collect();
        let mut notes = Notes::new();
        let result = self.with(&mut |run, store, _| {
            notes = run.planned(store, (!plan.is_empty()).then_some(&contents))?;
            Ok(())
        });
        Checked(result.map(|()| view::notes(&notes)))
    }

    /// Says that a tool is about to be called for the todo in progress, and gives how many calls it has left
    /// after this one.
    ///
    /// Throws `over_budget`: the call must not be made, and the todo is skipped unless the report says that
    /// it is done. Throws `unexpected_report`.
    #[wasm_bindgen(js_name = toolCalled)]
    pub fn tool_called(&self) -> Checked<u32> {
        let mut left = 0;
        let result = self.with(&mut |run, store, _| {
            left = run.tool_called(store)?;
            Ok(())
        });
        Checked(result.map(|()| left))
    }

    /// Reports an execution: `"done"`; `"failed"`, with the reason, and the todo is skipped; `"unverified"`, and
    /// it stays in progress until it is verified; `"continue"`, and it goes on; `"finished"`, when the model
    /// says that the whole task is done. Where the model drives, it settles the todos itself, and there is
    /// only `"continue"`, `"failed"` and `"finished"`.
    ///
    /// Throws `unexpected_report` or `invalid_argument`.
    pub fn executed(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ExecutionStatus")] execution: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] reason: &str,
    ) -> Checked<()> {
        let report = match execution {
            "done" => Report::Done,
            "failed" => Report::Failed(reason),
            "unverified" => Report::Unverified,
            "continue" => Report::Continue,
            "finished" => Report::Finished,
            _ => {
                return Checked(Err(TodoError::invalid(
                    "an execution is \"done\", \"failed\", \"unverified\", \"continue\" or \"finished\", not \"{}\"",
                    &[Text(execution)],
                )));
            }
        };
        Checked(self.with(&mut |run, store, _| run.executed(store, report)))
    }

    /// Reports a verification: whether the todo is done, and why not. It counts as one of the todo's tool
    /// calls, so a todo that is refused each time is skipped in the end.
    ///
    /// Throws `unexpected_report`.
    pub fn verified(
        &self,
        #[wasm_bindgen(js_name = isDone)] is_done: bool,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] reason: &str,
    ) -> Checked<()> {
        Checked(self.with(&mut |run, store, _| run.verified(store, is_done, reason)))
    }

    /// Reports a validation of the whole task. The run ends, or plans again with the suggestions.
    ///
    /// Throws `unexpected_report`.
    pub fn validated(
        &self,
        #[wasm_bindgen(js_name = isComplete)] is_complete: bool,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] reasoning: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "readonly string[]")] suggestions: &str,
    ) -> Checked<()> {
        let texts = boundary::contents(suggestions);
        let suggestions: Vec<&str> = texts.iter().map(String::as_str).collect();
        Checked(
            self.with(&mut |run, store, _| {
                run.validated(store, is_complete, reasoning, &suggestions)
            }),
        )
    }

    /// Reports that validation itself failed: it is asked for again, until the run is stuck.
    ///
    /// Throws `unexpected_report`.
    #[wasm_bindgen(js_name = validationFailed)]
    pub fn validation_failed(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] reason: &str,
    ) -> Checked<()> {
        Checked(self.with(&mut |run, _, _| run.validation_failed(reason)))
    }

    /// Reports that nobody validates. The run ends, and is not complete.
    ///
    /// Throws `unexpected_report`.
    #[wasm_bindgen(js_name = notValidated)]
    pub fn not_validated(&self) -> Checked<()> {
        Checked(self.with(&mut |run, store, _| run.not_validated(store)))
    }

    /// Asks for a new plan in place of what is open, as soon as the execution that is under way is
    /// reported. Gives whether it will come to that: not unless something is being executed.
    #[wasm_bindgen(js_name = requirePlanning)]
    pub fn require_planning(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] reason: &str,
    ) -> Checked<bool> {
        let mut is_due = false;
        let result = self.with(&mut |run, _, _| {
            is_due = run.require_planning(reason);
            Ok(())
        });
        Checked(result.map(|()| is_due))
    }

    /// Stops the run at any point: what is in progress goes back to todo, the list stays, and a report that
    /// was outstanding is not expected any more. A run that ended stays as it is.
    pub fn abort(&self) -> Checked<()> {
        Checked(self.with(&mut |run, store, _| {
            run.abort(store);
            Ok(())
        }))
    }

    /// Goes on after an abort, with the step at which it was aborted.
    pub fn resume(&self) -> Checked<()> {
        Checked(self.with(&mut |run, store, _| {
            run.resume(store);
            Ok(())
        }))
    }

    /// Gives the run up, with the reason.
    pub fn fail(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] reason: &str,
    ) -> Checked<()> {
        Checked(self.with(&mut |run, store, _| {
            run.fail(store, reason);
            Ok(())
        }))
    }
}

/// The tool `require_planning` as JSON text: name, description and inputSchema.
#[wasm_bindgen(js_name = planningToolSpec, skip_typescript)]
pub fn planning_tool_spec() -> JsValue {
    JsValue::from_str(REQUIRE_PLANNING)
}

/// Runs one call of it with the arguments that a model sent, as JSON text. Never throws for those. `is_over` says
/// that it was for an execution that is over.
#[wasm_bindgen(js_name = callPlanningTool, skip_typescript)]
pub fn call_planning_tool(run: &TodoRun, args: &str, is_over: bool) -> Checked<JsValue> {
    let mut answer = JsValue::UNDEFINED;
    let result = run.with(&mut |run, store, view| {
        answer = view.outcome(&run.call_require_planning(args, is_over), store);
        Ok(())
    });
    Checked(result.map(|()| answer))
}
