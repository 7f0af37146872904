//! `TodoStore`: the list as a whole: its texts, its history, and what is stored.

use js_sys::{Array, JSON, JsString};
use wasm_bindgen::prelude::*;

use super::todo_store::{TodoStore, read_revision};
use super::{convert, js_cache};
use crate::list::options::{CheckpointOptions, Unfinished};
use crate::tools::markdown;

#[wasm_bindgen]
impl TodoStore {
    /// Empties the list. Keys continue to count, so none is ever reused. On `as("user")` it removes
    /// each todo, as `remove` does, so no model's list brings one back. To start over, call
    /// `newTask({ unfinished: "archive" })`.
    ///
    /// Throws `not_allowed` on a model's handle.
    pub fn reset(&self) -> Result<(), JsValue> {
        Ok(self.write(|store, _| store.reset())?)
    }

    /// Empties the list and forgets it: none of its texts remains in the history, in the record of
    /// what left, in what its conversations have seen, or in a checkpoint. Revisions and keys
    /// continue to count. Use it at logout; `persistence.delete()` also forgets what is stored.
    ///
    /// Throws `not_allowed` on a model's handle.
    pub fn forget(&self) -> Result<(), JsValue> {
        Ok(self.write(|store, _| store.forget())?)
    }

    /// Returns the list as XML: `<todos><todo id="1" status="doing">text</todo></todos>`, escaped
    /// so that no content can end an element.
    #[wasm_bindgen(js_name = getXml)]
    pub fn get_xml(&self) -> JsString {
        self.read(|store, cache| cache.xml(store))
    }

    /// Returns the list as a checklist in Markdown, one todo per line, for people to read and to
    /// edit: `- [ ] text`, with `-` in the box if the todo is in progress, `x` if it is done,
    /// and the word if it is skipped. `readMarkdown` reads it.
    pub fn markdown(&self) -> JsString {
        self.read(|store, _| markdown::markdown(store.list()).into())
    }

    /// Replaces the whole list by a checklist in Markdown, as `markdown()` returns it. The changes
    /// are those of the handle's author: use `store.as("user")` if a person edited the text. A
    /// handle of a model or an agent does not change what a person decided, as for `replaceAll`.
    /// A todo that is in the text again keeps its key and all that a line cannot state, such as
    /// its priority. A todo whose line is missing leaves the list. Headings and lines without a
    /// box are ignored. Returns notes on what was repaired.
    ///
    /// Throws `invalid_argument` if the text is not a checklist, and the errors of `replaceAll`.
    /// The list is then unchanged.
    #[wasm_bindgen(js_name = readMarkdown, unchecked_return_type = "string[]")]
    pub fn read_markdown(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    ) -> Result<Array, JsValue> {
        let text = convert::text(text, "text")?;
        let notes = self.write(|store, _| markdown::read_markdown(store, &text))?;
        Ok(notes.iter().map(|note| JsValue::from_str(&note.text)).collect())
    }

    /// Returns the text to append to the conversation after a change: the XML in a
    /// `<browser-state>` element.
    #[wasm_bindgen(js_name = systemReminder, unchecked_return_type = "string")]
    pub fn system_reminder(&self) -> JsString {
        self.read(|store, _| store.system_reminder().into())
    }

    /// Makes room for a new task. A finished list (each todo done or skipped) is archived: the list
    /// is emptied as one revision, its snapshots stay in the history, and keys continue to count.
    /// An unfinished list stays by default (`unfinished: "keep"`), so that no work is lost;
    /// `"archive"` archives it like a finished one. Returns whether a list was archived: false
    /// if it stayed or was empty.
    ///
    /// Models may then add todos again that a person had removed or skipped, on an empty list too.
    ///
    /// Throws `invalid_argument` if an option is unknown or ill-typed, and `not_allowed` on a
    /// model's handle.
    #[wasm_bindgen(js_name = newTask)]
    pub fn new_task(
        &self,
        #[wasm_bindgen(
            unchecked_optional_param_type = "{ unfinished?: \"keep\" | \"archive\" | undefined }"
        )]
        options: &JsValue,
    ) -> Result<bool, JsValue> {
        let unfinished = Unfinished::from_json(&convert::options(options, "options")?)?;
        Ok(self.write(|store, _| store.new_task(unfinished))?)
    }

    /// Returns who last decided what: one entry for each aspect of a todo that was decided on its
    /// own, todo by todo in the order of the list. The first entry of a todo is its `"presence"`.
    /// An aspect without an entry is still as the author of the todo made it.
    #[wasm_bindgen(unchecked_return_type = "readonly Decision[]")]
    pub fn decisions(&self) -> Result<JsValue, JsValue> {
        self.read(|store, _| JSON::parse(&store.decisions_json()))
    }

    /// Returns the snapshots in the history, oldest first; at most `maxSnapshots`. Each call builds
    /// them: keep the result if you need it twice.
    #[wasm_bindgen(unchecked_return_type = "ReadonlyArray<Readonly<Snapshot>>")]
    pub fn history(&self) -> JsValue {
        self.read(|store, _| js_cache::history(store))
    }

    /// Takes back the latest change of this handle's author that is in effect, as a new revision,
    /// and returns true. For a person that is the latest change of any person, or with a name
    /// of that person; for `as("host")` the latest of anybody that is no approval. What anybody
    /// has changed since stays. Changes of which nothing is left are passed over. Returns false
    /// if no change remains.
    ///
    /// With `change`, it takes back the change of that revision, a whole number: a person or a host
    /// may name anybody's, but a host no approval; others name their own.
    ///
    /// Throws `too_many_todos` if there is no room for what comes back, and `invalid_argument` if
    /// an option is unknown or ill-typed. With `change` it also throws `changed` if nothing of
    /// the change is left, `unknown_revision` if the history does not have it (`maxSnapshots`),
    /// and `not_allowed`.
    pub fn undo(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "{ change?: number | undefined }")]
        options: &JsValue,
    ) -> Result<bool, JsValue> {
        match read_revision(options, "change")? {
            None => Ok(self.write(|store, _| store.undo())?),
            Some(change) => {
                self.write(|store, _| store.undo_change(change))?;
                Ok(true)
            }
        }
    }

    /// Takes back the latest `undo()` of this handle's author, as a new revision, unless they have
    /// changed anything since. What anybody has changed since stays. Returns whether there was
    /// one.
    ///
    /// Throws `too_many_todos` if there is no room for what comes back.
    pub fn redo(&self) -> Result<bool, JsValue> {
        Ok(self.write(|store, _| store.redo())?)
    }

    /// Restores the list of an earlier revision, as a new revision. With `revision`, the one that a
    /// person was shown, it throws `changed` if anybody but a person has changed the list
    /// since.
    ///
    /// Throws `unknown_revision`, also for a revision that was dropped from the history
    /// (`maxSnapshots`); `changed`; `not_allowed` on a handle of a model or an agent; and
    /// `invalid_argument` if an option is unknown or ill-typed.
    #[wasm_bindgen(js_name = restoreRevision)]
    pub fn restore_revision(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] revision: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "{ revision?: number | undefined }")]
        options: &JsValue,
    ) -> Result<(), JsValue> {
        let revision = convert::whole(revision, "revision")?;
        let shown = read_revision(options, "revision")?;
        Ok(self.write(|store, _| store.restore_as_shown(revision, shown))?)
    }

    /// Returns the whole store as text, for `fromCheckpoint`: options, list, keys and history. With
    /// `maxSnapshots`, it includes at most that many of the latest snapshots.
    ///
    /// Throws `invalid_argument` if an option is unknown or ill-typed.
    pub fn checkpoint(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "{ maxSnapshots?: number | undefined }")]
        options: &JsValue,
    ) -> Result<JsString, JsValue> {
        let options = CheckpointOptions::from_json(&convert::options(options, "options")?)?;
        Ok(self.read(|store, _| store.checkpoint_with(options)).into())
    }

    /// Replaces list, keys and history with what `checkpoint()` returned, elsewhere or earlier. It
    /// is a change like any other: the revision increases. If the loaded history does not go on
    /// from this list, its revisions get numbers that were never used here, so that a number
    /// never comes to mean another list. The options of this store stay, except that larger limits
    /// in the text become its limits, so that everything fits.
    ///
    /// Throws `invalid_checkpoint` if the text is damaged or not a checkpoint, `newer_checkpoint`
    /// if a newer version of the package wrote it, and `not_allowed` on a model's handle.
    #[wasm_bindgen(skip_typescript)]
    pub fn load(&self, text: &JsValue) -> Result<(), JsValue> {
        let text = convert::text(text, "text")?;
        self.merge_by(|store| store.load(&text))
    }

    /// Merges this list, by key, with another one that started from the same list. `base` is the
    /// checkpoint from which both started, or `""` if they have none in common. `text` is the other
    /// list, as for `load()`. This store then continues the other list, with its own changes as one
    /// more revision and with new numbers for its history, as after `load()`.
    ///
    /// A change that only one side made stays. A todo that one side removed leaves the list, unless
    /// the other side has changed it since and the author of the removal may not overrule that
    /// change: a person's edit restores a todo that a model or an agent removed, and not one that a
    /// person removed. Of two statuses, the settled
    /// one wins (done, skipped), unless this side reopened the todo. Of two texts, a person's wins,
    /// otherwise this side's. Of two todos in progress, this side's wins. A new todo whose key the
    /// other side used gets a new key.
    ///
    /// Returns the other list as a checkpoint: the base of the next merge, until this list is
    /// stored.
    ///
    /// Throws `too_many_todos` if both together exceed the limit of the list, and what `load()`
    /// throws.
    #[wasm_bindgen(skip_typescript)]
    pub fn merge(&self, base: &JsValue, text: &JsValue) -> Result<JsString, JsValue> {
        let (base, text) = (convert::text(base, "base")?, convert::text(text, "text")?);
        Ok(self.merge_by(|store| store.merge(&base, &text))?.into())
    }
}
