// The world in which the worker works: it notes what is done to it, in order, and wakes the worker
// whenever that is stopped.

const log = [];
let wanted;
/** Resolves a promise of the test's when enough is noted. */
let watch = () => {};

chrome.runtime.onMessage.addListener((said, _sender, answer) => {
	log.push(said);
	watch();
	answer("noted");
});

function connect() {
	const port = chrome.runtime.connect();
	port.onDisconnect.addListener(connect);
	port.onMessage.addListener((begun) => {
		log.push({ type: "accepted", task: begun });
		watch();
	});
	if (wanted !== undefined) port.postMessage(wanted);
	window.port = port;
}
connect();

/** Has a task begun, unless it is. */
window.begin = (task) => {
	wanted = task;
	window.port.postMessage(task);
};

/** Waits until so much more is noted, or a task has ended. Returns whether it has. */
window.noted = (count, task) =>
	new Promise((resolve) => {
		const until = log.length + count;
		const hasEnded = () =>
			log.some((said) => said.type === "ended" && said.task === task);
		watch = () => {
			if (hasEnded()) resolve(true);
			else if (log.length >= until) resolve(false);
		};
		watch();
	});

window.takeLog = () => log.splice(0);
