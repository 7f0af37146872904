//! The `TodoRun` class.

use core::cell::RefCell;

use js_sys::{JSON, JsString};
use wasm_bindgen::prelude::*;

use super::convert;
use super::js_cache::to_call_outcome;
use super::todo_store::{Borrowed, CallOn, OnStore, SharedRuns, TodoStore};
use crate::list::author::Actor;
use crate::list::note::texts;
use crate::list::waiting::Wait;
use crate::run::{Report, Run, RunOptions};
use crate::tools::dialects::Dialect;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("run.d.ts");

/// One run of a task over a store: plan, execute, validate, and plan again. It is a state machine
/// without I/O: `next()` returns what to do, and the host does it and reports the result.
/// `runAgent()` drives a run with promises.
///
/// Every run ends, because the number of steps is limited.
#[wasm_bindgen]
pub struct TodoRun {
    store: Borrowed,
    run: RefCell<Run>,
}

impl OnStore for TodoRun {
    type Core = Run;

    fn run(&self, call: CallOn<'_, Run>) -> Result<(), JsValue> {
        self.store.run(&self.run, "the run is in another call", &mut |run, store, cache| {
            store.end_leases();
            call(run, store, cache);
        })
    }
}

/// The registration of an active run of a list, from its construction until it is freed.
#[wasm_bindgen]
pub struct Running {
    runs: SharedRuns,
    actor: Actor,
}

#[wasm_bindgen]
impl Running {
    /// Throws `already_running` if another run of the list is active, unless both have names and
    /// the names differ.
    #[wasm_bindgen(constructor)]
    pub fn new(store: &TodoStore) -> Result<Running, JsValue> {
        let (runs, creator) = store.runs();
        let mut active = runs.take();
        let actor = active.add(creator);
        runs.set(active);
        Ok(Self { runs, actor: actor? })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut active = self.runs.take();
        active.remove(&self.actor);
        self.runs.set(active);
    }
}

#[wasm_bindgen]
impl TodoRun {
    /// Creates a run that has not started. A todo that an earlier run left in progress goes back to
    /// todo. The run does not free the store. With `store.as("agent", name)` it works under that
    /// name.
    ///
    /// With the text of `checkpoint()`, it continues where that run stopped, with its options.
    ///
    /// Throws `invalid_argument` if an option is unknown or ill-typed, and `invalid_checkpoint` or
    /// `newer_checkpoint` if the text cannot be read.
    #[wasm_bindgen(constructor)]
    pub fn new(
        store: &TodoStore,
        #[wasm_bindgen(unchecked_optional_param_type = "TodoRunOptions")] options: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] saved: &JsValue,
    ) -> Result<TodoRun, JsValue> {
        let options = RunOptions::from_json(&convert::options(options, "options")?)?;
        let run = if saved.is_undefined() {
            store.write(|store, _| Run::new(store, options))
        } else {
            let saved = convert::text(saved, "text")?;
            store.write(|store, _| Run::from_checkpoint(store, &saved))?
        };
        Ok(TodoRun { store: store.borrowed(), run: RefCell::new(run) })
    }

    /// Returns what to do next. Returns the same step until it is reported, at no cost. Each new
    /// step counts towards `maxSteps`.
    #[wasm_bindgen(unchecked_return_type = "Readonly<RunStep>")]
    pub fn next(&self) -> Result<JsValue, JsValue> {
        self.with(|run, store, cache| {
            let step = run.next(store);
            Ok(cache.step(store, &run.step_json(&step, store.list())))
        })
    }

    /// Returns the events since the last call, oldest first.
    #[wasm_bindgen(js_name = takeEvents, unchecked_return_type = "RunEvent[]")]
    pub fn take_events(&self) -> Result<JsValue, JsValue> {
        self.with(|run, _, _| JSON::parse(&run.take_events_json()))
    }

    /// Reports a plan: the todos in order, or a model's text with one todo per line. Numbers at the
    /// start of lines are removed. The plan replaces the open todos; todos that are done or skipped
    /// stay. Without an argument, the list itself is the plan, because the model wrote it with its
    /// tool. Returns notes as `addMultiple` does. An empty plan fails the run. If the list would
    /// become too long, the oldest settled todos leave it (the event `planned` names them).
    ///
    /// Throws `unexpected_report` if the run does not wait for a plan. Throws as `addMultiple` does
    /// if the plan is refused; the next step then asks for another plan.
    pub fn planned(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "readonly string[] | string")]
        plan: &JsValue,
    ) -> Result<Vec<String>, JsValue> {
        if plan.is_string() {
            let text = convert::text(plan, "plan")?;
            return self.with(|run, store, _| Ok(texts(&run.planned_text(store, &text)?)));
        }
        let plan_texts = optional_texts(plan, "plan")?;
        let contents: Vec<&str> = plan_texts.iter().map(String::as_str).collect();
        let contents = (!plan.is_undefined()).then_some(&*contents);
        self.with(|run, store, _| Ok(texts(&run.planned(store, contents)?)))
    }

    /// Reports that a person approved the plan, or what is new. The todos that they were asked
    /// about are then approved as the user's. `revision` is the one that the person was shown;
    /// without it, they were shown the list as it was when the run asked for the approval. Does
    /// nothing if the run goes on because everything is approved already.
    ///
    /// Throws `changed` if anybody but a person has changed the plan since it was shown, or the
    /// history does not have the revision: the next step asks again. Throws `unexpected_report`
    /// if the run does not wait for an approval.
    pub fn approved(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] revision: &JsValue,
    ) -> Result<(), JsValue> {
        let shown = match revision.is_undefined() {
            true => None,
            false => Some(convert::whole(revision, "revision")?),
        };
        self.with(|run, store, _| Ok(run.approved(store, shown)?))
    }

    /// Reports what a person wants changed in the plan. The next step asks for another plan.
    ///
    /// Throws `unexpected_report` if the run does not wait for an approval, and `invalid_argument`
    /// if `changes` is empty.
    #[wasm_bindgen(js_name = rejected)]
    pub fn rejected(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] changes: &JsValue,
    ) -> Result<(), JsValue> {
        let changes = convert::text(changes, "changes")?;
        self.with(|run, _, _| Ok(run.rejected(&changes)?))
    }

    /// Reports that a person does not approve the plan, or what is new, and wants no other one.
    /// What they refused is taken back, as one revision: what was added leaves the list, and what a
    /// plan had taken off or changed is as before. What others changed since stays.
    ///
    /// Throws `unexpected_report` if the run does not wait for an approval.
    pub fn refused(&self) -> Result<(), JsValue> {
        self.with(|run, store, _| Ok(run.refused(store)?))
    }

    /// Counts a tool call for the todo in progress. Call it before each tool call. Returns how many
    /// calls the todo has left.
    ///
    /// Throws `over_budget` if it has none: the call must not be made, and the todo fails unless
    /// the report says that it is done. Throws `unexpected_report` if the run does not wait
    /// for an execution.
    #[wasm_bindgen(js_name = toolCalled)]
    pub fn tool_called(&self) -> Result<u32, JsValue> {
        self.with(|run, store, _| Ok(run.tool_called(store)?))
    }

    /// Returns whether `toolCalled()` would accept a call now. Counts nothing, and does not throw
    /// in any state of the run.
    #[wasm_bindgen(js_name = mayCall)]
    pub fn may_call(&self) -> Result<bool, JsValue> {
        self.with(|run, store, _| Ok(run.may_call(store)))
    }

    /// Checks what others settled since the last check; each such todo becomes an event, `done` or
    /// `skipped`. Returns whether the current step is over, because its todo was done, skipped or
    /// removed: nothing must be reported for it then. If the model drives, its own work does not
    /// end a step.
    ///
    /// `next()` and the reports check too. Call this if the host wants to know at once, as
    /// `runAgent()` does.
    pub fn refresh(&self) -> Result<bool, JsValue> {
        self.with(|run, store, _| Ok(run.refresh(store)))
    }

    /// Returns the state of the run as text: phase, budgets, counts and briefing. Store it together
    /// with the list, so that the run survives its worker.
    pub fn checkpoint(&self) -> Result<JsString, JsValue> {
        self.with(|run, store, _| {
            run.forget_with(store);
            Ok(run.checkpoint().into())
        })
    }

    /// Reports the result of an execution:
    ///
    /// - `"done"`: the todo is done; `why` is the evidence for the one who confirms it
    /// - `"failed"`: it was tried and is given up; `why` is the reason
    /// - `"unverified"`: it stays in progress until it is verified
    /// - `"waiting"`: it waits for a person or an event, as `wait` says, which is as for
    ///   `TodoStore.wait()`; the answer is `todo.answer` of the next execution
    /// - `"continue"`: it is not done yet
    /// - `"finished"`: the model says that the whole task is done
    ///
    /// If the model drives, it settles the todos itself, and only `"continue"`, `"failed"`,
    /// `"waiting"` and `"finished"` are allowed.
    ///
    /// Throws `unexpected_report` if the run does not wait for an execution, and `invalid_argument`
    /// for another status and for a `wait` that is unknown or ill-typed.
    pub fn executed(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ExecutionStatus")] execution: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] why: &JsValue,
        #[wasm_bindgen(
            unchecked_optional_param_type = "{ for?: \"user\" | \"event\" | undefined; question?: string | undefined; options?: readonly string[] | undefined }"
        )]
        wait: &JsValue,
    ) -> Result<(), JsValue> {
        let why = convert::optional_text(why, "why")?;
        let wait = Wait::from_json(&convert::options(wait, "wait")?)?;
        let reports = [
            ("done", Report::Done(&why)),
            ("failed", Report::Failed(&why)),
            ("unverified", Report::Unverified),
            ("waiting", Report::Waiting(&wait)),
            ("continue", Report::Continue),
            ("finished", Report::Finished),
        ];
        let report = convert::string_enum(execution, "execution", &reports)?;
        self.with(|run, store, _| Ok(run.executed(store, report)?))
    }

    /// Reports a verification: whether the todo is done, and why not. It does not count as a tool
    /// call of the todo. A todo that is rejected as often as a step may come without progress
    /// fails.
    ///
    /// Throws `unexpected_report` if the run does not wait for a verification.
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
    /// What a person added or reopened meanwhile is executed before the run ends.
    ///
    /// Throws `unexpected_report` if the run does not wait for a validation.
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

    /// Reports that the validation itself failed. It is requested again until the run is stuck.
    ///
    /// Throws `unexpected_report` if the run does not wait for a validation.
    #[wasm_bindgen(js_name = validationFailed)]
    pub fn validation_failed(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] reason: &JsValue,
    ) -> Result<(), JsValue> {
        let reason = convert::optional_text(reason, "reason")?;
        self.with(|run, _, _| Ok(run.validation_failed(&reason)?))
    }

    /// Reports that there is no validation. The run ends as not complete.
    ///
    /// Throws `unexpected_report` if the run does not wait for a validation.
    #[wasm_bindgen(js_name = notValidated)]
    pub fn not_validated(&self) -> Result<(), JsValue> {
        self.with(|run, store, _| Ok(run.not_validated(store)?))
    }

    /// Asks for a new plan in place of the open todos, once the current execution is reported.
    /// Returns whether that will happen: false if nothing is being executed.
    #[wasm_bindgen(js_name = requirePlanning)]
    pub fn require_planning(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] reason: &JsValue,
    ) -> Result<bool, JsValue> {
        let reason = convert::optional_text(reason, "reason")?;
        self.with(|run, _, _| Ok(run.require_planning(&reason)))
    }

    /// Stops the run in any state. The todo in progress goes back to todo, the list stays, and a
    /// pending report is no longer expected. A run that has ended does not change.
    pub fn abort(&self) -> Result<(), JsValue> {
        self.with(|run, store, _| {
            run.abort(store);
            Ok(())
        })
    }

    /// Continues after an abort, with the step at which the run was aborted.
    pub fn resume(&self) -> Result<(), JsValue> {
        self.with(|run, store, _| {
            run.resume(store);
            Ok(())
        })
    }

    /// Fails the run, with the reason.
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

/// Runs one call of `require_planning` with the arguments that a model sent, as JSON text. Never
/// throws because of them. `is_over` is whether the call belongs to an execution that is over.
#[wasm_bindgen(js_name = callPlanningTool, unchecked_return_type = "Outcome")]
pub fn call_planning_tool(
    run: &TodoRun,
    args: &JsValue,
    is_over: bool,
) -> Result<JsValue, JsValue> {
    let args = convert::arguments(args);
    run.with(|run, store, _| {
        let outcome = run.call_require_planning(args.as_deref(), is_over);
        Ok(to_call_outcome(&outcome, store, Dialect::DEFAULT))
    })
}

/// Like [`convert::texts`], but `undefined` becomes an empty list.
fn optional_texts(value: &JsValue, name: &str) -> Result<Vec<String>, JsValue> {
    if value.is_undefined() { Ok(Vec::new()) } else { Ok(convert::texts(value, name)?) }
}
