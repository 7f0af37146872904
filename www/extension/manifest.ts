// The manifest: of one extension, in the words of each browser. Neither knows all of the other's,
// and a store's linter complains of what its browser does not know.

export type BrowserName = "chromium" | "firefox";

const shared = {
	manifest_version: 3,
	name: "agent-todos sample",
	version: "1.0.0",
	description:
		"An agent works on the page that you show it, and you see and change its todo list.",
	icons: {
		16: "icons/16.png",
		32: "icons/32.png",
		48: "icons/48.png",
		128: "icons/128.png",
	},
	permissions: ["activeTab", "alarms", "notifications", "scripting", "storage"],
	// Asked for one by one: the site on which the agent works, and the endpoint of the model.
	optional_host_permissions: ["https://*/*", "http://*/*"],
	action: {
		default_title: "Work on this page",
		default_icon: { 16: "icons/16.png", 32: "icons/32.png" },
	},
	options_ui: { page: "options.html", open_in_tab: true },
	content_security_policy: {
		extension_pages: "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'",
	},
};

export function manifestFor(browser: BrowserName): object {
	switch (browser) {
		case "chromium":
			return {
				...shared,
				minimum_chrome_version: "123",
				permissions: [...shared.permissions, "sidePanel"],
				side_panel: { default_path: "panel.html" },
				background: { service_worker: "worker.js", type: "module" },
			};
		case "firefox":
			return {
				...shared,
				sidebar_action: {
					default_panel: "panel.html",
					default_title: shared.name,
					default_icon: shared.action.default_icon,
					open_at_install: false,
				},
				background: { scripts: ["worker.js"], type: "module" },
				browser_specific_settings: {
					gecko: {
						id: "sample@agent-todos.example",
						strict_min_version: "142.0",
						// The text of the page goes to the model that the person chose.
						data_collection_permissions: { required: ["websiteContent"] },
					},
				},
			};
	}
}
