//! `Command`: what a tool, a method of a handle or a run asks of the list. Each action is a
//! variant, and an arm of [`Command::run`], which applies it to a draft. The policy then decides
//! how much of it becomes the list.

mod checks;

use std::borrow::Cow;
use std::rc::Rc;

use crate::change::command::checks::{check_alone, check_alongside, check_is_meant, check_texts};
use crate::change::draft::Draft;
use crate::change::match_items::Mode;
use crate::change::plan_progress;
use crate::change::resolution::{DoingLimit, WriteMode};
use crate::change::target::{ReportedTodo, Target};
use crate::change::update::{TodoRefText, Update};
use crate::forms::item_schema::{Item, ItemSchema, PLAIN, ParsedStatus};
use crate::list::edit_options::Patch;
use crate::list::error::TodoError;
use crate::list::indexed_list::index_of;
use crate::list::note::{Notes, note};
use crate::list::sites::{Sites, site_of_address};
use crate::list::todo::{Key, Ref, Status, TextField, Todo};
use crate::list::waiting::Wait;
use crate::text::message::FormatArg::Text;
use crate::text::message::excerpt;

/// A request to the list.
#[derive(Debug)]
pub(crate) enum Command<'a> {
    /// Show the list.
    Show,
    /// Show one todo.
    ShowOne(TodoRefText),
    /// Append todos, or insert them after a position, where 0 is the front.
    Add { items: Vec<Item<'a>>, after: Option<i64> },
    /// Empty the list and add todos, all of them new.
    Renew(&'a [&'a str]),
    /// Write the whole list, or merge into it.
    Rewrite {
        items: Vec<Item<'a>>,
        mode: Mode,
        schema: &'static ItemSchema,
        /// The sites that the plan needs, if the call states them.
        sites: Option<StatedSites>,
    },
    /// Write the whole list of a tool that only has texts, all of them not started.
    Replace(Vec<Item<'a>>),
    /// Empty the list, or only take off it what is settled.
    Clear { only_settled: bool },
    /// Write the whole list and start it.
    Plan(Vec<Item<'a>>, &'static ItemSchema),
    /// Move on to the plan's item at an index.
    PlanItem(i64),
    /// Complete some todos and skip others.
    Settle(Settlement<'a>),
    /// Set a todo back to "todo", with a reason. A blank text is no reason.
    Reopen(Ref, &'a str),
    /// Complete a todo, or reopen it if it is settled.
    Toggle(Target),
    /// Set a todo and all after it back to "todo".
    GoBack(Target),
    /// Start a todo.
    Start(Target),
    /// Start the next todo, unless one is in progress.
    StartNext,
    /// Set todos in progress back to "todo": those of the actor, or all.
    PutBack { all: bool },
    /// Let a todo wait.
    Wait(Target, Cow<'a, Wait>),
    /// Answer a todo that waits. A blank text is no answer.
    Answer(Ref, &'a str),
    /// Change the named parts of a todo.
    Edit(Ref, &'a Patch<'a>),
    /// Move a todo after a position.
    Move(Ref, i64),
    /// Remove todos.
    Remove(Vec<Target>),
    /// Add a todo with the details that a call has.
    Create(Update),
    /// Change the details of a todo that a call has.
    Update(TodoRefText, Update),
    /// Approve open todos, or all, and sites.
    Approve { todos: Option<Vec<Ref>>, sites: Option<Sites> },
    /// Set the sites that are proposed and approved.
    SetSites(Sites),
    /// Carry out commands in order. A position means the list that the ones before have left.
    Sequence(Vec<Self>),
}

/// What a command settles. A blank text is none.
#[derive(Debug, Default)]
pub(crate) struct Settlement<'a> {
    pub done: Vec<Target>,
    /// What shows that they are done.
    pub evidence: Cow<'a, str>,
    /// What shows it of each, in their order, if the call has a text for each.
    pub each: Vec<String>,
    pub skip: Vec<Target>,
    /// Why they are skipped.
    pub reason: Cow<'a, str>,
    /// Whether they were tried.
    pub failed: bool,
    /// The texts that a call has next to the ids.
    pub alongside: Vec<String>,
}

/// The sites that a call proposes.
#[derive(Debug)]
pub(crate) struct StatedSites {
    /// The argument with the sites.
    pub argument: &'static str,
    pub texts: Vec<String>,
}

impl StatedSites {
    /// Proposes the sites. A whole address is read as its origin, with a note.
    ///
    /// # Errors
    /// `invalid_argument` for a text that is not a site.
    fn propose(&mut self, draft: &mut Draft<'_>, notes: &mut Notes) -> Result<(), TodoError> {
        for text in &mut self.texts {
            if let Some(site) = site_of_address(text, draft.current.origins()) {
                let parts = [Text(self.argument), excerpt(text), Text(&site)];
                note(notes, "{}: {} read as {}", &parts);
                *text = site;
            }
        }
        draft.propose(&self.texts)
    }
}

/// The todos that a call settled.
#[derive(Debug, Default)]
pub(crate) struct SettledTodos {
    pub done: Vec<ReportedTodo>,
    /// The todos that were reported as done and have to be confirmed.
    pub claimed: Vec<ReportedTodo>,
    /// The todos that were skipped or removed.
    pub skipped: Vec<ReportedTodo>,
}

impl SettledTodos {
    /// Returns the id of the first todo.
    pub fn first_id(&self) -> String {
        let todo = self.done.iter().chain(&self.claimed).chain(&self.skipped).next();
        todo.map_or_else(String::new, |todo| todo.id.clone())
    }

    /// Returns a sentence about what was settled. `is_asked` is whether somebody is being asked to
    /// confirm the claims.
    pub fn sentence(&self, is_asked: bool) -> String {
        let claimed = if is_asked { "Reported as done: " } else { "To be confirmed: " };
        let mut text = String::with_capacity(64);
        for (before, todos) in [
            ("Completed TODOs: ", &self.done),
            (claimed, &self.claimed),
            ("Skipped TODOs: ", &self.skipped),
        ] {
            for (index, todo) in todos.iter().enumerate() {
                if index == 0 {
                    text.push_str(if text.is_empty() { "" } else { ". " });
                }
                text.push_str(if index == 0 { before } else { ", " });
                text.push_str(&todo.id);
            }
        }
        text
    }
}

/// What a command did, as far as the answer reports it.
#[derive(Debug)]
pub(crate) enum CommandResult {
    /// It asked for the list.
    Shown,
    /// It found this todo, started it, went back to it, or toggled it.
    Found(Key),
    /// It changed the list.
    Written,
    /// It wrote the whole list, or merged into it.
    Rewritten(Mode),
    /// It added these todos, after a position if it names one, or replaced the list: these are the
    /// todos that its texts mean, text by text.
    Added { todos: Vec<Key>, after: Option<i64> },
    /// It settled todos, or removed them.
    Settled(SettledTodos),
    /// It took this many todos off the list.
    Cleared(usize),
    /// It started this todo, or none is left to start.
    Started(Option<Key>),
    /// It asks about this todo.
    Waits(Key),
    /// It changed these fields of a todo.
    Updated { key: Key, fields: Vec<&'static str> },
}

impl CommandResult {
    /// Returns the todos that an answer may show.
    pub fn todos(&self) -> &[Key] {
        match self {
            Self::Found(key) | Self::Waits(key) | Self::Updated { key, .. } => {
                core::slice::from_ref(key)
            }
            Self::Added { todos, .. } => todos,
            Self::Started(key) => key.as_slice(),
            Self::Shown
            | Self::Written
            | Self::Rewritten(_)
            | Self::Settled(_)
            | Self::Cleared(_) => &[],
        }
    }
}

impl Command<'_> {
    /// Returns the kind of write.
    pub fn write_mode(&self) -> WriteMode {
        let is_whole = matches!(
            self,
            Self::Rewrite { mode: Mode::Replace, .. }
                | Self::Replace(_)
                | Self::Clear { only_settled: false }
                | Self::Plan(..)
                | Self::Renew(_)
        );
        let passes_over = matches!(self, Self::PlanItem(_));
        let only_starts = matches!(self, Self::Start(_) | Self::StartNext | Self::PlanItem(_));
        let doing_limit = if only_starts { DoingLimit::Start } else { DoingLimit::Nothing };
        WriteMode { is_whole, doing_limit, passes_over, ..WriteMode::default() }
    }

    /// Returns whether it writes a list of items, each of which is a todo.
    pub fn writes_items(&self) -> bool {
        matches!(self, Self::Add { .. } | Self::Rewrite { .. } | Self::Replace(_))
    }

    /// Refuses a todo whose text is blank, a placeholder or a description from the tools' schemas.
    /// A merge ignores a blank text, because the todo may have a text already.
    ///
    /// # Errors
    /// `empty_content` and `invalid_argument`, naming the item.
    pub fn check_is_meant(
        &self,
        descriptions: &dyn Fn() -> Vec<&'static str>,
    ) -> Result<(), TodoError> {
        // Descriptions are only read if a text ends with a full stop, which few todos do.
        let mut known = None;
        let mut is_description = |text: &str| {
            text.ends_with('.') && known.get_or_insert_with(descriptions).contains(&text)
        };
        let (Self::Add { items, .. } | Self::Rewrite { items, .. } | Self::Replace(items)) = self
        else {
            return Ok(());
        };
        let may_be_blank = matches!(self, Self::Rewrite { mode: Mode::Merge, .. });
        let texts = items.iter().map(|item| item.text(TextField::Content)).enumerate();
        let mut texts = texts.filter_map(|(index, text)| Some((index, text?)));
        texts.try_for_each(|(index, text)| {
            check_is_meant(index, text, may_be_blank, &mut is_description)
        })
    }

    /// Applies the command to a draft, once.
    ///
    /// # Errors
    /// `unknown_id`, `invalid_argument`, and those of the draft.
    pub fn run(
        &mut self,
        draft: &mut Draft<'_>,
        notes: &mut Notes,
    ) -> Result<CommandResult, TodoError> {
        let result = match self {
            Self::Show => CommandResult::Shown,
            Self::ShowOne(reference) => CommandResult::Found(reference.resolve(draft, notes)?),
            Self::Add { items, after } => {
                let todos = add(draft, items, *after, notes)?;
                CommandResult::Added { todos, after: *after }
            }
            Self::Renew(texts) => {
                draft.requested.clear();
                notes.extend(draft.add(texts)?);
                let todos = draft.requested.iter().map(|todo| todo.key).collect();
                CommandResult::Added { todos, after: None }
            }
            Self::Rewrite { items, mode, schema, sites } => {
                if let Some(sites) = sites {
                    sites.propose(draft, notes)?;
                }
                rewrite(draft, items, *mode, schema, notes)?;
                CommandResult::Rewritten(*mode)
            }
            Self::Replace(items) => {
                CommandResult::Added { todos: replace(draft, items, notes)?, after: None }
            }
            Self::Clear { only_settled } => {
                draft.requested.retain(|todo| *only_settled && !todo.status().is_settled());
                CommandResult::Cleared(draft.current.list().len())
            }
            Self::Plan(items, schema) => {
                rewrite(draft, items, Mode::Replace, schema, notes)?;
                plan_progress::start(draft);
                CommandResult::Written
            }
            Self::PlanItem(at) => {
                plan_progress::go_on_to(draft, *at, notes)?;
                CommandResult::Written
            }
            Self::Settle(settlement) => CommandResult::Settled(settle(draft, settlement, notes)?),
            Self::Reopen(todo, reason) => {
                notes.extend(draft.reopen(*todo, reason)?);
                CommandResult::Written
            }
            Self::Toggle(todo) => {
                let key = todo.key(draft, notes)?;
                let index = draft.index_of(Ref::Key(key))?;
                // What was skipped is asked for again, too.
                let is_settled = |todo: &Rc<Todo>| todo.status().is_settled();
                let reopens = draft.requested.get(index).is_some_and(is_settled);
                draft.set_status(index, if reopens { Status::Todo } else { Status::Done });
                CommandResult::Found(key)
            }
            Self::GoBack(todo) => {
                let key = todo.key(draft, notes)?;
                draft.go_back(Ref::Key(key))?;
                CommandResult::Found(key)
            }
            Self::Start(todo) => {
                let key = todo.key(draft, notes)?;
                draft.start(Ref::Key(key))?;
                CommandResult::Found(key)
            }
            Self::StartNext => CommandResult::Started(draft.start_next()),
            Self::PutBack { all } => {
                draft.unstart(*all);
                CommandResult::Written
            }
            Self::Wait(todo, wait) => {
                let todo = todo.resolve(draft, notes)?;
                let (key, said) = draft.wait(todo, wait)?;
                notes.extend(said);
                CommandResult::Waits(key)
            }
            Self::Answer(todo, text) => {
                notes.extend(draft.answer(*todo, text)?);
                CommandResult::Written
            }
            Self::Edit(todo, patch) => {
                notes.extend(draft.edit(*todo, patch)?);
                CommandResult::Written
            }
            Self::Move(todo, position) => {
                draft.move_to(*todo, *position)?;
                CommandResult::Written
            }
            Self::Remove(todos) => {
                let removed = find_all(todos, draft, notes)?;
                removed.iter().for_each(|todo| draft.remove(todo.key));
                CommandResult::Settled(SettledTodos { skipped: removed, ..SettledTodos::default() })
            }
            Self::Create(update) => {
                let todos = vec![update.create(draft, notes)?];
                CommandResult::Added { todos, after: None }
            }
            Self::Update(reference, update) => self::update(draft, reference, update, notes)?,
            Self::Approve { todos, sites } => {
                draft.approve(todos.as_deref())?;
                draft.sites = sites.take();
                CommandResult::Written
            }
            Self::SetSites(sites) => {
                draft.sites = Some(core::mem::take(sites));
                CommandResult::Written
            }
            Self::Sequence(commands) => {
                for command in commands {
                    let first_new = draft.next_key;
                    command.run(draft, notes)?;
                    draft.renumber(first_new);
                }
                CommandResult::Written
            }
        };
        Ok(result)
    }
}

// The commands that write items ------------------------------------------------------------------

fn add(
    draft: &mut Draft<'_>,
    items: &[Item<'_>],
    after: Option<i64>,
    notes: &mut Notes,
) -> Result<Vec<Key>, TodoError> {
    let texts: Vec<&str> = items.iter().filter_map(|item| item.text(TextField::Content)).collect();
    let first = Key(draft.next_key);
    notes.extend(match after {
        None => draft.add(&texts)?,
        Some(position) => draft.add_after(position, &texts)?,
    });
    let index = index_of(&draft.requested, first).unwrap_or_default();
    let indices: Vec<usize> = (index..).take(items.len()).collect();
    for (item, at) in items.iter().zip(&indices) {
        for field in [TextField::ActiveForm, TextField::Description] {
            let Some(text) = item.text(field) else { continue };
            let text = draft.current.text(field, text, notes)?;
            draft.change(*at, |todo| todo.set_text(field, text));
        }
        let Some(stated) = item.status else { continue };
        draft.change(*at, |todo| *todo = PLAIN.restated(todo.clone(), stated));
        draft.set_status(*at, stated.status);
    }
    draft.put_items_under(items, &indices, Mode::Merge, notes);
    let added = indices.iter().filter_map(|index| draft.requested.get(*index));
    Ok(added.map(|todo| todo.key).collect())
}

fn rewrite(
    draft: &mut Draft<'_>,
    items: &mut Vec<Item<'_>>,
    mode: Mode,
    schema: &'static ItemSchema,
    notes: &mut Notes,
) -> Result<(), TodoError> {
    if mode == Mode::Replace {
        check_texts(items, &draft.requested)?;
        check_alone(items, &draft.requested, schema, notes)?;
    }
    notes.extend(draft.rewrite(items, mode, schema)?.1);
    Ok(())
}

/// Returns the todos that the items mean. A todo that stays is recognised by its content, and
/// starts over unless its item has a status.
fn replace(
    draft: &mut Draft<'_>,
    items: &mut Vec<Item<'_>>,
    notes: &mut Notes,
) -> Result<Vec<Key>, TodoError> {
    check_alone(items, &draft.requested, &PLAIN, notes)?;
    for item in &mut *items {
        item.status.get_or_insert(ParsedStatus::of(Status::Todo));
    }
    let (keys, said) = draft.rewrite(items, Mode::Replace, &PLAIN)?;
    notes.extend(said);
    Ok(keys)
}

// The commands about some todos ------------------------------------------------------------------

fn update(
    draft: &mut Draft<'_>,
    reference: &TodoRefText,
    update: &Update,
    notes: &mut Notes,
) -> Result<CommandResult, TodoError> {
    let key = reference.resolve(draft, notes)?;
    // A call that only changes the text is meant to differ.
    if update.status.is_some() {
        let texts = update.texts.iter().filter(|(field, _)| *field == TextField::Content);
        let texts: Vec<String> = texts.map(|(_, text)| text.clone()).collect();
        let id = draft.id_of(key).unwrap_or_else(|| reference.name.clone());
        check_alongside(&[ReportedTodo { key, id }], &texts, draft)?;
    }
    let fields = update.update(draft, key, notes)?;
    Ok(CommandResult::Updated { key, fields })
}

/// Finds todos that a command names.
fn find_all(
    targets: &[Target],
    draft: &mut Draft<'_>,
    notes: &mut Notes,
) -> Result<Vec<ReportedTodo>, TodoError> {
    let mut all: Vec<ReportedTodo> = Vec::with_capacity(targets.len());
    for target in targets {
        let todo = target.find(draft, notes)?;
        if all.iter().all(|earlier| earlier.key != todo.key) {
            all.push(todo);
        }
    }
    Ok(all)
}

/// Completes todos and skips others.
fn settle(
    draft: &mut Draft<'_>,
    settlement: &Settlement<'_>,
    notes: &mut Notes,
) -> Result<SettledTodos, TodoError> {
    let Settlement { evidence, each, skip, reason, failed, alongside, .. } = settlement;
    let done = find_all(&settlement.done, draft, notes)?;
    let skipped = find_all(skip, draft, notes)?;
    for todos in [&done, &skipped] {
        check_alongside(todos, alongside, draft)?;
    }
    if let Some(todo) = skipped.iter().find(|todo| done.iter().any(|done| done.key == todo.key)) {
        return Err(TodoError::invalid(
            "todo {} is in todo_done and in todo_skip: name it in one of them",
            &[Text(&todo.id)],
        ));
    }
    let evidence = draft.current.text(TextField::Evidence, evidence, notes)?;
    for todo in &done {
        draft.complete(Ref::Key(todo.key), evidence.clone())?;
    }
    for (todo, own) in settlement.done.iter().zip(each) {
        if let Some(own) = draft.current.text(TextField::Evidence, own, notes)? {
            let key = todo.resolve(draft, &mut Notes::new())?;
            draft.complete(key, Some(own))?;
        }
    }
    for todo in &skipped {
        notes.extend(draft.skip(Ref::Key(todo.key), reason, *failed)?);
    }
    Ok(SettledTodos { done, skipped, ..SettledTodos::default() })
}
