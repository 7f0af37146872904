//! `words!`: an enum whose variants have words, which programs, checkpoints and JavaScript use.

/// Defines an enum with a word for each variant: `ALL` has the variants, `WORDS` has them with
/// their words, and there are `word()` and `from_word()`.
macro_rules! words {
    (
        $(#[$of_type:meta])*
        pub enum $Type:ident {
            $($(#[$of_variant:meta])* $Variant:ident = $word:literal,)+
        }
    ) => {
        $(#[$of_type])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
        pub enum $Type {
            $(
                $(#[$of_variant])*
                #[serde(rename = $word)]
                $Variant,
            )+
        }

        #[allow(dead_code, reason = "none needs all of them")]
        impl $Type {
            /// Every variant.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$Variant),+];

            /// Every word, with the variant that it means.
            pub(crate) const WORDS: [(&'static str, Self); Self::ALL.len()] =
                [$(($word, Self::$Variant)),+];

            /// Returns the word for this variant.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$Variant => $word,)+
                }
            }

            /// Finds the variant with exactly this word.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|known| known.word() == word)
            }
        }
    };
}

pub(crate) use words;
