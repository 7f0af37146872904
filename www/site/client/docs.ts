// What a page of the docs does besides being read: the switch of colours, copying code, search.

import { setUpTheme } from "../../src/theme.ts";
import { setUpSearch } from "./search.ts";

const theme = document.querySelector<HTMLButtonElement>("#site-theme");
if (theme) setUpTheme(theme);
for (const block of document.querySelectorAll<HTMLElement>("pre.code"))
	addCopyButton(block);
setUpSearch();
showCurrentPage();
void showElement();

/** Fills the place of the element, which its guides have. */
async function showElement() {
	const place = document.querySelector<HTMLElement>(".live");
	if (!place) return;
	const { showStates } = await import("./live.ts");
	await showStates(place, place.dataset.state ?? "");
}

/** In a long menu, the entry of the page one is on may lie below the edge. */
function showCurrentPage() {
	const menu = document.querySelector<HTMLElement>("#site-menu");
	const current = menu?.querySelector<HTMLElement>("[aria-current]");
	if (!menu || !current) return;
	const show = () => {
		menu.scrollTop = current.offsetTop - menu.clientHeight / 2;
	};
	show();
	// On a phone it has no height until it is opened.
	menu.addEventListener("toggle", show);
}

/** The button lies over the block's corner, so nothing moves. */
function addCopyButton(block: HTMLElement) {
	const frame = document.createElement("div");
	frame.className = "code-frame";
	const button = document.createElement("button");
	button.type = "button";
	button.className = "copy";
	button.textContent = "Copy";
	button.addEventListener("click", async () => {
		try {
			await navigator.clipboard.writeText(block.textContent ?? "");
			button.textContent = "Copied";
		} catch {
			// No permission, or no secure page: selected, the reader's own Ctrl+C copies it.
			getSelection()?.selectAllChildren(block);
			button.textContent = "Selected";
		}
		setTimeout(() => {
			button.textContent = "Copy";
		}, 2000);
	});
	block.replaceWith(frame);
	frame.append(block, button);
}
