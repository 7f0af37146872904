//! The loop that a todo list drives (plan, execute, validate, plan again) as a state machine
//! without I/O.
//!
//! [`Run::next`] says what to do, the host does it and reports. Nothing waits here and nothing is
//! called, so any host can drive it: a model, a script, a test.
//!
//! ```
//! use agent_todos::TodoStore;
//! use agent_todos::run::{Report, Run, RunOptions, Step};
//!
//! let mut store = TodoStore::default();
//! let mut run = Run::new(&mut store, RunOptions::default());
//! assert!(matches!(run.next(&mut store), Step::Plan(_)));
//! run.planned(&mut store, Some(&["Open the shop", "Find a kettle"]))?;
//! while let Step::Execute { .. } = run.next(&mut store) {
//!     run.executed(&mut store, Report::Done(""))?;
//! }
//! assert_eq!(run.next(&mut store), Step::Validate { open: 0 });
//! run.validated(&mut store, true, "Both are done", &[])?;
//! # Ok::<(), agent_todos::TodoError>(())
//! ```
//!
//! Every run ends: whatever `next` asks for is a step, and steps are counted.
//!
//! Source: the loop of the original BrowserAgent, without what went wrong there: a cycle that executed
//! nothing cost nothing, so it could go on for ever; a plan was appended to what was left of the last
//! one; a todo left in progress by an abort was the first of the next run; the model's word for it was
//! enough to be done.

mod checkpoint;
mod event;
mod machine;
mod options;
mod plan;
mod reports;
mod step;
#[cfg(test)]
mod tests;

pub use event::{Event, Subject};
pub use machine::{Report, Run};
pub use options::{RunDriver, RunOptions, RunStart};
pub use step::{Briefing, Ending, Failure, FailureKind, PlanReason, RunStep, Step};

/// What `require_planning` is to a model: a tool with which it asks for a new plan, as JSON.
pub const REQUIRE_PLANNING: &str = include_str!("require_planning.json");
