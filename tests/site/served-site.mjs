// The built site (target/site) served as a plain web server does, below a path that needs encoding.

import { join } from "node:path";
import { target } from "../../pkg-template/build/places.mjs";
import { serve } from "../../www/browsers/serve.mjs";
import { buildSite } from "../../www/built.mjs";

export const builtSite = join(target, "site");
const above = "/a b/x/";

/**
 * Returns `{url, close}`, where `url` is that of the front page. `headers` are sent with every
 * answer.
 */
export async function serveSite({ folder = builtSite, headers } = {}) {
	if (folder === builtSite) await buildSite();
	const fileOf = (path) =>
		path.startsWith(above)
			? join(
					folder,
					path.slice(above.length),
					/\/$/.test(path) ? "index.html" : "",
				)
			: "";
	const { url, close } = await serve(fileOf, { headers });
	return { url: new URL(above, url).href, close };
}
