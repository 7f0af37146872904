// An extension with a panel as a temporary add-on in Firefox, driven by WebDriver. WebDriver may
// not go to an extension's page by itself, so the browser's own code opens it, and stops the
// background page, which the browser does after thirty idle seconds.

import { Context } from "selenium-webdriver/firefox.js";
import { open, runAsync } from "../tools/webdriver.mjs";

/**
 * `title` is that of its panel.html. Returns `openPanel()`, which opens one more panel and returns
 * its `run(body, ...args)`: runs the body of an async function in it; `stopBackground()`, which
 * resolves when it has ended; and `close()`.
 */
export async function openFirefox(extension, title = "agent-todos sample") {
	const { client, close } = await open("firefox", "about:blank");
	const inBrowser = async (body, ...args) => {
		await client.setContext(Context.CHROME);
		try {
			return await runAsync(
				client,
				`const { extension } = WebExtensionPolicy.getByID("${id}"); ${body}`,
				...args,
			);
		} finally {
			await client.setContext(Context.CONTENT);
		}
	};
	const handles = () => client.getAllWindowHandles();
	let id;
	try {
		id = await client.installAddon(extension, true);
	} catch (error) {
		await close();
		throw error;
	}
	return {
		client,
		close,
		/**
		 * Runs the body of an async function in the browser's own code, which has the extension as
		 * `extension`.
		 */
		inBrowser,
		stopBackground: () => inBrowser("await extension.terminateBackground();"),
		/** `query` is what follows in its address. */
		async openPanel(query = "") {
			const before = await handles();
			await inBrowser(`
        const { gBrowser } = Services.wm.getMostRecentWindow("navigator:browser");
        const tab = gBrowser.addTab(extension.baseURL + "panel.html" + ${JSON.stringify(query)}, { triggeringPrincipal: extension.principal });
        gBrowser.selectedTab = tab;
        while (tab.label !== ${JSON.stringify(title)} || tab.hasAttribute("busy")) await new Promise((go) => setTimeout(go, 20));`);
			const handle = (await handles()).find(
				(handle) => !before.includes(handle),
			);
			return {
				async run(body, ...args) {
					await client.switchTo().window(handle);
					return runAsync(client, body, ...args);
				},
			};
		},
	};
}
