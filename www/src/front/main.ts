// The front page. What the reader has not asked for is not loaded: neither WebAssembly nor the shop nor the agent.

import { byId } from "../element";
import { setUpTheme } from "../theme";
import type { ComparisonName } from "./comparison";

const button = (id: string) => byId(id, HTMLButtonElement);

setUpTheme(button("theme"));

button("copy").addEventListener("click", async () => {
	const text = byId("install", HTMLElement).textContent ?? "";
	let says = "Copied";
	try {
		await navigator.clipboard.writeText(text);
	} catch {
		// A page without a secure origin may not: then the reader copies what is selected.
		getSelection()?.selectAllChildren(byId("install", HTMLElement));
		says = "Selected";
	}
	button("copy").textContent = says;
	setTimeout(() => {
		button("copy").textContent = "Copy";
	}, 2000);
});

function fail(error: unknown): void {
	const failure = byId("failure", HTMLElement);
	failure.textContent = `agent-todos could not be loaded. ${error instanceof Error ? error.message : String(error)}`;
	failure.hidden = false;
}

/** Loads the agent once; again after a failure. */
let agent: ReturnType<typeof loadAgent> | undefined;
async function loadAgent() {
	const { setUpAgent } = await import("../agent/main");
	return setUpAgent();
}
async function theAgent() {
	try {
		agent ??= loadAgent();
		return await agent;
	} catch (error) {
		agent = undefined;
		fail(error);
		return undefined;
	}
}

button("run").addEventListener("click", async () => {
	(await theAgent())?.press();
});
for (const id of ["options", "inside"])
	byId(id, HTMLDetailsElement).addEventListener(
		"toggle",
		() => void theAgent(),
		{ once: true },
	);

byId("plain-source", HTMLDetailsElement).addEventListener(
	"toggle",
	async () => {
		const { default: source } = await import("./plain-list?raw");
		byId("plain-code", HTMLElement).textContent = source;
	},
	{ once: true },
);

for (const article of document.querySelectorAll<HTMLElement>(".comparison")) {
	const start = article.querySelector("button");
	start?.addEventListener("click", async () => {
		start.disabled = true;
		try {
			const { compare } = await import("./comparison");
			await compare(article, article.id as ComparisonName);
		} catch (error) {
			fail(error);
		} finally {
			start.disabled = false;
			start.focus({ preventScroll: true });
		}
	});
}
