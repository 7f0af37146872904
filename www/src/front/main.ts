// The front page. What the reader has not asked for is not loaded: neither WebAssembly nor the shop
// nor the agent.

import { byId } from "../element";
import { setUpTheme } from "../theme";
import type { ComparisonName } from "./comparison";
import { setUpStage } from "./stage";
import { setUpTabs } from "./tabs";

const button = (id: string) => byId(id, HTMLButtonElement);

setUpTheme(button("theme"));

setUpStage(byId("stage", HTMLElement), button("play"));

for (const copy of document.querySelectorAll(".copy"))
	copy.addEventListener("click", async () => {
		const command = copy.parentElement?.querySelector(".command");
		if (!command) return;
		let says = "Copied";
		try {
			await navigator.clipboard.writeText(command.textContent ?? "");
		} catch {
			// A page without a secure origin may not: then the reader copies what is selected.
			getSelection()?.selectAllChildren(command);
			says = "Selected";
		}
		copy.textContent = says;
		setTimeout(() => {
			copy.textContent = "Copy";
		}, 2000);
	});

for (const list of document.querySelectorAll<HTMLElement>("[role=tablist]"))
	setUpTabs(list, ({ dataset }) => {
		if (dataset.guide) byId("guide", HTMLAnchorElement).href = dataset.guide;
	});

// The headings are ticked as they are reached.
const reached = new IntersectionObserver(
	(entries) => {
		for (const { isIntersecting, target } of entries) {
			if (!isIntersecting) continue;
			target.classList.add("is-seen");
			reached.unobserve(target);
		}
	},
	{ rootMargin: "0px 0px -35% 0px" },
);
for (const heading of document.querySelectorAll("main h2:not(.not)"))
	reached.observe(heading);

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

/** Opens the agent in its card, with its top at the window's. */
function openAgent(): void {
	byId("opened", HTMLElement).hidden = false;
	byId("demo", HTMLElement).scrollIntoView({ block: "start" });
}

button("run").addEventListener("click", async () => {
	if (document.body.dataset.state === "idle") openAgent();
	(await theAgent())?.press();
});
button("choose").addEventListener("click", () => {
	openAgent();
	const options = byId("options", HTMLDetailsElement);
	options.open = true;
	options.querySelector("summary")?.focus({ preventScroll: true });
	void theAgent();
});
byId("inside", HTMLDetailsElement).addEventListener(
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
			// A button loses the focus when it is disabled. Who went on with Tab keeps theirs.
			if (document.activeElement === document.body)
				start.focus({ preventScroll: true });
		}
	});
}
