//! How many links a list may have, and that a merge of many leaves no cycle.

use agent_todos::{Dialect, Options, Patch, Ref, TodoStore};
use serde_json::{Value, json};

use crate::scene::{Scene, settings};

/// The most links of a list.
const MOST: usize = 10_000;

/// A list of so many todos with these numbers of links, each of which leads to the first ones.
fn items(links: impl Iterator<Item = usize>) -> Value {
    let item = |(number, links): (usize, usize)| {
        let blockers: Vec<String> = (0..links).map(|blocker| format!("n{blocker}")).collect();
        json!({"id": format!("n{number}"), "content": format!("Read page {number}"), "status": "pending",
            "blockedBy": blockers})
    };
    json!({ "todos": links.enumerate().map(item).collect::<Vec<_>>() })
}

/// Two hundred todos with the most links there may be, and so many more.
fn full(more: usize) -> Value {
    let mut left = MOST + more;
    items((0..200).map(move |number| {
        let links = number.min(left);
        left -= links;
        links
    }))
}

fn scene() -> Scene {
    Scene::new(settings(Dialect::Qwen), r#"{"maxTodos":1000}"#, "")
}

fn count(store: &TodoStore) -> usize {
    store.list().iter().map(|todo| todo.blocked_by().len()).sum()
}

#[test]
fn a_call_or_method_with_more_than_the_most_links_is_refused() {
    let mut scene = scene();
    scene.call(&full(1)).refuses();
    assert_eq!(scene.store.list().len(), 0);
    scene.call(&full(0)).ok();
    assert_eq!(count(&scene.store), MOST);
    // A method may add none, and may take one away.
    let last = scene.store.list().last().unwrap().key;
    let blockers: Vec<Ref> =
        scene.store.list().iter().take(1).map(|todo| todo.key.into()).collect();
    let patch = Patch { blocked_by: Some(&blockers), ..Patch::default() };
    let error = scene.store.edit(last, &patch).unwrap_err();
    assert!(format!("{error:?}").contains("10001 times"), "{error:?}");
    let second = scene.store.list()[1].key;
    scene.store.edit(second, &Patch { blocked_by: Some(&[]), ..Patch::default() }).unwrap();
    scene.store.edit(last, &patch).unwrap();
    // It is read back, and one link more is not.
    let checkpoint = scene.store.checkpoint();
    assert_eq!(TodoStore::from_checkpoint(&checkpoint).unwrap().list(), scene.store.list());
    let xml = scene.store.xml();
    let options = || Options::from_json(r#"{"maxTodos":1000}"#).unwrap();
    TodoStore::from_xml(&xml, options()).unwrap();
    let more = xml.replacen(
        r#"<todo id="2" status="todo">"#,
        r#"<todo id="2" status="todo" blockedBy="1">"#,
        1,
    );
    assert_ne!(more, xml);
    let error = TodoStore::from_xml(&more, options()).unwrap_err();
    assert!(error.message().contains("10001 times"), "{}", error.message());
}

#[test]
fn a_cycle_among_many_links_is_refused_with_its_todos() {
    let mut scene = scene();
    let mut call = full(0);
    call["todos"][0]["blockedBy"] = json!(["n4"]);
    let error = scene.call(&call);
    error.refuses();
    assert_eq!(scene.store.list().len(), 0);
}

#[test]
fn a_merge_of_two_halves_of_many_cycles_keeps_the_former_blockers() {
    let mut scene = scene();
    scene.call(&items([0, 1, 2, 0, 0, 0].into_iter())).ok();
    let base = scene.store.checkpoint();
    let key = |index: usize| scene.store.list()[index].key;
    let link = |store: &mut TodoStore, todo: usize, blockers: &[usize]| {
        let blockers: Vec<Ref> = blockers.iter().map(|index| key(*index).into()).collect();
        let patch = Patch { blocked_by: Some(&blockers), ..Patch::default() };
        store.edit(key(todo), &patch).unwrap();
    };
    let (mut ours, mut theirs) = (scene.store.clone(), scene.store.clone());
    // 0 → 3 → 4 → 5 is ours, 5 → 2 theirs; 2 depends on 0 and 1 already.
    link(&mut ours, 0, &[3]);
    link(&mut ours, 3, &[4]);
    link(&mut ours, 4, &[5]);
    link(&mut theirs, 5, &[2]);
    ours.merge(&base, &theirs.checkpoint()).unwrap();
    let links = |index: usize| ours.list()[index].blocked_by().to_vec();
    assert_eq!((links(1), links(2)), (vec![key(0)], vec![key(0), key(1)]));
    let new: usize = [0, 3, 4, 5].into_iter().map(|index| links(index).len()).sum();
    assert_eq!(new, 3, "one link goes: {:?}", ours.list());
    // What a merge leaves can be read back.
    TodoStore::from_checkpoint(&ours.checkpoint()).unwrap();
}
