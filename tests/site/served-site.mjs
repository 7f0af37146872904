// The built site (target/site, which `npm run site` writes) served as a plain web server does, below a path that needs encoding.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { target } from "../../pkg-template/build/places.mjs";
import { serve } from "../setup/serve.mjs";

export const builtSite = join(target, "site");
const above = "/a b/x/";

/** `{url, close}`, where `url` is that of the front page. `headers` are sent with every answer. */
export async function serveSite({ folder = builtSite, headers } = {}) {
	if (!existsSync(folder))
		throw new Error(`${folder} is not there: \`npm run site\` builds it.`);
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
