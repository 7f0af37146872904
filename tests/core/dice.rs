//! What the random tests share: the dice, the seeds, the word that tells todos apart, and which
//! statuses a dialect tells apart.

use std::sync::atomic::{AtomicUsize, Ordering};

use agent_todos::{Dialect, Status};

/// A random number generator that repeats itself from the same seed. What it drew can be played
/// again, in full or in part.
pub(crate) struct Dice {
    state: u64,
    drawn: Vec<usize>,
    played: Option<std::vec::IntoIter<usize>>,
}

impl Dice {
    pub(crate) fn new(state: u64) -> Self {
        Self { state, drawn: Vec::new(), played: None }
    }

    /// As [`Dice::new`], from the number of a history.
    pub(crate) fn of_seed(seed: usize) -> Self {
        let mut dice = Self::new(0x9e37_79b9_7f4a_7c15 ^ ((seed as u64 + 1) * 0x1234_5679));
        (0..9).for_each(|_| {
            dice.next(9);
        });
        dice
    }

    /// Draws these numbers, and zeros after them.
    pub(crate) fn again(numbers: Vec<usize>) -> Self {
        Self { state: 0, drawn: Vec::new(), played: Some(numbers.into_iter()) }
    }

    /// What it has drawn so far.
    pub(crate) fn drawn(&self) -> &[usize] {
        &self.drawn
    }

    /// Whether all that it plays again has been drawn.
    pub(crate) fn is_over(&self) -> bool {
        self.played.as_ref().is_some_and(|numbers| numbers.as_slice().is_empty())
    }

    fn next(&mut self, limit: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state % limit.max(1) as u64) as usize
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let number = match &mut self.played {
            Some(numbers) => numbers.next().unwrap_or(0) % limit.max(1),
            None => self.next(limit),
        };
        self.drawn.push(number);
        number
    }

    pub(crate) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// Leaves out of what a failed test drew whatever it fails without: halves, then quarters, and at
/// last single numbers. `fails` runs the test with these numbers. Returns the last failure, if any
/// shorter one was found.
pub(crate) fn shrink<T>(
    mut drawn: Vec<usize>,
    fails: impl Fn(Vec<usize>) -> Option<T>,
) -> Option<T> {
    let mut what = None;
    let mut size = drawn.len() / 2;
    while size > 0 {
        let mut from = 0;
        while from < drawn.len() {
            let mut fewer = drawn.clone();
            fewer.drain(from..drawn.len().min(from + size));
            match fails(fewer.clone()) {
                Some(failure) => (drawn, what) = (fewer, Some(failure)),
                None => from += size,
            }
        }
        size /= 2;
    }
    what
}

/// Runs a random test once for each of its seeds, on every core: as many as the environment
/// variable says, else as usual, from FIRST on. Returns what is not `None`, in the order of the
/// seeds, and how many there were.
pub(crate) fn each_seed<T: Send>(
    variable: &str,
    usual: usize,
    run: impl Fn(usize) -> Option<T> + Sync,
) -> (Vec<T>, usize) {
    let number =
        |name: &str| std::env::var(name).ok().map(|text: String| text.parse::<usize>().unwrap());
    let (first, count) = (number("FIRST").unwrap_or(0), number(variable).unwrap_or(usual));
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(first);
    let work = || {
        let mut found = vec![];
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= first + count {
                return found;
            }
            found.extend(run(seed).map(|result| (seed, result)));
        }
    };
    let mut found: Vec<(usize, T)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    found.sort_by_key(|(seed, _)| *seed);
    (found.into_iter().map(|(_, result)| result).collect(), count)
}

/// The word that identifies a todo in its text.
pub(crate) fn random_word(content: &str) -> &str {
    content.split(' ').next().unwrap()
}

/// Whether a model that speaks a dialect takes one status for another: most say of what was given
/// up that it is completed.
pub(crate) fn sound_the_same(dialect: Dialect, one: Status, other: Status) -> bool {
    let says_given_up = [
        Dialect::TodoManager,
        Dialect::XmlCall,
        Dialect::Merge,
        Dialect::CursorTodoWrite,
        Dialect::WriteTodos,
        Dialect::Todowrite,
    ];
    one == other || one.is_settled() && other.is_settled() && !says_given_up.contains(&dialect)
}
