// The thread of `inOneThread` in run.mjs: imports each script that it receives, and answers with
// `{printed, error}` once nothing is left to do.

import { setTimeout as wait } from "node:timers/promises";
import { format } from "node:util";
import { parentPort } from "node:worker_threads";

let printed, error;
const fail = (thrown) => {
	error ??= String(thrown?.stack ?? thrown);
};
process.on("uncaughtException", fail);

for (const name of ["log", "error", "warn", "info"])
	console[name] = (...values) => printed.push(format(...values));

/** Returns whether a timer, a request or the like still runs. The port is this thread's own. */
const isBusy = () =>
	process.getActiveResourcesInfo().some((name) => name !== "MessagePort");

parentPort.on("message", async (script) => {
	printed = [];
	error = undefined;
	await import(script).catch(fail);
	do await wait(1);
	while (error === undefined && isBusy());
	parentPort.postMessage({ printed, error });
});
