//! `TodoStore`: what is proposed to a person, what a person approves or lets the agent do, and the
//! questions of the list.

use js_sys::JSON;
use wasm_bindgen::prelude::*;

use super::convert;
use super::todo_store::{TodoStore, as_asked};
use crate::list::delta::Aspect;
use crate::list::edit_options::Approval;
use crate::list::history::Revision;
use crate::list::sites::read_proposal;
use crate::list::store::TodoStore as Store;

#[wasm_bindgen]
impl TodoStore {
    /// Proposes the sites where the agent is to act, for a person to approve. They replace the
    /// sites proposed before, and an empty array withdraws them. A site is an origin
    /// (`https://example.org:8443`), a host (`example.org`), which means `https`, or a pattern for
    /// the subdomains of a domain with at least two labels (`https://*.example.org`, which does not
    /// cover `https://example.org`). Returns true.
    ///
    /// Throws `invalid_argument` for anything else, or if an option is unknown or ill-typed.
    pub fn propose(
        &self,
        #[wasm_bindgen(unchecked_param_type = "{ sites: readonly string[] }")] options: &JsValue,
    ) -> Result<bool, JsValue> {
        let sites = read_proposal(&convert::options(options, "options")?)?;
        as_asked(self.write(|store, _| store.propose(&sites)))
    }

    /// The proposed sites, as `propose()` stored them, or undefined if there are none. An approval
    /// answers them, whichever of them it approves, and then this is undefined.
    #[wasm_bindgen(
        getter,
        unchecked_return_type = "{ readonly sites: readonly string[] } | undefined"
    )]
    pub fn proposal(&self) -> Result<JsValue, JsValue> {
        self.read(|store, _| parse(store.sites().proposal_json()))
    }

    /// Approves the open todos, as a person: models and agents may then neither remove nor reword
    /// them. The todos get `approved: true`, until anybody but a person changes their content or
    /// description, or a model or an agent skips them. With `sites`, written as for `propose()`, it
    /// also approves that the agent acts on these sites, and nowhere else: each approval
    /// replaces the sites of the previous one. Without `sites`, no site is approved.
    ///
    /// With `revision`, the one that the person was shown, it throws `changed` if anybody but a
    /// person has since changed which todos are open or their texts, if other sites are proposed,
    /// or if the history does not have the revision. With `refs`, ids or keys, it approves only
    /// these todos.
    ///
    /// Throws `not_allowed` on a handle whose author is not `"user"`, `unknown_id`,
    /// and `invalid_argument` if an option is unknown or ill-typed, or if a site is not valid.
    pub fn approve(
        &self,
        #[wasm_bindgen(
            unchecked_optional_param_type = "{ refs?: readonly (number | string)[] | undefined; revision?: number | undefined; sites?: readonly string[] | undefined }"
        )]
        options: &JsValue,
    ) -> Result<bool, JsValue> {
        let approval = Approval::from_json(&convert::options(options, "options")?)?;
        as_asked(self.write(|store, _| store.approve(&approval)))
    }

    /// Ends the approval, as a person: no site is approved any more. The todos stay approved.
    ///
    /// Throws `not_allowed` on a handle whose author is not `"user"`.
    pub fn revoke(&self) -> Result<bool, JsValue> {
        as_asked(self.write(|store, _| store.revoke()))
    }

    /// Lets the agent, as a person: does what a model or the agent asked last of a decision that a
    /// person made and that held (`held` of `decisions()` and of `subscribe`). A todo that it
    /// wanted to start is started only if no other is in progress; otherwise it is set to todo.
    /// Returns whether the list is now as asked: false if no write was denied this decision.
    ///
    /// If `lets` is false, the decision stays, and counts as one that no write was denied.
    ///
    /// Throws `not_allowed` on a handle whose author is not `"user"`, `unknown_id`, and
    /// `invalid_argument` for an unknown aspect, or if `lets` is not a boolean.
    #[wasm_bindgen(js_name = letAgent)]
    pub fn let_agent(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] key: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Decision[\"aspect\"]")] aspect: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "boolean")] lets: &JsValue,
    ) -> Result<bool, JsValue> {
        let lets = lets.is_undefined() || convert::boolean(lets, "lets")?;
        let todo = convert::todo(key, "key")?;
        let named = |aspect: &Aspect| Some((aspect.public_name()?, *aspect));
        let aspects: Vec<_> = Aspect::ALL.iter().filter_map(named).collect();
        let aspect = convert::string_enum(aspect, "aspect", &aspects)?;
        as_asked(self.write(|store, _| match lets {
            true => store.let_agent(todo, aspect),
            false => store.keep_decision(todo, aspect),
        }))
    }

    /// The latest approval: the sites, the time in milliseconds since 1970-01-01 00:00 UTC, and the
    /// name of the person if there is one; undefined if nothing is approved. `newTask()`,
    /// `reset()`, `forget()` and `revoke()` end an approval.
    #[wasm_bindgen(
        getter,
        unchecked_return_type = "{ readonly sites: readonly string[]; readonly at: number; readonly name?: string } | undefined"
    )]
    pub fn approval(&self) -> Result<JsValue, JsValue> {
        self.read(|store, _| parse(store.sites().approval_json()))
    }

    /// Returns whether an approval covers the origin of an address, as `new URL(url).origin`
    /// returns it. False without an approval, and for anything but an absolute `http` or `https`
    /// address. Public suffixes are not known: `https://*.co.uk` covers the sites of more than one
    /// owner.
    pub fn allows(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] url: &JsValue,
    ) -> Result<bool, JsValue> {
        let url = convert::text(url, "url")?;
        Ok(self.read(|store, _| store.allows(&url)))
    }

    /// Returns whether a person's answer about the list still counts, that is, whether only people
    /// have changed its subject since the revision that they were shown. Without `ref`, the subject
    /// is which todos are open, and their texts; the proposed sites have to be the same. With
    /// `ref`, it is the texts of the todo, whether it is settled, and its claim or its
    /// question.
    ///
    /// Returns false if the history does not contain the revision. Throws `invalid_argument` if an
    /// argument is ill-typed.
    #[wasm_bindgen(js_name = isAsShown, skip_typescript)]
    pub fn is_as_shown(
        &self,
        revision: &JsValue,
        #[wasm_bindgen(js_name = "ref")] todo: &JsValue,
    ) -> Result<bool, JsValue> {
        let revision = convert::whole(revision, "revision")?;
        let todo = match todo.is_undefined() {
            true => None,
            false => Some(convert::todo(todo, "ref")?),
        };
        let revision = Revision::try_from(revision);
        let is_as_shown =
            |store: &Store| revision.is_ok_and(|known| store.is_as_shown(known, todo));
        Ok(self.read(|store, _| is_as_shown(store)))
    }

    /// Returns the questions of the list to a person: see `StoreQuestion` in
    /// `pkg-template/src/tools/store-internals.ts`.
    #[wasm_bindgen(skip_typescript)]
    pub fn questions(&self) -> Result<JsValue, JsValue> {
        self.read(|store, _| JSON::parse(&store.questions_json()))
    }
}

/// Returns the value of a JSON text, or undefined without one.
fn parse(json: Option<String>) -> Result<JsValue, JsValue> {
    json.map_or(Ok(JsValue::UNDEFINED), |json| JSON::parse(&json))
}
