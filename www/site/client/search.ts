// The search dialog over Pagefind's index, which is made when the site is built and fetched in
// small parts when somebody searches.

interface Pagefind {
	init(): Promise<void>;
	/** Null where a later search came before the pause was over. */
	debouncedSearch(words: string): Promise<{
		results: { data(): Promise<Found> }[];
	} | null>;
}

interface Found {
	url: string;
	excerpt: string;
	meta: { title: string };
	/** The headings of the page under which words were found. */
	sub_results: { title: string; url: string; excerpt: string }[];
}

const maxPages = 8;
const maxHeadings = 3;

export function setUpSearch() {
	const [opener, dialog, field, state, list] = [
		element("site-search-open", HTMLButtonElement),
		element("site-search", HTMLDialogElement),
		element("site-search-words", HTMLInputElement),
		element("site-search-state", HTMLElement),
		element("site-search-results", HTMLElement),
	];
	let loading: Promise<Pagefind> | undefined;
	const load = () => {
		loading ??= import(
			// Beside this script's folder; no module of this bundle.
			new URL("../pagefind/pagefind.js", import.meta.url).href
		).then(async (pagefind: Pagefind) => {
			await pagefind.init();
			return pagefind;
		});
		// After a failure, the next attempt loads anew.
		loading.catch(() => {
			loading = undefined;
		});
		return loading;
	};

	const search = async () => {
		const words = field.value.trim();
		if (words === "") {
			list.replaceChildren();
			state.textContent = "";
			return;
		}
		try {
			const answer = await (await load()).debouncedSearch(words);
			if (answer === null) return;
			const found = await Promise.all(
				answer.results.slice(0, maxPages).map((result) => result.data()),
			);
			if (field.value.trim() !== words) return;
			list.replaceChildren(...found.map(resultOf));
			const count = answer.results.length;
			state.textContent =
				count === 0
					? `Nothing found for “${words}”.`
					: `${count} ${count === 1 ? "page" : "pages"} found${count > maxPages ? `, the first ${maxPages} shown` : ""}.`;
		} catch {
			state.textContent = "The search index could not be loaded.";
		}
	};
	const open = () => {
		if (dialog.open) return;
		dialog.showModal();
		field.select();
		load().catch(() => {});
	};

	opener.addEventListener("click", open);
	field.addEventListener("input", search);
	// Enter in the field takes the first result instead of closing the dialog.
	field.addEventListener("keydown", (event) => {
		if (event.key !== "Enter") return;
		event.preventDefault();
		list.querySelector("a")?.click();
	});
	dialog.addEventListener("keydown", (event) => {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step === undefined) return;
		event.preventDefault();
		const stops = [field, ...list.querySelectorAll("a")];
		const at = stops.indexOf(document.activeElement as HTMLInputElement);
		stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
	});
	// A link within the page one is on leaves it open else.
	list.addEventListener("click", (event) => {
		if ((event.target as Element).closest("a")) dialog.close();
	});
	document.addEventListener("keydown", (event) => {
		const writes = (event.target as Element).closest(
			"input, textarea, select, [contenteditable]",
		);
		const isSlash =
			event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
		const isK = event.key === "k" && (event.ctrlKey || event.metaKey);
		if ((isSlash && !writes) || isK) {
			event.preventDefault();
			open();
		}
	});
}

function resultOf({ url, meta, excerpt, sub_results }: Found) {
	const item = document.createElement("li");
	item.append(linkTo(url, meta.title));
	const headings = sub_results
		.filter((heading) => heading.url !== url)
		.slice(0, maxHeadings);
	if (headings.length === 0) item.append(passage(excerpt));
	for (const heading of headings)
		item.append(linkTo(heading.url, heading.title), passage(heading.excerpt));
	return item;
}

function linkTo(url: string, title: string) {
	const link = document.createElement("a");
	link.href = url;
	link.textContent = title;
	return link;
}

/** Text of the page with what was found in `<mark>`; Pagefind has escaped the rest. */
function passage(excerpt: string) {
	const text = document.createElement("p");
	text.innerHTML = excerpt;
	return text;
}

function element<Kind extends Element>(id: string, kind: new () => Kind) {
	const found = document.getElementById(id);
	if (!(found instanceof kind)) throw new Error(`The page has no #${id}.`);
	return found;
}
