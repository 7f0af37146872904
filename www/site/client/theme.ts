// Loaded before the page is drawn, so that it appears at once in the colours that the reader chose.

import { followTheme } from "../../src/theme.ts";

followTheme();
// What only a script can do is not shown without one.
document.documentElement.classList.add("has-script");
