//! Whole-list writes. The items of a call are matched to the todos of the list, so that keys,
//! statuses, history and everything that the dialect cannot express survive a rewrite.

use std::borrow::Cow;
use std::rc::Rc;

use crate::change::draft::Draft;
use crate::change::match_items::{ItemMatch, Mode, match_items};
use crate::change::statement::Stated;
use crate::forms::id_map::find_called;
use crate::forms::item_schema::{Item, ItemSchema, model_name};
use crate::list::author::Actor;
use crate::list::blockers::{add_dependency, clear_dependencies};
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::List;
use crate::list::indexed_list::{find_content, find_near, index_of};
use crate::list::limits::{check_length, note_cleaned};
use crate::list::note::Notes;
use crate::list::note::note;
use crate::list::store::TodoStore;
use crate::list::todo::{Id, Key, Status, TextField, Todo};
use crate::text::clean::{clean, is_blank};
use crate::text::content::{Content, is_normalized, trim};
use crate::text::escape::{decoded, has_entity};
use crate::text::hash_index::{HashIndex, hash};
use crate::text::message::FormatArg::{Number, Text};
use crate::text::message::{FormatArg, bare_word, count, excerpt};

impl Draft<'_> {
    /// Writes a list, or merges one into the present list. Returns the todo that each item means.
    ///
    /// # Errors
    /// `too_many_todos`, `empty_content`, `content_too_long`; `unknown_id` for an item without
    /// content that matches no todo; `invalid_argument` for two items with one id. Each names the
    /// item.
    pub fn rewrite(
        &mut self,
        items: &mut Vec<Item<'_>>,
        mode: Mode,
        schema: &ItemSchema,
    ) -> Result<(Vec<Key>, Notes), TodoError> {
        let mut notes = Notes::new();
        let repeated = self.normalize_items(items, mode, schema, &mut notes)?;
        let items = &*items;
        let matched = match_items(self, items, &repeated, mode, &mut notes);
        let before = core::mem::take(&mut self.requested);
        let list = match mode {
            Mode::Replace => List::with_capacity(items.len()),
            Mode::Merge => before.clone(),
        };
        let added = matched.iter().filter(|matched| matched.index().is_none()).count();
        check_length(list.len() + added)?;
        let mut rewriter = Rewriter {
            store: self.current,
            actor: &self.actor,
            before: &before,
            schema,
            mode,
            list,
            indices: Vec::with_capacity(items.len()),
            next_key: self.next_key,
            notes,
        };
        for (index, (item, matched)) in items.iter().zip(&matched).enumerate() {
            // Most items repeat their todo.
            let same_texts = matched.index() == Some(index) && repeated.get(index) == Some(&true);
            rewriter.write_item(index, item, matched, same_texts)?;
        }
        rewriter.keep_names_apart(items);
        rewriter.link(items, self.is_partial)?;
        rewriter.note_ids(items);
        let Rewriter { list, indices, next_key, mut notes, .. } = rewriter;
        self.requested = list;
        self.next_key = next_key;
        self.put_items_under(items, &indices, mode, &mut notes);
        self.state_items(items, &indices, mode);
        let keys = indices.iter().filter_map(|at| Some(self.requested.get(*at)?.key)).collect();
        Ok((keys, notes))
    }

    /// Brings the items into the form in which they are compared with todos. Returns which of them
    /// repeat the texts of the todo at their index.
    fn normalize_items(
        &self,
        items: &mut Vec<Item<'_>>,
        mode: Mode,
        schema: &ItemSchema,
        notes: &mut Notes,
    ) -> Result<Vec<bool>, TodoError> {
        check_length(items.len())?;
        let mut repeated = Vec::with_capacity(items.len());
        for (index, item) in items.iter_mut().enumerate() {
            let known = self.requested.get(index).map(|todo| &**todo);
            let is_repeated = normalize(item, known, index, mode, notes);
            repeated.push(is_repeated);
            if !is_repeated {
                self.resolve_entities(item);
            }
        }
        if has_names(items, schema) {
            if schema.is_name_optional {
                drop_repeated_names(items, notes);
            }
            check_names(items)?;
        }
        Ok(repeated)
    }

    /// Records what the items state. Repeating a todo that nobody changed since states nothing,
    /// except for the order in which a list starts and completes todos.
    fn state_items(&mut self, items: &[Item<'_>], indices: &[usize], mode: Mode) {
        let is_stale = !Rc::ptr_eq(&self.base, self.current.shared_list());
        self.statements.reserve(items.len());
        for (item, at) in items.iter().zip(indices) {
            let Some(key) = self.requested.get(*at).map(|todo| todo.key) else { continue };
            let is_changed = is_stale && self.is_changed_since(*at, key);
            for field in TextField::APPROVED.into_iter().filter(|_| is_changed) {
                if item.text(field).is_some() {
                    self.state(key, Stated::Text(field));
                }
            }
            if mode == Mode::Merge {
                self.state(key, Stated::Name);
            }
            let counts = |status| matches!(status, Status::Doing | Status::Done);
            if let Some(stated) = item.status.filter(|it| is_changed || counts(it.status)) {
                let (status, waits) = (stated.status, stated.waits == Some(true));
                self.state(key, Stated::Status { status, waits });
            }
        }
    }

    /// Returns whether somebody changed a todo since the base, which has it at about this index.
    fn is_changed_since(&self, index: usize, key: Key) -> bool {
        let base = find_near(&self.base, index, key);
        let current = find_near(self.current.list(), index, key);
        base.map(Rc::as_ptr) != current.map(Rc::as_ptr)
    }

    /// Resolves the entities in a content if that makes it equal to a known one. Models copy
    /// contents out of XML.
    fn resolve_entities(&self, item: &mut Item<'_>) {
        let [Some(content), ..] = &mut item.texts else { return };
        if !has_entity(content) {
            return;
        }
        let known = |text: &str| {
            [&self.requested, self.current.list()]
                .iter()
                .any(|list| find_content(list, text).is_some())
        };
        if known(content) {
            return;
        }
        // Twice, in case a model copied a content that an earlier call had escaped.
        let once = decoded(content, false);
        let twice = decoded(&once, false);
        if let Some(text) = [once, twice].into_iter().find(|text| known(text)) {
            *content = Cow::Owned(text);
        }
    }
}

/// Cleans and trims an item's texts, so that they can be compared with those of todos.
///
/// A blank text is dropped, with two exceptions: a blank content of a whole list is refused later,
/// and a blank active form or description clears that of the todo.
///
/// Returns whether the item repeats the content of `known`, the todo at its index, and has no text
/// that differs from it.
fn normalize(
    item: &mut Item<'_>,
    known: Option<&Todo>,
    index: usize,
    mode: Mode,
    notes: &mut Notes,
) -> bool {
    let mut is_repeated = item.text(TextField::Content).is_some();
    for (field, slot) in TextField::OWN.into_iter().zip(&mut item.texts) {
        let Some(text) = slot else { continue };
        // Most texts repeat those of the todo at the same index.
        if known.is_some_and(|todo| todo.has_own_text(field, text)) {
            continue;
        }
        is_repeated = false;
        if is_normalized(text) {
            continue;
        }
        if is_blank(text) {
            let says_something = match field {
                TextField::Content => mode == Mode::Replace,
                TextField::ActiveForm | TextField::Description => true,
                TextField::Name
                | TextField::Priority
                | TextField::Reason
                | TextField::Owner
                | TextField::LastOwner
                | TextField::Evidence
                | TextField::Question
                | TextField::Options
                | TextField::Answer => false,
            };
            *slot = says_something.then_some(Cow::Borrowed(""));
            continue;
        }
        if trim(text).len() < text.len() {
            *text = Cow::Owned(trim(text).to_owned());
        }
        if let Some((clean, cleaned)) = clean(text) {
            note_cleaned(notes, index + 1, cleaned);
            *text = Cow::Owned(trim(&clean).to_owned());
        }
    }
    is_repeated
}

/// Drops a duplicate name if the tool does not require unique names.
fn drop_repeated_names(items: &mut [Item<'_>], notes: &mut Notes) {
    let names = indices_of_names(items);
    for index in (1..items.len()).rev() {
        let Some(first) = first_named_like(items, index, &names) else { continue };
        note(notes, "item {}: the id of item {} ignored", &[number(index), number(first)]);
        if let Some(Item { texts: [_, slot, ..], .. }) = items.get_mut(index) {
            *slot = None;
        }
    }
}

fn check_names(items: &[Item<'_>]) -> Result<(), TodoError> {
    let names = indices_of_names(items);
    for (index, item) in items.iter().enumerate() {
        if let Some(named) = name(item)
            && let Some(first) = first_named_like(items, index, &names)
        {
            return Err(TodoError::invalid(
                "item {} has the id of item {}, {}: give each its own",
                &[number(index), number(first), excerpt(named)],
            ));
        }
    }
    Ok(())
}

fn indices_of_names(items: &[Item<'_>]) -> HashIndex {
    HashIndex::of_texts(items.len(), &|index| name(items.get(index)?))
}

/// Returns the index of the first item with a name.
fn find_item(items: &[Item<'_>], named: &str, names: &HashIndex) -> Option<usize> {
    names.find(hash(named), &mut |at| items.get(at).and_then(name) == Some(named))
}

/// Returns the index of the first item with the same name as the one at an index, if that is an
/// earlier one.
fn first_named_like(items: &[Item<'_>], index: usize, names: &HashIndex) -> Option<usize> {
    let first = find_item(items, name(items.get(index)?)?, names);
    first.filter(|first| *first < index)
}

/// Refuses what is wrong whatever the list is: two items with one id, and an item with neither a
/// content nor an id.
///
/// # Errors
/// As [`Draft::rewrite`].
pub(crate) fn check_ids(items: &[Item<'_>], schema: &ItemSchema) -> Result<(), TodoError> {
    let is_nothing = |item: &Item<'_>| {
        item.text(TextField::Content).is_none() && name(item).is_none() && item.position.is_none()
    };
    match items.iter().position(is_nothing) {
        Some(index) => Err(no_content(index, schema.content.unwrap_or("content"))),
        None if schema.is_name_optional => Ok(()),
        None => check_names(items),
    }
}

#[cold]
fn no_content(index: usize, name: &str) -> TodoError {
    TodoError::new(
        ErrorCode::UnknownId,
        "item {} has no {}, and its id is none of the list: give both for a new todo",
        &[number(index), Text(name)],
    )
}

fn number(index: usize) -> FormatArg<'static> {
    count(index + 1)
}

fn has_names(items: &[Item<'_>], schema: &ItemSchema) -> bool {
    schema.name.is_some() && items.iter().any(|item| name(item).is_some())
}

fn name<'a>(item: &'a Item<'_>) -> Option<&'a str> {
    item.text(TextField::Name).map(trim).filter(|name| !name.is_empty())
}

/// A whole list that is being written or merged, item by item.
struct Rewriter<'a> {
    store: &'a TodoStore,
    actor: &'a Actor,
    /// The list before the write.
    before: &'a List,
    schema: &'a ItemSchema,
    mode: Mode,
    /// The list as the items before the next one have written it.
    list: List,
    /// The index in `list` of the todo that each of these items means.
    indices: Vec<usize>,
    next_key: u32,
    notes: Notes,
}

impl Rewriter<'_> {
    /// Writes the todo that an item means. `same_texts` says that the item has the same texts.
    fn write_item(
        &mut self,
        index: usize,
        item: &Item<'_>,
        matched: &ItemMatch,
        same_texts: bool,
    ) -> Result<(), TodoError> {
        let known = match matched {
            ItemMatch::Here(at) => self.before.get(*at),
            ItemMatch::Elsewhere(todo) => Some(todo),
            ItemMatch::New { .. } => None,
        };
        // An item may repeat what a person removed or settled and what left the list.
        let is_gone = |known: &&Rc<Todo>| find_near(self.store.list(), index, known.key).is_none();
        let is_added = self.mode == Mode::Replace || matched.index().is_none();
        if is_added
            && let Some(at) =
                known.filter(is_gone).and_then(|known| index_of(&self.list, known.key))
        {
            self.indices.push(at);
            return Ok(());
        }
        let at = matched.index().filter(|_| self.mode == Mode::Merge).unwrap_or(self.list.len());
        self.indices.push(at);
        if let Some(known) = known.filter(|known| self.is_repeated(item, known, same_texts)) {
            if at == self.list.len() {
                self.list.push(Rc::clone(known));
            }
            return Ok(());
        }
        let mut todo = self.todo(item, index, Key(self.next_key), known)?;
        if let ItemMatch::New { confirm } = matched {
            self.next_key += 1;
            todo.set_flags(|flags| flags.confirm |= *confirm);
        }
        let name = self.actor.name.clone().filter(|_| item.status.is_some());
        if name.is_some() {
            let base = known.map(|known| known.state.clone()).unwrap_or_default();
            todo.state = todo.state.started_by(&base, name);
        }
        match self.list.get_mut(at) {
            Some(slot) if slot.is_same(&todo) => {}
            Some(slot) => *slot = Rc::new(todo),
            None => match known.filter(|known| known.is_same(&todo)) {
                Some(known) => self.list.push(Rc::clone(known)),
                None => self.list.push(Rc::new(todo)),
            },
        }
        Ok(())
    }

    /// Returns whether an item repeats everything that its tool can express about a todo.
    fn is_repeated(&self, item: &Item<'_>, known: &Todo, same_texts: bool) -> bool {
        let same_text = |(field, text): (TextField, &Option<Cow<'_, str>>)| match text {
            Some(text) => known.has_own_text(field, text),
            None => field != TextField::Content,
        };
        let same_texts = same_texts || TextField::OWN.into_iter().zip(&item.texts).all(same_text);
        let same_status = match item.status {
            Some(parsed) => {
                parsed.status == known.status()
                    && parsed.waits.is_none_or(|waits| waits == known.waiting().is_some())
                    && (!parsed.failed || known.is_failed())
            }
            None => self.schema.statuses.is_none(),
        };
        same_texts && same_status && item.blocked_by.is_none() && item.parent_hint.is_none()
    }

    /// Returns `known` as the item at an index changes it, or a new todo.
    fn todo(
        &mut self,
        item: &Item<'_>,
        index: usize,
        key: Key,
        known: Option<&Rc<Todo>>,
    ) -> Result<Todo, TodoError> {
        let todo = self.with_texts(item, index, key, known)?;
        let name = self.schema.content.unwrap_or("content");
        if todo.cleaned_text(TextField::Content).is_none() {
            return Err(no_content(index, name));
        }
        if item.text(TextField::Content).is_none() && self.mode == Mode::Replace {
            note_missing(&mut self.notes, index, name, Text("kept"));
        }
        if let Some(parsed) = item.status {
            return Ok(self.schema.restated(todo, parsed));
        }
        if self.schema.statuses.is_some() && (known.is_none() || self.mode == Mode::Replace) {
            let status = Text(self.schema.name_of(&todo));
            note_missing(&mut self.notes, index, "status", status);
        }
        Ok(todo)
    }

    /// Returns a todo with the texts of an item. Texts that the item omits are those of `known`.
    fn with_texts(
        &self,
        item: &Item<'_>,
        index: usize,
        key: Key,
        known: Option<&Rc<Todo>>,
    ) -> Result<Todo, TodoError> {
        let content = item.text(TextField::Content);
        let mut todo = Todo {
            key: known.map_or(key, |todo| todo.key),
            state: known.map(|todo| todo.state.clone()).unwrap_or_default(),
            details: known.map_or_else(Rc::default, |todo| Rc::clone(&todo.details)),
        };
        // A todo that the item names by its key or position gets no name.
        let names_by_key = |field, given: &str| {
            field == TextField::Name
                && known.is_some_and(|todo| {
                    let is_key = || {
                        todo.text(TextField::Name).is_none()
                            && Key::parse_str(given.trim_start_matches('#')) == Some(todo.key)
                    };
                    content.is_none() || given == model_name(self.before, todo) || is_key()
                })
        };
        for (field, given) in TextField::OWN.into_iter().zip(&item.texts) {
            let Some(given) = given.as_deref() else { continue };
            let base = known.and_then(|todo| todo.text(field));
            if base == Some(given) || names_by_key(field, given) {
                continue;
            }
            let clears =
                matches!(field, TextField::ActiveForm | TextField::Description) && given.is_empty();
            let text = if clears { None } else { Some(self.text(field, given, index)?) };
            if let Some(slot) = Rc::make_mut(&mut todo.details).texts.get_mut(field as usize) {
                *slot = text;
            }
        }
        Ok(todo)
    }

    /// Checks a normalized text of the item at an index.
    fn text(&self, field: TextField, text: &str, index: usize) -> Result<Content, TodoError> {
        Content::from_normalized(text, self.store.options().max_length(field))
            .map_err(|error| self.store.content_error(error, index + 1, field))
    }

    /// Removes names that the call moves to another todo: the earlier holder loses its name.
    fn keep_names_apart(&mut self, items: &[Item<'_>]) {
        if !has_names(items, self.schema) {
            return;
        }
        let names = indices_of_names(items);
        for (item, at) in items.iter().zip(&self.indices) {
            if name(item).is_none()
                && let Some(todo) = self.list.get_mut(*at)
                && let Some(known) = todo.text(TextField::Name)
                && find_item(items, known, &names).is_some()
            {
                Rc::make_mut(todo).set_text(TextField::Name, None);
            }
        }
    }

    /// Replaces the blockers of each item that states some. In a partial list, the item of a
    /// blocker may still follow.
    fn link(&mut self, items: &[Item<'_>], is_partial: bool) -> Result<(), TodoError> {
        if items.iter().all(|item| item.blocked_by.is_none()) {
            return Ok(());
        }
        let keys = self.indices.iter().filter_map(|at| Some(self.list.get(*at)?.key));
        let keys: Vec<_> = keys.collect();
        let mut links = Vec::new();
        let names = indices_of_names(items);
        for (index, (item, key)) in items.iter().zip(&keys).enumerate() {
            let Some(ids) = &item.blocked_by else { continue };
            clear_dependencies(&mut self.list, *key);
            for id in ids {
                let named = find_item(items, id, &names).and_then(|at| keys.get(at)).copied();
                let Some(other) = named.or_else(|| find_called(&self.list, id)) else {
                    if is_partial {
                        continue;
                    }
                    return Err(TodoError::invalid(
                        "item {} depends on {}, and no todo of the list has that id",
                        &[number(index), excerpt(id)],
                    ));
                };
                links.push((*key, other));
            }
        }
        add_dependency(&mut self.list, &links)
    }

    /// Adds notes about ids that differ from those in the call.
    fn note_ids(&mut self, items: &[Item<'_>]) {
        if !self.schema.has_positions && self.schema.name.is_none() {
            return;
        }
        for (index, (item, at)) in items.iter().zip(&self.indices).enumerate() {
            let current = Id::at(*at);
            if self.schema.has_positions && item.position != Some(current) {
                let given = item.position.map_or(Text("none"), |id| Number(id.0));
                let parts = [number(index), given, Number(current.0)];
                note(&mut self.notes, "item {}: id {} read as {}", &parts);
            }
            if let (Some(_), Some(todo)) = (self.schema.name, self.list.get(*at)) {
                let model_name = model_name(&self.list, todo);
                match name(item) {
                    None if self.schema.is_name_optional => {}
                    // Of each item alike, so that a list without ids gets a single note.
                    None => note(&mut self.notes, "item {}: no id", &[number(index)]),
                    Some(name) if Key::parse_str(name) == Some(todo.key) => {}
                    Some(name) if name != model_name => {
                        let parts = [number(index), bare_word(name), bare_word(&model_name)];
                        note(&mut self.notes, "item {}: id {} read as {}", &parts);
                    }
                    Some(_) => {}
                }
            }
        }
    }
}

/// Adds a note about a field that an item omits, and what is used instead.
fn note_missing(notes: &mut Notes, index: usize, field: &str, instead: FormatArg<'_>) {
    note(notes, "item {}: no {}, {}", &[number(index), Text(field), instead]);
}
