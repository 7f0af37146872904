// Imported by the tests that run rustfmt or clippy: needs.mjs has them installed, and cargo is on
// the PATH.

import "../../pkg-template/build/command.mjs";
