// What a worker and a service worker of a page answer, once they have run what they are for.

export function inWorker(address, options) {
	const worker = new Worker(address, options);
	return new Promise((resolve, reject) => {
		worker.onmessage = ({ data }) => {
			// Its instances end with it: a process has addresses for a hundred or so.
			worker.terminate();
			resolve(data);
		};
		worker.onerror = (event) =>
			reject(new Error(`the worker failed: ${event.message}`));
	});
}

export async function inServiceWorker(address, options) {
	const registration = await navigator.serviceWorker.register(address, options);
	const worker =
		registration.installing ?? registration.waiting ?? registration.active;
	const { port1, port2 } = new MessageChannel();
	return new Promise((resolve, reject) => {
		port1.onmessage = ({ data }) => resolve(data);
		worker.addEventListener("statechange", () => {
			if (worker.state === "redundant")
				reject(new Error("the service worker did not start"));
		});
		worker.postMessage(null, [port2]);
	});
}
