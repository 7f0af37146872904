//! `Request`: what a call asks for, in the words of no dialect. Dialects read calls into it.

use crate::forms::shape::{Item, PLAIN, SaidStatus, Shape};
use crate::list::error::TodoError;
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Id, Key, Ref, Status, Todo};
use crate::sync::rewrite::Mode;
use crate::text::content::trim;
use crate::text::escape::decoded;
use crate::text::excerpt::line;
use crate::text::json::Value;
use crate::text::message::Part::{Number, Text};
use crate::text::message::{Notes, count, excerpt, note};
use crate::tools::arguments::{Arguments, ListArgument, SingleItem, not_a_list};
use crate::tools::change::{Change, Name};

/// A call that was understood.
#[derive(Debug)]
pub(crate) enum Request<'a> {
    /// To see the list.
    List,
    Add(Vec<Item<'a>>),
    AddAfter {
        position: i64,
        items: Vec<Item<'a>>,
    },
    /// To clear the list and add these.
    ReplaceAll(Vec<Item<'a>>),
    /// To mark todos done, with what shows that they are.
    Complete {
        ids: Vec<Id>,
        evidence: String,
        /// The texts that the call has beside the ids.
        contents: Vec<String>,
    },
    /// To give a todo up; with the texts beside its id.
    Skip(Id, Vec<String>),
    GoBack(Id),
    MarkDoing(Id),
    GetNext,
    /// To see one todo.
    Get(Name),
    Create(Change),
    Update(Name, Change),
    Delete(Name),
    /// A whole-list write.
    Rewrite {
        items: Vec<Item<'a>>,
        mode: Mode,
        shape: &'static Shape,
    },
}

/// A request that was carried out: what there is to say of it.
#[derive(Debug)]
pub(crate) enum Done {
    List,
    /// How many todos came.
    Add(usize),
    AddAfter {
        position: i64,
        added: usize,
    },
    ReplaceAll(usize),
    Complete(Vec<Id>),
    Skip(Id),
    GoBack(Id),
    MarkDoing(Id),
    GetNext,
    Get(Key),
    Create(Key),
    /// What was changed of a todo, which had a status before.
    Update {
        key: Key,
        was: Status,
        fields: Vec<&'static str>,
    },
    /// The status of the todo that left.
    Delete(Status),
    Rewrite(Mode),
}

impl Request<'_> {
    /// Whether it says the whole list, so that what it leaves out leaves the list.
    pub fn is_whole(&self) -> bool {
        matches!(self, Self::ReplaceAll(_) | Self::Rewrite { mode: Mode::Replace, .. })
    }

    /// Refuses a todo whose text is a placeholder, or one of the descriptions in the tools' schemas.
    ///
    /// # Errors
    /// `invalid_argument`, naming the item.
    pub fn check_is_meant(&self, descriptions: &[&str]) -> Result<(), TodoError> {
        let items = match self {
            Self::Add(items)
            | Self::AddAfter { items, .. }
            | Self::ReplaceAll(items)
            | Self::Rewrite { items, .. } => items,
            Self::List
            | Self::Complete { .. }
            | Self::Skip(..)
            | Self::GoBack(_)
            | Self::MarkDoing(_)
            | Self::GetNext
            | Self::Get(_)
            | Self::Create(_)
            | Self::Update(..)
            | Self::Delete(_) => return Ok(()),
        };
        for (place, item) in items.iter().enumerate() {
            let text = trim(item.text(Field::Content).unwrap_or_default());
            if PLACEHOLDERS.contains(&text) || (!text.is_empty() && descriptions.contains(&text)) {
                return Err(TodoError::invalid(
                    "item {} is a placeholder, {}: say what is to be done in this task",
                    &[count(place.wrapping_add(1)), excerpt(text)],
                ));
            }
        }
        Ok(())
    }

    /// Does what is asked for.
    ///
    /// # Errors
    /// Those of the store; then nothing has changed.
    pub fn run(self, store: &mut TodoStore, notes: &mut Notes) -> Result<Done, TodoError> {
        Ok(match self {
            Self::List => Done::List,
            Self::Add(items) => {
                notes.extend(store.add_multiple(&contents(&items))?);
                Done::Add(items.len())
            }
            Self::AddAfter { position, items } => {
                notes.extend(store.add_after_position(position, &contents(&items))?);
                Done::AddAfter { position, added: items.len() }
            }
            Self::ReplaceAll(mut items) => {
                check_alone(&items, store, &PLAIN)?;
                // What stays is told by its content, and begins anew.
                items.iter_mut().for_each(|item| item.status = Some(SaidStatus::of(Status::Todo)));
                notes.extend(store.rewrite(&mut items, Mode::Replace, &PLAIN)?);
                Done::ReplaceAll(items.len())
            }
            Self::Complete { ids, evidence, contents } => {
                check_beside(&ids, &contents, store)?;
                let todos: Vec<Ref> = ids.iter().map(|id| Ref::Id(*id)).collect();
                notes.extend(store.complete_with(&todos, &evidence)?);
                Done::Complete(ids)
            }
            Self::Skip(id, contents) => {
                check_beside(&[id], &contents, store)?;
                store.skip(Ref::Id(id))?;
                Done::Skip(id)
            }
            Self::GoBack(id) => {
                store.go_back(Ref::Id(id))?;
                Done::GoBack(id)
            }
            Self::MarkDoing(id) => {
                store.mark_doing(Ref::Id(id))?;
                Done::MarkDoing(id)
            }
            Self::GetNext => {
                store.next_todo();
                Done::GetNext
            }
            Self::Get(name) => Done::Get(name.find(store, notes)?),
            Self::Create(change) => Done::Create(change.create(store, notes)?),
            Self::Update(name, change) => update(&name, &change, store, notes)?,
            Self::Delete(name) => {
                let (key, _, was) = found(&name, store, notes)?;
                store.remove(Ref::Key(key))?;
                Done::Delete(was)
            }
            Self::Rewrite { mut items, mode, shape } => {
                if mode == Mode::Replace {
                    check_texts(&items, store)?;
                    check_alone(&items, store, shape)?;
                }
                notes.extend(store.rewrite(&mut items, mode, shape)?);
                Done::Rewrite(mode)
            }
        })
    }
}

fn update(
    name: &Name,
    change: &Change,
    store: &mut TodoStore,
    notes: &mut Notes,
) -> Result<Done, TodoError> {
    let (key, place, was) = found(name, store, notes)?;
    // Who only renames it says so.
    if change.status.is_some() {
        let texts = change.texts.iter().filter(|(field, _)| *field == Field::Content);
        let texts: Vec<String> = texts.map(|(_, text)| text.clone()).collect();
        check_beside(&[Id::at(place)], &texts, store)?;
    }
    let fields = change.update(store, place, notes)?;
    Ok(Done::Update { key, was, fields })
}

/// The most characters of a number that a refusal repeats.
const MOST_OF_NUMBER: usize = 12;
/// What models send in place of a text, copied from an example or from a schema.
const PLACEHOLDERS: [&str; 5] = ["…", "...", "string", "<string>", "<content>"];

/// Refuses a list of nothing but numbers where todos are known by their texts: it means those, and would replace them.
///
/// # Errors
/// `invalid_argument`.
fn check_texts(items: &[Item<'_>], store: &TodoStore) -> Result<(), TodoError> {
    let is_number = |item: &Item<'_>| {
        let text = item.text(Field::Content).unwrap_or_default();
        let digits = text.trim_end_matches('.');
        !digits.is_empty()
            && digits.bytes().all(|b| b.is_ascii_digit())
            && store.list().iter().all(|todo| todo.content() != text)
    };
    match (items.first(), store.list().first()) {
        (Some(item), Some(known)) if items.iter().all(is_number) => {
            let text = item.text(Field::Content).unwrap_or_default();
            Err(TodoError::invalid(
                "item 1 is only the number {}: send the text of each todo, such as {}",
                &[Text(&line(text, MOST_OF_NUMBER)), excerpt(known.content())],
            ))
        }
        _ => Ok(()),
    }
}

/// Refuses one object in place of a list where an open todo would leave: it says what becomes of one todo, not of all.
///
/// # Errors
/// `invalid_argument`.
fn check_alone(items: &[Item<'_>], store: &TodoStore, shape: &Shape) -> Result<(), TodoError> {
    let Some(item) = items.first().filter(|item| item.is_alone) else { return Ok(()) };
    let content = item.text(Field::Content).map(trim);
    let leaves = |todo: &Todo| !todo.status.is_settled() && Some(todo.content()) != content;
    match store.list().iter().any(leaves) {
        false => Ok(()),
        true => Err(TodoError::invalid(
            "{} must be a list, got an object: send all todos as a list",
            &[Text(shape.list)],
        )),
    }
}

/// Refuses ids where the text of another todo stands beside them.
///
/// # Errors
/// `invalid_argument`.
fn check_beside(ids: &[Id], contents: &[String], store: &TodoStore) -> Result<(), TodoError> {
    for content in contents {
        let is_it = |todo: &Todo| decoded(todo.content(), false) == decoded(trim(content), false);
        let Some(place) = store.list().iter().position(is_it) else { continue };
        let mut meant = ids.iter().filter_map(|id| store.list().get(id.place()));
        if let (Some(first), true) = (ids.first(), meant.all(|todo| !is_it(todo))) {
            let known = store.list().get(first.place()).map_or("", Todo::content);
            return Err(TodoError::invalid(
                "{} is {}, and the text beside it, {}, is that of {}: send the id of the one that is meant, and no text",
                &[Number(first.0), excerpt(known), excerpt(content), Number(Id::at(place).0)],
            ));
        }
    }
    Ok(())
}

/// The todo that a call means: its key, its place and its status.
fn found(
    name: &Name,
    store: &TodoStore,
    notes: &mut Notes,
) -> Result<(Key, usize, Status), TodoError> {
    let key = name.find(store, notes)?;
    let place = store.place(key.into())?;
    let status = store.list().get(place).map_or(Status::Todo, |todo| todo.status);
    Ok((key, place, status))
}

fn contents<'t>(items: &'t [Item<'_>]) -> Vec<&'t str> {
    items.iter().filter_map(|item| item.text(Field::Content)).collect()
}

/// Takes the list of items of a tool; none when it is missing.
///
/// # Errors
/// `invalid_argument`, naming the first item that cannot be read.
pub(crate) fn take_items<'a>(
    arguments: &mut Arguments<'a>,
    shape: &Shape,
    single: SingleItem,
) -> Result<Option<Vec<Item<'a>>>, TodoError> {
    match arguments.take_list(shape.list)? {
        None => Ok(None),
        Some(ListArgument::Value(value)) => items(arguments, shape, single, value).map(Some),
        Some(ListArgument::Text(text)) => {
            let inner = arguments.inner(shape.list, &text)?;
            // A list that replaces another is cleared by a list, and by no text.
            if single == SingleItem::ObjectForWhole && inner.root().parts().next().is_none() {
                return Err(not_a_list(shape.list, inner.root()));
            }
            let items = items(arguments, shape, single, inner.root())?;
            Ok(Some(items.into_iter().map(Item::into_owned).collect()))
        }
    }
}

fn items<'v>(
    arguments: &mut Arguments<'_>,
    shape: &Shape,
    single: SingleItem,
    value: Value<'v>,
) -> Result<Vec<Item<'v>>, TodoError> {
    // Hardly any list is longer.
    let mut items = Vec::with_capacity(32);
    arguments.each(shape.list, single, value, &mut |notes, number, value| {
        items.push(shape.item(notes, number, value)?);
        Ok(())
    })?;
    items.iter_mut().for_each(|item| item.is_alone = !value.is_array());
    Ok(items)
}

/// Takes the list that a call writes.
///
/// # Errors
/// `invalid_argument`, also when there is none.
pub(crate) fn take_rewrite<'a>(
    arguments: &mut Arguments<'a>,
    mode: Mode,
    shape: &'static Shape,
) -> Result<Request<'a>, TodoError> {
    let single = match mode {
        Mode::Replace => SingleItem::ObjectForWhole,
        Mode::Merge => SingleItem::Object,
    };
    let items = take_items(arguments, shape, single)?.ok_or_else(|| missing(shape))?;
    Ok(Request::Rewrite { items, mode, shape })
}

/// Takes the word that says whether a call reads the list or writes it, and what it writes.
///
/// # Errors
/// Those of [`take_rewrite`]; `invalid_argument` where it does not say which, and for a list in a call that reads.
pub(crate) fn take_read_or_write<'a>(
    arguments: &mut Arguments<'a>,
    key: &str,
    shape: &'static Shape,
) -> Result<Request<'a>, TodoError> {
    if arguments.take_word(key, &[("read", false), ("write", true)], "read or write")? {
        return take_rewrite(arguments, Mode::Replace, shape);
    }
    arguments.refuse_items(shape.list, "read", "to write it, use write")?;
    Ok(Request::List)
}

fn missing(shape: &Shape) -> TodoError {
    TodoError::invalid("{} is missing: send the whole list", &[Text(shape.list)])
}

/// As [`take_rewrite`], with the mode in `merge`.
pub(crate) fn take_rewrite_or_merge<'a>(
    arguments: &mut Arguments<'a>,
    shape: &'static Shape,
) -> Result<Request<'a>, TodoError> {
    match arguments.take_boolean("merge")? {
        Some(true) => take_rewrite(arguments, Mode::Merge, shape),
        Some(false) => take_rewrite(arguments, Mode::Replace, shape),
        None => {
            let Some(items) = take_items(arguments, shape, SingleItem::ObjectForWhole)? else {
                return Err(missing(shape));
            };
            // What says everything of each todo is a whole list; what does not can only be an update.
            let is_whole =
                |item: &Item<'_>| item.text(Field::Content).is_some() && item.status.is_some();
            let mode = match !items.is_empty() && items.iter().all(is_whole) {
                true => Mode::Replace,
                false => Mode::Merge,
            };
            let read_as = if mode == Mode::Merge { "true" } else { "false" };
            note(arguments.notes, "no merge, read as {}", &[Text(read_as)]);
            Ok(Request::Rewrite { items, mode, shape })
        }
    }
}
