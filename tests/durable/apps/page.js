// A page that works on a list in IndexedDB: page.html?name=…&writer=… starts at once. Without a name, tests call what is on `window`.

import { init, persist, StorageError, TodoStore } from "agent-todos/inline";
import { indexedDbStorage } from "agent-todos/storage/indexeddb";
import { work } from "../workload.mjs";
import { reporting, reportTo } from "./report.js";

const given = new URLSearchParams(location.search);
const name = given.get("name");
if (name !== null) {
	const writer = given.get("writer");
	void reporting(reportTo(`${location.origin}/`, writer), (report) => {
		reportLoss(report);
		return work({ storage: indexedDbStorage(), name, writer, report });
	});
}

/** Reports each database that Chromium has given up and made anew, as it says in an event of its own kind. */
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
	init,
	persist,
	StorageError,
	TodoStore,
	indexedDbStorage,
});
