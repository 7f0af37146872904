// The test opens the browser.

import { defineWebExtConfig } from "wxt";

export default defineWebExtConfig({ disabled: true });
