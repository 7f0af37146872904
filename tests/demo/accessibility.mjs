// What axe-core finds wrong with a page, as lines that say where and why. None is what a page
// should have.

import { readFile } from "node:fs/promises";

const axe = await readFile(
	new URL(import.meta.resolve("axe-core/axe.min.js")),
	"utf8",
);

/** `without` are rules that another page is held to. */
export async function violationsOn(page, without = []) {
	// Contrast is measured once colours and places have settled.
	await page.evaluate(() => {
		for (const animation of document.getAnimations()) {
			if (animation.effect.getTiming().iterations !== Infinity)
				animation.finish();
		}
	});
	if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
	const violations = await page.evaluate(async (without) => {
		const rules = without.map((id) => [id, { enabled: false }]);
		return (
			await globalThis.axe.run({
				rules: Object.fromEntries(rules),
				resultTypes: ["violations"],
				// It loads style sheets for rules that are experimental.
				preload: false,
			})
		).violations;
	}, without);
	return violations.flatMap(({ id, nodes }) =>
		nodes.map(
			({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`,
		),
	);
}
