//! `Request`: what a call asks for, independent of the dialect. Dialects read calls into requests.

use std::rc::Rc;

use crate::change::decision::Policy;
use crate::change::draft::Draft;
use crate::change::identity::Mode;
use crate::forms::shape::{Item, PLAIN, SaidStatus, Shape};
use crate::list::error::TodoError;
use crate::list::history::List;
use crate::list::limits::empty_content;
use crate::list::sites::site_of_address;
use crate::list::todo::{Field, Id, Key, Ref, Status, Todo, find, push_joined};
use crate::list::waiting::Wait;
use crate::text::clean::is_blank;
use crate::text::content::trim;
use crate::text::escape::decoded;
use crate::text::excerpt::line;
use crate::text::message::Part::{Number, Text};
use crate::text::message::{Notes, bare_word, count, excerpt, fill, note};
use crate::tools::one_todo::{Change, Name};
use crate::tools::plan;

/// The request of a valid call.
#[derive(Debug)]
pub(crate) enum Request<'a> {
    /// Show the list.
    List,
    Add(Vec<Item<'a>>),
    AddAfter {
        position: i64,
        items: Vec<Item<'a>>,
    },
    /// Clear the list and add these todos.
    ReplaceAll(Vec<Item<'a>>),
    /// Complete todos, with evidence.
    Complete {
        ids: Vec<Id>,
        evidence: String,
        /// The texts beside the ids in the call.
        contents: Vec<String>,
    },
    /// Skip a todo. The texts are those beside its id in the call.
    Skip(Id, Vec<String>),
    GoBack(Id),
    MarkDoing(Id),
    /// Let a todo wait. Without a name, it is the todo in progress.
    Wait(Option<Name>, Wait),
    GetNext,
    /// Complete some todos and skip others, beside another call. The evidence belongs to those that
    /// are done.
    Settle {
        done: Vec<Id>,
        skip: Vec<Id>,
        evidence: String,
    },
    /// Replace the list with a plan, and start it.
    Plan(Vec<Item<'a>>),
    /// Move on to the plan's item at a 0-based place.
    PlanItem(i64),
    /// Show one todo.
    Get(Name),
    Create(Change),
    Update(Name, Change),
    Delete(Name),
    /// Write the whole list, or merge into it.
    Rewrite {
        items: Vec<Item<'a>>,
        mode: Mode,
        shape: &'static Shape,
        /// The sites that it needs, if the call says them.
        sites: Option<SitesSaid>,
    },
}

/// The sites that a call proposes.
#[derive(Debug)]
pub(crate) struct SitesSaid {
    /// The argument with the sites.
    pub argument: &'static str,
    pub texts: Vec<String>,
}

impl SitesSaid {
    /// Proposes the sites. A whole address is read as its origin, with a note.
    ///
    /// # Errors
    /// `invalid_argument` for a text that is not a site.
    fn propose(mut self, draft: &mut Draft<'_>, notes: &mut Notes) -> Result<(), TodoError> {
        for text in &mut self.texts {
            if let Some(site) = site_of_address(text, draft.now.origins()) {
                let parts = [Text(self.argument), excerpt(text), Text(&site)];
                note(notes, "{}: {} read as {}", &parts);
                *text = site;
            }
        }
        draft.propose(&self.texts)
    }
}

/// The todos that a call settled, by their ids in the call.
#[derive(Debug, Default)]
pub(crate) struct Settled {
    pub done: Vec<Id>,
    /// Those that were reported as done and have to be confirmed.
    pub claimed: Vec<Id>,
    pub skipped: Vec<Id>,
}

impl Settled {
    /// Returns a sentence about what was settled. `is_asked` says that somebody is being asked to
    /// confirm the claims.
    pub fn sentence(&self, is_asked: bool) -> String {
        let claimed = if is_asked { "Reported as done: " } else { "To be confirmed: " };
        let mut text = String::with_capacity(64);
        for (before, ids) in [
            ("Completed TODOs: ", &self.done),
            (claimed, &self.claimed),
            ("Skipped TODOs: ", &self.skipped),
        ] {
            if !ids.is_empty() {
                text.push_str(if text.is_empty() { "" } else { ". " });
                text.push_str(before);
                push_joined(&mut text, ids);
            }
        }
        text
    }
}

/// A request that was carried out, with the details for the answer.
#[derive(Debug)]
pub(crate) enum Done {
    List,
    /// How many todos were added.
    Add(usize),
    AddAfter {
        position: i64,
        added: usize,
    },
    ReplaceAll(usize),
    /// The todos that were settled, by their ids in the call.
    Settle(Settled),
    Skip(Id),
    GoBack(Id),
    MarkDoing(Id),
    Wait(Key),
    /// The todo in progress, or `None` if nothing is left to start.
    GetNext(Option<Key>),
    Get(Key),
    Create(Key),
    /// The changed fields of a todo, and its previous status.
    Update {
        key: Key,
        was: Status,
        fields: Vec<&'static str>,
    },
    /// The status of the todo that was removed.
    Delete(Status),
    Rewrite(Mode),
}

impl Request<'_> {
    /// Returns the kind of write.
    pub fn policy(&self) -> Policy {
        let is_whole = matches!(
            self,
            Self::ReplaceAll(_) | Self::Plan(_) | Self::Rewrite { mode: Mode::Replace, .. }
        );
        let only_starts = matches!(self, Self::MarkDoing(_));
        Policy { is_whole, only_starts, ..Policy::default() }
    }

    /// Refuses a todo whose text is blank, a placeholder or a description from the tools' schemas. A merge ignores a blank
    /// text, because the todo may have a text already.
    ///
    /// # Errors
    /// `empty_content` and `invalid_argument`, naming the item.
    pub fn check_is_meant(
        &self,
        descriptions: &dyn Fn() -> Vec<&'static str>,
    ) -> Result<(), TodoError> {
        let is_merge = matches!(self, Self::Rewrite { mode: Mode::Merge, .. });
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
            | Self::Wait(..)
            | Self::GetNext
            | Self::Settle { .. }
            | Self::Plan(_)
            | Self::PlanItem(_)
            | Self::Get(_)
            | Self::Create(_)
            | Self::Update(..)
            | Self::Delete(_) => return Ok(()),
        };
        // Descriptions are only read if a text ends with a full stop, which few todos do.
        let mut known = None;
        let mut copied_description = |text: &str| {
            text.ends_with('.') && known.get_or_insert_with(descriptions).contains(&text)
        };
        for (place, item) in items.iter().enumerate() {
            let Some(text) = item.text(Field::Content) else { continue };
            let is_visible = matches!(text.as_bytes(), [b'!'..=b'~', ..]);
            if !is_visible && !is_merge && is_blank(text) {
                return Err(empty_content(place.wrapping_add(1), Field::Content));
            }
            let text = trim(text);
            if PLACEHOLDERS.contains(&text) || copied_description(text) {
                return Err(TodoError::invalid(
                    "item {} is a placeholder, {}: say what is to be done in this task",
                    &[count(place.wrapping_add(1)), excerpt(text)],
                ));
            }
        }
        Ok(())
    }

    /// Applies the request to a draft.
    ///
    /// # Errors
    /// `unknown_id`, `invalid_argument`, and those of the draft.
    pub fn run(self, draft: &mut Draft<'_>, notes: &mut Notes) -> Result<Done, TodoError> {
        Ok(match self {
            Self::List => Done::List,
            Self::Add(items) => {
                notes.extend(draft.add(&contents(&items))?);
                Done::Add(items.len())
            }
            Self::AddAfter { position, items } => {
                notes.extend(draft.add_after(position, &contents(&items))?);
                Done::AddAfter { position, added: items.len() }
            }
            Self::ReplaceAll(mut items) => {
                check_alone(&items, &draft.list, &PLAIN)?;
                // A todo that stays is recognised by its content, and starts over.
                items.iter_mut().for_each(|item| item.status = Some(SaidStatus::of(Status::Todo)));
                notes.extend(draft.rewrite(&mut items, Mode::Replace, &PLAIN)?);
                Done::ReplaceAll(items.len())
            }
            Self::Complete { ids, evidence, contents } => {
                check_beside(&ids, &contents, draft)?;
                notes.extend(draft.complete(&refs(&ids), &evidence)?);
                Done::Settle(Settled { done: ids, ..Settled::default() })
            }
            Self::Skip(id, contents) => {
                check_beside(&[id], &contents, draft)?;
                notes.extend(draft.skip(Ref::Id(id), "")?);
                Done::Skip(id)
            }
            Self::GoBack(id) => {
                draft.go_back(Ref::Id(id))?;
                Done::GoBack(id)
            }
            Self::MarkDoing(id) => {
                draft.start(Ref::Id(id))?;
                Done::MarkDoing(id)
            }
            Self::Wait(name, wait) => {
                let key = match name {
                    Some(name) => name.find(draft, notes)?,
                    None => draft.current().ok_or_else(nothing_in_progress)?,
                };
                notes.extend(draft.wait(Ref::Key(key), &wait)?);
                Done::Wait(key)
            }
            Self::GetNext => Done::GetNext(draft.start_next()),
            Self::Settle { done, skip, evidence } => {
                notes.extend(settle(draft, &done, &skip, &evidence)?);
                Done::Settle(Settled { done, skipped: skip, ..Settled::default() })
            }
            Self::PlanItem(at) => {
                plan::go_on_to(draft, at, notes)?;
                Done::List
            }
            Self::Plan(mut items) => {
                notes.extend(draft.rewrite(&mut items, Mode::Replace, &plan::SHAPE)?);
                plan::start(draft);
                Done::List
            }
            Self::Get(name) => Done::Get(name.find(draft, notes)?),
            Self::Create(change) => Done::Create(change.create(draft, notes)?),
            Self::Update(name, change) => {
                let key = name.find(draft, notes)?;
                // A call that only changes the text is meant to differ.
                if change.status.is_some() {
                    let texts = change.texts.iter().filter(|(field, _)| *field == Field::Content);
                    let texts: Vec<String> = texts.map(|(_, text)| text.clone()).collect();
                    check_same(key, &texts, draft, &name.said)?;
                }
                let (was, fields) = change.update(draft, key, notes)?;
                Done::Update { key, was, fields }
            }
            Self::Delete(name) => {
                let key = name.find(draft, notes)?;
                Done::Delete(draft.remove(Ref::Key(key))?.status())
            }
            Self::Rewrite { mut items, mode, shape, sites } => {
                if let Some(sites) = sites {
                    sites.propose(draft, notes)?;
                }
                if mode == Mode::Replace {
                    check_texts(&items, &draft.list)?;
                    check_alone(&items, &draft.list, shape)?;
                }
                notes.extend(draft.rewrite(&mut items, mode, shape)?);
                Done::Rewrite(mode)
            }
        })
    }
}

fn nothing_in_progress() -> TodoError {
    TodoError::invalid("no todo is in progress: give the id of the one that waits", &[])
}

fn refs(ids: &[Id]) -> Vec<Ref> {
    ids.iter().map(|id| Ref::Id(*id)).collect()
}

/// Completes todos and skips others.
fn settle(
    draft: &mut Draft<'_>,
    done: &[Id],
    skip: &[Id],
    evidence: &str,
) -> Result<Notes, TodoError> {
    for id in done.iter().chain(skip) {
        draft.place(Ref::Id(*id))?;
    }
    if let Some(id) = skip.iter().find(|id| done.contains(id)) {
        return Err(TodoError::invalid(
            "todo {} is in todo_done and in todo_skip: name it in one of them",
            &[Number(id.0)],
        ));
    }
    let mut notes = draft.complete(&refs(done), evidence)?;
    for (place, id) in skip.iter().enumerate() {
        let is_new = skip.iter().take(place).all(|earlier| earlier != id);
        if is_new {
            notes.extend(draft.skip(Ref::Id(*id), "")?);
        }
    }
    Ok(notes)
}

/// The maximum length of a number in an error, in characters.
const MOST_OF_NUMBER: usize = 12;
/// What models copy from an example or a schema in place of a text.
const PLACEHOLDERS: [&str; 5] = ["…", "...", "string", "<string>", "<content>"];

/// Refuses a list of numbers for a tool whose todos are known by their texts. The model means
/// existing todos, but the list would replace them.
///
/// # Errors
/// `invalid_argument`.
fn check_texts(items: &[Item<'_>], list: &List) -> Result<(), TodoError> {
    let only_a_number = |item: &Item<'_>| {
        let text = item.text(Field::Content).unwrap_or_default();
        let digits = text.trim_end_matches('.');
        !digits.is_empty()
            && digits.bytes().all(|b| b.is_ascii_digit())
            && list.iter().all(|todo| todo.content() != text)
    };
    match (items.first(), list.first()) {
        (Some(item), Some(known)) if items.iter().all(only_a_number) => {
            let text = item.text(Field::Content).unwrap_or_default();
            Err(TodoError::invalid(
                "item 1 is only the number {}: send the text of each todo, such as {}",
                &[Text(&line(text, MOST_OF_NUMBER)), excerpt(known.content())],
            ))
        }
        _ => Ok(()),
    }
}

/// Refuses a single object in place of a list if an open todo would leave: the object is about one
/// todo, not about all.
///
/// # Errors
/// `invalid_argument`.
fn check_alone(items: &[Item<'_>], list: &List, shape: &Shape) -> Result<(), TodoError> {
    let Some(item) = items.first().filter(|item| item.is_alone) else { return Ok(()) };
    let content = item.text(Field::Content).map(trim);
    let leaves = |todo: &Rc<Todo>| !todo.status().is_settled() && Some(todo.content()) != content;
    match list.iter().any(leaves) {
        false => Ok(()),
        true => Err(TodoError::invalid(
            "{} must be a list, got an object: send all todos as a list",
            &[Text(shape.list)],
        )),
    }
}

/// Refuses ids if a text beside them belongs to another todo.
///
/// # Errors
/// `invalid_argument`.
fn check_beside(ids: &[Id], contents: &[String], draft: &Draft<'_>) -> Result<(), TodoError> {
    if contents.is_empty() {
        return Ok(());
    }
    let keys: Vec<Key> = ids.iter().filter_map(|id| draft.key_at(*id).ok()).collect();
    let (Some(id), Some(key)) = (ids.first(), keys.first()) else { return Ok(()) };
    for content in contents {
        check_text_beside(&keys, *key, content, draft, &fill("{}", &[Number(id.0)]))?;
    }
    Ok(())
}

/// Refuses the name of a todo if the text beside it belongs to another todo.
fn check_same(
    key: Key,
    contents: &[String],
    draft: &Draft<'_>,
    said: &str,
) -> Result<(), TodoError> {
    let said = draft.id_of(key).unwrap_or_else(|| said.to_owned());
    contents.iter().try_for_each(|content| check_text_beside(&[key], key, content, draft, &said))
}

fn check_text_beside(
    keys: &[Key],
    first: Key,
    content: &str,
    draft: &Draft<'_>,
    said: &str,
) -> Result<(), TodoError> {
    let same_text =
        |todo: &&Rc<Todo>| decoded(todo.content(), false) == decoded(trim(content), false);
    let Some(other) = draft.list.iter().find(same_text) else { return Ok(()) };
    let mut meant = keys.iter().filter_map(|key| find(&draft.list, *key));
    if meant.any(|todo| same_text(&todo)) {
        return Ok(());
    }
    let known = find(&draft.list, first).map_or("", |todo| todo.content());
    let id = draft.id_of(other.key).unwrap_or_default();
    Err(TodoError::invalid(
        "{} is {}, and the text beside it, {}, is that of {}: send the id of the one that is meant, and no text",
        &[bare_word(said), excerpt(known), excerpt(content), bare_word(&id)],
    ))
}

fn contents<'t>(items: &'t [Item<'_>]) -> Vec<&'t str> {
    items.iter().filter_map(|item| item.text(Field::Content)).collect()
}
