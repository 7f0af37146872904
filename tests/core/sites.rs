//! Where a person lets an agent act: what is a site, what it covers, and how long an approval
//! lasts.

use agent_todos::list::author::Actor;
use agent_todos::list::edit_options::Approval;
use agent_todos::list::options::Unfinished;
use agent_todos::list::sites::{Origins, SiteList};
use agent_todos::run::{Run, RunOptions};
use agent_todos::{Author, Clock, ErrorCode, Id, Patch, TodoStore};
use serde::Deserialize;

use crate::scene::list;

#[derive(Deserialize)]
struct Table {
    approved: Vec<String>,
    addresses: Vec<Address>,
    sites: Vec<Text>,
}

/// An address, its origin as the URL standard has it, and whether the approved sites cover that.
#[derive(Deserialize)]
struct Address {
    address: String,
    origin: Option<String>,
    allowed: bool,
}

/// A text, and the site that it is.
#[derive(Deserialize)]
struct Text {
    text: String,
    site: Option<String>,
}

fn table() -> Table {
    serde_json::from_str(include_str!("../corpus/sites.json")).unwrap()
}

fn texts(sites: &[&str]) -> Vec<String> {
    sites.iter().map(|site| (*site).to_owned()).collect()
}

fn approve(store: &mut TodoStore, sites: &[&str]) {
    let approval = Approval { sites: texts(sites), ..Approval::default() };
    store.acting_as(Author::User, |store| store.approve(&approval)).unwrap();
}

fn approved(store: &TodoStore) -> Option<&str> {
    store.sites().approved.as_ref().map(|approved| approved.sites.as_str())
}

fn proposed(store: &TodoStore) -> &str {
    store.sites().proposed.as_str()
}

/// What the URL standard makes of the addresses of the table that are not plain.
const ORIGINS: [(&str, &str); 9] = [
    ("https://example.org:443", "https://example.org"),
    ("http://example.org:80", "http://example.org"),
    ("https://example。org", "https://example.org"),
    ("https://münchen.example", "https://xn--mnchen-3ya.example"),
    ("https://mÜnchen.example", "https://xn--mnchen-3ya.example"),
    ("https://127.1", "https://127.0.0.1"),
    ("https://0x7f.1", "https://127.0.0.1"),
    ("https://[::0001]", "https://[::1]"),
    ("https://＊.example.org", "https://*.example.org"),
];

/// Returns the origin of an address, for a platform without URLs: of plain ones, and of those in
/// the table.
pub(crate) fn origin(address: &str) -> Option<String> {
    let known = ORIGINS.iter().find(|(known, _)| *known == address);
    if let Some((_, origin)) = known {
        return Some((*origin).to_owned());
    }
    let (scheme, rest) = address.split_once("://")?;
    let host = rest.split('/').next()?;
    let (name, port) = host.rsplit_once(':').unwrap_or((host, "1"));
    let is_plain = !name.is_empty()
        && (port.parse::<u16>().is_ok() || host.ends_with(']'))
        && ["http", "https"].contains(&scheme);
    is_plain.then(|| format!("{scheme}://{host}"))
}

fn store(contents: &str) -> TodoStore {
    let mut store = list(contents);
    store.set_origins(Origins(origin));
    store
}

const SHOP: &str = "https://shop.example";

#[test]
fn allows_returns_true_for_exactly_the_origins_of_the_table() {
    let Table { approved, addresses, .. } = table();
    assert!(addresses.iter().filter(|row| !row.allowed).count() >= 60);
    let ascii = |site: &String| site.replace("münchen", "xn--mnchen-3ya");
    let sites: Vec<String> = approved.iter().map(ascii).collect();
    let sites = SiteList::from_text(&sites.join(" ")).unwrap();
    for Address { address, origin, allowed } in addresses {
        let is_of_web = origin.as_ref().is_some_and(|origin| origin.starts_with("http"));
        let covered = origin.is_some_and(|origin| sites.cover(&origin));
        // That a scheme is another one, the platform says.
        let is_other =
            !allowed && is_of_web && (address.contains("blob:") || address.contains("filesystem:"));
        assert!(covered == allowed || is_other, "{address:?}");
    }
}

#[test]
fn propose_and_approve_refuse_a_text_that_is_not_a_site() {
    for Text { text, site } in table().sites {
        let read = SiteList::read(std::slice::from_ref(&text), Origins(origin)).ok();
        assert_eq!(read.as_ref().map(SiteList::as_str), site.as_deref(), "{text:?}");
    }
    let mut store = store("a");
    let before = store.clone();
    for sites in [texts(&["shop.example", "*.org"]), vec!["shop.example".to_owned(); 101]] {
        assert_eq!(store.propose(&sites).unwrap_err().code(), Some(ErrorCode::InvalidArgument));
        let approval = Approval { sites, ..Approval::default() };
        let result = store.acting_as(Author::User, |store| store.approve(&approval));
        assert_eq!(result.unwrap_err().code(), Some(ErrorCode::InvalidArgument));
        assert_eq!(store, before);
    }
}

#[test]
fn approve_replaces_the_sites_of_the_last_approval() {
    let mut store = store("a");
    store.set_clock(Clock(|| 7));
    assert!(!store.allows("https://shop.example/"));
    approve(&mut store, &["shop.example", "SHOP.example"]);
    assert_eq!(approved(&store), Some(SHOP));
    assert_eq!(store.sites().approved.as_ref().unwrap().at, 7);
    assert!(store.allows("https://shop.example/cart") && !store.allows("https://bank.example/"));
    let revision = store.revision();
    store.set_clock(Clock(|| 8));
    approve(&mut store, &["shop.example"]);
    assert_eq!(store.revision(), revision, "the same is no change");
    approve(&mut store, &["bank.example"]);
    assert!(!store.allows("https://shop.example/cart") && store.allows("https://bank.example/"));
    let bea = Actor::named(Author::User, "Bea").unwrap();
    let again = Approval { sites: texts(&["bank.example"]), ..Approval::default() };
    store.acting_as(bea, |store| store.approve(&again)).unwrap();
    let name = store.sites().approved.as_ref().unwrap().name.as_ref();
    assert_eq!(name.map(|name| name.as_str()), Some("Bea"), "it is hers now");
    approve(&mut store, &[]);
    assert_eq!((approved(&store), store.list()[0].is_approved()), (Some(""), true));
    assert!(!store.allows("https://bank.example/"));
}

#[test]
fn only_a_person_approves_and_revokes_sites_and_any_author_proposes() {
    let mut store = store("a");
    for author in [Author::Model, Author::Agent, Author::Host] {
        store.acting_as(author, |store| {
            store.propose(&texts(&["shop.example"])).unwrap();
            assert_eq!(
                store.approve(&Approval::default()).unwrap_err().code(),
                Some(ErrorCode::NotAllowed)
            );
            assert_eq!(store.revoke().unwrap_err().code(), Some(ErrorCode::NotAllowed));
        });
    }
    assert_eq!((proposed(&store), approved(&store)), (SHOP, None));
    assert!(!store.allows(SHOP));
    store.acting_as(Author::User, |store| store.revoke()).unwrap();
    assert_eq!(store.revision(), 2, "nothing to revoke");
}

#[test]
fn a_proposal_that_changed_since_it_was_shown_is_not_approved() {
    let mut store = store("a");
    store.propose(&texts(&["shop.example"])).unwrap();
    let shown = store.revision();
    let approval =
        Approval { revision: Some(shown), sites: texts(&["shop.example"]), ..Approval::default() };
    let person =
        |store: &mut TodoStore| store.acting_as(Author::User, |store| store.approve(&approval));
    store.propose(&texts(&["shop.example", "bank.example"])).unwrap();
    assert_eq!(person(&mut store).unwrap_err().code(), Some(ErrorCode::Changed));
    assert_eq!((approved(&store), store.list()[0].is_approved()), (None, false));
    store.propose(&texts(&["shop.example"])).unwrap();
    person(&mut store).unwrap();
    assert!(store.allows(SHOP));
}

#[test]
fn a_new_task_a_reset_forgetting_and_revoking_end_an_approval() {
    type End = fn(&mut TodoStore);
    let ends: [(&str, End); 5] = [
        ("newTask", |store| assert!(store.new_task(Unfinished::Archive).unwrap())),
        ("newTask of an empty list", |store| {
            store.acting_as(Author::User, |store| store.remove(Id(1))).unwrap();
            assert!(!store.new_task(Unfinished::Keep).unwrap());
        }),
        ("reset", |store| store.reset().unwrap()),
        ("forget", |store| store.forget().unwrap()),
        ("revoke", |store| store.acting_as(Author::User, |store| store.revoke()).unwrap()),
    ];
    for (what, end) in ends {
        let mut store = store("a");
        store.propose(&texts(&["shop.example"])).unwrap();
        approve(&mut store, &["shop.example"]);
        end(&mut store);
        assert_eq!(approved(&store), None, "{what}");
        assert!(!store.allows(SHOP), "{what}");
        assert_eq!(proposed(&store).is_empty(), what != "revoke", "{what}");
        let copy = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
        assert_eq!((copy.sites(), copy.checkpoint()), (store.sites(), store.checkpoint()));
        assert!(!store.checkpoint().contains("shop") || what != "forget");
    }
    let mut store = store("a");
    approve(&mut store, &["shop.example"]);
    assert!(!store.new_task(Unfinished::Keep).unwrap());
    assert!(store.allows(SHOP), "the task goes on");
    store.acting_as(Author::Model, |store| store.add_multiple(&["b"])).unwrap();
    assert!(store.allows(SHOP), "so it does with another todo");
}

#[test]
fn undo_reverts_an_approval_and_restore_revision_grants_none() {
    let mut store = store("a");
    store.propose(&texts(&["shop.example"])).unwrap();
    approve(&mut store, &["shop.example"]);
    let then = store.revision();
    store.acting_as(Author::User, TodoStore::undo).unwrap();
    assert_eq!((approved(&store), store.list()[0].is_approved()), (None, false));
    assert_eq!(proposed(&store), SHOP);
    // Nor does going there again: only a person approves.
    store.acting_as(Author::Host, |store| store.restore_revision(then.into())).unwrap();
    assert_eq!((approved(&store), store.list()[0].is_approved()), (None, false));
    approve(&mut store, &["shop.example"]);
    let then = store.revision();
    store.complete(Id(1)).unwrap();
    store.acting_as(Author::Host, |store| store.restore_revision(then.into())).unwrap();
    assert!(store.allows(SHOP), "an approval that holds stays");
    store.acting_as(Author::User, |store| store.revoke()).unwrap();
    store.acting_as(Author::Host, |store| store.restore_revision(then.into())).unwrap();
    assert!(!store.allows(SHOP), "what a person revoked stays revoked");
    let mut revoked = store.clone();
    revoked.acting_as(Author::User, |store| store.revoke()).unwrap();
    revoked.acting_as(Author::Host, TodoStore::undo).unwrap();
    assert!(!revoked.allows(SHOP), "a host does not undo what a person revoked");
    for _ in 0..2 {
        store.acting_as(Author::Host, TodoStore::undo).unwrap();
        let copy = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
        assert_eq!((copy.sites(), copy.revision()), (store.sites(), store.revision()));
    }
}

#[test]
fn checkpoint_of_writes_approved_and_proposed_sites_at_any_length() {
    let mut store = store("a, b");
    store.propose(&texts(&["shop.example", "*.bank.example"])).unwrap();
    let person = agent_todos::list::author::Actor::named(Author::User, "Ada").unwrap();
    let approval = Approval { sites: texts(&["[::1]:8443"]), ..Approval::default() };
    store.set_clock(Clock(|| 7));
    store.acting_as(person, |store| store.approve(&approval)).unwrap();
    store.complete(Id(1)).unwrap();
    for snapshots in [1, 2, 3, 100] {
        let copy = TodoStore::from_checkpoint(&store.checkpoint_of(snapshots)).unwrap();
        assert_eq!(copy.sites(), store.sites(), "{snapshots}");
    }
    let text = store.checkpoint();
    for (from, to) in [
        ("https://shop.example", "https://*"),
        ("https://shop.example", "https://shop.example/path"),
        ("https://shop.example", "shop.example"),
        ("\"Ada\"", "3"),
        ("\"Ada\"", "\"Ada\",1"),
    ] {
        assert!(TodoStore::from_checkpoint(&text.replace(from, to)).is_err(), "{from} {to}");
    }
}

type Act = fn(&mut TodoStore);

/// Returns the merge of two tabs that began with one list, each after its act.
fn merged(base: &TodoStore, acts: [Act; 2]) -> TodoStore {
    let base = base.checkpoint();
    let [mut ours, theirs] = acts.map(|act| {
        let mut store = TodoStore::from_checkpoint(&base).unwrap();
        store.set_origins(Origins(origin));
        act(&mut store);
        store
    });
    ours.merge(&base, &theirs.checkpoint()).unwrap();
    ours
}

#[test]
fn merge_keeps_a_revoke_and_otherwise_the_later_approval() {
    let revoke: Act = |store| store.acting_as(Author::User, |store| store.revoke()).unwrap();
    let edit: Act = |store| {
        let patch = Patch { content: Some("c"), ..Patch::default() };
        store.acting_as(Author::Host, |store| store.edit(Id(2), &patch)).unwrap();
    };
    let approves_bank: Act = |store| {
        store.set_clock(Clock(|| 9));
        approve(store, &["bank.example"]);
    };
    let approves_news: Act = |store| {
        store.set_clock(Clock(|| 5));
        approve(store, &["news.example"]);
    };
    let proposes: Act = |store| store.propose(&texts(&["news.example"])).unwrap();
    let (shop, bank) = (Some(SHOP), Some("https://bank.example"));
    for (ours, theirs, expected) in [
        (edit, edit, shop),
        (edit, revoke, None),
        (revoke, edit, None),
        (revoke, approves_bank, None),
        (approves_bank, revoke, None),
        (revoke, revoke, None),
        (approves_bank, edit, bank),
        (edit, approves_bank, bank),
        (approves_bank, approves_news, bank),
        (approves_news, approves_bank, bank),
        (proposes, edit, shop),
        (edit, proposes, shop),
    ] {
        let mut base = store("a, b");
        approve(&mut base, &["shop.example"]);
        let ours = merged(&base, [ours, theirs]);
        assert_eq!(approved(&ours), expected);
        let copy = TodoStore::from_checkpoint(&ours.checkpoint()).unwrap();
        assert_eq!(copy.sites(), ours.sites());
    }
}

#[test]
fn a_reset_in_one_tab_ends_an_approval_in_another() {
    let approves: Act = |store| approve(store, &["shop.example"]);
    let resets: Act = |store| store.reset().unwrap();
    let begins: Act = |store| {
        store.new_task(Unfinished::Archive).unwrap();
    };
    let resets_and_approves: Act = |store| {
        store.reset().unwrap();
        approve(store, &["bank.example"]);
    };
    let completes: Act = |store| store.complete(Id(1)).unwrap();
    let bank = Some("https://bank.example");
    for (one, other, expected) in [
        (approves, resets, None),
        (approves, begins, None),
        (approves, resets_and_approves, bank),
        (approves, completes, Some(SHOP)),
    ] {
        for [ours, theirs] in [[one, other], [other, one]] {
            assert_eq!(approved(&merged(&store("a, b"), [ours, theirs])), expected);
        }
    }
}

#[test]
fn an_approval_answers_the_proposal() {
    let mut store = store("a");
    let json = |store: &TodoStore| store.sites().proposal_json();
    store.propose(&texts(&["shop.example", "bank.example"])).unwrap();
    let shown = store.revision();
    approve(&mut store, &["shop.example"]);
    assert_eq!(json(&store), None);
    assert!(!store.awaits_approval());
    // What is approved is not proposed again; with another site, all of it is.
    store.propose(&texts(&["shop.example"])).unwrap();
    assert_eq!(json(&store), None);
    store.propose(&texts(&["shop.example", "bank.example"])).unwrap();
    assert_eq!(
        json(&store).as_deref(),
        Some(r#"{"sites":["https://shop.example","https://bank.example"]}"#)
    );
    assert!(store.awaits_approval() && store.allows(SHOP));
    assert!(store.is_as_shown(shown, None));
    store.propose(&[]).unwrap();
    assert!(!store.is_as_shown(shown, None), "other sites were shown");
    // What is taken back is proposed again.
    store.acting_as(Author::User, TodoStore::revoke).unwrap();
    assert_eq!(json(&store).as_deref(), Some(r#"{"sites":["https://shop.example"]}"#));
    assert!(store.awaits_approval());
}

#[test]
fn a_proposal_that_is_still_to_be_answered_outlives_a_merge() {
    for is_ours in [true, false] {
        let mut base = store("a");
        base.propose(&texts(&["shop.example"])).unwrap();
        let base = base.checkpoint();
        let copy = || {
            let mut store = TodoStore::from_checkpoint(&base).unwrap();
            store.set_origins(Origins(origin));
            store
        };
        let (mut one, mut other) = (copy(), copy());
        approve(&mut one, &["shop.example"]);
        other.propose(&texts(&["bank.example"])).unwrap();
        let (mut ours, theirs) = if is_ours { (one, other) } else { (other, one) };
        ours.merge(&base, &theirs.checkpoint()).unwrap();
        assert_eq!((proposed(&ours), approved(&ours)), ("https://bank.example", Some(SHOP)));
    }
}

#[test]
fn the_approval_of_a_run_leaves_the_approved_sites() {
    let mut store = store("");
    let mut run = Run::new(&mut store, RunOptions::from_json(r#"{"approve":true}"#).unwrap());
    run.next(&mut store);
    run.planned(&mut store, Some(&["a"])).unwrap();
    run.next(&mut store);
    approve(&mut store, &["shop.example"]);
    run.approved(&mut store, None).unwrap();
    assert!(store.allows(SHOP));
}
