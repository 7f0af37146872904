// A tab as the agent's browser. What is done in the page the script there does (page.ts), which is
// put into each page once more: it goes with the page that it is in.

import { sleep } from "../src/agent/abortable";
import type { Browser } from "../src/agent/browser-tools";
import { addressOf, BrowserError, PageError } from "../src/agent/page-acts";
import type { Sites } from "./allowed";
import { checkAddress, checkPage } from "./allowed";
import type { PageAnswer, PageRequest } from "./messages";

/** How long after a click a page may think of leaving by itself, in milliseconds. */
const leaveDelayMs = 150;
/** How often the browser is asked whether a page has loaded, in milliseconds. */
const pollMs = 50;
/** How long a page may load or be busy, in milliseconds. */
const loadTimeoutMs = 20_000;

/** The page left before it answered. */
class PageLeft extends BrowserError {
	constructor() {
		super("another page is there now: read it first");
	}
}

export class TabBrowser implements Browser {
	/** The address of the page on which the agent acted last. */
	#last: string | undefined;

	constructor(
		private readonly id: number,
		/** Where the agent may act: asked before each act, as the person may take that back. */
		private readonly sites: Sites,
		/** How long the element that is acted on is shown before, in milliseconds. */
		private readonly pace: () => number,
		/**
		 * Rejects if the agent must not use what is called so. `read` resolves with the text of the
		 * page.
		 */
		private readonly guard: (
			what: string,
			read: () => Promise<string>,
		) => Promise<void>,
	) {}

	async read(signal: AbortSignal) {
		await this.#ready(signal);
		return (await this.#ask({ do: "read" }, signal)) as {
			text: string;
			alerts: string[];
		};
	}

	async open(address: string, signal: AbortSignal): Promise<string> {
		const url = addressOf(address, (await this.#tab()).url);
		checkAddress(this.sites, url);
		signal.throwIfAborted();
		await chrome.tabs.update(this.id, { url: url.href });
		await this.#settled(signal);
		return url.href;
	}

	async click(place: number, signal: AbortSignal): Promise<string> {
		const what = await this.#show(place, signal);
		await this.#check(what, signal);
		await this.#ask({ do: "click", place }, signal);
		await this.#settled(signal);
		return what;
	}

	async type(
		place: number,
		text: string,
		signal: AbortSignal,
	): Promise<string> {
		const what = await this.#show(place, signal);
		await this.#ask({ do: "type", place, text }, signal);
		return what;
	}

	async select(
		place: number,
		option: string,
		signal: AbortSignal,
	): Promise<string> {
		const what = await this.#show(place, signal);
		await this.#ask({ do: "select", place, option }, signal);
		await this.#settled(signal);
		return what;
	}

	readonly tab = {
		scroll: async (down: boolean, signal: AbortSignal) => {
			await this.#ask({ do: "scroll", down }, signal);
			await this.#settled(signal);
		},
		back: async (signal: AbortSignal) => {
			const { url = "" } = await this.#tab();
			signal.throwIfAborted();
			if (this.sites.allows(url) || this.#last === undefined)
				await this.#ask({ do: "back" }, signal);
			// No script goes into a page on which the agent may not act.
			else await chrome.tabs.update(this.id, { url: this.#last });
			await this.#settled(signal);
		},
		callTool: async (name: string, input: string, signal: AbortSignal) => {
			await this.#check(`tool ${name.replace(/[_-]/g, " ")}`, signal);
			const answer = await this.#ask({ do: "call", name, input }, signal);
			await this.#settled(signal);
			return String(answer);
		},
	};

	rest(): void {
		// The page may be gone.
		void this.#rest().catch(() => {});
	}

	async #rest(): Promise<void> {
		const { url = "" } = await this.#tab();
		if (this.sites.allows(url)) await this.#send({ do: "rest" }, url);
	}

	#check(what: string, signal: AbortSignal): Promise<void> {
		return this.guard(what, async () => (await this.read(signal)).text);
	}

	async #show(place: number, signal: AbortSignal): Promise<string> {
		const what = await this.#ask({ do: "show", place }, signal);
		if (this.pace() > 0) await sleep(this.pace(), signal);
		return String(what);
	}

	/** After an act: the page that it led to, if it did, is there. */
	async #settled(signal: AbortSignal): Promise<void> {
		await sleep(leaveDelayMs, signal);
		await this.#ready(signal);
	}

	/** Resolves when no page is on its way and the one that is there is not busy. */
	async #ready(signal: AbortSignal): Promise<void> {
		const tooLate = AbortSignal.timeout(loadTimeoutMs);
		const either = AbortSignal.any([signal, tooLate]);
		try {
			while (!(await this.#isReady(either))) await sleep(pollMs, either);
		} catch (error) {
			if (signal.aborted || !tooLate.aborted) throw error;
			throw new PageError(
				`The page was still loading after ${loadTimeoutMs / 1000} seconds. Resume to try again.`,
			);
		}
	}

	/** Resolves with whether the page that is there has loaded, once it is not busy. */
	async #isReady(signal: AbortSignal): Promise<boolean> {
		const { status, url = "" } = await this.#tab();
		if (status !== "complete") return false;
		if (!this.sites.allows(url)) return true;
		try {
			await this.#ask({ do: "ready" }, signal);
		} catch (error) {
			if (error instanceof PageLeft) return false;
			throw error;
		}
		// It may have begun to leave while it was asked.
		return (await this.#tab()).status === "complete";
	}

	async #tab(): Promise<chrome.tabs.Tab> {
		try {
			return await chrome.tabs.get(this.id);
		} catch {
			throw new PageError("The tab that the agent worked in is closed.");
		}
	}

	/**
	 * Asks the script in the page; rejects with the signal's reason once that is aborted, whatever
	 * the page does.
	 */
	async #ask(request: PageRequest, signal: AbortSignal): Promise<unknown> {
		signal.throwIfAborted();
		let stop = () => {};
		const aborted = new Promise<never>((_, reject) => {
			stop = () => reject(signal.reason);
			signal.addEventListener("abort", stop);
		});
		try {
			const answer = await Promise.race([this.#answer(request), aborted]);
			if (answer.ok) return answer.value;
			throw answer.error === undefined
				? new PageLeft()
				: new BrowserError(answer.error);
		} finally {
			signal.removeEventListener("abort", stop);
		}
	}

	async #answer(request: PageRequest): Promise<PageAnswer> {
		const { url = "" } = await this.#tab();
		checkPage(this.sites, url);
		this.#last = url;
		try {
			await chrome.scripting.executeScript({
				target: { tabId: this.id },
				files: ["page.js"],
			});
		} catch (error) {
			const now = await this.#tab();
			if (now.status !== "complete" || now.url !== url) throw new PageLeft();
			throw new PageError(
				`The agent may not work on this page (${(error as Error).message}). Begin on the page where it is to work.`,
			);
		}
		try {
			return await this.#send(request, url);
		} catch {
			throw new PageLeft();
		}
	}

	#send(request: PageRequest, url: string): Promise<PageAnswer> {
		const { origin } = new URL(url);
		return chrome.tabs.sendMessage(this.id, { ...request, origin });
	}
}
