// In pages of the test's server. In /extension?name=…&writer=…&area=… it tells the extension's
// service worker to work, as a browser that is started with an address of the extension itself
// opens it before the extension is there. In /content-script it tries to use chrome.storage from
// here, and leaves what came of it in the title.

import { chromeStorage } from "agent-todos/storage/chrome";

if (location.pathname === "/extension") {
	const work = {
		...Object.fromEntries(new URLSearchParams(location.search)),
		address: `${location.origin}/`,
	};
	void chrome.runtime
		.sendMessage({ work })
		.then(() => (document.title = "working"));
} else if (location.pathname === "/content-script") {
	const storage = chromeStorage({ area: "local" });
	void storage
		.write("list", "a", 0)
		.then(
			() => "written",
			({ name, code, message }) => `${name} ${code}: ${message}`,
		)
		.then((title) => (document.title = title));
}
