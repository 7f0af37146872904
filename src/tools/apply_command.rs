//! Carries out the request of a call. The request changes the list of the turn, and the policy
//! decides how much of the result becomes the current list.

use std::rc::Rc;

use crate::change::command::{Command, CommandResult};
use crate::change::denial_notes::{
    WAS_SENT_BACK, already_doing, denial_error, denial_note, name, quoted, removal_clause,
    settled_by, stays_removed,
};
use crate::change::draft::Draft;
use crate::change::policy::DenyReason;
use crate::change::resolution::{DeniedChange, DoingLimit, Resolution, WriteMode};
use crate::change::resolve::resolve_write;
use crate::change::target::ReportedTodo;
use crate::forms::id_map::IdMap;
use crate::forms::reminder::{Counted, write_list};
use crate::list::author::{Actor, ChangeKind};
use crate::list::blockers::open_blockers;
use crate::list::delta::Aspect;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::List;
use crate::list::indexed_list::{find, find_content, find_mut, find_near, is_same_list};
use crate::list::known_list::KnownList;
use crate::list::note::{Note, NoteKind, Notes};
use crate::list::owners::is_of_another;
use crate::list::owners::unshown_of_others;
use crate::list::store::TodoStore;
use crate::list::todo::{Id, Key, Status, TextField, Todo};
use crate::list::tree::first_open_descendant;
use crate::text::excerpt::sanitize_line;
use crate::text::message::FormatArg::Text;
use crate::text::message::{bare_word, count, excerpt, fill, push};
use crate::text::words::Words;
use crate::tools::call::{AppliedCall, CallError};
use crate::tools::conversation::Conversation;
use crate::tools::dialects::Dialect;

impl Conversation {
    /// Carries out a request. If it is refused, the store is unchanged.
    ///
    /// # Errors
    /// The errors of the request; `invalid_argument` if no part of it may be carried out.
    pub(crate) fn apply_command(
        &mut self,
        store: &mut TodoStore,
        dialect: Dialect,
        request: &mut Command<'_>,
        notes: &mut Notes,
    ) -> Result<AppliedCall, CallError> {
        if let Some(result) = self.run_read(store, request, notes)? {
            return Ok(result.into());
        }
        if let Some(root) = self.settings.branch
            && store.provenance().of(root).is_none()
        {
            return Err(branch_is_gone(store, root).into());
        }
        let mut mode = WriteMode {
            keeps_open: self.settings.keeps_open,
            confirms: self.settings.confirms,
            ..request.write_mode()
        };
        if self.settings.dialect.spec().limits_lists && request.writes_items() {
            mode.doing_limit = DoingLimit::List;
        }
        let (result, mut resolution) = self.resolve_command(store, request, mode, notes)?;
        let result = self.without_denied(result, &resolution);
        let (before, revision) = (store.shared_list().clone(), store.revision());
        store.record_held(&resolution);
        store.commit(&mut resolution, ChangeKind::Edit);
        if let CommandResult::Started(started) = result {
            // An answer that nothing is left does not show the list.
            if let Some(key) = started {
                self.note_sent_back(store, &before, key, notes);
                self.record_next(store, &before, key);
            }
        } else {
            // A model that wrote the whole list knows it.
            let writes_whole = mode.is_whole || self.turn_base.list.is_empty();
            self.record_written(store, mode.is_whole, &before, &resolution.requested);
            if writes_whole && self.knows(store) {
                self.record_full_list(store, store.revision() != revision);
            }
        }
        let dropped = self.note_write(store, dialect, mode, &before, &resolution, notes);
        if let CommandResult::Waits(key) = &result {
            // The answer says whether the todo waits, and its answer.
            self.seen.record_state(store.list(), *key);
        }
        self.note_names(store, &resolution.requested, notes);
        let is_as_asked = resolution.denied.is_empty()
            && resolution.demoted.is_empty()
            && resolution.claimed.is_empty();
        let claimed = resolution.claimed;
        Ok(AppliedCall { result, dropped, claimed, is_as_asked, answer: "" })
    }

    /// Runs a command that only reads the list. Returns `None` if it is another one.
    fn run_read(
        &mut self,
        store: &TodoStore,
        request: &Command<'_>,
        notes: &mut Notes,
    ) -> Result<Option<CommandResult>, CallError> {
        let is_skipped_in_preview = self.is_partial && !request.writes_items();
        if matches!(request, Command::Show) || is_skipped_in_preview {
            return Ok(Some(CommandResult::Shown));
        }
        let Command::ShowOne(name) = request else { return Ok(None) };
        Ok(Some(CommandResult::Found(self.look_up(store, name, notes)?)))
    }

    /// Runs a command on a draft, and lets the policy decide about the result.
    fn resolve_command(
        &mut self,
        store: &mut TodoStore,
        request: &mut Command<'_>,
        mode: WriteMode,
        notes: &mut Notes,
    ) -> Result<(CommandResult, Resolution), CallError> {
        // The next todo is the one of the current list, even if the turn has an older one.
        let current = matches!(request, Command::StartNext).then(|| KnownList::of(store));
        let mut draft = self.draft(store, current.as_ref().unwrap_or(&self.turn_base));
        request.read_boxes(&draft.requested, notes);
        let result = request.run(&mut draft, notes);
        let result = result.map_err(|error| self.with_list(store, error))?;
        draft.keep_left_out();
        let resolution = resolve_write(draft, mode);
        let changes_nothing = || !mode.is_whole && is_same_list(&resolution.list, store.list());
        if let Some(denied) = resolution.first_requested_denial().filter(|_| changes_nothing()) {
            let (error, note) = self.refuse(store, denied);
            store.record_held(&resolution);
            return Err(CallError { error, note: note.map(Box::new), is_unclear: true });
        }
        self.check_room(store, &resolution)?;
        Ok((result, resolution))
    }

    /// Adds the notes about a write. `before` is the list before it. Returns the open todos that a
    /// whole list omitted, with their ids at that time.
    fn note_write(
        &mut self,
        store: &TodoStore,
        dialect: Dialect,
        mode: WriteMode,
        before: &List,
        resolution: &Resolution,
        notes: &mut Notes,
    ) -> Vec<(Id, Rc<Todo>)> {
        self.note_demoted(store, dialect, &resolution.demoted, notes);
        self.note_open(store, dialect, before, notes);
        let is_restricted = store.actor().author.is_restricted();
        let mut dropped = Vec::new();
        if mode.is_whole && is_restricted {
            let is_dropped = |index: usize, todo: &Rc<Todo>| {
                !todo.status().is_settled() && find_near(store.list(), index, todo.key).is_none()
            };
            let ids = before.iter().enumerate().filter(|(index, todo)| is_dropped(*index, todo));
            dropped = ids.map(|(index, todo)| (Id::at(index), todo.clone())).collect();
            note_dropped(&dropped, notes);
        }
        if store.provenance().has_person() && is_restricted {
            note_settled_left(store, before, notes);
            if !mode.is_whole {
                note_added_again(store, before, notes);
            }
        }
        self.note_denied(store, dialect, resolution, notes);
        dropped
    }

    /// Returns one todo of the current list.
    fn look_up(
        &mut self,
        store: &TodoStore,
        name: &crate::change::update::TodoRefText,
        notes: &mut Notes,
    ) -> Result<Key, CallError> {
        let key = name.resolve(&self.draft(store, &self.turn_base), notes);
        let key = key.map_err(|error| self.with_list(store, error))?;
        if find(store.list(), key).is_none() {
            return Err(unclear(self.gone(store, key)));
        }
        Ok(key)
    }

    fn draft<'a>(&'a self, store: &'a TodoStore, known_list: &'a KnownList) -> Draft<'a> {
        let draft = Draft::from_known(store, known_list, self.next_key);
        let (ids, unshown) = (self.settings.dialect.ids(), &*self.unshown);
        Draft { ids, unshown, is_partial: self.is_partial, ..draft }
    }

    /// Removes from a result everything that the policy denied.
    fn without_denied(&self, mut result: CommandResult, resolution: &Resolution) -> CommandResult {
        let was_kept = |key: Key, aspect: Aspect| {
            resolution.denied.iter().any(|denied| {
                let is_todo_denied = denied.aspect == Aspect::Presence && denied.is_requested;
                denied.key == key && (denied.aspect == aspect || is_todo_denied)
            })
        };
        // The others contain no details. The notes report what was denied.
        if let CommandResult::Settled(settled) = &mut result {
            let is_settled = |todo: &ReportedTodo| !was_kept(todo.key, Aspect::State);
            settled.done.retain(is_settled);
            settled.skipped.retain(is_settled);
            let is_claimed = |todo: &ReportedTodo| resolution.claimed.contains(&todo.key);
            let done = core::mem::take(&mut settled.done);
            (settled.claimed, settled.done) = done.into_iter().partition(is_claimed);
        } else if let CommandResult::Cleared(count) = &mut result {
            *count -= resolution.list.len();
        } else if let CommandResult::Updated { key, fields } = &mut result {
            let schema = &self.settings.dialect.spec().schema;
            fields.retain(|name| match *name {
                "status" | "owner" => !was_kept(*key, Aspect::State),
                name => TextField::OWN.iter().all(|field| {
                    schema.field(*field) != Some(name) || !was_kept(*key, Aspect::Text(*field))
                }),
            });
        }
        result
    }

    // Refusals -------------------------------------------------------------------------------

    /// Returns the error for a call of which the policy denied everything.
    fn refuse(&self, store: &TodoStore, denied: &DeniedChange) -> (TodoError, Option<Note>) {
        let id_map = self.id_map(store);
        match denied.reason {
            DenyReason::Gone => (self.gone(store, denied.key), None),
            DenyReason::Owned => (denial_error(&id_map, denied), denial_note(&id_map, denied, "")),
            DenyReason::Doing(other) => {
                let is_known =
                    find(&self.turn_base.list, other).is_some_and(|base| base.state.is_at_work());
                let error = already_doing(&id_map, denied, is_known);
                let by = denied.by.as_ref().filter(|_| !is_known);
                let note = Note::new(NoteKind::OnlyDoing, &[other], error.message().into()).by(by);
                (error, Some(note))
            }
            DenyReason::Since
            | DenyReason::Settled
            | DenyReason::Waits
            | DenyReason::Wrote
            | DenyReason::Wanted
            | DenyReason::Open => {
                let hint = self.settings.dialect.give_up_hint(self.settings.keeps_open);
                let note = denial_note(&id_map, denied, hint);
                let reason = note.as_ref().map_or("", |note| &note.text);
                (TodoError::invalid("{}; nothing was done", &[Text(reason)]), note)
            }
        }
    }

    /// Returns the error for a call that names a todo that somebody removed since.
    fn gone(&self, store: &TodoStore, key: Key) -> TodoError {
        let base = find(&self.turn_base.list, key).or_else(|| find(&self.seen.list, key));
        let left = store.provenance().tombstone(key);
        let content = base.or(left.map(|left| &left.todo)).map_or("", |todo| todo.content());
        let name = self.id_map(store).of(key).unwrap_or_else(|| key.to_text());
        let parts = |reason| [bare_word(&name), excerpt(content), reason];
        match left.filter(|_| self.is_of(store)) {
            Some(left) => {
                let reason = removal_clause(left);
                let parts = parts(Text(&reason));
                TodoError::new(ErrorCode::UnknownId, "{} was {}: {}; nothing was done", &parts)
            }
            None => TodoError::new(
                ErrorCode::UnknownId,
                "{} was {}, which is not on the list any more: another list was taken over, or so much was changed that nobody knows by whom; nothing was done",
                &parts(Text("")),
            ),
        }
    }

    /// Returns the error of the call, with the list if the call named an unknown todo.
    fn with_list(&self, store: &TodoStore, error: TodoError) -> CallError {
        if error.code() != ErrorCode::UnknownId {
            return error.into();
        }
        if !self.turn_base.list.is_empty() || store.list().is_empty() {
            return unclear(error);
        }
        unclear(TodoError::new(
            ErrorCode::UnknownId,
            "nothing was done, as you had not read the list: call again with its ids",
            &[],
        ))
    }

    /// Refuses a list without room for the todos that it adds.
    fn check_room(&self, store: &TodoStore, resolution: &Resolution) -> Result<(), CallError> {
        let list = &resolution.list;
        let requested = &resolution.requested;
        let in_call = |todo: &&Rc<Todo>| {
            find(requested, todo.key).is_some() || find_content(requested, todo.content()).is_some()
        };
        let actor = self.actor();
        let may_settle =
            |todo: &&Rc<Todo>| !todo.status().is_settled() && !is_of_another(&actor, todo);
        let mut open = store.list().iter().filter(|todo| !todo.status().is_settled()).peekable();
        let advice = match open.peek().is_some() && !open.any(|todo| may_settle(&todo)) {
            true => "wait until others have completed theirs".to_owned(),
            false => fill("complete one first, or {}", &[Text(self.way_to_give_up(store))]),
        };
        let Err(error) = store.check_room(list, &advice) else { return Ok(()) };
        if self.is_partial {
            return Ok(());
        }
        let stays: Vec<&Rc<Todo>> =
            list.iter().filter(may_settle).filter(|todo| !in_call(todo)).collect();
        if stays.is_empty() {
            return Err(error.into());
        }
        let named = match stays.len() {
            0..=MAX_NOTES => quoted(stays.into_iter()),
            many => fill("{} todos", &[count(many)]),
        };
        let parts = [Text(error.message()), Text(&named)];
        Err(unclear(TodoError::new(
            error.code(),
            "{}. Open todos that the call does not have stay: {}",
            &parts,
        )))
    }

    // Notes ----------------------------------------------------------------------------------

    /// Adds notes about what was denied, todo by todo.
    fn note_denied(
        &mut self,
        store: &TodoStore,
        dialect: Dialect,
        resolution: &Resolution,
        notes: &mut Notes,
    ) {
        let all = &resolution.denied;
        let hint = dialect.give_up_hint(self.settings.keeps_open);
        if !all.is_empty() {
            // What the model knew of the list was wrong.
            self.changes_until_full_list = None;
        }
        let since: Vec<&DeniedChange> =
            all.iter().filter(|denied| is_added_since(denied)).collect();
        let gone: Vec<&DeniedChange> =
            all.iter().filter(|denied| is_removed_since(denied)).collect();
        for (group, kind, many) in [
            (&since, NoteKind::ManyStay, "{} todos stay that were added since"),
            (&gone, NoteKind::ManyStayOff, "{} todos stay off the list that were removed since"),
        ] {
            if group.len() > MAX_NOTES {
                let keys: Vec<Key> = group.iter().map(|denied| denied.key).collect();
                notes.push(Note::new(kind, &keys, fill(many, &[count(group.len())])));
            }
        }
        let mut last: Option<&DeniedChange> = None;
        for denied in all {
            // If a list reports a text as done, the text itself is repeated too and needs no second
            // note.
            let same_cause = |last: &DeniedChange| {
                last.key == denied.key && last.because_of == denied.because_of
            };
            let is_noted = last.replace(denied).is_some_and(same_cause);
            let is_counted = is_added_since(denied) && since.len() > MAX_NOTES
                || is_removed_since(denied) && gone.len() > MAX_NOTES;
            if is_counted {
                continue;
            }
            let base = find(&self.turn_base.list, denied.key)
                .or_else(|| find(&self.seen.list, denied.key))
                .or_else(|| find(&resolution.requested, denied.key));
            let note = match base.filter(|_| find(store.list(), denied.key).is_none()) {
                Some(base) => {
                    let tombstone = store.provenance().tombstone(denied.key);
                    Some(stays_removed(store.list(), base, tombstone))
                }
                None => denial_note(&self.id_map(store), denied, hint),
            };
            notes.extend(note.filter(|note| !is_noted && !notes.contains(note)));
        }
    }

    /// Adds notes about todos that a list had in progress beyond `maxDoing`.
    fn note_demoted(
        &self,
        store: &TodoStore,
        dialect: Dialect,
        demoted: &[Key],
        notes: &mut Notes,
    ) {
        let schema = &dialect.spec().schema;
        let [todo_word, word] =
            [Status::Todo, Status::Doing].map(|status| Text(schema.status_name(status)));
        let max = store.options().max_doing();
        let outside = store.work_outside(store.actor().name.as_ref());
        let outside = outside.first().and_then(|key| find(&store.outside, *key));
        let last = match (outside, max) {
            (Some(outside), _) => fill("{} is", &[excerpt(outside.content())]),
            (None, 1) => "only the last may be".to_owned(),
            (None, max) => fill("only the last {} may be", &[count(max)]),
        };
        for key in demoted {
            let Some(todo) = find(store.list(), *key) else { continue };
            let name = name(&self.id_map(store), todo);
            let parts = [Text(&name), todo_word, Text(&last), word];
            let text = fill("{}: set back to {}, as {} {}", &parts);
            notes.push(Note::new(NoteKind::SetBack, &[*key], text));
        }
    }

    /// Adds a note about each todo that the call started or completed although it depends on
    /// another one, or completed although one under it is open. `before` is the list before the
    /// call.
    fn note_open(&self, store: &TodoStore, dialect: Dialect, before: &List, notes: &mut Notes) {
        let (list, id_map) = (store.list(), self.id_map(store));
        let mut open_descendants = None;
        for (index, todo) in list.iter().enumerate() {
            let base =
                find_near(before, index, todo.key).map_or(Status::Todo, |base| base.status());
            let is_done = todo.status() == Status::Done;
            let is_started = base == Status::Todo && (is_done || todo.status() == Status::Doing);
            if !is_started && (!is_done || base == Status::Done) {
                continue;
            }
            let mut blockers = Vec::new();
            if is_started && !todo.blocked_by().is_empty() {
                blockers = open_blockers(list, &todo.with_status(Status::Todo));
            }
            let mut open = None;
            if is_done && base != Status::Done {
                let open_descendants =
                    open_descendants.get_or_insert_with(|| first_open_descendant(list));
                open = open_descendants.get(index).copied().flatten();
            }
            for (kind, template, other) in [
                (NoteKind::Blocked, "{} depends on {}, which is {}", blockers.first().copied()),
                (NoteKind::OpenUnder, "{} has {} under it, which is still {}", open),
            ] {
                let Some(other) = other.and_then(|key| find(list, key)) else { continue };
                let [named, other_name] = [todo, other].map(|todo| name(&id_map, todo));
                let parts =
                    [Text(&named), Text(&other_name), Text(dialect.spec().schema.name_of(other))];
                notes.push(Note::new(kind, &[todo.key, other.key], fill(template, &parts)));
            }
        }
    }

    /// Adds a note about why a todo that the model starts was sent back, unless the model knows.
    /// `before` is the list before the call.
    fn note_sent_back(&self, store: &TodoStore, before: &List, key: Key, notes: &mut Notes) {
        let Some(todo) = find(before, key).filter(|todo| todo.status().is_pending()) else {
            return;
        };
        let known = find(&self.seen.list, key).and_then(|seen| seen.text(TextField::Reason));
        if let Some(reason) = todo.text(TextField::Reason).filter(|reason| Some(*reason) != known) {
            let name = name(&self.id_map(store), todo);
            let reason = sanitize_line(reason);
            let text = fill(WAS_SENT_BACK, &[Text(&name), Text(&reason)]);
            notes.push(Note::new(NoteKind::SentBack, &[key], text).with_reason(Some(&reason)));
        }
    }

    /// Adds notes about todos whose id in the call belongs to another todo by now.
    fn note_names(&mut self, store: &TodoStore, requested: &List, notes: &mut Notes) {
        let list = store.list();
        if requested.iter().all(|todo| todo.text(TextField::Name).is_none()) {
            return;
        }
        for (index, todo) in list.iter().enumerate() {
            let requested =
                find_near(requested, index, todo.key).and_then(|todo| todo.text(TextField::Name));
            let Some(name) = requested else { continue };
            if todo.text(TextField::Name) == Some(name) {
                continue;
            }
            let ids = self.settings.dialect.ids();
            let statuses = self.settings.dialect.statuses();
            let id_map = IdMap { ids, statuses, list, positions: &[], store };
            let is_called_so = |other: &&Rc<Todo>| id_map.of(other.key).as_deref() == Some(name);
            let Some(other) = list.iter().find(is_called_so) else { continue };
            let id = id_map.of(todo.key).unwrap_or_default();
            let parts =
                [excerpt(todo.content()), excerpt(&id), excerpt(name), excerpt(other.content())];
            let text = fill("{} has the id {}, as {} is the id of {}", &parts);
            notes.push(Note::new(NoteKind::OtherId, &[todo.key, other.key], text));
            for known_list in [&mut self.seen, &mut self.turn_base] {
                if let Some(known) = find_mut(Rc::make_mut(&mut known_list.list), todo.key) {
                    let name = todo.cleaned_text(TextField::Name).cloned();
                    Rc::make_mut(known).set_text(TextField::Name, name);
                }
            }
        }
    }

    // What the model learns ------------------------------------------------------------------

    /// Records that the model knows the effect of its call, which changed the list `before`.
    /// `requested` is the list as the call states it.
    fn record_written(
        &mut self,
        store: &TodoStore,
        is_whole: bool,
        before: &Rc<List>,
        requested: &List,
    ) {
        let base = self.turn_base.list.clone();
        for known_list in [&mut self.seen, &mut self.turn_base] {
            known_list.record_named(before, requested);
            known_list.write(before, store.shared_list());
            match is_whole {
                true => known_list.set_positions(requested),
                false => known_list.add_positions(&base, requested),
            }
        }
    }

    /// Records that the model knows the todo that it works on next, because the answer shows it.
    /// `before` is the list before the call.
    fn record_next(&mut self, store: &TodoStore, before: &Rc<List>, key: Key) {
        for known_list in [&mut self.seen, &mut self.turn_base] {
            known_list.write(before, store.shared_list());
            known_list.record_added(store.list(), key);
        }
        self.turn_base.record_state(store.list(), key);
    }
}

/// Returns a call error that the model only understands if it sees the list.
fn unclear(error: TodoError) -> CallError {
    CallError { is_unclear: true, ..error.into() }
}

/// Returns the error of a call about a branch whose todo has left the list. What the call adds
/// would be nobody's.
#[cold]
fn branch_is_gone(store: &TodoStore, root: Key) -> TodoError {
    let Some(left) = store.provenance().tombstone(root) else {
        let template = "the todo above this list has left; nothing was done";
        return TodoError::new(ErrorCode::UnknownId, template, &[]);
    };
    let parts = [excerpt(left.todo.content()), Text(&removal_clause(left))];
    TodoError::new(ErrorCode::UnknownId, "this list was under {}: {}; nothing was done", &parts)
}

/// The maximum number of notes of one kind. More are counted in a single note.
const MAX_NOTES: usize = 3;

/// Returns whether a todo that was added since stays on a list that omits it.
fn is_added_since(denied: &DeniedChange) -> bool {
    !denied.is_requested && denied.aspect == Aspect::Presence && denied.reason == DenyReason::Since
}

/// Returns whether a todo that was removed since stays off a list that repeats it.
fn is_removed_since(denied: &DeniedChange) -> bool {
    !denied.is_requested && denied.reason == DenyReason::Gone
}

/// Adds a note about each todo that a person settled and that left the list with this write. Their
/// decision is remembered.
fn note_settled_left(store: &TodoStore, before: &List, notes: &mut Notes) {
    for (index, todo) in before.iter().enumerate() {
        let is_settled =
            todo.status().is_settled() && find_near(store.list(), index, todo.key).is_none();
        let tombstone = || store.provenance().tombstone(todo.key);
        if is_settled
            && let Some(tombstone) =
                tombstone().filter(|tombstone| tombstone.is_protected_by_person())
        {
            let by = tombstone.provenance.by(Aspect::State);
            let parts = [excerpt(todo.content()), Text(&settled_by(todo, by))];
            let text = fill("off the list now: {}, and {}", &parts);
            notes.push(Note::new(NoteKind::SettledLeft, &[todo.key], text).by(Some(by)));
        }
    }
}

/// Adds a note about each new todo with the text of one that a person skipped or removed, however
/// it is spelled.
fn note_added_again(store: &TodoStore, before: &List, notes: &mut Notes) {
    let skipped = before.iter().filter(|todo| todo.status() == Status::Skipped);
    let skipped = skipped.filter_map(|todo| {
        let provenance = store.provenance().of(todo.key)?;
        provenance.is_by_person(Aspect::State).then_some((&**todo, provenance, None))
    });
    let removed = store.provenance().tombstones().filter(|it| it.is_protected_by_person());
    let removed =
        removed.map(|tombstone| (&*tombstone.todo, &tombstone.provenance, Some(tombstone)));
    let decided: Vec<_> = skipped
        .chain(removed)
        .map(|decision| (Words::of(decision.0.content()), decision))
        .collect();
    if decided.is_empty() {
        return;
    }
    for (index, todo) in store.list().iter().enumerate() {
        if find_near(before, index, todo.key).is_some() {
            continue;
        }
        let words = Words::of(todo.content());
        let is_same = |known: &Words<'_>, other: &Todo| {
            known.is_same(&words) || other.content() == todo.content()
        };
        let same = decided.iter().find(|(known, (other, ..))| is_same(known, other));
        let Some((_, (known, provenance, tombstone))) = same else { continue };
        let (by, reason) = match tombstone.filter(|tombstone| tombstone.by.is_person()) {
            Some(tombstone) => (&tombstone.by, removal_clause(tombstone)),
            None => {
                let by = provenance.by(Aspect::State);
                (by, settled_by(known, by))
            }
        };
        let parts = [excerpt(todo.content()), Text(&reason)];
        let text = fill("{} is added again, though {}", &parts);
        notes.push(Note::new(NoteKind::AddedAgain, &[todo.key, known.key], text).by(Some(by)));
    }
}

/// Adds a note about the open todos that a list omitted, of which it names the first.
fn note_dropped(dropped: &[(Id, Rc<Todo>)], notes: &mut Notes) {
    let mut named = quoted(dropped.iter().take(MAX_NOTES).map(|(_, todo)| todo));
    if let Some(more) = dropped.len().checked_sub(MAX_NOTES).filter(|more| *more > 0) {
        push(&mut named, " and {} more", &[count(more)]);
    }
    if !named.is_empty() {
        let text = fill("off the list while open: {}", &[Text(&named)]);
        let keys: Vec<Key> = dropped.iter().map(|(_, todo)| todo.key).collect();
        notes.push(Note::new(NoteKind::LeftOut, &keys, text));
    }
}

/// Appends the list to the notes as reminders show it, with the ids by which models name its todos.
pub(crate) fn note_list(store: &TodoStore, dialect: Dialect, reader: &Actor, notes: &mut Notes) {
    let (ids, statuses) = (dialect.ids(), dialect.statuses());
    let id_map = IdMap { ids, statuses, list: store.list(), positions: &[], store };
    let mut text = String::new();
    let others = unshown_of_others(store.list(), store.provenance(), reader);
    let counted = Counted::without(others, store);
    write_list(&mut text, &id_map, &counted, "the list now", ": ");
    notes.push(Note::new(NoteKind::List, &[], text));
}
