//! Reads what a call asks for from its arguments: see [`Act`].

use std::borrow::Cow;

use crate::change::command::{Command, Settlement, StatedSites};
use crate::change::match_items::Mode;
use crate::change::target::Target;
use crate::change::update::{TodoRefText, Update};
use crate::forms::checklist_line::read_box;
use crate::forms::item_schema::{Item, ItemSchema, ParsedStatus, TextForm};
use crate::list::error::{ErrorCode, TodoError};
use crate::list::note::note;
use crate::list::todo::{Id, StateKind, Status, TextField};
use crate::list::waiting::{Wait, WaitFor};
use crate::text::clean::is_blank;
use crate::text::content::{eq_lenient, trim};
use crate::text::decimal::parse_decimal;
use crate::text::excerpt::truncate_line;
use crate::text::json::{Document, Value};
use crate::text::message::FormatArg::{Number, Text};
use crate::text::message::{count, excerpt, fill, join};
use crate::tools::arguments::{
    Arguments, ListArgument, SingleItem, joined_characters, not_a_list, note_json_text,
};
use crate::tools::checklist::{is_checklist, read_checklist, read_checklist_text, read_plan};
use crate::tools::dialect_spec::{Act, Action, DialectSpec, IdArgument};
use crate::tools::plan;

/// The maximum length of the ids that an error lists, in characters.
const MAX_IDS_LENGTH: usize = 40;

/// Reads the arguments of a call. Returns the request, and the action of which it is one.
///
/// # Errors
/// `invalid_argument`, naming what cannot be read.
pub(crate) fn read<'a>(
    spec: &'static DialectSpec,
    tool: &str,
    arguments: &mut Arguments<'a>,
) -> Result<(Command<'a>, &'static Action), TodoError> {
    let mut always = spec.actions.iter().filter(|action| action.words.is_empty());
    let always = always.find(|action| is_meant(spec, action, arguments));
    let action = match (spec.word, always) {
        (Some(word), Some(always)) if !arguments.has(word) => always,
        (Some(word), _) => arguments.take_action(word, spec.actions)?,
        (None, _) => {
            let of_tool = spec.actions.iter().find(|action| action.words.contains(&tool));
            let missing = || TodoError::invalid("there is no tool {}", &[excerpt(tool)]);
            of_tool.or(always).ok_or_else(missing)?
        }
    };
    for key in spec.unstored {
        arguments.take(key);
    }
    Ok((read_act(spec, action, arguments)?, action))
}

/// Returns whether a call has the argument without which an action is not meant.
fn is_meant(spec: &DialectSpec, action: &Action, arguments: &mut Arguments<'_>) -> bool {
    let Some(argument) = action.when else { return true };
    if argument == spec.schema.list {
        arguments.name_list(argument);
    }
    !arguments.take_null(argument) && arguments.has(argument)
}

fn read_act<'a>(
    spec: &'static DialectSpec,
    action: &Action,
    arguments: &mut Arguments<'a>,
) -> Result<Command<'a>, TodoError> {
    let schema = action.schema.unwrap_or(&spec.schema);
    Ok(match action.act {
        Act::Show => {
            refuse_items(spec, action, arguments)?;
            Command::Show
        }
        Act::ShowOne(argument) => Command::ShowOne(TodoRefText::take(arguments, argument)?),
        Act::Whole => {
            let sites = spec.sites.map(|argument| take_sites(arguments, argument)).transpose()?;
            let (mode, _) = take_mode(arguments)?;
            let items = take_written(arguments, mode, schema)?;
            Command::Rewrite { items, mode, schema, sites: sites.flatten() }
        }
        Act::Merge => {
            let (mode, is_stated) = take_mode(arguments)?;
            let items = take_written(arguments, mode, schema)?;
            let mode = if is_stated { mode } else { mode_of(&items, arguments) };
            Command::Rewrite { items, mode, schema, sites: None }
        }
        Act::Renew => Command::Replace(take_written(arguments, Mode::Replace, schema)?),
        Act::Clear(None) => Command::Clear { only_settled: false },
        Act::Clear(Some(argument)) => {
            let mode = arguments.take_text(argument)?;
            let only_settled = mode.is_none_or(|mode| !eq_lenient(&mode, "all"));
            Command::Clear { only_settled }
        }
        Act::Add(None) => Command::Add { items: take_added(arguments, schema)?, after: None },
        Act::Add(Some(argument)) => {
            let position = arguments.take_integer(argument)?.ok_or_else(|| {
                TodoError::invalid("Position required: give position, 0 for the front", &[])
            })?;
            Command::Add { items: take_added(arguments, schema)?, after: Some(position) }
        }
        Act::Change => take_changes(arguments, schema)?,
        Act::Set(state, named, text) => take_set(arguments, schema.list, (state, named, text))?,
        Act::Toggle(argument) => {
            Command::Toggle(Target::Mention(TodoRefText::take(arguments, argument)?))
        }
        Act::Remove(named) => {
            let mut settlement = Settlement::default();
            take_named(arguments, schema.list, named, "", &mut settlement)?;
            Command::Remove(settlement.done)
        }
        Act::StartNext => Command::StartNext,
        Act::Create => take_created(arguments, schema)?,
        Act::Update(argument) => take_update(arguments, argument, schema)?,
        Act::Sequence(list, word, actions) => {
            let mut commands = Vec::new();
            arguments.take_calls(list, &mut |call| {
                let action = call.take_action(word, actions)?;
                commands.push(read_act(spec, action, call)?);
                Ok(())
            })?;
            if commands.is_empty() {
                return Err(TodoError::invalid("{} is blank: give a list", &[Text(list)]));
            }
            Command::Sequence(commands)
        }
    })
}

/// Refuses a list in a call that only reads, because the model believes that it has written the
/// list.
///
/// # Errors
/// `invalid_argument`.
fn refuse_items(
    spec: &DialectSpec,
    action: &Action,
    arguments: &mut Arguments<'_>,
) -> Result<(), TodoError> {
    let list = spec.schema.list;
    if spec.word.is_none() {
        return Ok(());
    }
    arguments.name_list(list);
    if arguments.has_items(list) != Some(true) {
        return Ok(());
    }
    let writer = spec.actions.iter().find(|action| action.act.takes_items());
    let [reads, writes] = [Some(action), writer]
        .map(|action| Text(action.and_then(|action| action.words.first()).copied().unwrap_or("")));
    let parts = [reads, Text(list), writes];
    Err(TodoError::invalid("{} only shows the list, so {} was not written: use {}", &parts))
}

// Lists --------------------------------------------------------------------------------------

/// Takes the list of items of a tool. Returns `None` if it is missing.
///
/// # Errors
/// `invalid_argument`, naming the first item that cannot be read.
fn take_items<'a>(
    arguments: &mut Arguments<'a>,
    schema: &ItemSchema,
    single: SingleItem,
) -> Result<Option<Vec<Item<'a>>>, TodoError> {
    match arguments.take_list(schema.list)? {
        None => Ok(None),
        Some(ListArgument::Value(value)) => read_items(arguments, schema, single, value).map(Some),
        // Factory's tool takes a text.
        Some(ListArgument::Text(text)) if is_checklist(&text) && Document::read(&text).is_err() => {
            note(arguments.notes, "{}: a checklist read as a list", &[Text(schema.list)]);
            read_checklist_text(&text, schema.list, arguments.notes).map(Some)
        }
        Some(ListArgument::Text(text)) if !trim(&text).starts_with(['[', '{']) => {
            Err(TodoError::invalid(
                "{} must be a list, got the characters of {}: send all todos as a list",
                &[Text(schema.list), excerpt(&text)],
            ))
        }
        Some(ListArgument::Text(text)) => {
            let inner = arguments.inner(schema.list, &text)?;
            // The existing list is cleared only by a list, not by a text.
            if single == SingleItem::ObjectForWhole && inner.root().parts().next().is_none() {
                return Err(not_a_list(schema.list, inner.root()));
            }
            let items = read_items(arguments, schema, single, inner.root())?;
            Ok(Some(items.into_iter().map(Item::into_owned).collect()))
        }
    }
}

/// Reads the items of a list.
fn read_items<'v>(
    arguments: &mut Arguments<'_>,
    schema: &ItemSchema,
    single: SingleItem,
    value: Value<'v>,
) -> Result<Vec<Item<'v>>, TodoError> {
    // Longer lists are rare.
    let mut items = Vec::with_capacity(32);
    arguments.each(schema.list, single, value, &mut |notes, number, value| {
        schema.read_item(notes, number, value, &mut items)
    })?;
    items.iter_mut().for_each(|item| item.is_alone = !value.is_array());
    Ok(items)
}

/// Takes the list that a call writes.
///
/// # Errors
/// `invalid_argument`, also if the list is missing.
fn take_written<'a>(
    arguments: &mut Arguments<'a>,
    mode: Mode,
    schema: &ItemSchema,
) -> Result<Vec<Item<'a>>, TodoError> {
    match schema.text {
        TextForm::Json => {}
        TextForm::Plan => {
            if let Some(lines) = take_lines(arguments, schema.list) {
                return Some(lines).filter(|it| !it.is_empty()).ok_or_else(|| missing(schema));
            }
        }
        TextForm::Checklist => return take_checklist(arguments, schema.list),
    }
    arguments.name_list(schema.list);
    let single = match mode {
        Mode::Replace => SingleItem::ObjectForWhole,
        Mode::Merge => SingleItem::Object,
    };
    take_items(arguments, schema, single)?.ok_or_else(|| missing(schema))
}

/// Takes `merge`, which keeps the other todos. Returns the mode, and whether the call states it.
///
/// # Errors
/// `invalid_argument` if it is no boolean.
fn take_mode(arguments: &mut Arguments<'_>) -> Result<(Mode, bool), TodoError> {
    let merges = arguments.take_boolean("merge")?;
    let mode = if merges == Some(true) { Mode::Merge } else { Mode::Replace };
    Ok((mode, merges.is_some()))
}

/// Returns what a call without a mode does with the list: items with content and status are a
/// whole list, and those without them can only be updates. An empty list clears.
fn mode_of(items: &[Item<'_>], arguments: &mut Arguments<'_>) -> Mode {
    let is_whole =
        |item: &Item<'_>| item.text(TextField::Content).is_some() && item.status.is_some();
    if items.iter().all(is_whole) {
        return Mode::Replace;
    }
    note(arguments.notes, "no merge, read as true", &[]);
    Mode::Merge
}

/// Returns the error for a missing list.
fn missing(schema: &ItemSchema) -> TodoError {
    TodoError::invalid("{} is missing: send the whole list", &[Text(schema.list)])
}

/// Takes the todos to add: a list, or the content of one in the call itself.
fn take_added<'a>(
    arguments: &mut Arguments<'a>,
    schema: &'static ItemSchema,
) -> Result<Vec<Item<'a>>, TodoError> {
    arguments.name_list(schema.list);
    let mut items = take_items(arguments, schema, SingleItem::Anything)?.unwrap_or_default();
    if items.is_empty()
        && let Some(content) = arguments.take_text(schema.content.unwrap_or_default())?
    {
        items.push(Item::of(content.into()));
    }
    if items.is_empty() {
        let template = "{} is missing: give the todos to add";
        return Err(TodoError::invalid(template, &[Text(schema.list)]));
    }
    Ok(items)
}

/// Takes what changes: in the items of the list, or of one todo in the call itself.
fn take_changes<'a>(
    arguments: &mut Arguments<'a>,
    schema: &'static ItemSchema,
) -> Result<Command<'a>, TodoError> {
    let mut items = take_items(arguments, schema, SingleItem::Anything)?.unwrap_or_default();
    let mut ids = arguments.take_ids("ids")?;
    if ids.is_empty() {
        ids.extend(arguments.take_integer("id")?.map(Id));
    }
    if items.is_empty() {
        let mut item = Item::default();
        if let Some(status) = arguments.take("status") {
            item.status = Some(schema.read_status(arguments.notes, "status", status)?);
        }
        let [content, ..] = &mut item.texts;
        *content = arguments.take_text("content")?.map(Cow::Owned);
        if item.status.is_none() && content.is_none() {
            return Err(TodoError::invalid("Change required: give status or content", &[]));
        }
        let [_] = ids.as_slice() else {
            let ids: Vec<String> = ids.iter().map(|Id(id)| fill("{}", &[Number(*id)])).collect();
            return Err(not_one("ids", &join(&ids, ", ")));
        };
        items.push(item);
    }
    for (item, id) in items.iter_mut().zip(ids) {
        item.position.get_or_insert(id);
    }
    Ok(Command::Rewrite { items, mode: Mode::Merge, schema, sites: None })
}

/// Takes a checklist that is one text, or the lines of one.
///
/// # Errors
/// As [`read_checklist`]; `invalid_argument` for what is neither.
fn take_checklist(
    arguments: &mut Arguments<'_>,
    name: &'static str,
) -> Result<Vec<Item<'static>>, TodoError> {
    let list = Text(name);
    let Some(value) = arguments.take(name) else {
        return Err(TodoError::invalid(
            "{} is missing: give the checklist, one todo per line",
            &[list],
        ));
    };
    let joined = joined_characters(value).map(Cow::Owned);
    let is_joined = joined.is_some();
    if is_joined {
        note(arguments.notes, "{}: a list of characters joined", &[list]);
    }
    let text = joined.or_else(|| value.as_string());
    let document = text.as_deref().filter(|text| trim(text).starts_with("[\"")).map(Document::read);
    let mut lines = Some(value).filter(|_| !is_joined);
    if let Some(Ok(document)) = &document {
        note_json_text(arguments.notes, name);
        lines = Some(document.root());
    }
    let are_texts = |lines: &Value<'_>| {
        lines.is_array() && lines.parts().all(|line| line.as_string().is_some())
    };
    if let Some(lines) = lines.filter(are_texts)
        && lines.parts().next().is_some()
    {
        note(arguments.notes, "{}: an array read as lines", &[list]);
        let lines: Vec<_> = lines.parts().filter_map(Value::as_string).collect();
        let lines: Vec<&str> = lines.iter().map(|line| &**line).collect();
        return read_checklist(&lines, name, arguments.notes);
    }
    match text {
        Some(text) if text.is_empty() => Ok(Vec::new()),
        Some(text) if !trim(&text).starts_with("[{") => {
            read_checklist_text(&text, name, arguments.notes)
        }
        Some(_) | None => Err(TodoError::invalid(
            "{} must be a checklist, one todo per line, got {}",
            &[list, value.excerpt()],
        )),
    }
}

// Single todos -------------------------------------------------------------------------------

/// Takes the todo that a call adds, with its details, or several.
fn take_created<'a>(
    arguments: &mut Arguments<'a>,
    schema: &'static ItemSchema,
) -> Result<Command<'a>, TodoError> {
    let content = schema.content.unwrap_or_default();
    arguments.name_list(schema.list);
    let is_list = arguments.has(schema.list) && arguments.has_items(schema.list) != Some(false);
    if !arguments.has(content) && is_list {
        let mut items = take_written(arguments, Mode::Merge, schema)?;
        for item in &mut items {
            // The box of a checklist says it, too.
            if item.text(TextField::Content).and_then(read_box).is_none() {
                item.status.get_or_insert(ParsedStatus::of(Status::Todo));
            }
        }
        return Ok(Command::Rewrite { items, mode: Mode::Merge, schema, sites: None });
    }
    let mut change = Update::take(arguments, schema)?.with_links(arguments)?;
    if change.texts.iter().all(|(field, _)| *field != TextField::Content) {
        let template = "{} is missing: say what is to be done";
        return Err(TodoError::invalid(template, &[Text(content)]));
    }
    // A strict schema forces a number.
    if let Some(key) = ["taskId", "id"].into_iter().find(|key| arguments.has(key))
        && let Some(id) = arguments.take_text(key)?.filter(|id| !is_blank(id) && id != "0")
    {
        change.texts.push((TextField::Name, trim(&id).trim_start_matches('#').to_owned()));
    }
    Ok(Command::Create(change))
}

/// Takes the details of a todo that a call changes. The status `deleted` removes it.
fn take_update<'a>(
    arguments: &mut Arguments<'a>,
    argument: &'static str,
    schema: &'static ItemSchema,
) -> Result<Command<'a>, TodoError> {
    let name = TodoRefText::take(arguments, argument)?;
    let is_deleted = arguments.peek("status").is_some_and(|text| eq_lenient(&text, "deleted"));
    if is_deleted {
        arguments.take("status");
    }
    let owner = schema.owner.and_then(|owner| arguments.peek(owner));
    let mut change = Update::take(arguments, schema)?.with_links(arguments)?;
    if is_deleted {
        if !change.is_nothing() {
            note(arguments.notes, "status deleted: nothing else is used", &[]);
        }
        return Ok(Command::Remove(vec![Target::Mention(name)]));
    }
    // A strict schema forces an owner, so an empty one means something only by itself.
    if change.is_nothing() && owner.is_some_and(|owner| is_blank(&owner)) {
        change.texts.push((TextField::Owner, String::new()));
    }
    // Metadata counts as an update, although the list does not store it.
    if change.is_nothing() && !arguments.has("metadata") {
        let template = "nothing to update: say at least one thing besides the id";
        return Err(TodoError::new(ErrorCode::NothingToUpdate, template, &[]));
    }
    Ok(Command::Update(name, change))
}

/// Takes the todos that a call sets to a state.
fn take_set<'a>(
    arguments: &mut Arguments<'a>,
    list: &'static str,
    (state, named, text): (StateKind, IdArgument, &str),
) -> Result<Command<'a>, TodoError> {
    let beside = if state == StateKind::Done { text } else { "" };
    let mut settlement = Settlement::default();
    take_named(arguments, list, named, beside, &mut settlement)?;
    let text = arguments.take_text(text)?.unwrap_or_default();
    let mut only = || settlement.done.pop().ok_or_else(|| not_one("ids", ""));
    Ok(match state {
        StateKind::Todo => Command::GoBack(only()?),
        StateKind::Doing => Command::Start(only()?),
        StateKind::WaitingUser | StateKind::WaitingEvent => {
            Command::Wait(only()?, Cow::Owned(take_wait(arguments, &text)?))
        }
        StateKind::Claimed | StateKind::Done => {
            Command::Settle(Settlement { evidence: text.into(), ..settlement })
        }
        StateKind::Skipped | StateKind::Failed => {
            let failed = state == StateKind::Failed;
            let skip = core::mem::take(&mut settlement.done);
            Command::Settle(Settlement { skip, reason: text.into(), failed, ..settlement })
        }
    })
}

/// Takes a list of todos by the ids that the model has for them. If they are objects, the text that
/// each has in the field `beside`, or a blank one, is added to `others`.
///
/// # Errors
/// `invalid_argument`.
pub(crate) fn take_mentions(
    arguments: &mut Arguments<'_>,
    argument: &'static str,
    beside: &str,
    others: &mut Vec<String>,
) -> Result<Vec<Target>, TodoError> {
    let names = match arguments.take_numbers(argument) {
        Some(numbers) => numbers,
        None => arguments.take_texts_with(argument, "id", beside, others)?,
    };
    let without_box =
        |name: String| read_box(&name).map(|(_, text)| text.to_owned()).unwrap_or(name);
    let mention = |name| Target::Mention(TodoRefText { argument, name: without_box(name) });
    Ok(names.into_iter().map(mention).collect())
}

/// Takes the todos that a call is about as those that it completes, with the texts next to their
/// ids: in the field `beside`, each is evidence. Without ids of its own, they are read from its
/// list.
///
/// # Errors
/// `invalid_argument`, also if there are none.
fn take_named(
    arguments: &mut Arguments<'_>,
    list: &'static str,
    named: IdArgument,
    beside: &str,
    settlement: &mut Settlement<'_>,
) -> Result<(), TodoError> {
    let Settlement { done: todos, each, alongside, .. } = settlement;
    let argument = match named {
        IdArgument::Id(argument) => {
            todos.push(Target::Mention(TodoRefText::take(arguments, argument)?));
            return Ok(());
        }
        IdArgument::One(argument) | IdArgument::Each(argument) => argument,
    };
    for argument in [argument, "ids"] {
        if todos.is_empty() {
            *todos = take_mentions(arguments, argument, beside, each)?;
        }
    }
    let mention = |name| Target::Mention(TodoRefText { argument, name });
    if todos.is_empty() {
        todos.extend(arguments.take_text("id")?.map(mention));
    }
    let items = arguments.items_alongside(list);
    let count = items.len();
    let mut others = Vec::new();
    for (id, content) in items {
        others.extend(id);
        alongside.extend(content);
    }
    if todos.is_empty() && !others.is_empty() && others.len() == count {
        arguments.take(list);
        note(arguments.notes, "{}: read out of {}", &[Text(argument), Text(list)]);
        todos.extend(others.drain(..).map(mention));
    }
    let names: Vec<&str> = todos.iter().map(Target::name).collect();
    let listed = truncate_line(&join(&names, ", "), MAX_IDS_LENGTH);
    match (others.iter().find(|other| !names.contains(&other.as_str())), named) {
        _ if names.is_empty() => {
            Err(TodoError::invalid("{} is missing: give the ids of todos", &[Text(argument)]))
        }
        (Some(other), _) => Err(TodoError::invalid(
            "{} says {}, and {} says {}: send ids alone, with those that are meant",
            &[Text(argument), Text(&listed), Text(list), excerpt(other)],
        )),
        (None, IdArgument::One(_)) if names.len() > 1 => Err(not_one(argument, &listed)),
        (None, _) => Ok(()),
    }
}

fn not_one(argument: &str, names: &str) -> TodoError {
    let template = "{} must hold exactly one id, got [{}]: make one call for each";
    let names = truncate_line(names, MAX_IDS_LENGTH);
    TodoError::invalid(template, &[Text(argument), Text(&names)])
}

/// Takes the options of a question to the user. If an option is an object, its `label` is used.
///
/// # Errors
/// `invalid_argument` if an option is not a text.
pub(crate) fn take_wait(arguments: &mut Arguments<'_>, question: &str) -> Result<Wait, TodoError> {
    let options = arguments.take_texts("options", "label")?;
    Ok(Wait { options, ..Wait::new(WaitFor::User, question) })
}

// Plans --------------------------------------------------------------------------------------

/// Takes the sites. Returns `None` if the call does not mention them.
fn take_sites(
    arguments: &mut Arguments<'_>,
    argument: &'static str,
) -> Result<Option<StatedSites>, TodoError> {
    if !arguments.has(argument) {
        return Ok(None);
    }
    let content = |item: &Item<'_>| Some(item.text(TextField::Content)?.to_owned());
    let lines = match take_lines(arguments, argument) {
        Some(lines) => lines.iter().filter_map(content).collect(),
        None => arguments.take_texts(argument, "domain")?,
    };
    let mut texts = Vec::new();
    for line in &lines {
        let hosts = line.split(',').filter(|host| !trim(host).is_empty());
        texts.extend(hosts.map(str::to_owned));
    }
    Ok(Some(StatedSites { argument, texts }))
}

/// Takes a list that is one text, as some models send it, unless the text is JSON or a checklist.
fn take_lines(arguments: &mut Arguments<'_>, key: &str) -> Option<Vec<Item<'static>>> {
    let text = arguments.peek(key)?;
    if matches!(trim(&text).bytes().next(), Some(b'[' | b'{')) || is_checklist(&text) {
        return None;
    }
    arguments.take(key);
    let lines = read_plan(&text, arguments.notes);
    note(arguments.notes, "{}: a text read as a list of {}", &[Text(key), count(lines.len())]);
    Some(lines)
}

/// Drops the index before each item of a plan, which browser-use shows its models: `[x] 0: text`.
fn drop_indices(items: &mut [Item<'_>]) {
    let without_index = |(index, item): (usize, &Item<'_>)| {
        let text = item.text(TextField::Content)?;
        let (status, text) = read_box(text).map_or((None, text), |(said, text)| (Some(said), text));
        let (number, text) = text.split_once(':')?;
        let is_index = parse_decimal(trim(number)) == i64::try_from(index).ok();
        (is_index && !trim(text).is_empty()).then(|| (status, trim(text).to_owned()))
    };
    let all: Option<Vec<_>> = items.iter().enumerate().map(without_index).collect();
    for (item, (status, text)) in items.iter_mut().zip(all.unwrap_or_default()) {
        item.status = item.status.or(status);
        item.set_content(text.into());
    }
}

/// Takes the plan from the arguments of another tool. Returns `None` if they do not mention it.
///
/// # Errors
/// `invalid_argument`.
pub(crate) fn take_plan<'a>(
    arguments: &mut Arguments<'a>,
) -> Result<Option<Command<'a>>, TodoError> {
    // The schema of the other tool may require these, with null for an omitted one.
    for key in [plan::SHAPE.list, plan::CURRENT] {
        arguments.take_null(key);
    }
    let mut items =
        take_items(arguments, &plan::SHAPE, SingleItem::ObjectForWhole)?.unwrap_or_default();
    drop_indices(&mut items);
    let at = arguments.take_integer(plan::CURRENT)?.filter(|at| *at >= 0);
    if items.is_empty() {
        return Ok(at.map(Command::PlanItem));
    }
    if at.is_some_and(|at| at > 0) {
        note(arguments.notes, "current_plan_item: not used with plan_update", &[]);
    }
    Ok(Some(Command::Plan(items, &plan::SHAPE)))
}
