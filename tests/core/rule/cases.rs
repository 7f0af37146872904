//! The cases of the one rule. To add one, copy a row. What `act` in `tests/core/scene.rs` knows
//! to do is what an act may say.

use crate::scene::{ASKS, TWO};

/// A row of the table of decisions that hold against a model or an agent. Two more can only be
/// asked for by a whole list, so they are in `lists.rs`: what a person removed stays off it, and
/// open todos stay where drops are kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Row {
    /// What anybody else changed since the writer read the list.
    Since,
    /// A state that a person settled, and the content that it was settled with.
    Settled,
    /// A text, blockers or a parent that a person set.
    Text,
    /// A wait, against those who did not ask.
    Wait,
    /// The presence of an open todo that a person wants, or that is to be confirmed.
    Presence,
    /// What another owner has in progress, or is assigned.
    Owner,
}

/// A decision that holds.
pub(super) struct Case {
    pub(super) row: Row,
    /// The list that everybody has in front of them.
    pub(super) list: &'static str,
    /// Who decides what then, in this order: "user: skip 1". Of several names, each decides it in
    /// a history of its own.
    pub(super) decided: &'static [&'static str],
    /// The list of today, which stays.
    pub(super) stays: &'static str,
    /// What a model or a run asks for, and what the list is once nothing holds that any more.
    pub(super) asks: &'static [(&'static str, &'static str)],
    /// Who ends it, and how, each in a history of its own. What anybody changed since holds until
    /// the writer's next turn instead.
    pub(super) until: &'static [&'static str],
}

pub(super) const CASES: &[Case] = &[
    // What anybody else changed since.
    Case {
        row: Row::Since,
        list: "a, b",
        decided: &["host model agent ann: word 1: a of mine"],
        stays: "a of mine, b",
        asks: &[("word 1: x", "x, b"), ("complete 1", "a of mine done, b"), ("remove 1", "b")],
        until: &[],
    },
    Case {
        row: Row::Since,
        list: "a, b",
        decided: &["host model agent ann: describe 1: mine"],
        stays: "a (mine), b",
        asks: &[("describe 1: x", "a (x), b"), ("remove 1", "b")],
        until: &[],
    },
    Case {
        row: Row::Since,
        list: "a, b",
        decided: &["host model agent ann: rank 1: high"],
        stays: "a high, b",
        asks: &[("rank 1: low", "a low, b"), ("remove 1", "b")],
        until: &[],
    },
    Case {
        row: Row::Since,
        list: "a, b",
        decided: &["host model agent ann: complete 1"],
        stays: "a done, b",
        asks: &[("start 1", "a doing, b"), ("skip 1", "a skipped, b"), ("remove 1", "b")],
        until: &[],
    },
    Case {
        row: Row::Since,
        list: "a, b",
        decided: &["host model agent ann: skip 1: no time"],
        stays: "a skipped because no time, b",
        asks: &[("start 1", "a doing, b"), ("complete 1", "a done, b"), ("remove 1", "b")],
        until: &[],
    },
    Case {
        row: Row::Since,
        list: "a doing, b",
        decided: &["host model agent: reopen 1: not yet"],
        stays: "a because not yet, b",
        asks: &[("complete 1", "a done, b"), ("start 1", "a doing, b")],
        until: &[],
    },
    Case {
        row: Row::Since,
        list: "a, b",
        decided: &["host model agent: start 1"],
        stays: "a doing, b",
        asks: &[("skip 1", "a skipped, b"), ("remove 1", "b")],
        until: &[],
    },
    // The text of a claim, which is of its text.
    Case {
        row: Row::Since,
        list: "a, b",
        decided: &["host: ask 1: yes", "host: rank 2: high", "bob: complete 1"],
        stays: "a doing claimed, b high",
        asks: &[("word 1: x", "x, b high")],
        until: &[],
    },
    // Who begins it again is its owner.
    Case {
        row: Row::Since,
        list: "a, b",
        decided: &["ann: start 1; complete 1"],
        stays: "a done @ann, b",
        asks: &[("start 1", "a doing, b")],
        until: &[],
    },
    // What a person settled.
    Case {
        row: Row::Settled,
        list: "a, b",
        decided: &["user: complete 1"],
        stays: "a done, b",
        asks: &[
            ("start 1", "a doing, b"),
            ("reopen 1", "a, b"),
            ("skip 1", "a skipped, b"),
            ("word 1: x", "x, b"),
        ],
        until: &["user host: reopen 1"],
    },
    Case {
        row: Row::Settled,
        list: "a, b",
        decided: &["user: skip 1: one is enough"],
        stays: "a skipped because one is enough, b",
        asks: &[
            ("start 1", "a doing, b"),
            ("reopen 1", "a, b"),
            ("complete 1", "a done, b"),
            ("skip 1: no time", "a skipped because no time, b"),
            ("word 1: x", "x, b"),
        ],
        until: &["user host: reopen 1"],
    },
    Case {
        row: Row::Settled,
        list: "a, b",
        decided: &["host: complete 1", "user: complete 1"],
        stays: "a done, b",
        asks: &[("start 1", "a doing, b")],
        until: &["user host: reopen 1"],
    },
    // What a person wrote.
    Case {
        row: Row::Text,
        list: "a, b",
        decided: &["user: word 1: mine"],
        stays: "mine, b",
        asks: &[("word 1: x", "x, b")],
        until: &["host: word 1: other"],
    },
    // An approval is of the text.
    Case {
        row: Row::Text,
        list: "a",
        decided: &["user: approve"],
        stays: "a approved",
        asks: &[("word 1: x", "x")],
        until: &["host: word 1: other"],
    },
    Case {
        row: Row::Text,
        list: "a, b",
        decided: &["user: describe 1: mine"],
        stays: "a (mine), b",
        asks: &[("describe 1: x", "a (x), b")],
        until: &["host: describe 1: other"],
    },
    Case {
        row: Row::Text,
        list: "a, b",
        decided: &["user: rank 1: high"],
        stays: "a high, b",
        asks: &[("rank 1: low", "a low, b")],
        until: &["host: rank 1: medium"],
    },
    Case {
        row: Row::Text,
        list: "a, b, c",
        decided: &["user: rank 3: high; block 1 by 2"],
        stays: "a after b, b, c high",
        asks: &[("free 1", "a, b, c high"), ("block 1 by 3", "a after c, b, c high")],
        until: &["host: block 1 by 2+3"],
    },
    // Those who add a blocker have not decided the others.
    Case {
        row: Row::Text,
        list: "a, b, c",
        decided: &["user: block 1 by 2", "model ann agent: block 1 by 2+3"],
        stays: "a after b+c, b, c",
        asks: &[("free 1", "a, b, c")],
        until: &["host: block 1 by 3"],
    },
    Case {
        row: Row::Text,
        list: "a, b, c",
        decided: &["user: put 3 under 1"],
        stays: "a, c under a, b",
        asks: &[("put 2 under 0", "a, c, b"), ("put 2 under 3", "a, b, c under b")],
        until: &["host: put 2 under 0"],
    },
    // That a todo is under no other is a person's decision where they took it away from one.
    Case {
        row: Row::Text,
        list: "a, b",
        decided: &["user: put 2 under 1; put 2 under 0"],
        stays: "a, b",
        asks: &[("put 2 under 1", "a, b under a")],
        until: &["host: put 2 under 1; put 2 under 0"],
    },
    // A wait.
    Case {
        row: Row::Wait,
        list: "a, b",
        decided: &["user host ann agent: wait 1: Which?"],
        stays: "a waits, b",
        asks: &[("start 1", "a doing, b"), ("complete 1", "a done, b"), ("skip 1", "a skipped, b")],
        until: &["user: answer 1: ", "user host: reopen 1"],
    },
    // A person who asks the same takes the question over.
    Case {
        row: Row::Wait,
        list: "a, b",
        decided: &["model ann: wait 1: Which?", "user: wait 1: Which?"],
        stays: "a waits, b",
        asks: &[("start 1", "a doing, b"), ("complete 1", "a done, b"), ("skip 1", "a skipped, b")],
        until: &["user: answer 1: "],
    },
    // What a person wants on the list, or what is to be confirmed.
    Case {
        row: Row::Presence,
        list: "a, b",
        decided: &["user: add: mine"],
        stays: "a, b, mine",
        asks: &[("remove 3", "a, b")],
        until: &["host: complete 3"],
    },
    Case {
        row: Row::Presence,
        list: "a, b",
        decided: &["user: word 1: a of mine; word 1: a"],
        stays: "a, b",
        asks: &[("remove 1", "b")],
        until: &["host: complete 1"],
    },
    Case {
        row: Row::Presence,
        list: "a",
        decided: &["user: approve"],
        stays: "a approved",
        asks: &[("remove 1", "")],
        until: &["host: complete 1"],
    },
    Case {
        row: Row::Presence,
        list: "a, b",
        decided: &["user host: ask 1: yes"],
        stays: "a, b",
        asks: &[("remove 1", "b")],
        until: &["host: complete 1"],
    },
    Case {
        row: Row::Presence,
        list: "a, b",
        decided: &["host: ask 1: yes", "ann: start 1; complete 1"],
        stays: "a doing claimed @ann, b",
        asks: &[("remove 1", "b")],
        until: &["user host: complete 1"],
    },
    // What another owner has.
    Case {
        row: Row::Owner,
        list: "a, b",
        decided: &["ann: start 1"],
        stays: "a doing @ann, b",
        asks: &[
            ("start 1", "a doing, b"),
            ("complete 1", "a done, b"),
            ("skip 1", "a skipped, b"),
            ("word 1: x", "x, b"),
            ("describe 1: x", "a (x), b"),
            ("rank 1: low", "a low, b"),
            ("remove 1", "b"),
            ("give 1: lead", "a @lead, b"),
        ],
        until: &["ann user host: reopen 1"],
    },
    Case {
        row: Row::Owner,
        list: "a, b",
        decided: &["ann: start 1"],
        stays: "a doing @ann, b",
        asks: &[("reopen 1", "a, b")],
        until: &["ann: complete 1"],
    },
    Case {
        row: Row::Owner,
        list: "a, b",
        decided: &["lead: give 1: ann"],
        stays: "a @ann, b",
        asks: &[
            ("start 1", "a doing, b"),
            ("complete 1", "a done, b"),
            ("skip 1", "a skipped, b"),
            ("word 1: x", "x, b"),
            ("describe 1: x", "a (x), b"),
            ("remove 1", "b"),
        ],
        until: &["ann: start 1; reopen 1"],
    },
];

/// What others did, which does not hold against a call.
pub(super) struct Free {
    pub(super) options: &'static str,
    /// The name of the model that calls, or none.
    pub(super) name: &'static str,
    pub(super) list: &'static str,
    pub(super) others: &'static [&'static str],
    pub(super) asks: &'static str,
    pub(super) then: &'static str,
}

pub(super) const ONE: &str = "{}";

pub(super) const FREE: &[Free] = &[
    // Each owner has its own in progress, and what has no owner counts for nobody who has a name.
    Free {
        options: ONE,
        name: "bob",
        list: "a, b, c",
        others: &["ann: start 1"],
        asks: "start 2",
        then: "a doing @ann, b doing @bob, c",
    },
    Free {
        options: ONE,
        name: "bob",
        list: "a, b, c",
        others: &["ann: start 1", "user: rank 3: high"],
        asks: "start 2",
        then: "a doing @ann, b doing @bob, c high",
    },
    Free {
        options: ONE,
        name: "bob",
        list: "a, b, c",
        others: &["host user model agent: start 1"],
        asks: "start 2",
        then: "a doing, b doing @bob, c",
    },
    // Two may be in progress, though a person decided something.
    Free {
        options: TWO,
        name: "",
        list: "a doing, b, c",
        others: &["user: rank 3: high; describe 1: more"],
        asks: "start 2",
        then: "a doing (more), b doing, c high",
    },
    Free {
        options: TWO,
        name: "bob",
        list: "a, b, c, d",
        others: &["ann: start 1; start 2", "bob: start 3"],
        asks: "start 4",
        then: "a doing @ann, b doing @ann, c doing @bob, d doing @bob",
    },
    // "Done" of what is to be confirmed is a claim, until nobody asks to confirm it any more.
    Free {
        options: ONE,
        name: "",
        list: "a, b",
        others: &["user host: ask 1: yes"],
        asks: "complete 1",
        then: "a doing claimed, b",
    },
    Free {
        options: ONE,
        name: "",
        list: "a, b",
        others: &["user host: ask 1: yes", "user host: ask 1: no"],
        asks: "complete 1",
        then: "a done, b",
    },
    // A model may give up what a person approved, and the approval of that todo ends.
    Free {
        options: ONE,
        name: "",
        list: "a",
        others: &["user: approve"],
        asks: "skip 1",
        then: "a skipped",
    },
    // What is claimed is not in progress for anybody.
    Free {
        options: ASKS,
        name: "",
        list: "a doing, b, c",
        others: &["model: complete 1"],
        asks: "start 2",
        then: "a doing claimed, b doing, c",
    },
    // Who is to have a todo may begin it.
    Free {
        options: ONE,
        name: "ann",
        list: "a, b",
        others: &["lead: give 1: ann"],
        asks: "start 1",
        then: "a doing @ann, b",
    },
    // To skip again without a reason is as asked, and leaves the reason that there is.
    Free {
        options: ONE,
        name: "",
        list: "a, b",
        others: &["host: skip 1: no time"],
        asks: "skip 1",
        then: "a skipped because no time, b",
    },
    // What others finished is not in progress any more.
    Free {
        options: ONE,
        name: "",
        list: "a doing, b",
        others: &["host user agent: complete 1"],
        asks: "start 2",
        then: "a done, b doing",
    },
    // That somebody began a todo does not hold against "done".
    Free {
        options: ONE,
        name: "",
        list: "a, b",
        others: &["host user model agent: start 1"],
        asks: "complete 1",
        then: "a done, b",
    },
    // To leave open what somebody opened and gave to another is as asked.
    Free {
        options: ONE,
        name: "",
        list: "a doing, b",
        others: &["host: reopen 1", "lead: give 1: ann"],
        asks: "reopen 1",
        then: "a @ann, b",
    },
    // Nor does what somebody changed elsewhere.
    Free {
        options: ONE,
        name: "",
        list: "a, b",
        others: &["host model agent ann: word 2: x"],
        asks: "complete 1",
        then: "a done, x",
    },
];

/// What becomes of "a, b" where two change it, each in a tab of its own, whichever of them merges
/// what the other stored: what was decided before, what is decided in one tab, what is done in the
/// other (" | " stands between the acts of several), the merged list, and what is held against
/// models and runs then.
pub(super) const TABS: &[(&str, &str, &str, &str, &str)] = &[
    // What anybody else changed since.
    ("", "user host: word 1: x", "model: complete 1", "x, b", ""),
    ("", "user host: word 1: x", "model: remove 1", "x, b", ""),
    ("", "user host: rank 1: high", "model: remove 1", "a high, b", ""),
    ("", "user host: skip 1", "model: start 1", "a skipped, b", ""),
    ("", "user host: word 1: x", "model: word 1: y", "x, b", ""),
    ("", "user host: word 2: x", "model: complete 1", "a done, x", ""),
    ("", "user host: start 1", "model: complete 1", "a done, b", ""),
    // Of two others, the one that settled it.
    ("", "host: skip 1: no", "host: wait 1: Which?", "a skipped because no, b", ""),
    // What a person settled.
    ("host: complete 1", "user: complete 1", "model: reopen 1", "a done, b", "reopen 1"),
    ("", "user: complete 1", "model: skip 1: no", "a done, b", "reopen 1"),
    ("", "user: skip 1: no", "model: complete 1", "a skipped because no, b", "reopen 1"),
    ("", "user: complete 1", "model: word 1: x", "a done, b", "reopen 1"),
    ("", "user: complete 1", "model: start 1; word 1: x", "a done, b", "reopen 1"),
    ("user: complete 1", "user: reopen 1", "model: add: c", "a, b, c", ""),
    // What a person wrote, or asked to confirm.
    ("", "user: word 1: mine", "model: word 1: x", "mine, b", "word 1: x"),
    ("", "user: rank 1: high", "model: rank 1: low", "a high, b", "rank 1: low"),
    ("", "user: block 1 by 2", "model: add: c; block 1 by 3", "a after b+c, b, c", "free 1"),
    ("", "user host: ask 1: yes", "model: complete 1", "a doing claimed, b", "ask 1: no"),
    ("", "model: put 2 under 1 | user: put 2 under 0", "", "a, b", "put 2 under 1"),
    ("", "model: describe 1: x | user: describe 1: ", "", "a, b", "describe 1: x"),
    ("", "user: put 2 under 1", "model: add: c; put 2 under 3", "a, b under a, c", "put 2 under 0"),
    // What a person wants on the list, or took off it.
    ("", "user host: ask 1: yes", "model agent: remove 1", "a, b", "remove 1"),
    ("", "user: word 1: mine; word 1: a", "model agent: remove 1", "a, b", "remove 1"),
    ("", "user: approve", "model agent: remove 1", "a approved, b approved", "remove 1"),
    ("", "user: remove 1", "user host: add: c", "b, c", ""),
    ("", "user: remove 2", "model: complete 2", "a", ""),
    ("", "user: remove 2", "model: word 2: x", "a", ""),
    ("", "user: remove 2", "model: start 2", "a", ""),
    ("", "user: remove 2", "model: rank 2: high", "a", ""),
    ("", "user: remove 2", "model: remove 2", "a", ""),
    ("", "user: approve", "model: word 1: x", "a approved, b approved", "word 1: x"),
    ("", "user: approve", "model agent: skip 1", "a skipped, b approved", ""),
    ("", "user: approve", "user: skip 1", "a skipped approved, b approved", ""),
    ("user: approve", "model: add: c", "host: word 1: x", "x, b approved, c", ""),
    ("user: approve", "user: approve", "host: word 1: x", "x, b approved", ""),
    ("user: approve", "host: rank 2: low", "host: word 1: x; word 2: y", "x, y low", ""),
    ("user: approve", "host: rank 2: low", "user: undo", "a, b low", ""),
    ("", "user: approve", "host: word 1: x; word 2: y", "a approved, b approved", ""),
    // Of the todo that they approve, they have not decided the state again.
    ("user: start 1; abort", "user: approve", "model: start 1", "a doing approved, b approved", ""),
    // Whoever decides about it last besides, it stays the person's.
    (
        "",
        "user: approve | host: start 2",
        "model: remove 2",
        "a approved, b doing approved",
        "remove 2",
    ),
    // An answer, whatever a model did meanwhile.
    ("model: wait 1: Q", "user host: answer 1: A", "model: word 1: x", "x answered A, b", ""),
    ("model: wait 1: Q", "user host: answer 1: A", "model: start 2", "a answered A, b doing", ""),
    ("model: wait 1: Q", "user host: answer 1: A", "model: wait 1: P", "a answered A, b", ""),
    ("model: wait 1: Q", "user: answer 1: A | agent: start 1", "", "a doing answered A, b", ""),
    // What one tab alone decided does not hold against itself.
    ("host: complete 1", "model: word 1: x | user: complete 1", "", "x done, b", ""),
    // What another owner has.
    ("", "ann: start 1", "model: remove 1", "a doing @ann, b", "remove 1"),
    ("", "ann: start 1", "model: word 1: x", "a doing @ann, b", "word 1: x"),
    ("ann: start 1", "ann: describe 1: x", "model: add: c", "a doing @ann (x), b, c", "skip 1"),
    ("ann: start 1", "host: reopen 1", "model: add: c", "a, b, c", ""),
    ("ann: start 1", "host: abort | model: complete 1", "user: ask 1: no", "a done, b", ""),
];
