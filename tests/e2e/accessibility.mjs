// What axe-core finds wrong with a page, as lines that say where and why. None is what a page should have.

import { readFile } from "node:fs/promises";

const axe = await readFile(
	new URL(import.meta.resolve("axe-core/axe.min.js")),
	"utf8",
);

export async function violationsOn(page) {
	// Contrast is measured once colours and places have settled.
	await page.evaluate(() => {
		for (const animation of document.getAnimations()) {
			if (animation.effect.getTiming().iterations !== Infinity)
				animation.finish();
		}
	});
	await page.evaluate(axe);
	const violations = await page.evaluate(
		async () => (await globalThis.axe.run()).violations,
	);
	return violations.flatMap(({ id, nodes }) =>
		nodes.map(
			({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`,
		),
	);
}
