// The browser that the agent uses: the page in a frame, through its real DOM. It types, clicks and
// selects as a person's hand would make the page see it, and waits for what that loads. Whatever it
// waits for, an abort ends.

import { sleep, untilAborted } from "./abortable";
import { Highlight } from "./highlight";
import {
	addressOf,
	BrowserError,
	checkUsable,
	elementAt,
	PageError,
	selecting,
	writing,
} from "./page-acts";
import type { PageText } from "./page-text";
import { describe, pageText } from "./page-text";

/** Who looks on. */
export interface BrowserWatcher {
	/** What the browser does at the moment; nothing when it is at rest. */
	readonly does: (what: string) => void;
	readonly showsAddress: (address: string) => void;
	/** Called when Escape is pressed in the page, which may have taken the focus. */
	readonly escapes?: () => void;
}

/** How long after a click a page may think of leaving by itself, in milliseconds. */
const leaveDelayMs = 60;
/** How long a page may load or be busy, in milliseconds. */
const loadTimeoutMs = 15_000;

export class FrameBrowser {
	readonly #highlight = new Highlight();
	#elements: readonly HTMLElement[] = [];
	/** The page that says when it leaves for the next one. */
	#watched: Document | undefined;
	/** Whether the page has begun to leave for another one. */
	#isLeaving = false;
	/** The page that is on its way. */
	#loading: Promise<void> | undefined;
	/** The page that loaded last. */
	#address = location.href;

	constructor(
		private readonly frame: HTMLIFrameElement,
		private readonly watcher: BrowserWatcher,
		/** How long the element that is acted on is shown before, in milliseconds. */
		private readonly pace: () => number,
	) {
		frame.addEventListener("load", () => this.#arrived());
		if (frame.contentDocument?.readyState === "complete") this.#arrived();
	}

	/** Shows a page in place of what is there, without a way back. */
	begin(address: string): void {
		this.#expectPage();
		this.frame.contentWindow?.location.replace(new URL(address, location.href));
	}

	/** Opens a page of the same site; the address may be relative to the page that is open. */
	async open(address: string, signal: AbortSignal): Promise<string> {
		const url = addressOf(address, this.#address);
		if (url.origin !== location.origin)
			throw new BrowserError(
				`this browser opens pages of ${location.origin} alone, not of ${url.origin}`,
			);
		this.watcher.does(`opens ${url.pathname.split("/").at(-1)}`);
		return this.#during(signal, async () => {
			this.#expectPage();
			this.frame.contentWindow?.location.assign(url);
			await this.#ready(signal);
		});
	}

	async click(place: number, signal: AbortSignal): Promise<string> {
		const element = this.#element(place);
		return this.#acting("clicks", element, signal, async () => {
			this.#withFocus(element, () => element.click());
			await this.#settled(signal);
		});
	}

	/** Writes text into a field in place of what is in it. */
	async type(
		place: number,
		text: string,
		signal: AbortSignal,
	): Promise<string> {
		const field = this.#element(place);
		const write = writing(field, place, text);
		return this.#acting("types into", field, signal, async () => {
			this.#withFocus(field, write);
		});
	}

	async select(
		place: number,
		option: string,
		signal: AbortSignal,
	): Promise<string> {
		const choice = this.#element(place);
		const select = selecting(choice, place, option);
		return this.#acting("selects in", choice, signal, async () => {
			this.#withFocus(choice, select);
			await this.#settled(signal);
		});
	}

	/** Reads the page; from then on its numbers are those of its elements. */
	async read(signal: AbortSignal): Promise<PageText> {
		await this.#during(signal, () => this.#ready(signal));
		const page = pageText(this.#page);
		this.#elements = page.elements;
		return page;
	}

	/** Lets go of the page. */
	rest(): void {
		this.#highlight.hide();
		this.watcher.does("");
	}

	async #acting(
		does: string,
		element: HTMLElement,
		signal: AbortSignal,
		act: () => Promise<void>,
	): Promise<string> {
		checkUsable(element);
		const what = describe(element);
		this.watcher.does(`${does} ${what}`);
		this.#reveal(element);
		this.#highlight.show(element);
		return this.#during(
			signal,
			async () => {
				if (this.pace() > 0) await sleep(this.pace(), signal);
				await act();
			},
			what,
		);
	}

	/**
	 * Scrolls the page in the frame alone: `scrollIntoView()` would scroll the reader's page, too.
	 */
	#reveal(element: HTMLElement): void {
		const view = this.#view;
		const { top, bottom } = element.getBoundingClientRect();
		if (top < 0 || bottom > view.innerHeight)
			view.scrollBy({
				top: (top + bottom - view.innerHeight) / 2,
				behavior: "instant",
			});
	}

	/**
	 * Acts on an element that has the focus. The reader keeps the focus and the scroll position,
	 * whatever the page does: one that moves its focus to a field scrolls the page around it.
	 */
	#withFocus(element: HTMLElement, act: () => void): void {
		let { activeElement } = document;
		// The focus may be in an element's own tree, as that of the panel.
		while (activeElement?.shadowRoot?.activeElement)
			activeElement = activeElement.shadowRoot.activeElement;
		const { scrollX: left, scrollY: top } = window;
		element.focus({ preventScroll: true });
		act();
		if (
			document.activeElement === this.frame &&
			activeElement instanceof HTMLElement &&
			activeElement !== this.frame
		) {
			this.#view.blur();
			activeElement.focus({ preventScroll: true });
		}
		window.scrollTo({ left, top, behavior: "instant" });
	}

	/** Does something that an abort stops, the loading of a page too. */
	async #during(
		signal: AbortSignal,
		act: () => Promise<void>,
		what = "",
	): Promise<string> {
		const stop = () => this.#stop();
		signal.throwIfAborted();
		this.#isLeaving = false;
		this.#watch();
		signal.addEventListener("abort", stop, { once: true });
		try {
			await act();
			return what;
		} finally {
			signal.removeEventListener("abort", stop);
			this.rest();
		}
	}

	/** After an act: the page that it led to, if it did, is there. */
	async #settled(signal: AbortSignal): Promise<void> {
		const from = performance.now();
		// A form is sent and a link is followed a moment after the click: on a busy machine a long one.
		const isDue = () =>
			performance.now() - from <
			(this.#isLeaving ? loadTimeoutMs : leaveDelayMs);
		while (this.#loading === undefined && isDue()) await sleep(8, signal);
		await this.#ready(signal);
	}

	/** Resolves when no page is on its way and the one that is there is not busy. */
	async #ready(signal: AbortSignal): Promise<void> {
		const late = new AbortController();
		const seconds = loadTimeoutMs / 1000;
		const timer = setTimeout(
			() => late.abort(new PageError(`The page took over ${seconds} seconds.`)),
			loadTimeoutMs,
		);
		const either = AbortSignal.any([signal, late.signal]);
		try {
			while (this.#loading) {
				this.watcher.does("waits for the page to load");
				const loading = this.#loading;
				await untilAborted(either, (resolve) => {
					void loading.then(resolve);
					return () => {};
				});
			}
			if (!this.frame.contentDocument)
				throw new PageError("The page did not load.");
			await this.#notBusy(either);
		} catch (error) {
			if (error instanceof PageError) this.#goBack();
			throw error;
		} finally {
			clearTimeout(timer);
		}
	}

	/** Returns up the page that is on its way. */
	#stop(): void {
		this.#loading = undefined;
		this.frame.contentDocument?.defaultView?.stop();
	}

	/** Shows the last page that loaded. */
	#goBack(): void {
		this.#stop();
		if (this.frame.contentDocument) return;
		this.#expectPage();
		this.frame.src = this.#address;
	}

	async #notBusy(signal: AbortSignal): Promise<void> {
		const page = this.#page;
		const isBusy = () => page.querySelector("[aria-busy=true]") !== null;
		if (!isBusy()) return;
		this.watcher.does("waits: the page is busy");
		await untilAborted(signal, (resolve) => {
			const observer = new MutationObserver(() => isBusy() || resolve());
			observer.observe(page, {
				subtree: true,
				childList: true,
				attributeFilter: ["aria-busy"],
			});
			return () => observer.disconnect();
		});
	}

	/** A page is on its way until it has loaded. */
	#expectPage(): void {
		const loaded = new Promise<void>((resolve) => {
			this.frame.addEventListener("load", () => resolve(), { once: true });
		});
		const loading = loaded.then(() => {
			if (this.#loading === loading) this.#loading = undefined;
		});
		this.#loading = loading;
	}

	/** A page is there. */
	#arrived(): void {
		this.#elements = [];
		// The browser's own page, which says that another did not load, cannot be looked into.
		if (!this.frame.contentDocument) return;
		this.#address = this.#page.URL;
		const { pathname, search } = this.#page.location;
		this.watcher.showsAddress(
			`${pathname.split("/").slice(-2).join("/")}${search}`,
		);
		this.#watch();
	}

	#watch(): void {
		const page = this.frame.contentDocument;
		if (!page || this.#watched === page) return;
		this.#watched = page;
		this.#view.addEventListener("beforeunload", () => this.#expectPage());
		this.#view.addEventListener("keydown", ({ key }) => {
			if (key === "Escape") this.watcher.escapes?.();
		});
		this.#view.addEventListener("submit", ({ defaultPrevented }) => {
			this.#isLeaving ||= !defaultPrevented;
		});
		this.#view.navigation?.addEventListener("navigate", ({ destination }) => {
			this.#isLeaving ||= !destination.sameDocument;
		});
	}

	#element(place: number): HTMLElement {
		return elementAt(this.#elements, place);
	}

	get #page(): Document {
		const page = this.frame.contentDocument;
		if (page) return page;
		throw new BrowserError(
			"the page cannot be seen from here: open one of this site",
		);
	}

	get #view(): Window & typeof globalThis {
		const view = this.#page.defaultView;
		if (view) return view;
		throw new BrowserError("the page is gone: open one of this site");
	}
}
