//! The core of the `Conversation` class. The JavaScript side adds the tools.

use core::cell::{RefCell, RefMut};

use js_sys::{Array, JsString};
use wasm_bindgen::prelude::*;

use super::convert;
use super::js_cache::{JsCache, js_answered, to_outcome};
use super::todo_store::{Borrowed, CallOn, OnStore, TodoStore};
use super::tools;
use crate::forms::reminder::{Reminder, reminder_of};
use crate::list::note::texts;
use crate::list::store::TodoStore as Store;
use crate::list::todo::Key;
use crate::tools::call::{Call, Outcome};
use crate::tools::calls::PendingCall;
use crate::tools::conversation::Conversation as Core;
use crate::tools::conversation::settings::Settings;
use crate::tools::prompt::Kind;
use crate::tools::xml_reader::{CallOptions, ToolCall};

#[wasm_bindgen(typescript_custom_section)]
const OPTIONS: &str = r#"
/** The options of a conversation. */
export interface ConversationOptions {
    /** The dialect of the tools. Default `"todo_manager"`. */
    dialect?: DialectName | undefined;
    /** How much of the list the reminders contain. Default `"changes"`. */
    reminders?: "full" | "changes" | "off" | undefined;
    /**
     * After how many changes of its own the model gets the whole list again: 1 to 1,000,000.
     * Default 20.
     */
    every?: number | undefined;
    /**
     * After how many messages of the model without a change of the list its next reminder says so
     * and asks about a todo, once until something changes: 2 to 1,000. `reminder()` counts its
     * calls, as it sees no messages. Default: never.
     */
    stale?: number | undefined;
    /**
     * What happens to open todos that a list of the model omits. With `"note"`, the default, they
     * leave the list: the answer names three of them and counts the others, and
     * `Outcome.dropped` has them all. With `"keep"` they stay.
     */
    drops?: "note" | "keep" | undefined;
    /**
     * The form of the tools' schemas: like the original tool, with optional fields (`"lean"`, the
     * default), or with every field required (`"strict"`), for OpenAI's strict mode.
     */
    schema?: "lean" | "strict" | undefined;
    /**
     * Whether the model gets the tool `ask_user` beside those of the dialect: a todo then waits for
     * the user until `store.answer()`. Default false.
     */
    ask?: boolean | undefined;
    /**
     * The name of the XML element around reminders: letters, digits, `-` and `_`, at most 64.
     * Default `"browser-state"`.
     */
    tag?: string | undefined;
    /**
     * The id or key of the todo whose branch is the list of this conversation: its tools, reminders
     * and nudges are about the todos under it, as a list with the ids 1 to n. Without it, they are
     * about the whole list.
     */
    under?: number | string | undefined;
    /**
     * The model's name if several models share the list: 1 to 64 characters. The model owns each
     * todo that it starts. Its reminders are about the todos that it added or owns, and count what
     * the other models did.
     */
    name?: string | undefined;
    /**
     * Called for each todo that the model says is done. `true` completes it, a string sends it back
     * with that reason, and `"ask"`, `false` or `undefined` leave it claimed, for a person to
     * confirm. `execute` of a tool awaits it, and the answer contains the verdict; `call` asks
     * nobody. If it throws, the todo stays claimed and `execute` rejects with the error.
     */
    confirm?: ((todo: Readonly<Todo>) => boolean | string | undefined | Promise<boolean | string | undefined>) | undefined;
    /**
     * Called by `execute` of a tool with the outcome of each call that changed the list. The call
     * is answered after `onChange` has finished, so that what it stores is stored before the model
     * reads of the change. If it throws or rejects, `execute` rejects with that error; the list
     * stays changed.
     */
    onChange?: ((outcome: Outcome) => void | Promise<void>) | undefined;
}
"#;

/// Returns a sentence for the model about a person's decision on the plan, with the sites where it
/// may act. A blank text is no reason.
#[wasm_bindgen(js_name = planVerdict)]
pub fn plan_verdict(store: &TodoStore, is_approved: bool, reason: &str) -> String {
    store.read(|store, _| Core::plan_verdict(store, is_approved, reason))
}

#[wasm_bindgen(typescript_custom_section)]
const ANSWERED: &str = r#"
/**
 * What a conversation returns of a call: the outcome, whether its answer begins a turn, and
 * `toldRevision`.
 */
interface Answered<Outcome> {
    outcome: Outcome;
    isTurnDue: boolean;
    toldRevision: number | undefined;
}
"#;

/// One model's view of a store, without its tools, which `Conversation` has.
#[wasm_bindgen]
pub struct CoreConversation {
    store: Borrowed,
    inner: RefCell<Core>,
}

impl CoreConversation {
    fn over(store: &TodoStore, inner: Core) -> Self {
        Self { store: store.borrowed(), inner: RefCell::new(inner) }
    }

    /// Borrows the core, for a call that reads no list.
    fn core(&self) -> Result<RefMut<'_, Core>, JsValue> {
        self.run_over_whole(&mut |_, _, _| {})?;
        Ok(self.inner.borrow_mut())
    }

    /// Runs a call over the whole list, once.
    fn run_over_whole(&self, call: CallOn<'_, Core>) -> Result<(), JsValue> {
        let busy = "the conversation is in another call";
        self.store.run(&self.inner, busy, &mut |inner, store, cache| {
            inner.forget_with(store);
            call(inner, store, cache);
        })
    }
}

impl OnStore for CoreConversation {
    type Core = Core;

    /// Runs a call over the list of the conversation, once.
    fn run(&self, call: CallOn<'_, Core>) -> Result<(), JsValue> {
        self.run_over_whole(&mut |inner, store, cache| match inner.open_branch(store) {
            Some(mut branch) => {
                call(inner, &mut branch, &mut JsCache::default());
                inner.close_branch(store, branch);
            }
            None => call(inner, store, cache),
        })
    }
}

#[wasm_bindgen]
impl CoreConversation {
    /// Throws `invalid_argument` if an option is unknown or ill-typed, and `unknown_id`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        store: &TodoStore,
        #[wasm_bindgen(unchecked_optional_param_type = "ConversationOptions")] options: &JsValue,
    ) -> Result<CoreConversation, JsValue> {
        let options = convert::options(options, "options")?;
        let settings = store.read(|store, _| Settings::from_json(store, &options))?;
        Ok(Self::over(store, Core::new(settings)))
    }

    /// Throws `invalid_argument`, `invalid_checkpoint` and `newer_checkpoint`.
    #[wasm_bindgen(js_name = fromCheckpoint)]
    pub fn from_checkpoint(
        store: &TodoStore,
        #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
        #[wasm_bindgen(
            unchecked_optional_param_type = "{ confirm?: boolean | undefined; drops?: \"note\" | \"keep\" | undefined }"
        )]
        options: &JsValue,
    ) -> Result<CoreConversation, JsValue> {
        let text = convert::text(text, "text")?;
        let options = convert::options(options, "options")?;
        let inner = store.read(|store, _| Core::from_checkpoint(store, &text))?;
        Ok(Self::over(store, inner.restored(&options)?))
    }

    /// Creates a conversation for one call of a dialect's tools, whose model knows the current
    /// list. `asks` is whether it has the tool `ask_user`.
    #[wasm_bindgen(js_name = alwaysTold)]
    pub fn always_told(
        store: &TodoStore,
        dialect: usize,
        asks: bool,
    ) -> Result<CoreConversation, JsValue> {
        let dialect = tools::dialect_at(dialect)?;
        let inner = store.read(|store, _| Core::stateless(store, dialect));
        Ok(Self::over(store, inner.asking(asks)))
    }

    /// Returns the keys of what the model has claimed to be done since the last call that was
    /// begun.
    #[wasm_bindgen(js_name = takeClaims)]
    pub fn take_claims(&self) -> Result<Vec<String>, JsValue> {
        Ok(self.core()?.take_claims().iter().map(|key| key.to_text()).collect())
    }

    /// Returns the verdicts on the claims of an earlier call, and the replies to the todos that
    /// wait, for a host without state that learns of them after the answer.
    #[wasm_bindgen(js_name = replyLater)]
    pub fn reply_later(
        &self,
        claims: Vec<String>,
        waits: Vec<String>,
    ) -> Result<Vec<String>, JsValue> {
        self.with(|inner, store, _| {
            Ok(texts(&inner.reply_later(store, &keys(&claims), &keys(&waits))))
        })
    }

    /// Completes a claimed todo as the host, or sends it back with a reason, unless it is no longer
    /// claimed as it was at a revision. A reason that is too long is cut.
    #[wasm_bindgen(js_name = settleClaim)]
    pub fn settle_claim(
        &self,
        key: &str,
        since: u32,
        reason: Option<String>,
    ) -> Result<(), JsValue> {
        let Some(key) = Key::parse_str(key) else { return Ok(()) };
        self.run_over_whole(&mut |_, store, _| store.settle_claim(key, since, reason.as_deref()))
    }

    /// Returns what the host needs to know of the conversation, as JSON text: see
    /// [`Core::to_json`].
    #[wasm_bindgen(js_name = describe)]
    pub fn describe(&self) -> Result<JsString, JsValue> {
        let mut json = String::new();
        self.run_over_whole(&mut |inner, store, _| json = inner.to_json(store))?;
        Ok(json.into())
    }

    /// Records that the model knows what was written in its name since a revision, through another
    /// conversation.
    #[wasm_bindgen(js_name = learnOwnSince)]
    pub fn learn_own_since(&self, revision: u32) -> Result<(), JsValue> {
        self.with(|inner, store, _| {
            inner.record_own_since(store, revision);
            Ok(())
        })
    }

    /// Returns the todos as the objects of the dialect's original tool, as JSON text.
    pub fn todos(&self) -> Result<JsString, JsValue> {
        self.with(|inner, store, _| Ok(inner.settings().dialect.todos(store).into()))
    }

    /// Takes the beginning of a call that the model is writing. Returns whether the preview may
    /// have changed.
    pub fn write(&self, tool: &str, args: &JsValue, id: &str) -> Result<bool, JsValue> {
        let arguments = &convert::arguments(args)?;
        Ok(self.core()?.write(&Call { tool, arguments }, id))
    }

    /// Returns the whole list as it would be after the calls that are being streamed, or undefined
    /// if there are none.
    #[wasm_bindgen(unchecked_return_type = "ReadonlyArray<Readonly<PreviewTodo>> | undefined")]
    pub fn preview(&self) -> JsValue {
        let mut shown = None;
        // Otherwise, the list was freed.
        let _ = self.run_over_whole(&mut |inner, store, cache| {
            shown = inner.preview(store).map(|list| cache.preview(store, &list));
        });
        shown.unwrap_or_default()
    }

    /// Runs one call with the arguments that a model sent: JSON text, or any value. Never throws
    /// because of them.
    #[wasm_bindgen(js_name = callTool, unchecked_return_type = "Answered<Outcome>")]
    pub fn call_tool(&self, tool: &str, args: &JsValue) -> Result<JsValue, JsValue> {
        let arguments = convert::arguments(args);
        self.with(|inner, store, _| {
            let open = inner.begin(store, tool, arguments.as_deref());
            let outcome = inner.answer(store, open, None);
            Ok(answered(inner, outcome_of(&outcome, store)))
        })
    }

    /// Returns what [`Self::call_tool`] would answer now, and changes nothing.
    #[wasm_bindgen(unchecked_return_type = "Outcome")]
    pub fn check(&self, tool: &str, args: &JsValue) -> Result<JsValue, JsValue> {
        let arguments = convert::arguments(args);
        self.with(|inner, store, _| {
            let (mut inner, mut store) = (inner.clone(), store.clone());
            let open = inner.begin(&mut store, tool, arguments.as_deref());
            let outcome = inner.answer(&mut store, open, None);
            Ok(outcome_of(&outcome, &store))
        })
    }

    /// Carries out one call, as [`Self::call_tool`] does, and leaves it to be answered.
    #[wasm_bindgen(js_name = beginCall)]
    pub fn begin_call(&self, tool: &str, args: &JsValue) -> Result<CoreCall, JsValue> {
        let arguments = convert::arguments(args);
        self.with(|inner, store, _| {
            let open = inner.begin(store, tool, arguments.as_deref());
            Ok(CoreCall { open, claims: inner.take_claims() })
        })
    }

    /// Returns the answer to a call. `asked` are the claims about which somebody was asked: the
    /// answer has the verdicts on them. Without it, nobody is asked.
    #[wasm_bindgen(unchecked_return_type = "Answered<Outcome>")]
    pub fn answer(&self, call: CoreCall, asked: Option<Vec<String>>) -> Result<JsValue, JsValue> {
        self.with(|inner, store, _| {
            let asked = asked.map(|asked| keys(&asked));
            let outcome = inner.answer(store, call.open, asked.as_deref());
            Ok(answered(inner, outcome_of(&outcome, store)))
        })
    }

    /// Carries out what a model wrote in the arguments of another tool: its plan, or else its
    /// progress. Never throws because of them.
    #[wasm_bindgen(js_name = applyBeside, unchecked_return_type = "Answered<Outcome>")]
    pub fn apply_beside(&self, is_plan: bool, args: &JsValue) -> Result<JsValue, JsValue> {
        let arguments = convert::arguments(args);
        self.with(|inner, store, _| {
            let outcome = match is_plan {
                true => inner.apply_plan(store, arguments.as_deref()),
                false => inner.apply_progress(store, arguments.as_deref()),
            };
            Ok(answered(inner, outcome_of(&outcome, store)))
        })
    }

    /// Completes the todos that a model reports as done in its text. Returns undefined if it
    /// reports none.
    #[wasm_bindgen(js_name = readProgress, unchecked_return_type = "Answered<Outcome> | undefined")]
    pub fn read_progress(&self, text: &JsValue) -> Result<JsValue, JsValue> {
        let text = convert::text(text, "text")?;
        self.with(|inner, store, _| {
            let Some(outcome) = inner.read_progress(store, &text) else {
                return Ok(JsValue::UNDEFINED);
            };
            Ok(answered(inner, outcome_of(&outcome, store)))
        })
    }

    /// Runs every tool call in XML in a model's text, and returns an array of outcomes. With
    /// `leaves_last`, the last call is left to be answered: it is in the array in place of its
    /// outcome.
    ///
    /// Throws `invalid_argument` if an option is unknown or ill-typed.
    #[wasm_bindgen(js_name = callXml, unchecked_return_type = "Answered<(Outcome | CoreCall)[]>")]
    pub fn call_xml(
        &self,
        text: &JsValue,
        options: &JsValue,
        leaves_last: bool,
    ) -> Result<JsValue, JsValue> {
        let text = convert::text(text, "text")?;
        let options = CallOptions::from_json(&convert::options(options, "options")?)?;
        let asks = self.core()?.settings().asks;
        let options = CallOptions { asks, ..options };
        let calls = ToolCall::find_all(&text, options);
        let last = calls.len().checked_sub(1).filter(|_| leaves_last);
        let outcomes = Array::new();
        for (index, call) in calls.iter().enumerate() {
            outcomes.push(&self.with(|inner, store, _| {
                let open = inner.begin_xml(store, call);
                if Some(index) == last {
                    return Ok(CoreCall { open, claims: inner.take_claims() }.into());
                }
                let outcome = inner.answer(store, open, None);
                Ok(outcome_of(&outcome, store))
            })?);
        }
        Ok(answered(&*self.core()?, outcomes.into()))
    }

    /// Returns the text to append to the messages now, or undefined. `messages` is how many the
    /// model has written since the last one.
    #[wasm_bindgen(unchecked_return_type = "string | undefined")]
    pub fn reminder(&self, messages: u32) -> Result<JsValue, JsValue> {
        self.with(|inner, store, _| {
            store.end_leases();
            Ok(match inner.reminder_after(store, messages) {
                Reminder::Nothing => JsValue::UNDEFINED,
                Reminder::Text { text, .. } => text.into(),
            })
        })
    }

    /// Returns the list in a reminder, with the ids and words of the dialect, whatever the model
    /// has read.
    #[wasm_bindgen(js_name = listReminder, unchecked_return_type = "string")]
    pub fn list_reminder(&self) -> Result<JsValue, JsValue> {
        let mut reminder = JsValue::UNDEFINED;
        self.run_over_whole(&mut |inner, store, _| {
            store.end_leases();
            let dialect = inner.settings().dialect;
            reminder = reminder_of(store, dialect.ids(), dialect.statuses()).into();
        })?;
        Ok(reminder)
    }

    /// Returns a sentence for a model whose plan is not approved yet, unless the answers of its
    /// dialect say so.
    #[wasm_bindgen(js_name = planWaits, unchecked_return_type = "string | undefined")]
    pub fn plan_waits(&self) -> Result<JsValue, JsValue> {
        self.with(|inner, store, _| Ok(inner.plan_waits(store).into()))
    }

    /// Returns the revision at which the list was last forgotten, or 0.
    #[wasm_bindgen(js_name = forgottenAt)]
    pub fn forgotten_at(&self) -> Result<u32, JsValue> {
        Ok(self.core()?.forgotten_at())
    }

    /// Begins a new turn: the following calls belong to another message of the model than the
    /// previous ones. If the answer before was awaited, only the first turn begins, where the model
    /// had read no list before.
    #[wasm_bindgen(js_name = beginTurn)]
    pub fn begin_turn(&self, was_awaited: bool) -> Result<(), JsValue> {
        let mut inner = self.core()?;
        match was_awaited {
            true => inner.begin_first_turn(),
            false => inner.begin_turn(),
        }
        Ok(())
    }

    /// Returns a text that asks a model which stopped too early to continue, once for each set of
    /// open todos.
    #[wasm_bindgen(unchecked_return_type = "string | undefined")]
    pub fn nudge(&self) -> Result<JsValue, JsValue> {
        self.with(|inner, store, _| {
            store.end_leases();
            Ok(inner.nudge(store).into())
        })
    }

    /// Returns the revision up to which the model knows what others changed, or undefined if that
    /// is unknown.
    #[wasm_bindgen(js_name = toldRevision)]
    pub fn told_revision(&self) -> Option<u32> {
        self.inner.try_borrow().ok()?.seen_revision()
    }

    /// Makes the next reminder the whole list.
    pub fn compacted(&self) -> Result<(), JsValue> {
        self.core()?.compacted();
        Ok(())
    }

    /// Takes back what the model changed since a revision.
    ///
    /// Throws `unknown_revision`, `too_many_todos` and `invalid_argument`.
    pub fn rewind(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] revision: &JsValue,
    ) -> Result<(), JsValue> {
        let revision = convert::whole(revision, "revision")?;
        self.with(|inner, store, _| Ok(inner.rewind(store, revision)?))
    }

    /// Returns the prompt of the given kind for the dialect.
    ///
    /// Throws `invalid_argument` if the kind does not exist.
    pub fn prompt(&self, kind: &JsValue) -> Result<JsString, JsValue> {
        let kind = Kind::from_name(&convert::text(kind, "kind")?)?;
        let mut prompt = String::new();
        self.run_over_whole(&mut |inner, store, _| prompt = inner.prompt(store, kind))?;
        Ok(prompt.into())
    }

    /// Returns the conversation as text, with the deliveries, if there are any.
    pub fn checkpoint(&self, deliveries: String) -> Result<JsString, JsValue> {
        let mut inner = self.core()?;
        inner.set_deliveries(deliveries);
        Ok(inner.checkpoint().into())
    }
}

/// A call that was carried out and is not answered yet.
#[wasm_bindgen]
pub struct CoreCall {
    open: PendingCall,
    claims: Vec<Key>,
}

#[wasm_bindgen]
impl CoreCall {
    /// Returns the keys of the todos that the model claims to be done, by this call or an earlier
    /// one.
    pub fn claims(&self) -> Vec<String> {
        self.claims.iter().map(|key| key.to_text()).collect()
    }
}

/// Converts the outcome of a call, without a reminder.
#[inline(never)]
fn outcome_of(outcome: &Outcome, store: &Store) -> JsValue {
    to_outcome(outcome, store, JsValue::UNDEFINED)
}

/// Returns what JavaScript needs to know after a call, with one crossing.
fn answered(inner: &Core, outcome: JsValue) -> JsValue {
    js_answered(outcome, inner.is_turn_due(), inner.seen_revision())
}

/// Reads the keys of todos. Any other text is left out.
fn keys(words: &[String]) -> Vec<Key> {
    words.iter().filter_map(|word| Key::parse_str(word)).collect()
}
