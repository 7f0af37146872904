// A page that works on a list in IndexedDB: page.html?name=…&writer=… starts at once. Without a
// name, tests call what is on `window`.

import {
	Conversation,
	init,
	persist,
	StorageError,
	TodoStore,
} from "agent-todos/inline";
import { indexedDbStorage } from "agent-todos/storage/indexeddb";
import { work } from "../workload.mjs";
import { reporting, reportTo } from "./report.js";

const begin = (given) =>
	reporting(reportTo(`${location.origin}/`, given.writer), (report) => {
		reportLoss(report);
		return work({ storage: indexedDbStorage(), report, ...given });
	});
const given = Object.fromEntries(new URLSearchParams(location.search));
if (given.name !== undefined) void begin(given);

/**
 * Reports each database that Chromium has given up and made anew, as it says in an event of its own
 * kind.
 */
function reportLoss(report) {
	const { open } = IDBFactory.prototype;
	IDBFactory.prototype.open = function (...given) {
		const request = open.apply(this, given);
		request.addEventListener(
			"upgradeneeded",
			({ dataLoss, dataLossMessage }) =>
				dataLoss === "total" && report({ lost: dataLossMessage }),
		);
		return request;
	};
}

Object.assign(window, {
	Conversation,
	init,
	persist,
	StorageError,
	TodoStore,
	indexedDbStorage,
	begin,
});
