// The service worker of an extension. A message `{ work: { name, writer, area, address } }` makes
// it work on a list in chrome.storage; one `{ conformance: area }` is answered with what the
// conformance tests of that storage found; `{ current: area }` shares a list with the page.

import { chromeStorage } from "agent-todos/storage/chrome";
import { work } from "../workload.mjs";
import { exchange } from "./current.js";
import { findings } from "./findings.js";
import { reporting, reportTo } from "./report.js";

chrome.runtime.onMessage.addListener((message, _sender, answer) => {
	if (message.work) {
		const { name, writer, area, address } = message.work;
		void reporting(reportTo(address, writer), (report) =>
			work({ storage: chromeStorage({ area }), name, writer, report }),
		);
		answer(true);
		return false;
	}
	if (message.current) {
		const storage = chromeStorage({ area: message.current });
		void exchange(storage, "from a worker", "from a page").then(answer);
		return true;
	}
	void findings(() => chromeStorage({ area: message.conformance })).then(
		answer,
	);
	return true;
});
