//! The marks of a list in a checkpoint.
//!
//! ```json
//! [[["user",1],["model","researcher",4]],
//!  [0,[0,1,1,true,"its text before"]],
//!  [[[3,"done","a"],[0],1,"skipped","no longer needed",1763769600000,true]],
//!  [1,52000,0,2,0,1763769652000]]
//! ```
//!
//! The parts are:
//!
//! 1. Who decided when, ordered by revision: an array of an author, a name, if there is one, and the
//!    revision. If the revision is unknown, it is missing, and an author without a name stands
//!    alone. The other parts refer to these by their place here.
//! 2. The marks of each todo on the list, in its order: who added the todo and when, or an array
//!    that begins with that. In the array follow pairs of an aspect (its place in [`Aspect::ALL`])
//!    and who decided it later, whether the todo was brought back, and its earlier contents.
//! 3. The todos that left, oldest first: the todo as it was, its mark, who removed it, how, why and
//!    when, and whether a person's decisions on it still hold.
//! 4. If any todo was ever in progress, the times: for each todo the number of its key, the
//!    milliseconds in progress, and since when it is in progress, or 0.

use crate::forms::todo::{integer, read_name, read_text, read_todo, write_todo};
use crate::list::author::{Actor, Author};
use crate::list::delta::Aspect;
use crate::list::history::{List, Revision};
use crate::list::mark::{Decided, How, Left, MOST_FORMER, Mark};
use crate::list::marks::{MOST_LEFT, Marks};
use crate::list::options::Options;
use crate::list::times::{Time, Times};
use crate::list::todo::{Field, Key, find};
use crate::text::content::Content;
use crate::text::json::{Parts, Value, Writer};

/// The words for how a todo left.
const HOW: [&str; 3] = ["removed", "skipped", "cleared"];

/// Writes the marks of a list, and its times.
pub(crate) fn write(json: &mut Writer, marks: &Marks, times: &Times, list: &List) {
    let host_mark = |key| Mark::new(key, Decided::default());
    let of_list: Vec<Mark> = list
        .iter()
        .map(|todo| marks.of(todo.key).cloned().unwrap_or_else(|| host_mark(todo.key)))
        .collect();
    let mut table = Table::default();
    for mark in of_list.iter().chain(marks.all_left().map(|left| &left.mark)) {
        table.add(&mark.made.by, mark.made.revision);
        mark.others.iter().for_each(|(_, decided)| table.add(&decided.by, decided.revision));
    }
    marks.all_left().for_each(|left| table.add(&left.by, 0));
    json.open('[').open('[');
    for (by, revision) in &table.0 {
        let word = by.author.word();
        if by.name.is_none() && *revision == 0 {
            json.string(word);
            continue;
        }
        json.open('[').string(word);
        if let Some(name) = &by.name {
            json.string(name.as_str());
        }
        if *revision > 0 {
            json.integer((*revision).into());
        }
        json.close(']');
    }
    json.close(']').open('[');
    for mark in &of_list {
        write_mark(json, mark, &table);
    }
    json.close(']').open('[');
    for Left { todo, mark, by, how, at, holds } in marks.all_left() {
        json.open('[');
        write_todo(json, todo);
        write_mark(json, mark, &table);
        let (word, reason) = match how {
            How::Removed => (0, None),
            How::Skipped(reason) => (1, reason.as_ref()),
            How::Cleared => (2, None),
        };
        json.integer(table.place(by, 0)).string(HOW.get(word).copied().unwrap_or_default());
        json.optional(reason.map(Content::as_str)).integer(*at).boolean(*holds).close(']');
    }
    json.close(']');
    if !times.0.is_empty() {
        json.open('[');
        for Time { key, spent, since } in &times.0 {
            json.integer(key.0.into()).integer(*spent).integer(*since);
        }
        json.close(']');
    }
    json.close(']');
}

/// Who decided when, ordered by revision.
#[derive(Default)]
struct Table<'a>(Vec<(&'a Actor, Revision)>);

impl<'a> Table<'a> {
    fn add(&mut self, by: &'a Actor, revision: Revision) {
        if let Err(at) = self.find(by, revision) {
            self.0.insert(at, (by, revision));
        }
    }

    /// Returns the place of an entry, or where it belongs.
    fn find(&self, by: &Actor, revision: Revision) -> Result<usize, usize> {
        let from = self.0.partition_point(|(_, known)| *known < revision);
        let to = self.0.partition_point(|(_, known)| *known <= revision);
        let mut same_revision = self.0.get(from..to).unwrap_or_default().iter();
        same_revision
            .position(|(known, _)| *known == by)
            .map_or(Err(to), |at| Ok(from.wrapping_add(at)))
    }

    fn place(&self, by: &Actor, revision: Revision) -> i64 {
        self.find(by, revision).unwrap_or_default() as i64
    }
}

fn write_mark(json: &mut Writer, mark: &Mark, table: &Table<'_>) {
    let made = table.place(&mark.made.by, mark.made.revision);
    if mark.others.is_empty() && !mark.is_back && mark.former.is_empty() {
        json.integer(made);
        return;
    }
    json.open('[').integer(made);
    for (aspect, decided) in &mark.others {
        let code = Aspect::ALL.iter().position(|known| known == aspect).unwrap_or_default();
        json.integer(code as i64).integer(table.place(&decided.by, decided.revision));
    }
    if mark.is_back {
        json.boolean(true);
    }
    for text in &mark.former {
        json.string(text.as_str());
    }
    json.close(']');
}

/// Reads what [`write`] wrote, of a list at a revision. Returns `None` if a rule is broken.
pub(crate) fn read(
    value: Value<'_>,
    (list, revision): (&List, Revision),
    next_key: u32,
    options: &Options,
) -> Option<(Marks, Times)> {
    let mut parts = value.parts();
    let mut table = Vec::new();
    for value in parts.next()?.parts() {
        table.push(read_decided(value).filter(|decided| decided.revision <= revision)?);
    }
    let mut reader = MarksReader { table, options };
    let mut values = parts.next()?.parts();
    let mut todos = Vec::with_capacity(list.len());
    for todo in list {
        todos.push(reader.read_mark(todo.key, values.next()?)?);
    }
    let mut all_left: Vec<Left> = Vec::new();
    for value in parts.next()?.parts() {
        let left = reader.read_left(value)?;
        let key = left.todo.key;
        let is_known =
            find(list, key).is_some() || all_left.iter().any(|left| left.todo.key == key);
        (key.0 < next_key && !is_known).then_some(())?;
        all_left.push(left);
    }
    let times = match parts.next() {
        Some(times) => read_times(times, next_key)?,
        None => Times::default(),
    };
    let is_whole = values.next().is_none()
        && parts.next().is_none()
        && all_left.len() <= MOST_LEFT
        && times.0.len() <= list.len().saturating_add(MOST_LEFT);
    is_whole.then(|| (Marks::new(todos, all_left), times))
}

fn read_times(value: Value<'_>, next_key: u32) -> Option<Times> {
    let mut times: Vec<Time> = Vec::new();
    let mut parts = value.parts();
    while parts.clone().next().is_some() {
        let key = Key(integer(&mut parts)?);
        let spent = parts.next()?.as_integer()?;
        let since = parts.next()?.as_integer()?;
        let is_known = times.iter().any(|time| time.key == key);
        let is_valid = (1..next_key).contains(&key.0) && spent >= 0 && since >= 0 && !is_known;
        is_valid.then_some(())?;
        times.push(Time { key, spent, since });
    }
    Some(Times(times))
}

fn read_decided(value: Value<'_>) -> Option<Decided> {
    if let Some(word) = value.as_string() {
        return Some(Decided { by: Author::from_stored(&word)?.into(), revision: 0 });
    }
    let mut parts = value.parts();
    let author = Author::from_stored(&parts.next()?.as_string()?)?;
    let mut next = parts.next();
    let mut name = None;
    if let Some(text) = next.and_then(Value::as_string) {
        name = Some(read_name(&text)?);
        next = parts.next();
    }
    let revision = match next {
        Some(value) => Revision::try_from(value.as_integer()?).ok()?,
        None => 0,
    };
    parts.next().is_none().then_some(Decided { by: Actor { author, name }, revision })
}

struct MarksReader<'a> {
    table: Vec<Decided>,
    options: &'a Options,
}

impl MarksReader<'_> {
    fn read_decided(&self, parts: &mut Parts<'_>) -> Option<Decided> {
        self.table.get(integer(parts)? as usize).cloned()
    }

    fn read_mark(&mut self, key: Key, value: Value<'_>) -> Option<Mark> {
        if let Some(place) = value.as_integer() {
            return Some(Mark::new(key, self.table.get(usize::try_from(place).ok()?)?.clone()));
        }
        let mut parts = value.parts();
        let mut mark = Mark::new(key, self.read_decided(&mut parts)?);
        while let Some(code) = parts.clone().next().and_then(Value::as_integer) {
            parts.next();
            let aspect = *Aspect::ALL.get(usize::try_from(code).ok()?)?;
            mark.set(aspect, &self.read_decided(&mut parts)?);
        }
        for value in parts {
            if value.as_boolean() == Some(true) && !mark.is_back && mark.former.is_empty() {
                mark.is_back = true;
            } else {
                mark.former.push(read_text(Field::Content, &value.as_string()?, self.options)?);
            }
        }
        (mark.former.len() <= MOST_FORMER).then_some(mark)
    }

    fn read_left(&mut self, value: Value<'_>) -> Option<Left> {
        let mut parts = value.parts();
        let todo = read_todo(parts.next()?, self.options)?;
        let mark = self.read_mark(todo.key, parts.next()?)?;
        let by = self.read_decided(&mut parts)?.by;
        let word = parts.next()?.as_string()?;
        let reason = parts.next()?;
        let how = match HOW.iter().position(|known| *known == word)? {
            0 => How::Removed,
            1 if reason.is_null() => How::Skipped(None),
            1 => How::Skipped(Some(read_text(Field::Reason, &reason.as_string()?, self.options)?)),
            _ => How::Cleared,
        };
        let at = parts.next()?.as_integer()?;
        let holds = parts.next()?.as_boolean()?;
        parts.next().is_none().then_some(Left { todo: todo.into(), mark, by, how, at, holds })
    }
}
