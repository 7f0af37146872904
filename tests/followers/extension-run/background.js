// The service worker: it works through a task of twelve todos, and goes on with it however often it
// is stopped. All that it does to the world it says to the panel, which is not stopped, and waits
// for the answer.

import { init, persist, TodoStore } from "agent-todos/inline";
import { runAgent } from "agent-todos/run";
import { chromeStorage } from "agent-todos/storage/chrome";

const tell = (said) => chrome.runtime.sendMessage(said).catch(() => {});

/** Which task this is: it is stored with the list and with the run. */
let task = "0";
let running;
const opened = open();

async function open() {
	await init();
	const store = new TodoStore();
	const list = await persist(store, chromeStorage({ area: "local" }), {
		name: "todos",
	});
	const { run, task: saved = task } = list.saved;
	task = saved;
	list.keep({ task: { checkpoint: () => task } });
	if (run !== undefined) goOn(store, list, run);
	return { store, list };
}

function goOn(store, list, saved) {
	const own = task;
	const run = runAgent({
		store,
		saved,
		persistence: list,
		// Here a step is cut off far more often than anywhere else.
		budgets: { maxRepeats: 10_000 },
		plan: () =>
			Array.from({ length: 12 }, (_, at) => `task ${own}, todo ${at + 1}`),
		async execute({ todo: { content }, toolCalled, mayCall }) {
			const number = Number(content.split(" ").at(-1));
			await tell({ type: "begun", content });
			for (let call = 0; call <= number % 3; call++) {
				if (!mayCall()) return "continue";
				toolCalled();
				await list.flushed(); // The call is counted, and then it is made.
				await tell({ type: "called", content });
			}
			return number % 6 === 0
				? { status: "failed", reason: "sold out" }
				: "done";
		},
		validate: ({ open }) => ({ isComplete: open === 0 }),
		on: {
			event: ({ type, todo }) =>
				(type === "done" || type === "skipped") &&
				tell({ type, content: todo.content }),
		},
	});
	running = run.result.then((result) => {
		void tell({ type: "ended", task: own, result, todos: store.getAll() });
	});
}

// A port wakes it; each message on it asks for a task, which is begun once.
chrome.runtime.onConnect.addListener((port) =>
	port.onMessage.addListener(async (wanted) => {
		const { store, list } = await opened;
		await running; // The one before, which has ended, may say so once more.
		if (task !== wanted) {
			task = wanted;
			store.reset();
			goOn(store, list);
		}
		await list.flushed();
		port.postMessage(wanted);
	}),
);
