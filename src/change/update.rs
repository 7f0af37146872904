//! `Update`: the details of a single todo that a call creates or changes.
//!
//! A model refers to a todo by the id that answers and reminders show. Ids do not change when other
//! todos leave the list, so the calls in one message mean the same todos in any order.

use std::rc::Rc;

use crate::change::draft::Draft;
use crate::change::match_items::find_only;
use crate::forms::item_schema::{ItemSchema, PLAIN, ParsedStatus};
use crate::list::blockers::add_dependency;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::List;
use crate::list::indexed_list::find;
use crate::list::note::Notes;
use crate::list::note::note;
use crate::list::todo::{Key, Ref, StateKind, TextField, Todo};
use crate::text::clean::clean;
use crate::text::content::trim;
use crate::text::message::FormatArg::Text;
use crate::text::message::{bare_word, excerpt, fill};

/// The details of a todo in a call. Everything omitted or blank stays as it is.
#[derive(Debug)]
pub(crate) struct Update {
    /// The new texts, by field.
    pub texts: Vec<(TextField, String)>,
    pub status: Option<ParsedStatus>,
    /// The todos that it depends on, or no longer, or that depend on it, depending on the argument
    /// of each.
    pub links: Vec<TodoRefText>,
    /// The todo that it is under from now on.
    pub parent: Option<TodoRefText>,
    pub schema: &'static ItemSchema,
}

/// How a call refers to a todo.
#[derive(Clone, Debug)]
pub(crate) struct TodoRefText {
    /// The argument with the reference.
    pub argument: &'static str,
    pub name: String,
}

impl Update {
    /// Creates an update that changes nothing.
    pub const fn nothing(schema: &'static ItemSchema) -> Self {
        Self { texts: Vec::new(), status: None, links: Vec::new(), parent: None, schema }
    }

    pub fn is_nothing(&self) -> bool {
        self.texts.is_empty()
            && self.status.is_none()
            && self.links.is_empty()
            && self.parent.is_none()
    }

    /// Adds a todo and returns its key.
    ///
    /// # Errors
    /// The errors of [`Draft::add`] and of [`Update::update`].
    pub fn create(&self, draft: &mut Draft<'_>, notes: &mut Notes) -> Result<Key, TodoError> {
        let content = self.texts.iter().find(|(field, _)| *field == TextField::Content);
        let key = Key(draft.next_key);
        let text = content.map_or("", |(_, text)| text);
        // The notes are dropped here, because `update` writes them too.
        draft.current.text(TextField::Content, text, &mut Notes::new())?;
        drop(draft.add(&[text])?);
        self.update(draft, key, notes).map(|_| key)
    }

    /// Changes a todo. Returns what has changed, in the words of the tool.
    ///
    /// # Errors
    /// `content_too_long`; `unknown_id` and `invalid_argument` for a blocker.
    pub fn update(
        &self,
        draft: &mut Draft<'_>,
        key: Key,
        notes: &mut Notes,
    ) -> Result<Vec<&'static str>, TodoError> {
        let before = draft.requested.clone();
        let index = draft.index_of(Ref::Key(key))?;
        let Some(base) = before.get(index) else { return Ok(Vec::new()) };
        let mut owner = None;
        for (field, stated) in &self.texts {
            if *field == TextField::Name {
                // The model's own id of a new todo.
                match draft.key_named(stated) {
                    Some(own) if own == key => continue,
                    Some(_) => {
                        let template = "id {}: another todo has it, ignored";
                        note(notes, template, &[bare_word(stated)]);
                        continue;
                    }
                    None => {}
                }
            }
            let text = draft.current.text(*field, stated, notes)?;
            if *field == TextField::Owner {
                owner = Some(text);
            } else {
                draft.change(index, |todo| todo.set_text(*field, text));
            }
        }
        if let Some(parsed) = self.status {
            let name = draft.actor.name.clone();
            let is_reworded =
                draft.requested.get(index).is_some_and(|todo| todo.content() != base.content());
            draft.change(index, |todo| {
                // A claim only counts for the text with which it was made.
                if is_reworded && todo.state.is_claimed() {
                    todo.state = todo.state.change(StateKind::Doing, &[TextField::Owner]);
                }
                let base = todo.state.clone();
                // In a call about one todo, "completed" does not repeat that it was skipped, even
                // if the tool has one word for both.
                *todo = PLAIN.restated(todo.clone(), parsed);
                todo.state = todo.state.started_by(&base, name);
            });
            draft.note_status(index, parsed.status);
        }
        // An explicit owner takes precedence over the actor and over the owner that comes with the
        // status.
        if let Some(owner) = owner {
            draft.change(index, |todo| todo.set_text(TextField::Owner, owner));
        }
        let (mut links, mut freed) = (Vec::new(), Vec::new());
        for name in &self.links {
            if name.argument == NOT_BLOCKED_BY {
                freed.push(name.resolve(draft, notes)?);
                continue;
            }
            let blocks = name.argument == BLOCKS;
            let other = name.resolve(draft, notes)?;
            links.push(if blocks { (other, key) } else { (key, other) });
        }
        draft.change(index, |todo| {
            let is_kept = |blocker: &&Key| !freed.contains(blocker);
            todo.set_blocked_by(todo.blocked_by().iter().filter(is_kept).copied().collect());
        });
        add_dependency(&mut draft.requested, &links)?;
        if let Some(parent) = &self.parent {
            let parent = parent.resolve(draft, notes)?;
            draft.put_under(index, Some(Ref::Key(parent)))?;
        }
        let Some(current) = draft.requested.get(index) else { return Ok(Vec::new()) };
        Ok(self.changed_fields(base, current, &before, &draft.requested))
    }

    /// Returns the fields that differ between two versions of a todo, in the words of the tool.
    fn changed_fields(
        &self,
        base: &Todo,
        current: &Todo,
        before: &List,
        list: &List,
    ) -> Vec<&'static str> {
        let mut fields = Vec::new();
        for field in TextField::ALL {
            if base.text(field) != current.text(field) {
                fields.extend(self.schema.field(field));
            }
        }
        let has_blocks = self.links.iter().any(|link| link.argument == BLOCKS);
        for (name, is_changed) in [
            ("status", base.status() != current.status()),
            ("blockedBy", base.blocked_by() != current.blocked_by()),
            ("parent", base.parent() != current.parent()),
            ("blocks", has_blocks && before != list),
        ] {
            if is_changed {
                fields.push(name);
            }
        }
        fields
    }
}

/// The argument with the todos that a todo depends on.
pub(crate) const BLOCKED_BY: &str = "addBlockedBy";
/// The argument with the todos that it no longer depends on.
pub(crate) const NOT_BLOCKED_BY: &str = "removeBlockedBy";
/// The argument with the todos that depend on it.
pub(crate) const BLOCKS: &str = "addBlocks";

impl TodoRefText {
    /// Returns the key of the todo with this id, or else of the only one with this content.
    ///
    /// # Errors
    /// `unknown_id`, with the existing ids.
    pub fn resolve(&self, draft: &Draft<'_>, notes: &mut Notes) -> Result<Key, TodoError> {
        let cleaned = clean(&self.name);
        let name = trim(cleaned.as_ref().map_or(self.name.as_str(), |(text, _)| text));
        if let Some(key) = draft.key_named(name) {
            return Ok(key);
        }
        let todo = find_only(draft, name).ok_or_else(|| self.unknown(draft))?;
        let id = draft.id_of(todo.key).unwrap_or_default();
        let parts = [Text(self.argument), excerpt(name), bare_word(&id)];
        note(notes, "{}: {} read as {}", &parts);
        Ok(todo.key)
    }

    #[cold]
    fn unknown(&self, draft: &Draft<'_>) -> TodoError {
        let mut ids = String::new();
        // The error does not suggest todos that others removed.
        let is_there = |todo: &&Rc<Todo>| find(draft.current.list(), todo.key).is_some();
        for todo in draft.requested.iter().filter(is_there) {
            let Some(id) = draft.id_of(todo.key) else { continue };
            ids.push_str(if ids.is_empty() { "" } else { ", " });
            if ids.len() > MAX_IDS_LENGTH {
                ids.push('…');
                break;
            }
            ids.push_str(&fill("{}", &[bare_word(&id)]));
        }
        let template = match ids.is_empty() {
            true if draft.current.list().is_empty() => "{}: there is no todo {}: the list is empty",
            true => "{}: there is no todo {}",
            false => "{}: there is no todo {}: the ids are {}",
        };
        let parts = [Text(self.argument), bare_word(&self.name), Text(&ids)];
        TodoError::new(ErrorCode::UnknownId, template, &parts)
    }
}

/// The maximum length of the ids that an error lists, in bytes.
const MAX_IDS_LENGTH: usize = 200;
