// `npm run pictures`: writes the picture of the README, the element in the middle of a task.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../pkg-template/build/places.mjs";
import { pages } from "./chromium.mjs";

const folder = join(root, "www", "pictures");
mkdirSync(folder, { recursive: true });
const chromium = await pages();
const page = await chromium.open({
	viewport: { width: 640, height: 600 },
	deviceScaleFactor: 2,
	colorScheme: "light",
});
await page.evaluate(() => {
	const element = globalThis.show([]);
	const { store, todos } = globalThis;
	const conversation = new todos.Conversation(store);
	const [manager] = conversation.tools;
	const add = (...contents) =>
		manager.call({
			action: "add_multiple",
			todos: contents.map((content) => ({ content })),
			ids: [],
		});
	add("Open the shop", "Compare three kettles", "Look for a coupon", "Pay");
	element.conversation = conversation;
	element.showNotes(
		manager.call({ action: "complete_multiple", todos: [], ids: ["1"] }),
	);
	const person = store.as("user");
	person.skip(3, "none of them is worth it");
	conversation.reminder();
	person.edit(4, { content: "Pay by card, not by invoice" });
	store.as("model").markDoing(2);
	add("Write down what it cost");
});
await page.locator(".receipt:visible").first().waitFor();
const path = join(folder, "list.png");
await page.locator("agent-todos").screenshot({ path });
await chromium.close();
console.log(path);
