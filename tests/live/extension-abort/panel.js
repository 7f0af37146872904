// Makes the service worker abort its run, in the way that a test asks for.

const send = (message) => chrome.runtime.sendMessage(message);

window.aborted = async (way) => {
	await send("begin");
	switch (way) {
		case "runtime.onMessage":
			return send("abort");
		case "a port":
			return new Promise((resolve) => {
				const port = chrome.runtime.connect();
				port.onMessage.addListener(resolve);
				port.postMessage("abort");
			});
		case "storage.onChanged":
			await chrome.storage.local.set({ now: Date.now() });
			return send("how did it end?");
	}
};
