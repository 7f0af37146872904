// The comparisons: a plain list and agent-todos have the same happen to them, here and now.

import { element } from "../element";
import type { Side, Sides } from "./comparisons/sides";

export type ComparisonName = "forged" | "moved" | "decided" | "lost";

const comparisons: Readonly<
	Record<
		ComparisonName,
		() => Promise<{ run: (article: HTMLElement) => Sides | Promise<Sides> }>
	>
> = {
	forged: () => import("./comparisons/forged"),
	moved: () => import("./comparisons/moved"),
	decided: () => import("./comparisons/decided"),
	lost: () => import("./comparisons/lost"),
};

/** Runs one, and shows what came of it. */
export async function compare(
	article: HTMLElement,
	name: ComparisonName,
): Promise<void> {
	const { run } = await comparisons[name]();
	const sides = await run(article);
	for (const name of ["plain", "ours"] as const) {
		const place = article.querySelector(`[data-side=${name}]`);
		if (place) show(place, sides[name]);
	}
}

function show(place: Element, { todos, details, isGood, verdict }: Side): void {
	const rows = todos.map(({ text, status }) =>
		element("li", { "data-status": status }, text),
	);
	place.querySelector(".todos")?.replaceChildren(...rows);
	place
		.querySelector(".outcome")
		?.replaceChildren(
			...details,
			element(
				"p",
				{ class: "verdict", "data-ok": `${isGood}`, role: "status" },
				verdict,
			),
		);
}
