//! What a model says, by what it knows of the list, and what it means by that.

use std::collections::BTreeSet;

use agent_todos::{Dialect, Status, Todo};
use serde_json::{Value, json};

use super::knows::{Known, Model, known, number, set_back};
use super::{World, word};
use crate::scene::{has_statuses, whole, writer};

/// A call, and what it means.
pub(super) struct Said {
    pub(super) tool: &'static str,
    pub(super) arguments: Value,
    /// The words of the todos that it may touch.
    pub(super) meant: BTreeSet<String>,
    /// What is to become of these; of one without a status, that it leaves the list.
    pub(super) wants: Vec<(String, Option<Status>)>,
    /// Whether it starts one, so that another is set back.
    pub(super) starts: bool,
    pub(super) is_whole: bool,
    pub(super) reads: bool,
    /// Which one is to wait on which.
    pub(super) waits: Option<(String, String)>,
    /// The list as the model expects it to be then, and how many positions there are.
    pub(super) view: Vec<Known>,
    pub(super) positions: usize,
}

impl Said {
    fn new(model: &Model) -> Self {
        Self {
            tool: model.dialect.tool_names().next().unwrap(),
            arguments: json!({}),
            meant: BTreeSet::new(),
            wants: vec![],
            starts: false,
            is_whole: false,
            reads: false,
            waits: None,
            view: model.view.clone(),
            positions: model.positions,
        }
    }

    /// It means this todo.
    fn means(&mut self, place: usize) -> String {
        let word = self.view[place].word().to_owned();
        self.meant.insert(word.clone());
        word
    }

    fn wants(&mut self, place: usize, status: Option<Status>) {
        let word = self.means(place);
        self.wants.push((word, status));
    }

    fn turns(&mut self, place: usize, status: Status) {
        if status == Status::Doing {
            self.starts = true;
            if !self.tool.starts_with("Task") {
                set_back(&mut self.view);
            }
        }
        self.view[place].status = status;
    }

    /// What is added in a turn has the position after all others, wherever it stands.
    fn adds(&mut self, place: usize, content: &str) {
        self.positions += 1;
        self.view.insert(place, Known { id: Some(self.positions), ..Known::new(content) });
        self.wants(place, Some(Status::Todo));
    }

    /// The places of the todos that positions mean.
    fn places(&self) -> Vec<usize> {
        (0..self.view.len()).filter(|place| self.view[*place].id.is_some()).collect()
    }

    fn id(&self, place: usize) -> usize {
        self.view[place].id.unwrap()
    }
}

impl World {
    /// A random call of a model's; none where its tools have no word for it.
    pub(super) fn says(&mut self, model: &Model) -> Option<Said> {
        let mut said = Said::new(model);
        said.reads = self.dice.one_in(12);
        let (dialect, is_empty) = (model.dialect, said.places().is_empty());
        let can_merge = matches!(dialect, Dialect::Merge | Dialect::CursorTodoWrite);
        said.arguments = if said.reads {
            reads(&mut said, dialect)?
        } else if dialect == Dialect::TodoManager {
            self.manages(&mut said)
        } else if dialect == Dialect::Task && (is_empty || self.dice.one_in(3)) {
            let content = self.new_content();
            said.adds(said.view.len(), &content);
            whole(dialect, &[(&content, Status::Todo, None)])
        } else if dialect == Dialect::Task
            || dialect == Dialect::TaskWrite && !is_empty && self.dice.one_in(2)
        {
            self.updates_one(&mut said, dialect)
        } else if can_merge && !is_empty && self.dice.one_in(2) {
            self.writes_a_part(&mut said)
        } else {
            self.writes_a_list(&mut said, model)
        };
        Some(said)
    }

    fn manages(&mut self, said: &mut Said) -> Value {
        let all = said.places();
        let count = all.len();
        let places: Vec<usize> = all.iter().copied().filter(|_| self.dice.one_in(3)).collect();
        let one = all.get(self.dice.below(count)).copied().unwrap_or_default();
        match self.dice.below(9) {
            8 if count > 0 => {
                let id = said.id(one);
                said.wants(one, Some(Status::Todo));
                said.turns(one, Status::Todo);
                json!({"action": "wait", "ids": [id], "question": "which one"})
            }
            0 if !places.is_empty() => {
                for place in &places {
                    said.wants(*place, Some(Status::Done));
                    said.turns(*place, Status::Done);
                }
                let ids: Vec<usize> = places.iter().map(|place| said.id(*place)).collect();
                json!({"action": "complete_multiple", "ids": ids})
            }
            1 | 2 if count > 0 => {
                let (action, status) = match self.dice.below(3) {
                    0 => ("skip", Status::Skipped),
                    1 => ("mark_doing", Status::Doing),
                    _ => ("complete", Status::Done),
                };
                let id = said.id(one);
                let removes = action == "skip" && self.removes_skipped;
                said.wants(one, Some(status).filter(|_| !removes));
                said.turns(one, status);
                if removes {
                    said.view.remove(one);
                }
                json!({"action": action, "ids": [id]})
            }
            3 if count > 0 => {
                said.wants(one, Some(Status::Todo));
                for place in one..said.view.len() {
                    said.means(place);
                    said.turns(place, Status::Todo);
                }
                json!({"action": "go_back", "ids": [said.id(one)]})
            }
            4 => {
                said.starts = true;
                let list = self.store.list();
                let is_open =
                    |key| list.iter().any(|todo| todo.key == key && !todo.status().is_settled());
                let waits = |todo: &Todo| todo.blocked_by().iter().any(|key| is_open(*key));
                let is_free = |todo: &Todo| todo.status() == Status::Todo && !todo.is_on_hold();
                let mut todos = list.iter().filter(|todo| is_free(todo));
                let doing = list.iter().find(|todo| todo.status() == Status::Doing);
                if let Some(next) = doing.or_else(|| todos.find(|todo| !waits(todo))) {
                    said.meant.insert(word(next.content()).to_owned());
                    if let Some(known) = known(&mut said.view, next.content()) {
                        known.status = Status::Doing;
                    }
                }
                json!({"action": "get_next"})
            }
            5 => {
                let content = self.new_content();
                let (place, position) = match self.dice.below(count + 1) {
                    0 => (0, 0),
                    after => (all[after - 1] + 1, said.id(all[after - 1])),
                };
                said.adds(place, &content);
                json!({"action": "add_after_position", "position": position, "todos": [{"content": content}]})
            }
            6 if self.dice.one_in(3) => {
                (0..said.view.len()).for_each(|place| drop(said.means(place)));
                let content = self.new_content();
                said.view = vec![Known { id: Some(1), ..Known::new(&content) }];
                said.positions = 1;
                said.means(0);
                said.is_whole = true;
                json!({"action": "replace_all", "todos": [{"content": content}]})
            }
            _ => {
                let content = self.new_content();
                said.adds(said.view.len(), &content);
                json!({"action": "add_multiple", "todos": [{"content": content}]})
            }
        }
    }

    /// One todo, by the id that an answer said or by the one that the reminder says.
    fn updates_one(&mut self, said: &mut Said, dialect: Dialect) -> Value {
        let is_task = dialect == Dialect::Task;
        let all = said.places();
        let one = all[self.dice.below(all.len())];
        let id = |said: &Said, place: usize| said.view[place].name.clone().unwrap();
        let name = id(said, one);
        said.tool = if is_task { "TaskUpdate" } else { "task_update" };
        match self.dice.below(if is_task { 6 } else { 3 }) {
            5 => {
                said.tool = "TaskGet";
                json!({"taskId": name})
            }
            4 => {
                let other = all[self.dice.below(all.len())];
                let blocker = said.view[other].word().to_owned();
                said.waits = Some((said.means(one), blocker));
                json!({"taskId": name, "addBlockedBy": [id(said, other)]})
            }
            3 => {
                said.wants(one, None);
                said.view.remove(one);
                json!({"taskId": name, "status": "deleted"})
            }
            what => {
                // What was given up is completed in these words.
                let was = said.view[one].status;
                let status = match (what, was) {
                    (0, Status::Skipped) => Status::Skipped,
                    (0, _) => Status::Done,
                    (1, _) => Status::Doing,
                    _ => Status::Todo,
                };
                // Completed is said of what was given up, too.
                match status.is_settled() && was.is_settled() {
                    true => drop(said.means(one)),
                    false => said.wants(one, Some(status)),
                }
                said.turns(one, status);
                let word = ["completed", "in_progress", "pending"][what];
                match (is_task, what) {
                    (true, _) => json!({"taskId": name, "status": word, "subject": ""}),
                    (false, 0) => {
                        said.tool = "task_complete";
                        json!({ "id": name })
                    }
                    (false, _) => json!({"id": name, "status": word, "content": ""}),
                }
            }
        }
    }

    /// A part of the list, by name or by content.
    fn writes_a_part(&mut self, said: &mut Said) -> Value {
        let one = self.dice.below(said.view.len());
        let (status, word) =
            [(Status::Done, "completed"), (Status::Skipped, "cancelled")][self.dice.below(2)];
        let item = match &said.view[one].name {
            Some(name) => json!({"id": name, "status": word}),
            None => json!({"content": said.view[one].content, "status": word}),
        };
        match said.view[one].status == status {
            true => drop(said.means(one)),
            false => said.wants(one, Some(status)),
        }
        said.turns(one, status);
        json!({"merge": true, "todos": [item]})
    }

    fn writes_a_list(&mut self, said: &mut Said, model: &Model) -> Value {
        said.tool = writer(model.dialect);
        said.is_whole = true;
        let old = &model.view;
        if !said.view.is_empty() && self.dice.one_in(3) {
            let gone = self.dice.below(said.view.len());
            said.view.remove(gone);
        }
        // An item with the id of one that is not said would be that one with another title.
        let is_other =
            model.dialect == Dialect::ManageTodoList && said.view.len() < model.positions;
        if self.dice.one_in(3) && !is_other {
            let content = self.new_content();
            let position = self.dice.below(said.view.len() + 1);
            let name = self.dice.one_in(2).then(|| format!("n-{content}"));
            said.view.insert(position, Known { name, ..Known::new(&content) });
        }
        if said.view.len() > 1 && self.dice.one_in(4) {
            let moved = self.dice.below(said.view.len());
            let moved = said.view.remove(moved);
            let position = self.dice.below(said.view.len() + 1);
            said.view.insert(position, moved);
        }
        if !said.view.is_empty() && self.dice.one_in(2) && has_statuses(model.dialect) {
            let one = self.dice.below(said.view.len());
            said.turns(one, [Status::Todo, Status::Doing, Status::Done][self.dice.below(3)]);
        }
        // Those that it says as it knows them it does not mean to change.
        for place in 0..said.view.len() {
            let is = &said.view[place];
            let is_as_known =
                old.iter().any(|was| was.word() == is.word() && was.status == is.status);
            if !is_as_known {
                said.means(place);
            }
        }
        for was in old.iter().map(Known::word) {
            if known(&mut said.view, was).is_none() {
                said.meant.insert(was.to_owned());
            }
        }
        number(&mut said.view);
        said.positions = said.view.len();
        let items = said.view.iter();
        let items = items.map(|known| (&*known.content, known.status, known.name.as_deref()));
        whole(model.dialect, &items.collect::<Vec<_>>())
    }
}

/// The call that asks for the list.
fn reads(said: &mut Said, dialect: Dialect) -> Option<Value> {
    Some(match dialect {
        Dialect::TodoManager => json!({"action": "list"}),
        Dialect::XmlCall => json!({"action": "read"}),
        Dialect::ManageTodoList => json!({"operation": "read"}),
        Dialect::TaskTracker => json!({"command": "view"}),
        Dialect::Kiro => json!({"command": "load"}),
        Dialect::Snapshot | Dialect::Todowrite | Dialect::Task | Dialect::TaskWrite => {
            said.tool = match dialect {
                Dialect::Todowrite => "todoread",
                Dialect::Task => "TaskList",
                Dialect::TaskWrite => "task_check",
                _ => said.tool,
            };
            json!({})
        }
        _ => return None,
    })
}
