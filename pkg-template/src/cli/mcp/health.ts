// What orchestrators read beside `/mcp`: whether the process runs, and whether it can serve.

import { describeError } from "./database.js";
import type { Log } from "./log.js";

/** How long a result is reused, in milliseconds. */
const reuseResultMs = 1000;

/**
 * Returns the pages by path. `check` rejects while calls cannot be served; `isStopping` is true
 * when no more are taken.
 */
export function makeHealthPages(
	check: () => Promise<void>,
	isStopping: () => boolean,
	log: Log,
): ReadonlyMap<string, () => Response | Promise<Response>> {
	let latest: Promise<string | undefined> | undefined;
	const findReason = async (): Promise<string | undefined> => {
		try {
			await check();
			return undefined;
		} catch (error) {
			log(`not ready: ${describeError(error)}`, { level: "warn" });
			return (error as { code?: string }).code ?? "unavailable";
		} finally {
			setTimeout(() => {
				latest = undefined;
			}, reuseResultMs).unref();
		}
	};
	/** Returns why calls cannot be served now, or undefined. Checks at most once a second. */
	const findReasonOnce = async (): Promise<string | undefined> => {
		if (isStopping()) return "stopping";
		latest ??= findReason();
		return latest;
	};
	return new Map<string, () => Response | Promise<Response>>([
		["/healthz", () => new Response("ok\n")],
		[
			"/readyz",
			async () => {
				const why = await findReasonOnce();
				return new Response(`${why ?? "ok"}\n`, { status: why ? 503 : 200 });
			},
		],
	]);
}
