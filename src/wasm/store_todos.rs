//! `TodoStore`: the methods that add todos and change them.

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::convert;
use super::todo_store::{TodoArgument, TodoStore, none, read_revision};
use crate::list::edit_options;
use crate::list::error::{TodoError, WriteError};
use crate::list::note::Notes;
use crate::list::store::TodoStore as Store;
use crate::list::todo::Key;
use crate::list::waiting::Wait;

#[wasm_bindgen]
impl TodoStore {
    /// Appends a todo, and trims its content. Returns the todo. Throws as `addMultiple` does.
    #[wasm_bindgen(unchecked_return_type = "Readonly<Todo>")]
    pub fn add(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] content: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let content = convert::content(content)?;
        let added = self.write_each(&[&content], &mut |store, texts| {
            add(store, |store| store.add_multiple(texts))
        })?;
        Ok(added.get(0))
    }

    /// Appends todos, in order, and trims their contents. Returns the todos. If a content had to be
    /// cleaned of forbidden or invisible characters, the event of `subscribe` has a note.
    ///
    /// Throws `empty_content`, `content_too_long` or `too_many_todos`, naming the item.
    #[wasm_bindgen(
        js_name = addMultiple,
        unchecked_return_type = "ReadonlyArray<Readonly<Todo>>"
    )]
    pub fn add_multiple(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly string[]")] contents: &JsValue,
    ) -> Result<Array, JsValue> {
        self.write_texts(contents, &mut |store, contents| {
            add(store, |store| store.add_multiple(contents))
        })
    }

    /// Inserts todos after a position, where 0 is the front. The rest reindex. Returns the todos.
    ///
    /// Throws `unknown_id` if the position is not 0 to n, or as `addMultiple` does.
    #[wasm_bindgen(
        js_name = addAfterPosition,
        unchecked_return_type = "ReadonlyArray<Readonly<Todo>>"
    )]
    pub fn add_after_position(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] position: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "readonly string[]")] contents: &JsValue,
    ) -> Result<Array, JsValue> {
        let position = convert::whole(position, "position")?;
        self.write_texts(contents, &mut |store, contents| {
            add(store, |store| store.add_after_position(position, contents))
        })
    }

    /// Replaces the list with todos, none of them started. For `as("user")` and `as("host")` they
    /// are all new. For others it is a whole list like a model's: a text that the list has
    /// means that todo, and what a person decided stays. Returns the todo that each text means,
    /// or undefined for one that a person removed.
    ///
    /// Throws as `addMultiple` does.
    #[wasm_bindgen(
        js_name = replaceAll,
        unchecked_return_type = "ReadonlyArray<Readonly<Todo> | undefined>"
    )]
    pub fn replace_all(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly string[]")] contents: &JsValue,
    ) -> Result<Array, JsValue> {
        self.write_texts(contents, &mut |store, contents| store.replace_all(contents))
    }

    /// Marks todos as done, from any status. Returns whether the list is now as asked; if not, it
    /// marks none of them. A todo that you pass itself is as for `complete`.
    ///
    /// Throws `unknown_id`.
    #[wasm_bindgen(js_name = completeMultiple)]
    pub fn complete_multiple(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ReadonlyArray<number | string | Todo>")]
        todos: &JsValue,
    ) -> Result<bool, JsValue> {
        let mut targets = Vec::new();
        for todo in convert::todos(todos, "ids")? {
            targets.push(self.target(&todo, "a todo")?);
        }
        self.write_about(&targets, &mut |store, todos| store.complete_multiple(todos, ""))
    }

    /// Marks a todo as done, from any status. Returns whether the list is now as asked. It returns
    /// false, with nothing done, if this handle may not overrule a person's decision or another
    /// owner, or if the todo left the list. A "done" that somebody has to confirm counts as done.
    ///
    /// If you pass the todo itself, the call is about what that object says: it returns false too
    /// if anybody but this author has since reworded, settled, reopened or put back the todo, or if
    /// its question or its claim is another. All people are one author.
    ///
    /// Throws `unknown_id` for an id that never was.
    pub fn complete(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
    ) -> Result<bool, JsValue> {
        self.write_one(todo, &mut |store, todo| store.complete_multiple(&[todo], ""))
    }

    /// Sets a todo back to todo, from any status. The others stay as they are. The reason goes into
    /// the history and into the reminders of models. Arguments and result are as for
    /// `complete`.
    ///
    /// Throws `unknown_id`, and `content_too_long` if the reason has more than 2,000 characters.
    pub fn reopen(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] reason: &JsValue,
    ) -> Result<bool, JsValue> {
        let reason = convert::optional_text(reason, "reason")?;
        self.write_one(todo, &mut |store, todo| store.reopen(todo, &reason))
    }

    /// Lets an open todo wait for a person (`for: "user"`, the default) or an event, with a
    /// question and the answers to choose from. Its status is then `"todo"`, with `waiting`,
    /// `question` and `options`, and `getNextTodo()` does not return it until `answer()` ends
    /// the wait, with one of the options or any other text. Arguments and result are as for
    /// `complete`.
    ///
    /// Throws `unknown_id`, `content_too_long` if the question has more than 2,000 characters, and
    /// `invalid_argument` if the todo is settled, `options` are not at most 6 different texts of at
    /// most 80 characters, or an argument is unknown or ill-typed.
    pub fn wait(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
        #[wasm_bindgen(
            unchecked_optional_param_type = "{ for?: \"user\" | \"event\" | undefined; question?: string | undefined; options?: readonly string[] | undefined }"
        )]
        options: &JsValue,
    ) -> Result<bool, JsValue> {
        let wait = Wait::from_json(&convert::options(options, "options")?)?;
        self.write_one(todo, &mut |store, todo| store.wait(todo, &wait))
    }

    /// Ends the wait of a todo, as a person or a host; a wait for an event, as anybody. The text is
    /// the todo's `answer` until the todo is settled, and the next reminder contains it. An
    /// empty text leaves no `answer`. Arguments and result are as for `complete`.
    ///
    /// Throws `not_waiting` if the todo does not wait, `not_allowed` on a handle whose author is
    /// `"model"` or `"agent"`, `unknown_id`, and `content_too_long` if the text has more than 2,000
    /// characters.
    pub fn answer(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] text: &JsValue,
    ) -> Result<bool, JsValue> {
        let text = convert::optional_text(text, "text")?;
        self.write_one(todo, &mut |store, todo| store.answer(todo, &text))
    }

    /// Skips a todo. With `onSkip: "mark"`, it stays in place as skipped, and keeps the reason
    /// until its status changes. With `"remove"`, it leaves the list and the rest reindex.
    /// Arguments and result are as for `complete`.
    ///
    /// Throws `unknown_id`, and `content_too_long` if the reason has more than 2,000 characters.
    pub fn skip(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] reason: &JsValue,
    ) -> Result<bool, JsValue> {
        let reason = convert::optional_text(reason, "reason")?;
        self.write_one(todo, &mut |store, todo| store.skip(todo, &reason))
    }

    /// Marks a todo as failed: it was tried and given up. It is skipped, with `failed: true`, and
    /// otherwise as by `skip()`; with `onSkip: "remove"`, it leaves the list, and reminders say
    /// that it failed.
    ///
    /// Throws as `skip()` does.
    pub fn fail(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] reason: &JsValue,
    ) -> Result<bool, JsValue> {
        let reason = convert::optional_text(reason, "reason")?;
        self.write_one(todo, &mut |store, todo| store.fail(todo, &reason))
    }

    /// Changes the given fields of a todo; `null` and `""` clear an optional field. Its key, status
    /// and position stay. Returns whether the list is now as asked. The object that you pass may be
    /// out of date. Returns false and changes nothing if a merge gave its key to another todo.
    ///
    /// Throws `unknown_id`, `empty_content`, `content_too_long`, `invalid_priority`, or
    /// `invalid_argument` for a field that cannot be edited and for a todo
    /// that would depend on itself.
    pub fn edit(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "TodoEdit")] changes: &JsValue,
    ) -> Result<bool, JsValue> {
        let TodoArgument { todo, shown } = self.target(todo, "todo")?;
        let changes = convert::options(changes, "changes")?;
        self.write_target(TodoArgument { todo, shown: None }, &mut |store, todo| {
            if shown.as_deref().is_some_and(|shown| !store.is_todo_of(shown)) {
                return Err(WriteError::Denied);
            }
            edit_options::read(&changes, |patch| store.edit(todo, patch))
        })
    }

    /// Moves a todo to after a position of the current list, where 0 is the front. The rest
    /// reindex. With `revision`, the one that a person was shown, the position is one of the list
    /// at that revision, and the todo goes behind the one that was there. Arguments and result
    /// are as for `complete`.
    ///
    /// Throws `unknown_id`, also if the position is not 0 to n; `changed` if anybody but a person
    /// has moved a todo since that revision; and `invalid_argument` if an option is unknown or
    /// ill-typed.
    #[wasm_bindgen(js_name = move)]
    pub fn move_to(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] position: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "{ revision?: number | undefined }")]
        options: &JsValue,
    ) -> Result<bool, JsValue> {
        let position = convert::whole(position, "position")?;
        let shown = read_revision(options, "revision")?;
        self.write_one(todo, &mut |store, todo| {
            store.move_as_shown(todo, position, shown).map(none)
        })
    }

    /// Removes a todo from the list. The rest reindex. Arguments and result are as for `complete`;
    /// a todo that left already is as asked.
    ///
    /// Throws `unknown_id`.
    pub fn remove(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
    ) -> Result<bool, JsValue> {
        self.write_one(todo, &mut |store, todo| store.remove(todo).map(none))
    }

    /// Marks a todo as in progress, from any status. Marking the current one again changes nothing.
    /// The argument and the result are as for `complete`.
    ///
    /// Throws `unknown_id`, or `already_doing`, which names the todo in progress.
    #[wasm_bindgen(js_name = markDoing)]
    pub fn mark_doing(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
    ) -> Result<bool, JsValue> {
        self.write_one(todo, &mut |store, todo| store.mark_doing(todo).map(none))
    }
}

/// Returns the todos that a write adds, with its notes.
fn add(
    store: &mut Store,
    write: impl FnOnce(&mut Store) -> Result<Notes, TodoError>,
) -> Result<(Vec<Key>, Notes), TodoError> {
    let first = Key(store.next_key());
    let notes = write(store)?;
    let keys = store.list().iter().map(|todo| todo.key).filter(|key| *key >= first);
    Ok((keys.collect(), notes))
}
