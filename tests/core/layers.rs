//! The layers of the crate: a folder of `src/` uses only itself and those above it, and no modules
//! use each other in a circle. A module that declares others uses them, so none of those may use
//! it.
//!
//! What stands under `#[cfg(test)]` may use anything, as it is no part of the crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The folders, each with those that it may use before it.
const LAYERS: [&str; 8] = ["text", "list", "forms", "change", "tools", "run", "tasks", "wasm"];

/// The sources of modules by their paths: `list::store`, and the empty path for `lib.rs`.
pub(crate) type Sources = BTreeMap<String, String>;

/// The modules that each module uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// What is wrong with the sources, one sentence each.
fn faults(sources: &Sources) -> Vec<String> {
    let uses: Uses = sources
        .iter()
        .map(|(module, text)| (module.clone(), used_by(module, text, sources)))
        .collect();
    let mut faults: Vec<String> = uses
        .iter()
        .filter(|(module, _)| !module.is_empty())
        .flat_map(|(module, used)| used.iter().map(move |used| (module, used)))
        .filter(|(module, used)| layer(used) > layer(module))
        .map(|(module, used)| format!("{module} uses {used}, which is below it"))
        .collect();
    faults.extend(circle(&uses).map(|circle| format!("a circle: {}", circle.join(" uses "))));
    faults
}

fn layer(module: &str) -> Option<usize> {
    let folder = module.split("::").next().unwrap();
    let layer = LAYERS.iter().position(|known| *known == folder);
    assert!(layer.is_some() || module.is_empty(), "{module} is in no layer");
    layer
}

/// The modules that stand in a circle, if any, the first one at the end again.
fn circle(uses: &Uses) -> Option<Vec<String>> {
    let mut left = uses.clone();
    // Whoever uses nothing that is left is in no circle.
    while let Some(leaf) =
        left.iter().find(|(_, used)| used.iter().all(|used| !left.contains_key(used)))
    {
        let leaf = leaf.0.clone();
        left.remove(&leaf);
    }
    let mut path: Vec<String> = vec![left.keys().next()?.clone()];
    loop {
        let next = left[path.last().unwrap()].iter().find(|used| left.contains_key(*used)).unwrap();
        let seen = path.iter().position(|known| known == next);
        path.push(next.clone());
        if let Some(start) = seen {
            let circle = path.split_off(start).into_iter();
            let shown = |module: String| if module.is_empty() { "lib".into() } else { module };
            return Some(circle.map(shown).collect());
        }
    }
}

fn used_by(module: &str, text: &str, sources: &Sources) -> BTreeSet<String> {
    let tokens = text.parse().unwrap_or_else(|error| panic!("{module}: {error}"));
    let mut paths = Vec::new();
    find_paths(tokens, &[], &mut paths);
    let mut used: BTreeSet<String> =
        paths.iter().filter_map(|path| resolved(module, path, sources)).collect();
    // Its own children.
    used.extend(
        sources.keys().filter(|other| !other.is_empty() && parent(other) == module).cloned(),
    );
    used.remove(module);
    used
}

fn parent(module: &str) -> &str {
    module.rsplit_once("::").map_or("", |(parent, _)| parent)
}

/// The module that a path leads into: none for a path out of the crate.
fn resolved(module: &str, path: &[String], sources: &Sources) -> Option<String> {
    let is_folder = sources.keys().any(|other| !other.is_empty() && parent(other) == module);
    let mut base: Vec<&str> = module.split("::").filter(|name| !name.is_empty()).collect();
    if path.len() < 2 {
        // A name by itself, or the `crate` of a visibility.
        return None;
    }
    let mut path = path.iter().map(String::as_str).peekable();
    match path.next()? {
        "crate" => base.clear(),
        "self" => {}
        "super" => drop(base.pop()),
        // A child, or something from outside.
        name if is_folder => base.push(name),
        _ => return None,
    }
    while path.next_if_eq(&"super").is_some() {
        base.pop();
    }
    let mut found = base.join("::");
    sources.contains_key(&found).then_some(())?;
    for name in path {
        base.push(name);
        if sources.contains_key(&base.join("::")) {
            found = base.join("::");
        }
    }
    Some(found)
}

/// The tokens of a source without what stands under `#[cfg(test)]`.
pub(crate) fn outside_tests(tokens: TokenStream) -> Vec<TokenTree> {
    let mut tokens = tokens.into_iter();
    let mut found: Vec<TokenTree> = vec![];
    while let Some(token) = tokens.next() {
        if token.to_string().replace(' ', "") == "[cfg(test)]" {
            // It ends with a semicolon or with what is in braces.
            let is_end = |token: &TokenTree| match token {
                TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                other => other.to_string() == ";",
            };
            tokens.by_ref().find(is_end);
        } else {
            found.push(token);
        }
    }
    found
}

/// Finds the paths in a source, names with `::` between them, but for those under `#[cfg(test)]`
/// and those of visibilities, as `pub(in crate::tools)`. What stands in braces after `::` goes on
/// with the path `before` them.
fn find_paths(tokens: TokenStream, before: &[String], found: &mut Vec<Vec<String>>) {
    let mut path = before.to_vec();
    let mut colons = 0;
    let mut is_after_pub = false;
    for token in outside_tests(tokens) {
        let is_visibility = std::mem::replace(&mut is_after_pub, token.to_string() == "pub");
        match token {
            TokenTree::Group(group)
                if is_visibility && group.delimiter() == Delimiter::Parenthesis => {}
            TokenTree::Punct(punct) if punct.as_char() == ':' => {
                colons += 1;
                continue;
            }
            TokenTree::Group(group) => {
                let is_of_path = colons == 2 && group.delimiter() == Delimiter::Brace;
                find_paths(group.stream(), if is_of_path { &path } else { &[] }, found);
            }
            TokenTree::Ident(name) => {
                if colons != 2 && path != before {
                    found.push(std::mem::replace(&mut path, before.to_vec()));
                }
                path.push(name.to_string());
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {
                found.push(std::mem::replace(&mut path, before.to_vec()));
            }
        }
        colons = 0;
    }
    found.push(path);
}

/// Reads the modules of a folder, but for the files of tests.
fn read(folder: &Path, module: &str, sources: &mut Sources) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let child = if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") };
        if path.is_dir() {
            read(&path, &child, sources);
        } else if name != "tests" && path.extension().is_some_and(|extension| extension == "rs") {
            let module = if ["lib", "mod"].contains(&name) { module.to_owned() } else { child };
            sources.insert(module, fs::read_to_string(&path).unwrap());
        }
    }
}

/// The sources of the crate.
pub(crate) fn sources() -> Sources {
    let mut sources = Sources::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut sources);
    sources
}

#[test]
fn each_folder_uses_only_those_above_it_without_a_cycle() {
    let sources = sources();
    for folder in LAYERS {
        assert!(sources.contains_key(folder), "there is no src/{folder}/mod.rs");
    }
    assert_eq!(faults(&sources), Vec::<String>::new());
}

#[test]
fn each_file_has_a_name_of_its_own() {
    let mut files: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let sources = sources();
    // A dialect is a folder.
    for module in sources.keys().filter(|module| !module.starts_with("tools::dialects::")) {
        if let Some((_, name)) = module.rsplit_once("::") {
            files.entry(name).or_default().push(module);
        }
    }
    files.retain(|name, modules| *name != "tests" && modules.len() > 1);
    assert_eq!(files, BTreeMap::new());
}

#[test]
fn the_check_finds_uses_of_a_lower_layer_and_cycles_of_modules() {
    let good = [
        ("", "pub mod text; pub mod list; pub use list::Todo;"),
        ("text", "pub mod scan; pub mod json;"),
        ("text::scan", "/// [`crate::list::Todo`]\npub fn next() { \"crate::list::todo\"; }"),
        ("text::json", "use super::scan::next; fn f() { next() }"),
        ("list", "mod todo; pub use todo::Todo;"),
        (
            "list::todo",
            "use crate::text::{json, scan::{self}}; #[cfg(test)] mod tests { use crate::Todo; }",
        ),
    ];
    let with = |module: &str, text: &str| {
        let mut sources: Sources =
            good.iter().map(|(module, text)| ((*module).into(), (*text).into())).collect();
        sources.insert(module.into(), text.into());
        faults(&sources)
    };
    assert_eq!(with("text::scan", ""), Vec::<String>::new());
    // A visibility uses nothing.
    assert_eq!(with("list::todo", "pub(in crate::list) fn f() {}"), Vec::<String>::new());
    let upward = "text::scan uses list::todo, which is below it";
    for text in [
        "use crate::list::todo::Todo;",
        "use crate::{list::{todo::Todo as Other}};",
        "fn f() { use super::super::list::todo; }",
        "fn f() -> crate::list::todo::Todo { todo!() }",
        "fn f() { let x = crate::list::todo::f::<u8>(1); }",
        "fn f() { assert!(!crate::list::todo::f(1)); }",
        "impl crate::list::todo::Shown for u8 {}",
        "pub struct Id(pub(in crate::list) crate::list::todo::Key);",
    ] {
        assert!(with("text::scan", text).contains(&upward.into()), "{text}");
    }
    for (module, text, circle) in [
        ("text::scan", "use super::json;", "text::json uses text::scan uses text::json"),
        ("list::todo", "use super::Todo;", "list uses list::todo uses list"),
        ("list::todo", "use crate::TodoStore;", "lib uses list uses list::todo uses lib"),
        (
            "text::scan",
            "fn f() { crate::text::json::f() }",
            "text::json uses text::scan uses text::json",
        ),
    ] {
        assert_eq!(with(module, text), [format!("a circle: {circle}")], "{text}");
    }
}
