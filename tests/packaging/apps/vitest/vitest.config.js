// Nothing here is for the package. fake-indexeddb stands in where there is no browser.

import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";

const outside = { setupFiles: ["fake-indexeddb/auto"] };
const provider = playwright({
	launchOptions: JSON.parse(process.env.LAUNCH_OPTIONS),
});

export default defineConfig({
	test: {
		projects: [
			{ test: { name: "node", ...outside } },
			{ test: { name: "happy-dom", environment: "happy-dom", ...outside } },
			{
				test: {
					name: "chromium",
					browser: {
						enabled: true,
						headless: true,
						screenshotFailures: false,
						provider,
						instances: [{ browser: "chromium" }],
					},
				},
			},
		],
	},
});
