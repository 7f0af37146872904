//! The loop that a todo list drives (plan, execute, validate, plan again) as a state machine
//! without I/O.
//!
//! [`Run::next`] returns the next step; the host carries it out and reports. The run itself neither
//! waits nor calls anything, so any host can drive it: a model, a script, a test.
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
//! Every run ends: the number of steps is limited. Only steps that wait for a person do not count.
//!
//! The loop follows that of the original BrowserAgent, without its faults. There, a cycle that
//! executed nothing did not count, so the loop could go on forever. A new plan was appended to the
//! rest of the last one. A todo that an abort left in progress was the first of the next run. A
//! task counted as done because the model claimed it.

mod active;
mod event;
mod machine;
mod put_plan;
mod reports;
mod run_checkpoint;
mod run_options;
mod step;
#[cfg(test)]
mod tests;

pub use active::ActiveRuns;
pub use event::{Event, Subject};
pub use machine::{Report, Run};
pub use run_options::{RunDriver, RunOptions, RunStart};
pub use step::{Briefing, Ending, Failure, FailureKind, PlanReason, Step};

/// The tool `require_planning`, with which a model asks for a new plan, as JSON.
pub const REQUIRE_PLANNING: &str = include_str!("require_planning.json");
