// What orchestrators and Prometheus read beside `/mcp`: whether the process runs, whether it can serve, and its counters.

import { reason } from "./database.js";
import type { Log } from "./log.js";
import type { Metrics } from "./metrics.js";

/** The pages by path. `check` rejects while calls cannot be served; `isStopping` is true when no more are taken. */
export function healthPages(
	check: () => Promise<void>,
	isStopping: () => boolean,
	metrics: Metrics,
	log: Log,
): ReadonlyMap<string, () => Response | Promise<Response>> {
	/** Why calls cannot be served now, or undefined. */
	const whyNotReady = async (): Promise<string | undefined> => {
		if (isStopping()) return "stopping";
		try {
			await check();
			return undefined;
		} catch (error) {
			log(`not ready: ${reason(error)}`, { level: "warn" });
			return (error as { code?: string }).code ?? "unavailable";
		}
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
		[
			"/metrics",
			() =>
				new Response(metrics.text(), {
					headers: { "Content-Type": "text/plain; version=0.0.4" },
				}),
		],
	]);
}
