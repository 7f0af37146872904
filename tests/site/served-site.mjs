// The built site (target/site, which `npm run site` writes) served as a plain web server does, below a path that needs encoding.

import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	rmSync,
	symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { target } from "../../pkg-template/build/places.mjs";
import { serve } from "../setup/serve.mjs";

export const builtSite = join(target, "site");

/** `{url, close}`, where `url` is that of the front page. `headers` are sent with every answer. */
export async function serveSite({ folder = builtSite, headers } = {}) {
	if (!existsSync(folder))
		throw new Error(`${folder} is not there: \`npm run site\` builds it.`);
	const outer = mkdtempSync(join(tmpdir(), "agent-todos-site-"));
	mkdirSync(join(outer, "a b"));
	symlinkSync(folder, join(outer, "a b", "x"));
	const server = await serve(outer, { headers });
	return {
		url: `${server.url}a%20b/x/`,
		close: async () => {
			await server.close();
			rmSync(outer, { recursive: true });
		},
	};
}
