// The extension in Chromium, beside the shop of the demo: both built and served as a user has them.

import assert from "node:assert/strict";
import { join } from "node:path";
import { loadExtension, troublesOf } from "../../www/browsers/playwright.mjs";
import { extensionFolder } from "../../www/built.mjs";
import { stopWorker } from "../tools/extension.mjs";
import { listenForLoss } from "../tools/lost-link.mjs";

/**
 * Loads the built extension, which may work on pages of these addresses. Returns `openPanel(page,
 * options)`, which opens the panel for the tab of a page; `openPage(address)`; `stopWorker(panel)`,
 * which ends the worker as the browser does, and waits until the panel has heard of it; `troubles`,
 * what the extension's pages reported; and `close()`. `args` are more of Chromium's, `options` of
 * the context.
 */
export async function openChromium(addresses, args = [], options = {}) {
	const {
		context,
		address: at,
		close,
	} = await loadExtension(join(extensionFolder, "chromium"), args, {
		viewport: { width: 1000, height: 800 },
		...options,
	});
	const troubles = [];
	const open = async (address) => {
		const page = await context.newPage();
		troublesOf(page, ["error"], troubles);
		await page.goto(address);
		return page;
	};
	/** Runs a function in a page of the extension. */
	const inOptions = async (act, given) => {
		const page = await context.newPage();
		await page.goto(at("options.html"));
		const found = await page.evaluate(act, given);
		await page.close();
		return found;
	};
	try {
		const origins = addresses.map((site) => {
			const { protocol, hostname } = new URL(site);
			return `${protocol}//${hostname}/*`;
		});
		// What the person has agreed to before, the browser does not ask again. (Its question is a
		// window that nothing here can press.)
		const granting = await context.newPage();
		await granting.goto("chrome://extensions");
		await granting.evaluate(
			([id, origins]) =>
				Promise.all(
					origins.map((one) =>
						chrome.developerPrivate.addHostPermission(id, one),
					),
				),
			[new URL(at("")).host, origins],
		);
		await granting.goto(at("options.html"));
		await granting.evaluate((origins) => {
			window.granted = new Promise((resolve) =>
				addEventListener("click", () =>
					resolve(chrome.permissions.request({ origins })),
				),
			);
		}, origins);
		await granting.locator("h1").click();
		assert.equal(await granting.evaluate("granted"), true);
		await granting.close();
		return {
			context,
			troubles,
			at,
			open,
			close,
			async openPanel(page) {
				const tab = await inOptions(
					async (url) =>
						(await chrome.tabs.query({})).find((tab) => tab.url === url)?.id,
					page.url(),
				);
				const panel = await open(at(`panel.html?tab=${tab}`));
				await panel.locator("html[data-ready]").waitFor();
				return panel;
			},
			/** Sets the options as the options page stores them. */
			setOptions: (settings, key = "") =>
				inOptions(
					([settings, key]) =>
						Promise.all([
							chrome.storage.local.set({ settings }),
							chrome.storage.session.set({ key }),
						]),
					[settings, key],
				),
			async stopWorker(panel) {
				const hearLoss = await listenForLoss(
					panel,
					() => document.getElementById("list").list,
				);
				const session = await context.newCDPSession(panel);
				await stopWorker(session);
				await hearLoss();
				await session.detach();
			},
		};
	} catch (error) {
		await close();
		throw error;
	}
}
