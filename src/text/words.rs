//! `words!`: an enum each of whose variants has a word, by which programs, checkpoints and JavaScript know it.

/// Makes an enum with its words: every variant in `ALL`, each with its word in `WORDS`, `word()` and `from_word()`.
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
            /// Every one.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$Variant),+];

            /// Every word, with what it means.
            pub(crate) const WORDS: [(&'static str, Self); Self::ALL.len()] =
                [$(($word, Self::$Variant)),+];

            /// The word for it.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$Variant => $word,)+
                }
            }

            /// Reads the word back; nothing else.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|known| known.word() == word)
            }
        }
    };
}

pub(crate) use words;
