// What Lighthouse says of the built site where it does not depend on how fast the machine is: `npm
// run lighthouse` measures the rest.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { serveSite } from "../site/served-site.mjs";
import { measure } from "./measure.mjs";

let site;
before(async () => {
	site = await serveSite();
});
after(() => site?.close());

for (const path of ["index.html", "docs/index.html"])
	test(`${path}: 100 for accessibility, best practices and search engines`, async () => {
		const { scores, faults } = await measure(
			site.url + path,
			"accessibility,best-practices,seo",
		);
		assert.deepEqual(faults, []);
		assert.deepEqual(scores, {
			accessibility: 100,
			"best-practices": 100,
			seo: 100,
		});
	});
