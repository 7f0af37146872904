//! Lists in which several todos have one text: which of them an item of a whole list means.

use std::collections::HashMap;

use agent_todos::{Dialect, Status};

use crate::scene::{contents, keys, list_call, tell};

/// The keys of a list, `t1` to `tn` before, after a model has written these texts in its place.
fn keys_after(before: &[&str], after: &[&str]) -> Vec<u32> {
    let mut scene = tell(Dialect::TodoWrite, &before.join(", "));
    let items: Vec<_> = after.iter().map(|text| (*text, Status::Todo, None)).collect();
    scene.call(&list_call(Dialect::TodoWrite, &items)).ok();
    assert_eq!(contents(&scene.store), after);
    keys(&scene.store).iter().map(|key| key[1..].parse().unwrap()).collect()
}

fn count<'t>(texts: &[&'t str]) -> HashMap<&'t str, usize> {
    let mut numbers = HashMap::new();
    for text in texts {
        *numbers.entry(*text).or_default() += 1;
    }
    numbers
}

/// Every list of up to so many texts out of two.
fn lists(most: usize) -> Vec<Vec<&'static str>> {
    let mut all = vec![vec![]];
    let mut latest = all.clone();
    for _ in 0..most {
        let longer =
            |list: &Vec<&'static str>| ["a", "b"].map(|text| [&list[..], &[text]].concat());
        latest = latest.iter().flat_map(longer).collect();
        all.extend(latest.clone());
    }
    all
}

#[test]
fn an_item_prefers_the_todo_at_its_index_among_equal_texts() {
    for (before, after, expected) in [
        ("a a a", "a a a", "1 2 3"),
        ("a b a", "a b a", "1 2 3"),
        // What stands before it is gone, has moved or is new.
        ("a b a", "b a", "2 3"),
        ("a b a", "a a b", "1 3 2"),
        ("a b a", "b a a", "2 3 1"),
        ("a b a", "a a b a", "1 3 2 4"),
        ("a a", "c a a", "3 2 1"),
        // One is enough, or there are too few.
        ("a a a", "a", "1"),
        ("a", "a a a", "1 2 3"),
        ("b a", "a b a", "2 1 3"),
    ] {
        let [before, after]: [Vec<_>; 2] = [before, after].map(|list| list.split(' ').collect());
        let expected: Vec<u32> = expected.split(' ').map(|key| key.parse().unwrap()).collect();
        assert_eq!(keys_after(&before, &after), expected, "{before:?} {after:?}");
    }
}

#[test]
fn a_list_with_repeated_texts_matches_each_todo_once_and_loses_none() {
    for before in lists(4).iter().filter(|list| !list.is_empty()) {
        for after in lists(4).iter().filter(|list| !list.is_empty()) {
            let keys = keys_after(before, after);
            let context = format!("{before:?} {after:?} {keys:?}");
            let mut kept: HashMap<&str, usize> = HashMap::new();
            for (index, (key, text)) in keys.iter().zip(after).enumerate() {
                assert!(!keys[..index].contains(key), "{context}");
                if let Some(before) = before.get(*key as usize - 1) {
                    assert_eq!(before, text, "{context}");
                    *kept.entry(text).or_default() += 1;
                }
            }
            for (text, number) in count(after) {
                let before = count(before).get(text).copied().unwrap_or_default();
                assert_eq!(
                    kept.get(text).copied().unwrap_or_default(),
                    number.min(before),
                    "{context}"
                );
            }
            let same =
                before.iter().zip(after).take_while(|(before, after)| before == after).count();
            assert!(keys[..same].iter().copied().eq(1..=same as u32), "{context}");
        }
    }
}

#[test]
fn a_persons_decision_stays_with_one_of_several_equal_todos() {
    let mut scene = tell(Dialect::TodoWrite, "a, b, a, a");
    scene.user("complete 3; word 4: a of mine");
    scene.reminder();
    scene.next_message();
    scene.writes("a, b, a, a").ok();
    assert_eq!(scene.list(), "a, b, a done, a of mine");
    assert_eq!(keys(&scene.store), ["t1", "t2", "t3", "t4"]);
}
