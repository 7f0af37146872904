// The sample extension as a temporary add-on in Firefox, driven by WebDriver. WebDriver may not go to an extension's page by
// itself, so the browser's own code opens it, and stops the background page, which the browser does after thirty idle seconds.

import { open } from "../package/webdriver.mjs";

/**
 * Gives `openPanel()`, which opens one more panel and gives its `run(body, ...args)`: runs the body of an async function in it;
 * `stopBackground()`, which resolves when it has ended; and `close()`.
 */
export async function openFirefox(extension) {
	const browser = await open("firefox", "about:blank", [
		"--allow-system-access",
	]);
	const execute = async (body, args) => {
		const script = `const [given, done] = [[...arguments].slice(0, -1), arguments[arguments.length - 1]];
      (async (...args) => { ${body} })(...given).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
		const { value, error } = await browser.command("POST", "/execute/async", {
			script,
			args,
		});
		if (error !== undefined) throw new Error(error);
		return value;
	};
	const inBrowser = async (body, ...args) => {
		await browser.command("POST", "/moz/context", { context: "chrome" });
		try {
			return await execute(
				`const { extension } = WebExtensionPolicy.getByID("${id}"); ${body}`,
				args,
			);
		} finally {
			await browser.command("POST", "/moz/context", { context: "content" });
		}
	};
	const handles = () => browser.command("GET", "/window/handles");
	let id;
	try {
		id = await browser.command("POST", "/moz/addon/install", {
			path: extension,
			temporary: true,
		});
	} catch (error) {
		await browser.close();
		throw error;
	}
	return {
		close: browser.close,
		stopBackground: () => inBrowser("await extension.terminateBackground();"),
		async openPanel() {
			const before = await handles();
			await inBrowser(`
        const { gBrowser } = Services.wm.getMostRecentWindow("navigator:browser");
        const tab = gBrowser.addTab(extension.baseURL + "panel.html", { triggeringPrincipal: extension.principal });
        gBrowser.selectedTab = tab;
        while (tab.label !== "agent-todos sample" || tab.hasAttribute("busy")) await new Promise((go) => setTimeout(go, 20));`);
			const handle = (await handles()).find(
				(handle) => !before.includes(handle),
			);
			return {
				async run(body, ...args) {
					await browser.command("POST", "/window", { handle });
					return execute(body, args);
				},
			};
		},
	};
}
