//! How calls grow with the list, for growth.slow.test.mjs: `growth N [ROW]` makes one call, or each
//! of them, on a list of N todos, in `measured`, which is all that callgrind counts, and prints its
//! name and the milliseconds that it took: the least of as many times as the variable TIMES says.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a bench that panics has found something"
)]

use std::time::Instant;

use agent_todos::forms::reminder::system_reminder;
use agent_todos::list::author::{Actor, Author, Clock};
use agent_todos::list::options::Unfinished;
use agent_todos::tools::markdown::{markdown, read_markdown};
use agent_todos::{Call, Conversation, Dialect, Id, Options, Patch, Ref, Settings, TodoStore};
use serde_json::{Value, json};

use about::about;

#[path = "../core/about.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod about;

/// The links that a list may have.
const MAX_LINKS: usize = 10_000;

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let number = arguments.next().expect("the number of todos").parse().expect("a number");
    let bench = Bench { number, word: arguments.next().unwrap_or_default() };
    for dialect in Dialect::ALL {
        if bench.wants(&format!("{dialect:?}/")) {
            bench.calls(dialect);
        }
    }
    bench.links();
    bench.trees();
    if bench.wants("statuses/") {
        bench.statuses();
    }
    if bench.wants("flat/") || bench.wants("reversed/") {
        bench.methods();
    }
    if bench.wants("forms/") {
        bench.forms();
    }
    bench.sides();
}

/// What runs, and how large it is.
struct Bench {
    number: usize,
    word: String,
}

#[inline(never)]
fn measured<T>(call: impl FnOnce() -> T) -> T {
    call()
}

impl Bench {
    /// Runs one call on a copy of what was set up.
    fn row<S: Clone, T>(&self, name: &str, set_up: &S, call: impl Fn(&mut S) -> T) {
        if !self.word.is_empty() && name != self.word {
            return;
        }
        let times = std::env::var("TIMES").map_or(1, |times| times.parse().unwrap());
        let time = |_| {
            let mut state = set_up.clone();
            let started = Instant::now();
            measured(|| call(&mut state));
            started.elapsed().as_secs_f64() * 1000.0
        };
        println!("{name}\t{:.3}", (0..times).map(time).fold(f64::MAX, f64::min));
        if !self.word.is_empty() {
            // Under callgrind, the set-up of the rows after it takes longest.
            std::process::exit(0);
        }
    }

    /// Returns whether a row whose name begins like this is to run.
    fn wants(&self, beginning: &str) -> bool {
        self.word.is_empty() || self.word.starts_with(beginning)
    }

    fn list(&self, content: impl Fn(usize) -> String) -> Vec<String> {
        (0..self.number).map(content).collect()
    }

    /// Lists of texts that are hard in different ways.
    fn texts(&self) -> Vec<(&'static str, Vec<String>)> {
        vec![
            ("own", self.list(|n| format!("w{n}a w{n}b w{n}c w{n}d"))),
            ("other", self.list(|n| format!("v{n}a v{n}b v{n}c v{n}d"))),
            (
                "alike",
                self.list(|n| format!("Compare the price of item {} in three shops", word(n))),
            ),
            (
                "alike2",
                self.list(|n| {
                    format!("Compare now the good price of item {} in three shops", word(n))
                }),
            ),
            ("numbers", self.list(|n| format!("Read page {n} of the long book"))),
            ("numbers2", self.list(|n| format!("Write page {n} of the other book"))),
            ("same", self.list(|_| "Read the page again".to_owned())),
            ("long", self.list(|n| letters(n, 300, 'a'))),
            ("long2", self.list(|n| letters(n, 300, 'b'))),
            ("pairs", self.list(|n| pairs(n, 0))),
            ("pairs2", self.list(|n| pairs(n, 1))),
            ("words64", self.list(|n| words(n, 0))),
            ("words64b", self.list(|n| words(n, 1))),
        ]
    }

    fn calls(&self, dialect: Dialect) {
        let texts = self.texts();
        let named = |name: &str| &texts.iter().find(|(known, _)| *known == name).unwrap().1;
        for (before, after) in [
            ("", "own"),
            ("own", "own"),
            ("own", "other"),
            ("alike", "alike2"),
            ("numbers", "numbers2"),
            ("same", "same"),
            ("long", "long2"),
            ("pairs", "pairs2"),
            ("words64", "words64b"),
        ] {
            if !self.wants(&format!("{dialect:?}/{before}>{after}/")) {
                continue;
            }
            let scene = match before {
                "" => Scene::new(dialect, &[]),
                before => Scene::new(dialect, named(before)),
            };
            for (form, call) in whole_lists(dialect, named(after)) {
                let name = format!("{dialect:?}/{before}>{after}/{form}");
                self.row(&name, &scene, |scene| scene.call(&call));
                let preview = format!("{name}/preview");
                self.row(&preview, &scene, |scene| scene.preview(&call));
            }
        }
        if !self.word.is_empty() && self.word.contains('>') {
            return;
        }
        // The same texts in another order, which is not that of the keys.
        let own = named("own");
        let mut reversed = own.clone();
        reversed.reverse();
        let mut scene = Scene::new(dialect, own);
        for (form, call) in whole_lists(dialect, &reversed).into_iter().take(1) {
            self.row(&format!("{dialect:?}/reversed/{form}"), &scene, |scene| scene.call(&call));
            scene.call(&call);
        }
        for (form, call) in whole_lists(dialect, &reversed) {
            self.row(&format!("{dialect:?}/reversed again/{form}"), &scene, |scene| {
                scene.call(&call)
            });
        }
        for (form, call) in whole_lists(dialect, own) {
            self.row(&format!("{dialect:?}/reversed back/{form}"), &scene, |scene| {
                scene.call(&call)
            });
        }
        for (form, call) in whole_lists(dialect, named("other")) {
            self.row(&format!("{dialect:?}/reversed other/{form}"), &scene, |scene| {
                scene.call(&call)
            });
        }
        for (name, scene) in self.after_others(dialect) {
            for (form, call) in whole_lists(dialect, own) {
                let name = format!("{dialect:?}/{name}/{form}");
                self.row(&name, &scene, |scene| scene.call(&call));
            }
            self.row(&format!("{dialect:?}/{name}/reminder"), &scene, Scene::remind);
            self.row(&format!("{dialect:?}/{name}/nudge"), &scene, |scene| {
                scene.model.nudge(&scene.store)
            });
            self.row(&format!("{dialect:?}/{name}/rewind"), &scene, |scene| {
                let mut model = scene.model.clone();
                model.rewind(&mut scene.store, 1).is_ok()
            });
        }
        for (name, call) in small_calls(dialect, self.number) {
            for (list, scene) in [("flat", Scene::new(dialect, own)), ("reversed", scene.clone())] {
                let name = format!("{dialect:?}/{list}/{name}");
                self.row(&name, &scene, |scene| scene.call(&call));
            }
        }
    }

    /// Lists of which all is begun or done at once.
    fn statuses(&self) {
        let own = self.list(|n| format!("w{n}a w{n}b w{n}c w{n}d"));
        for status in ["in_progress", "completed"] {
            let items: Vec<Value> = own
                .iter()
                .map(|text| json!({"content": text, "status": status, "activeForm": "a"}))
                .collect();
            let call = ("TodoWrite".to_owned(), json!({"todos": items}).to_string());
            let mut one = store_with(r#"{"maxTodos":1000}"#);
            let model =
                Conversation::new(Settings { dialect: Dialect::TodoWrite, ..Settings::default() });
            let empty = Scene { store: one.clone(), model: model.clone() };
            self.row(&format!("statuses/{status} new"), &empty, |scene| scene.call(&call));
            one.acting_as(Author::Host, |store| store.add_multiple(&refs(&own))).unwrap();
            let mut full = Scene { store: one, model };
            full.remind();
            self.row(&format!("statuses/{status}"), &full, |scene| scene.call(&call));
            self.row(&format!("statuses/{status} preview"), &full, |scene| scene.preview(&call));
            full.call(&call);
            self.row(&format!("statuses/{status} again"), &full, |scene| scene.call(&call));
            self.on_store(&format!("statuses/{status}"), &full);
        }
        let mut asks = store_with(r#"{"maxTodos":1000,"confirmDone":true}"#);
        asks.acting_as(Author::Host, |store| store.add_multiple(&refs(&own))).unwrap();
        let all: Vec<Ref> = (1..=own.len()).map(|id| Id(id as i64).into()).collect();
        asks.acting_as(Author::Model, |store| drop(store.complete_multiple(&all, "seen")));
        let mut model =
            Conversation::new(Settings { dialect: Dialect::TodoManager, ..Settings::default() });
        let _ = model.reminder(&asks);
        self.on_store("statuses/claimed", &Scene { store: asks, model });
    }

    /// Scenes in which others changed all todos since the model read them.
    fn after_others(&self, dialect: Dialect) -> Vec<(&'static str, Scene)> {
        let own = self.list(|n| format!("w{n}a w{n}b w{n}c w{n}d"));
        let scene = Scene::new(dialect, &own);
        let by = |act: &dyn Fn(&mut TodoStore)| {
            let mut scene = scene.clone();
            scene.store.acting_as(Author::User, |store| act(store));
            scene
        };
        // Each of these is a revision.
        let few = self.number.min(100) as i64;
        let size = self.number as i64;
        vec![
            (
                "completed",
                by(&|store| {
                    let all: Vec<Ref> = (1..=size).map(|id| Id(id).into()).collect();
                    store.complete_multiple(&all, "").unwrap();
                }),
            ),
            (
                "completed one by one",
                by(&|store| (1..=few).for_each(|id| store.complete(Id(id)).unwrap())),
            ),
            ("skipped", by(&|store| (1..=few).for_each(|id| drop(store.skip(Id(id), "no"))))),
            ("removed", by(&|store| (1..=few).for_each(|_| store.remove(Id(1)).unwrap()))),
            ("moved", by(&|store| (1..=few).for_each(|_| store.move_to(Id(size), 0).unwrap()))),
            (
                "edited",
                by(&|store| {
                    for id in 1..=few {
                        let content = format!("edited {id}");
                        let patch = Patch { content: Some(&content), ..Patch::default() };
                        store.edit(Id(id), &patch).unwrap();
                    }
                }),
            ),
            (
                "replaced",
                by(&|store| {
                    let texts: Vec<String> = (0..size).map(|n| format!("new {n}")).collect();
                    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                    store.replace_all(&texts).unwrap();
                }),
            ),
        ]
    }

    /// Lists with as many links as there may be, and deep ones.
    fn links(&self) {
        let own = self.list(|n| format!("w{n}a w{n}b w{n}c w{n}d"));
        for (name, links) in link_shapes(self.number) {
            if !self.wants(&format!("links/{name}/")) {
                continue;
            }
            let (dialect, tool) = (Dialect::Qwen, "todo_write");
            let items: Vec<Value> = own
                .iter()
                .enumerate()
                .map(|(n, text)| {
                    json!({"id": format!("n{n}"), "content": text, "status": "pending", "blockedBy":
                    links[n].iter().map(|other| format!("n{other}")).collect::<Vec<_>>()})
                })
                .collect();
            let call = (tool.to_owned(), json!({"todos": items}).to_string());
            let empty = Scene::new(dialect, &[]);
            self.row(&format!("links/{name}/{dialect:?} new"), &empty, |scene| scene.call(&call));
            self.row(&format!("links/{name}/{dialect:?} preview"), &empty, |scene| {
                scene.preview(&call)
            });
            let mut scene = empty;
            scene.call(&call);
            self.row(&format!("links/{name}/{dialect:?} again"), &scene, |scene| scene.call(&call));
            let keys: Vec<Value> = own.iter().enumerate().map(|(n, text)| {
                json!({"id": format!("n{n}"), "content": text, "status": "completed"})
            }).collect();
            let done = (tool.to_owned(), json!({"todos": keys}).to_string());
            self.row(&format!("links/{name}/{dialect:?} done"), &scene, |scene| scene.call(&done));
            self.on_store(&format!("links/{name}"), &scene);
            let mut store = store();
            store.acting_as(Author::Host, |store| store.add_multiple(&refs(&own))).unwrap();
            self.row(&format!("links/{name}/edit"), &store, |store| {
                for (n, blockers) in links.iter().enumerate() {
                    let blockers: Vec<Ref> =
                        blockers.iter().map(|other| Id(*other as i64 + 1).into()).collect();
                    let patch = Patch { blocked_by: Some(&blockers), ..Patch::default() };
                    let _ = store.edit(Id(n as i64 + 1), &patch);
                    if n >= 10 {
                        break;
                    }
                }
            });
            let mut most: Vec<(usize, &Vec<usize>)> = links.iter().enumerate().collect();
            most.sort_by_key(|(_, links)| links.len());
            let (n, blockers) = most.pop().unwrap();
            let ids: Vec<Ref> = blockers.iter().map(|other| Id(*other as i64 + 1).into()).collect();
            self.row(&format!("links/{name}/edit one"), &store, |store| {
                let patch = Patch { blocked_by: Some(&ids), ..Patch::default() };
                store.edit(Id(n as i64 + 1), &patch).is_ok()
            });
            let ids: Vec<String> = blockers.iter().map(|other| format!("{}", other + 1)).collect();
            let call = (
                "TaskUpdate".to_owned(),
                json!({"taskId": format!("{}", n + 1), "addBlockedBy": ids}).to_string(),
            );
            self.row(&format!("links/{name}/Task"), &Scene::new(Dialect::Task, &own), |scene| {
                scene.call(&call)
            });
        }
    }

    /// Lists of which todos are under others.
    fn trees(&self) {
        let own = self.list(|n| format!("w{n}a w{n}b w{n}c w{n}d"));
        for (name, parents) in tree_shapes(self.number) {
            if !self.wants(&format!("tree/{name}/")) {
                continue;
            }
            let (dialect, tool) = (Dialect::Merge, "todo");
            let item = |n: usize, status: &str| {
                let mut item = json!({"id": format!("n{n}"), "content": own[n], "status": status});
                if let Some(parent) = parents[n] {
                    item["parent"] = json!(format!("n{parent}"));
                }
                item
            };
            let list = |status| -> Vec<Value> { (0..own.len()).map(|n| item(n, status)).collect() };
            let empty = Scene::new(dialect, &[]);
            let call = (tool.to_owned(), json!({"todos": list("pending")}).to_string());
            self.row(&format!("tree/{name}/{dialect:?} new"), &empty, |scene| scene.call(&call));
            self.row(&format!("tree/{name}/{dialect:?} preview"), &empty, |scene| {
                scene.preview(&call)
            });
            let mut scene = empty.clone();
            scene.call(&call);
            self.row(&format!("tree/{name}/{dialect:?} again"), &scene, |scene| scene.call(&call));
            let merge =
                (tool.to_owned(), json!({"merge": true, "todos": list("pending")}).to_string());
            self.row(&format!("tree/{name}/{dialect:?} merge"), &scene, |scene| scene.call(&merge));
            self.row(&format!("tree/{name}/{dialect:?} merge new"), &empty, |scene| {
                scene.call(&merge)
            });
            let done = (tool.to_owned(), json!({"todos": list("completed")}).to_string());
            self.row(&format!("tree/{name}/{dialect:?} done"), &scene, |scene| scene.call(&done));
            self.on_store(&format!("tree/{name}"), &scene);
            if let Some(root) = scene.store.list().first().map(|todo| todo.key) {
                let settings = Settings { dialect, branch: Some(root), ..Settings::default() };
                let mut model = Conversation::new(settings);
                let _ = model.reminder(&scene.store);
                let branch = Scene { model, ..scene.clone() };
                self.row(&format!("tree/{name}/branch"), &branch, |scene| scene.call(&call));
                self.row(&format!("tree/{name}/branch done"), &branch, |scene| scene.call(&done));
                self.row(&format!("tree/{name}/branch preview"), &branch, |scene| {
                    scene.preview(&call)
                });
                self.row(&format!("tree/{name}/branch reminder"), &branch, Scene::remind);
            }
        }
        let outline: Vec<Value> = own.iter().enumerate().map(|(n, text)| {
            json!({"content": format!("{}└─ {text}", " ".repeat(n)), "status": "pending", "activeForm": "a"})
        }).collect();
        let call = ("TodoWrite".to_owned(), json!({"todos": outline}).to_string());
        self.row("tree/outline", &Scene::new(Dialect::TodoWrite, &[]), |scene| scene.call(&call));
    }

    fn methods(&self) {
        let own = self.list(|n| format!("w{n}a w{n}b w{n}c w{n}d"));
        let scene = Scene::new(Dialect::TodoManager, &own);
        self.on_store("flat", &scene);
        let mut reversed = own.clone();
        reversed.reverse();
        let mut scene = Scene::new(Dialect::TodoWrite, &own);
        let (_, call) = whole_lists(Dialect::TodoWrite, &reversed).remove(0);
        scene.call(&call);
        self.on_store("reversed", &scene);
    }

    /// Each method of a store, and what else may be asked about its list.
    fn on_store(&self, shape: &str, scene: &Scene) {
        let store = &scene.store;
        let size = store.list().len() as i64;
        if size == 0 {
            return;
        }
        let all: Vec<Ref> = (1..=size).map(|id| Id(id).into()).collect();
        let keys: Vec<Ref> = store.list().iter().map(|todo| Ref::Key(todo.key)).collect();
        let contents: Vec<String> =
            store.list().iter().map(|todo| todo.content().to_owned()).collect();
        let texts = refs(&contents);
        for author in [Author::User, Author::Agent] {
            let row = |name: &str, act: &dyn Fn(&mut TodoStore)| {
                let name = format!("{shape}/{name} by {author:?}");
                self.row(&name, store, |store| store.acting_as(author, |store| act(store)));
            };
            row("next", &|store| {
                store.next_todo();
            });
            row("complete all", &|store| drop(store.complete_multiple(&all, "seen")));
            row("complete keys", &|store| drop(store.complete_multiple(&keys, "")));
            row("complete first", &|store| drop(store.complete(Id(1))));
            row("complete last", &|store| drop(store.complete(Id(size))));
            row("skip first", &|store| drop(store.skip(Id(1), "no")));
            row("remove first", &|store| drop(store.remove(Id(1))));
            row("remove last", &|store| drop(store.remove(Id(size))));
            row("move first", &|store| drop(store.move_to(Id(1), size)));
            row("move last", &|store| drop(store.move_to(Id(size), 0)));
            row("go back", &|store| drop(store.go_back(Id(1))));
            row("start last", &|store| drop(store.mark_doing(Id(size))));
            row("reopen", &|store| drop(store.reopen(Id(1), "again")));
            row("abort", &|store| store.abort());
            row("add after", &|store| drop(store.add_after_position(0, &["new"])));
            row("replace same", &|store| drop(store.replace_all(&texts)));
            row("replace other", &|store| {
                let texts: Vec<String> = (0..size).map(|n| format!("o{n}a o{n}b")).collect();
                drop(store.replace_all(&refs(&texts)));
            });
            row("reset", &|store| drop(store.reset()));
            row("new task", &|store| drop(store.new_task(Unfinished::Archive)));
            row("under", &|store| {
                let patch = Patch { parent: Some(Some(Ref::Id(Id(size)))), ..Patch::default() };
                drop(store.edit(Id(1), &patch));
            });
            row("under first", &|store| {
                let patch = Patch { parent: Some(Some(Ref::Id(Id(1)))), ..Patch::default() };
                drop(store.edit(Id(size), &patch));
            });
            row("markdown", &|store| {
                let text = markdown(store.list());
                drop(read_markdown(store, &text));
            });
        }
        let by_user = |act: &dyn Fn(&mut TodoStore)| {
            let mut store = store.clone();
            store.acting_as(Author::User, |store| act(store));
            store
        };
        let completed = by_user(&|store| drop(store.complete_multiple(&all, "")));
        let cleared = by_user(&|store| drop(store.reset()));
        for (name, changed) in [("completed", &completed), ("cleared", &cleared)] {
            self.row(&format!("{shape}/undo {name}"), changed, |store| {
                store.acting_as(Author::User, TodoStore::undo).is_ok()
            });
            let then = store.revision().into();
            self.row(&format!("{shape}/restore {name}"), changed, |store| {
                store.acting_as(Author::User, |store| store.restore_revision(then)).is_ok()
            });
            let base = store.checkpoint();
            let theirs = changed.checkpoint();
            let mut ours = store.clone();
            let other: Vec<String> = (0..size).map(|n| format!("o{n}a o{n}b")).collect();
            let _ = ours.acting_as(Author::Host, |store| store.replace_all(&refs(&other)));
            self.row(&format!("{shape}/merge {name}"), &ours, |ours| {
                ours.merge(&base, &theirs).is_ok()
            });
            let moved = by_user(&|store| drop(store.move_to(Id(1), size)));
            self.row(&format!("{shape}/merge moved {name}"), &moved, |ours| {
                ours.merge(&base, &theirs).is_ok()
            });
            let mut told = Scene { store: changed.clone(), ..scene.clone() };
            self.row(&format!("{shape}/reminder {name}"), &told, Scene::remind);
            told.store = changed.clone();
            self.row(&format!("{shape}/load {name}"), changed, |store| store.load(&base).is_ok());
        }
        self.row(&format!("{shape}/checkpoint"), store, |store| {
            TodoStore::from_checkpoint(&store.checkpoint()).is_ok()
        });
        self.row(&format!("{shape}/conversation"), scene, |scene| {
            Conversation::from_checkpoint(&scene.store, &scene.model.checkpoint()).is_ok()
        });
        self.row(&format!("{shape}/xml"), store, |store| {
            TodoStore::from_xml(&store.xml(), options()).is_ok()
        });
        self.row(&format!("{shape}/system reminder"), store, |store| system_reminder(store.list()));
        self.row(&format!("{shape}/decisions"), store, |store| store.decisions_json());
        self.row(&format!("{shape}/times"), store, |store| store.time_spent_json());
        self.row(&format!("{shape}/questions"), store, |store| store.questions_json(true));
        for dialect in Dialect::ALL {
            self.row(&format!("{shape}/todos of {dialect:?}"), store, |store| dialect.todos(store));
            let unread = Conversation::new(Settings { dialect, ..Settings::default() });
            self.row(&format!("{shape}/reminder of {dialect:?}"), store, |store| {
                drop(unread.clone().reminder(store));
            });
        }
    }

    /// Texts that are read.
    fn forms(&self) {
        let mut lines = String::new();
        for n in 0..self.number {
            // If each line were deeper, twice the list would be four times the text.
            let indent = " ".repeat(n.min(100));
            lines.push_str(&format!("{indent}- [ ] w{n}a w{n}b\n"));
        }
        let empty = store();
        self.row("forms/markdown deep", &empty, |store| read_markdown(store, &lines).is_ok());
        let flat: String = (0..self.number).map(|n| format!("- [ ] w{n}a w{n}b\n")).collect();
        self.row("forms/markdown flat", &empty, |store| read_markdown(store, &flat).is_ok());
        let same: String = (0..self.number).map(|_| "- [ ] same text\n").collect();
        self.row("forms/markdown same", &empty, |store| read_markdown(store, &same).is_ok());
        let texts = self.list(|n| format!("v{n}a v{n}b"));
        let scene = Scene::new(Dialect::TodoManager, &texts);
        self.row("forms/markdown other", &scene, |scene| {
            read_markdown(&mut scene.store, &flat).is_ok()
        });
        let mut edited = scene;
        for n in 1..=self.number {
            let id = Ref::Id(Id(n as i64));
            let content = format!("edited {n}");
            let patch = Patch { content: Some(&content), ..Patch::default() };
            let edit = |store: &mut TodoStore| store.edit(id, &patch).map(drop);
            edited.store.acting_as(Author::User, edit).unwrap();
        }
        self.row("forms/reminder edits", &edited, |scene| scene.model.reminder(&scene.store));
        let xml: String = (1..=self.number)
            .rev()
            .map(|n| {
                let parent = if n > 1 { format!(r#" parent="{}""#, n - 1) } else { String::new() };
                format!(r#"<todo id="{}" status="todo"{parent}>w{n}</todo>"#, self.number + 1 - n)
            })
            .collect();
        self.row("forms/xml reversed", &(), |()| {
            TodoStore::from_xml(&format!("<todos>{xml}</todos>"), options()).is_ok()
        });
    }

    /// Progress and plans.
    fn sides(&self) {
        let own = self.list(|n| format!("w{n}a w{n}b w{n}c w{n}d"));
        let scene = Scene::new(Dialect::TodoManager, &own);
        let ids: Vec<usize> = (1..=self.number).collect();
        let progress = json!({"done": ids}).to_string();
        self.row("progress", &scene, |scene| {
            scene.model.apply_progress(&mut scene.store, Ok(&progress)).ok
        });
        let plan: String = own.iter().map(|text| format!("- [ ] {text}\n")).collect();
        self.row("plan", &scene, |scene| {
            scene.model.apply_plan(&mut scene.store, Ok(&json!({"plan": plan}).to_string())).ok
        });
    }
}

/// A list, and the conversation of a model that has read it.
#[derive(Clone)]
struct Scene {
    store: TodoStore,
    model: Conversation,
}

impl Scene {
    fn new(dialect: Dialect, texts: &[String]) -> Self {
        let mut store = store();
        if !texts.is_empty() {
            store
                .acting_as(Actor::from(Author::Host), |store| store.add_multiple(&refs(texts)))
                .unwrap();
        }
        let mut model = Conversation::new(Settings { dialect, ..Settings::default() });
        let _ = model.reminder(&store);
        model.begin_turn();
        Self { store, model }
    }

    fn call(&mut self, (tool, arguments): &(String, String)) -> bool {
        let outcome = self.model.call(&mut self.store, &Call { tool, arguments });
        if std::env::var_os("SHOW").is_some() {
            let text: String = outcome.text.chars().take(150).collect();
            println!("  {} {text}", outcome.ok);
        }
        outcome.ok
    }

    fn preview(&mut self, (tool, arguments): &(String, String)) -> usize {
        let end = arguments.len() - arguments.len() / 20 - 1;
        let end = (0..=end).rev().find(|end| arguments.is_char_boundary(*end)).unwrap();
        self.model.write(&Call { tool, arguments: &arguments[..end] }, "c");
        self.model.preview(&self.store).map_or(0, |list| list.len())
    }

    fn remind(&mut self) -> bool {
        let reminder = self.model.reminder(&self.store);
        drop(reminder);
        true
    }
}

fn options() -> Options {
    Options::from_json(r#"{"maxTodos":1000,"maxDoing":1000}"#).unwrap()
}

fn store() -> TodoStore {
    TodoStore::new(options())
}

fn store_with(options: &str) -> TodoStore {
    let mut store = TodoStore::new(Options::from_json(options).unwrap());
    store.set_clock(Clock(|| 1));
    store
}

fn refs(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

/// A word for a number, in letters.
fn word(mut number: usize) -> String {
    let mut word = String::from("q");
    loop {
        word.push(char::from(b'a' + (number % 26) as u8));
        number /= 26;
        if number == 0 {
            return word;
        }
    }
}

/// A text without spaces.
fn letters(number: usize, length: usize, first: char) -> String {
    let mut text = format!("{first}{}", word(number));
    while text.len() < length {
        text.push('x');
    }
    text
}

/// A text of characters that are compared by pairs, of which most are the same.
fn pairs(number: usize, other: u32) -> String {
    let mut text: String = (0..40_u32).map(|n| char::from_u32(0x4e00 + n).unwrap()).collect();
    text.push(char::from_u32(0x5000 + number as u32).unwrap());
    text.push(char::from_u32(0x7000 + other).unwrap());
    text.push(char::from_u32(0x7800 + number as u32 % 500).unwrap());
    text
}

/// A text of 64 words, of which most are the same.
fn words(number: usize, other: usize) -> String {
    let mut text: Vec<String> = (0..56).map(|n| format!("k{}", word(n))).collect();
    text.push(format!("z{}", word(number)));
    text.push(format!("y{}", word(other)));
    text.push(format!("x{}", word(number * 7 + other)));
    text.join(" ")
}

type Written = (String, String);

/// The calls with which a dialect writes a whole list.
fn whole_lists(dialect: Dialect, texts: &[String]) -> Vec<(&'static str, Written)> {
    let objects = |content: &str, more: &dyn Fn(usize, &mut Value)| -> Vec<Value> {
        texts
            .iter()
            .enumerate()
            .map(|(n, text)| {
                let mut item = json!({ content: text });
                more(n, &mut item);
                item
            })
            .collect()
    };
    let pending = |_: usize, item: &mut Value| item["status"] = json!("pending");
    let named = |n: usize, item: &mut Value| {
        item["status"] = json!("pending");
        item["id"] = json!(format!("n{n}"));
    };
    let keyed = |n: usize, item: &mut Value| {
        item["status"] = json!("pending");
        item["id"] = json!(format!("{}", texts.len() - n));
    };
    let call = |tool: &str, arguments: Value| (tool.to_owned(), arguments.to_string());
    match dialect {
        Dialect::TodoManager => vec![
            (
                "replace",
                call(
                    "todo_manager",
                    json!({"action": "replace_all", "todos": objects("content", &|_, _| {})}),
                ),
            ),
            (
                "add",
                call(
                    "todo_manager",
                    json!({"action": "add_multiple", "todos": objects("content", &|_, _| {})}),
                ),
            ),
        ],
        Dialect::Merge => vec![
            ("named", call("todo", json!({"todos": objects("content", &named)}))),
            ("keyed", call("todo", json!({"todos": objects("content", &keyed)}))),
            ("merge", call("todo", json!({"merge": true, "todos": objects("content", &named)}))),
            (
                "merge keyed",
                call("todo", json!({"merge": true, "todos": objects("content", &keyed)})),
            ),
        ],
        Dialect::XmlCall => vec![
            (
                "named",
                call("todo", json!({"action": "write", "todos": objects("content", &named)})),
            ),
            (
                "keyed",
                call("todo", json!({"action": "write", "todos": objects("content", &keyed)})),
            ),
        ],
        Dialect::TodoWrite => vec![
            (
                "",
                call(
                    "TodoWrite",
                    json!({"todos": objects("content", &|n, item| { pending(n, item); item["activeForm"] = json!("a"); })}),
                ),
            ),
            (
                "ids",
                call(
                    "TodoWrite",
                    json!({"todos": objects("content", &|n, item| { keyed(n, item); item["activeForm"] = json!("a"); })}),
                ),
            ),
        ],
        Dialect::ManageTodoList => vec![
            (
                "",
                call(
                    "manage_todo_list",
                    json!({"todoList": objects("title", &|n, item| {
                        item["id"] = json!(n + 1);
                        item["status"] = json!("not-started");
                    })}),
                ),
            ),
            (
                "turned",
                call(
                    "manage_todo_list",
                    json!({"todoList": objects("title", &|n, item| {
                        item["id"] = json!(texts.len() - n);
                        item["status"] = json!("not-started");
                    })}),
                ),
            ),
        ],
        Dialect::CursorTodoWrite => vec![
            (
                "named",
                call("todo_write", json!({"merge": false, "todos": objects("content", &named)})),
            ),
            (
                "merge",
                call("todo_write", json!({"merge": true, "todos": objects("content", &named)})),
            ),
            (
                "merge keyed",
                call("todo_write", json!({"merge": true, "todos": objects("content", &keyed)})),
            ),
        ],
        Dialect::Task => vec![],
        Dialect::TaskWrite => vec![
            (
                "named",
                call(
                    "task_write",
                    json!({"tasks": objects("content", &|n, item| { named(n, item); item["activeForm"] = json!("a"); })}),
                ),
            ),
            (
                "keyed",
                call(
                    "task_write",
                    json!({"tasks": objects("content", &|n, item| { keyed(n, item); item["activeForm"] = json!("a"); })}),
                ),
            ),
        ],
        Dialect::Qwen => vec![
            ("named", call("todo_write", json!({"todos": objects("content", &named)}))),
            ("keyed", call("todo_write", json!({"todos": objects("content", &keyed)}))),
        ],
        Dialect::Kiro => vec![
            (
                "create",
                call(
                    "todo_list",
                    json!({"command": "create", "tasks": objects("task_description", &|_, _| {})}),
                ),
            ),
            (
                "add",
                call(
                    "todo_list",
                    json!({"command": "add", "tasks": objects("task_description", &|_, _| {})}),
                ),
            ),
        ],
        dialect => vec![("", regular(dialect, texts))],
    }
}

/// The call that writes a whole list of open todos, as about.json has it.
fn regular(dialect: Dialect, texts: &[String]) -> Written {
    let call = &about(dialect)["call"];
    let status = call["statuses"]["todo"].as_str().unwrap_or_default();
    let value = |value: &str, n: usize, text: &str| match value {
        "content" | "activeForm" => json!(text),
        "status" => json!(status),
        "priority" => json!("low"),
        "position" => json!(n + 1),
        "name" => json!(format!("n{n}")),
        _ => json!(""),
    };
    let item = |(n, text): (usize, &String)| match &call["item"] {
        Value::String(line) => {
            json!(line.replace("{status}", status).replace("{content}", text))
        }
        fields => {
            let fields = fields.as_object().unwrap().iter();
            let written = |(field, is): (&String, &Value)| {
                (field.clone(), value(is.as_str().unwrap(), n, text))
            };
            Value::Object(fields.map(written).collect())
        }
    };
    let items: Vec<Value> = texts.iter().enumerate().map(item).collect();
    let is_text = call["item"].is_string() && !status.is_empty();
    let lines = || items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n");
    let mut arguments = call.get("rest").cloned().unwrap_or(json!({}));
    arguments[call["list"].as_str().unwrap()] = if is_text { lines().into() } else { items.into() };
    (call["tool"].as_str().unwrap().to_owned(), arguments.to_string())
}

/// The calls of a dialect about todos that are named.
fn small_calls(dialect: Dialect, number: usize) -> Vec<(&'static str, Written)> {
    let call = |tool: &str, arguments: Value| (tool.to_owned(), arguments.to_string());
    let ids: Vec<usize> = (1..=number).collect();
    let words: Vec<String> = ids.iter().map(usize::to_string).collect();
    match dialect {
        Dialect::TodoManager => vec![
            ("list", call("todo_manager", json!({"action": "list"}))),
            ("complete", call("todo_manager", json!({"action": "complete_multiple", "ids": ids}))),
            ("start", call("todo_manager", json!({"action": "mark_doing", "ids": [number]}))),
            ("skip", call("todo_manager", json!({"action": "skip", "ids": [number]}))),
            ("next", call("todo_manager", json!({"action": "get_next"}))),
            ("back", call("todo_manager", json!({"action": "go_back", "ids": [1]}))),
        ],
        Dialect::Task => vec![
            ("create", call("TaskCreate", json!({"subject": "a", "description": ""}))),
            ("list", call("TaskList", json!({}))),
            ("get", call("TaskGet", json!({"taskId": "1"}))),
            (
                "update",
                call("TaskUpdate", json!({"taskId": words[number - 1], "status": "completed"})),
            ),
            ("blocks", call("TaskUpdate", json!({"taskId": "1", "addBlocks": &words[1..]}))),
            ("blocked", call("TaskUpdate", json!({"taskId": "1", "addBlockedBy": &words[1..]}))),
        ],
        Dialect::TaskWrite => vec![
            ("check", call("task_check", json!({}))),
            ("complete", call("task_complete", json!({"id": words[number - 1]}))),
        ],
        Dialect::Kiro => vec![
            (
                "complete",
                call("todo_list", json!({"command": "complete", "completed_task_ids": words})),
            ),
            ("remove", call("todo_list", json!({"command": "remove", "removed_task_ids": words}))),
            ("load", call("todo_list", json!({"command": "load"}))),
        ],
        Dialect::XmlCall => vec![("read", call("todo", json!({"action": "read"})))],
        Dialect::Merge => vec![("read", call("todo", json!({})))],
        Dialect::Snapshot => vec![("read", call("todo_read", json!({})))],
        Dialect::TaskTracker => vec![("view", call("task_tracker", json!({"command": "view"})))],
        _ => vec![],
    }
}

/// The places of the blockers of each todo.
fn link_shapes(number: usize) -> Vec<(&'static str, Vec<Vec<usize>>)> {
    let most = MAX_LINKS * number / 1000;
    let chain = |n: usize| if n + 1 < number { vec![n + 1] } else { vec![] };
    // Each of the last ones is blocked by all before, as far as there may be links.
    let mut dense = vec![Vec::new(); number];
    let mut left = most;
    for n in (0..number).rev().step_by(1) {
        let count = n.min(left).min(most / 10);
        dense[n] = (0..count).collect();
        left -= count;
    }
    let each = most / number;
    let near: Vec<Vec<usize>> =
        (0..number).map(|n| (n.saturating_sub(each)..n).collect()).collect();
    let mut ring: Vec<Vec<usize>> = (0..number).map(chain).collect();
    ring[number - 1] = vec![0];
    let mut closed = near.clone();
    closed[0] = vec![number - 1];
    vec![
        ("chain", (0..number).map(chain).collect()),
        ("back", (0..number).map(|n| if n > 0 { vec![n - 1] } else { vec![] }).collect()),
        ("dense", dense),
        ("near", near),
        ("ring", ring),
        ("closed", closed),
    ]
}

/// The place of the parent of each todo.
fn tree_shapes(number: usize) -> Vec<(&'static str, Vec<Option<usize>>)> {
    vec![
        ("deep", (0..number).map(|n| n.checked_sub(1)).collect()),
        ("turned", (0..number).map(|n| Some(n + 1).filter(|above| *above < number)).collect()),
        ("wide", (0..number).map(|n| (n > 0).then_some(0)).collect()),
        ("ring", (0..number).map(|n| Some((n + 1) % number)).collect()),
        ("binary", (0..number).map(|n| (n > 0).then(|| (n - 1) / 2)).collect()),
        (
            "halves",
            (0..number)
                .map(|n| if n < number / 2 { n.checked_sub(1) } else { Some(number / 2 - 1) })
                .collect(),
        ),
    ]
}
