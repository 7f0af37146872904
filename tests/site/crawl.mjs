// Follows every link of a site from one page on, in a browser's page, as its own parser reads HTML
// best.

/**
 * Returns `{dead, pages}`. `dead` has a line for each link that leads nowhere within the site,
 * whether page, file or anchor; `pages` what was found of each page: `{url, title, description,
 * language, headings, repeatedIds}`.
 */
export async function crawl(browser, start) {
	const page = await browser.newPage();
	try {
		// Same origin, so that it may fetch; the page itself does not matter.
		await page.goto(start);
		return await page.evaluate(follow, start);
	} finally {
		await page.close();
	}
}

/** Runs in the page. */
async function follow(start) {
	const base = new URL(".", start).href;
	const pages = new Map();
	const failures = new Map();
	const links = [];
	const waiting = [];
	const seen = new Set();
	const want = (url) => {
		if (seen.has(url)) return;
		seen.add(url);
		waiting.push(url);
	};
	want(start);
	while (waiting.length > 0)
		await Promise.all(waiting.splice(0, 16).map(visit));

	const dead = links.flatMap(({ from, to }) => {
		const { href, hash } = new URL(to);
		const address = href.slice(0, href.length - hash.length);
		const place = `${from.slice(base.length) || "the front page"} → ${to.slice(base.length)}`;
		if (failures.has(address)) return `${place}: ${failures.get(address)}`;
		const ids = pages.get(address)?.ids;
		if (hash === "" || ids === undefined) return [];
		const anchor = hash.slice(1);
		// Lines of source code: `12` and `12-34`.
		const wanted = /^\d+-\d+$/.test(anchor) ? anchor.split("-") : [anchor];
		// As a browser looks for it: as it is written, then decoded.
		return wanted.every(
			(id) => ids.includes(id) || ids.includes(decodeURIComponent(id)),
		)
			? []
			: `${place}: no anchor`;
	});
	return {
		dead: [...new Set(dead)],
		pages: [...pages.values()].map(({ ids, ...page }) => ({
			...page,
			repeatedIds: ids.filter((id, at) => ids.indexOf(id) !== at),
		})),
	};

	async function visit(url) {
		const response = await fetch(url);
		if (!response.ok) {
			failures.set(url, response.status);
			return;
		}
		if (!response.headers.get("content-type").startsWith("text/html")) return;
		const parsed = new DOMParser().parseFromString(
			await response.text(),
			"text/html",
		);
		pages.set(url, {
			url,
			title: parsed.title,
			description: parsed.querySelector("meta[name=description]")?.content,
			language: parsed.documentElement.lang,
			headings: parsed.querySelectorAll("h1").length,
			ids: [...parsed.querySelectorAll("[id]")].map(({ id }) => id),
		});
		for (const element of parsed.querySelectorAll("[href], [src]")) {
			const to = new URL(
				element.getAttribute("href") ?? element.getAttribute("src"),
				url,
			).href;
			if (!to.startsWith("http")) continue;
			// Another host is reached from links only, and no test has a network.
			if (new URL(to).origin !== new URL(base).origin) continue;
			links.push({ from: url, to });
			const address = to.replace(/#.*/s, "");
			if (to.startsWith(base)) want(address);
			else failures.set(address, "outside of the site");
		}
	}
}
