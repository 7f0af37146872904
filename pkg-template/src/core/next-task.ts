// Runs something in the next task of the event loop. A timer would do, but browsers delay those of pages in the background.

/** Calls `run` in the next task. */
export function nextTask(run: () => void): void {
	if (typeof setImmediate === "function") {
		setImmediate(run);
		return;
	}
	const { port1, port2 } = new MessageChannel();
	port1.onmessage = () => {
		port1.close();
		run();
	};
	port2.postMessage(undefined);
}
