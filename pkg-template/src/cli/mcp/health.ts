// What orchestrators read beside `/mcp`: whether the process runs, and whether it can serve.

import { reason } from "./database.js";
import type { Log } from "./log.js";

/** How long what was found holds for whoever asks, in milliseconds. */
const betweenLooks = 1000;

/** The pages by path. `check` rejects while calls cannot be served; `isStopping` is true when no more are taken. */
export function healthPages(
	check: () => Promise<void>,
	isStopping: () => boolean,
	log: Log,
): ReadonlyMap<string, () => Response | Promise<Response>> {
	const found = async (): Promise<string | undefined> => {
		try {
			await check();
			return undefined;
		} catch (error) {
			log(`not ready: ${reason(error)}`, { level: "warn" });
			return (error as { code?: string }).code ?? "unavailable";
		}
	};
	let latest: Promise<string | undefined> = Promise.resolve(undefined);
	let isFresh = false;
	/** Why calls cannot be served now, or undefined. However many ask, there is one look in a second. */
	const whyNotReady = async (): Promise<string | undefined> => {
		if (isStopping()) return "stopping";
		if (!isFresh) {
			isFresh = true;
			latest = found();
			latest.then(() =>
				setTimeout(() => {
					isFresh = false;
				}, betweenLooks).unref(),
			);
		}
		return latest;
	};
	return new Map<string, () => Response | Promise<Response>>([
		["/healthz", () => new Response("ok\n")],
		[
			"/readyz",
			async () => {
				const why = await whyNotReady();
				return new Response(`${why ?? "ok"}\n`, { status: why ? 503 : 200 });
			},
		],
	]);
}
