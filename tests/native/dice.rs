//! What the random tests share: the dice, and the word that tells todos apart.

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

/// The word that identifies a todo in its text.
pub(crate) fn word(content: &str) -> &str {
    content.split(' ').next().unwrap()
}
