//! What the random tests share: the dice, the seeds, the word that tells todos apart, and which statuses a dialect tells apart.

use std::sync::atomic::{AtomicUsize, Ordering};

use agent_todos::{Dialect, Status};

/// A random number generator that repeats itself from the same seed.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }

    pub(crate) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// Runs a random test once for each of its seeds, on every core: as many as the environment variable says, else as usual, from
/// FIRST on. Returns what is not `None`, in the order of the seeds, and how many there were.
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
pub(crate) fn word(content: &str) -> &str {
    content.split(' ').next().unwrap()
}

/// Whether a model that speaks a dialect takes one status for another: most say of what was given up that it is completed.
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
