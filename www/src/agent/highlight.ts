// Shows which element of the page the agent acts on. An animation draws it: nothing is written into
// the page, which the page could see or trip over.

const seen: Keyframe = {
	outline: "3px solid #0a6b60",
	outlineOffset: "3px",
	boxShadow: "0 0 0 8px #0a6b6055",
};
const pulse: Keyframe = { ...seen, boxShadow: "0 0 0 16px #0a6b6022" };

export class Highlight {
	#animation: Animation | undefined;

	/** Draws it around an element until it is shown elsewhere or hidden. */
	show(element: HTMLElement): void {
		this.hide();
		const keepsStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
		this.#animation = element.animate([seen, keepsStill ? seen : pulse, seen], {
			duration: 900,
			iterations: Infinity,
		});
	}

	hide(): void {
		this.#animation?.cancel();
		this.#animation = undefined;
	}
}
