// The tooltips: what a button of a picture does and its key, and what a mark means.

import type { PanelPage } from "../parts.js";
import { place } from "./popovers.js";

/** How long the pointer or the focus rests before a tooltip comes, in milliseconds. */
const restMs = 600;

const keys: Readonly<Record<string, string>> = {
	edit: "F2",
	skip: "S",
	remove: "Del",
	check: "Space",
};

/** Returns what a tooltip says: a label without its todo after a colon, which the row shows. */
function sayTip(element: HTMLElement): string {
	const { tip, do: action = "" } = element.dataset;
	if (tip) return tip;
	const [label = ""] = (element.ariaLabel ?? "").split(/\s?[::]/);
	const key = element.closest(".row") && keys[action];
	return key ? `${label} (${key})` : label;
}

/** Shows the tooltip of what the pointer or the focus rests on. */
export function listenForTips(panel: PanelPage): void {
	const { root } = panel;
	const tip = root.ownerDocument.createElement("div");
	tip.className = "tip";
	tip.popover = "manual";
	tip.ariaHidden = "true";
	let owner: HTMLElement | undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;
	const hide = () => {
		clearTimeout(timer);
		owner = undefined;
		tip.textContent = "";
		tip.remove();
	};
	const aim = ({ target }: Event) => {
		const found = (target as Element).closest<HTMLElement>(
			".icon[aria-label], .glyph[aria-label], .stop, [data-tip]",
		);
		if (found === owner) return;
		hide();
		const word = found?.querySelector(".word");
		// A wide panel shows the name of the button.
		if (!found || panel.presence.isTouch || word?.checkVisibility()) return;
		owner = found;
		timer = setTimeout(() => {
			if (!found.isConnected) return;
			tip.textContent = sayTip(found);
			root.append(tip);
			place(tip, found, false);
			// Also where the focus is elsewhere.
			root.ownerDocument.addEventListener("keydown", hide, { once: true });
		}, restMs);
	};
	root.addEventListener("pointerover", aim);
	// The focus that a key has moved; a program may move it while a person uses the pointer.
	root.addEventListener("keyup", (event) => {
		if (/^(Tab|Arrow|Home|End)/.test((event as KeyboardEvent).key)) aim(event);
	});
	for (const name of ["pointerdown", "focusout"])
		root.addEventListener(name, hide);
	panel.element.addEventListener("pointerleave", hide);
}
