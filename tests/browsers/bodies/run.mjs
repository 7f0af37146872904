// The loop: runAgent.

import { contents, deferred, statuses, words } from "../../tools/lists.mjs";
import { equal, match, ok, refused, same } from "../assert.mjs";
import { thrownThings } from "./bad-input.mjs";

const complete = () => ({ isComplete: true, reasoning: "all there" });
const never = () => new Promise(() => {});

/**
 * Returns a run that plans "a" and "b", does each at once and finds all complete, but for what a
 * test says.
 */
function begun(entry, { store = new entry.TodoStore(), ...callbacks } = {}) {
	const run = entry.runAgent({
		store,
		plan: () => ["a", "b"],
		execute: () => "done",
		validate: complete,
		...callbacks,
	});
	return { store, run };
}

async function eventsOf(run) {
	const events = [];
	for await (const event of run.events) events.push(event);
	return events;
}
const typesOf = async (run) => (await eventsOf(run)).map(({ type }) => type);

/** Returns which todo was settled how, why and by whom, in words. */
const settlings = (events) =>
	events
		.filter(({ todo, by }) => todo && by)
		.map(({ todo, type, reason, by }) =>
			[todo.content, type, reason && `(${reason})`, "by", by]
				.filter(Boolean)
				.join(" "),
		);

/** Resolves when a run reports an event of a type. */
async function until(run, wanted) {
	for await (const { type } of run.events) if (type === wanted) return;
}

export const run = [
	{
		name: "runAgent: plans, executes, verifies, validates, plans again, and tells each event once",
		async run({ entry }) {
			const store = new entry.TodoStore();
			const told = [];
			const handled = [];
			const missing = { isComplete: false, reasoning: "one is missing" };
			const verdicts = [{ ...missing, suggestions: ["c"] }, complete()];
			const run = entry.runAgent({
				store,
				plan(step) {
					told.push({ ...step, reminder: step.reminder() });
					return step.reason === "start" ? ["a", "b"] : ["c"];
				},
				execute: async (step) => {
					told.push({ ...step, reminder: step.reminder() });
					if (step.todo.content === "b") throw new Error("no such button");
					return step.todo.content === "c" && step.feedback === ""
						? "unverified"
						: { status: "done" };
				},
				verify: () => ({ isDone: false, reason: "not yet" }),
				validate: () => verdicts.shift(),
				on: { skipped: (event) => handled.push(event) },
			});
			const [events, others, result] = await Promise.all([
				eventsOf(run),
				eventsOf(run),
				run.result,
			]);
			const failures = [{ content: "b", reason: "no such button" }];
			equal(result, {
				status: "finished",
				...complete(),
				failures,
				steps: 9,
			});
			equal(
				events.map(({ type }) => type),
				[
					"planning",
					"planned",
					"executing",
					"done",
					"executing",
					"skipped",
					"validating",
					"validated",
					"planning",
					"planned",
					"executing",
					"verifying",
					"unverified",
					"executing",
					"done",
					"validating",
					"validated",
					"finished",
				],
			);
			equal(others, events, "everybody hears all");
			equal(await eventsOf(run), events, "also who comes late");
			const [{ cause, reason, todo }, ...more] = handled;
			same(cause.message, "no such button");
			equal([reason, todo.content, more], ["no such button", "b", []]);
			equal(told.at(-1).feedback, "not yet");
			equal(told[3].because, "one is missing");
			same(told[0].xml, "<todos></todos>");
			same(
				told[3].xml,
				'<todos><todo id="1" status="done">a</todo><todo id="2" status="skipped" failed="true">b</todo></todos>',
			);
			// What the run wrote reaches the conversation as any change does, and once.
			for (const [place, pattern] of [
				/^undefined$/,
				/\n<todos><todo id="1" status="doing">a</,
				/1 done, 1 doing\. .*1 \("a"\)\.\n.*2 \("b"\)\.</,
				/marked 2 \("b"\) as failed: no such button\.</,
				/<todo id="3" status="doing">c</,
				/^undefined$/,
			].entries())
				match(String(told[place].reminder), pattern, `step ${place}`);
			equal(statuses(store), ["done", "skipped", "done"]);
		},
	},
	{
		name: "runAgent: whatever a callback does wrong, the run ends and says why",
		async run({ entry }) {
			const boom = new Error("boom");
			const throws = () => {
				throw boom;
			};
			const rejects = () => Promise.reject("no");
			const given = (values, name) =>
				values.map((value) => ({ [name]: () => value }));
			const plan = () => ["a"];
			const attempt = async (callbacks) => {
				const { store, run } = begun(entry, { plan, ...callbacks });
				return { ...(await run.result), statuses: statuses(store) };
			};
			equal(await attempt({ plan: throws }), {
				status: "failed",
				kind: "host_failed",
				error: "boom",
				steps: 1,
				cause: boom,
				statuses: [],
			});
			// What the execution threw is no cause of a plan that is empty.
			const plans = [["a"], []];
			const { error, ...failed } = await attempt({
				plan: () => plans.shift(),
				execute: throws,
				validate: () => ({ isComplete: false }),
			});
			equal(failed, {
				status: "failed",
				kind: "planning_failed",
				steps: 4,
				statuses: ["skipped"],
			});
			match(error, /\w \w/);
			const refusal = (result) =>
				attempt({ execute: () => result }).then(
					() => "accepted",
					({ code, message }) => `${code}: ${message}`,
				);
			match(
				await refusal("unverified"),
				/^invalid_argument: nobody verifies: pass a verify callback/,
			);
			for (const wrong of [undefined, 3, "great", {}, []])
				match(await refusal(wrong), /^invalid_argument: /);
			for (const [ending, ...callbacks] of [
				["host_failed", ...given([[1], 3, { steps: [] }], "plan")],
				["stuck", { plan: () => [" "] }, { validate: throws }],
				["stuck", ...given([undefined, "yes", {}], "validate")],
				["stuck", { validate: () => ({ isComplete: "yes" }) }],
				["skipped", { execute: throws }, { execute: rejects }],
				["skipped", { execute: () => "unverified", verify: throws }],
			])
				for (const wrong of callbacks) {
					const { kind, statuses } = await attempt(wrong);
					same(kind ?? statuses[0], ending, String(Object.values(wrong)));
				}
			const unverified = () => "unverified";
			for (const [name, answer, others] of [
				["approve", { reject: "cheaper" }],
				["execute", { status: "waiting", question: "Which code?" }],
				["verify", { isDone: true }, { execute: unverified }],
				["validate", { isComplete: true }],
			]) {
				let error;
				const event = ({ cause }) => (error ??= cause);
				const wrong = () => ({ ...answer, unheardOf: 1 });
				await attempt({ ...others, [name]: wrong, on: { event } }).catch(
					(thrown) => (error = thrown),
				);
				const all = Object.keys(answer).join(".*");
				match(
					`${error?.code}: ${error?.message}`,
					RegExp(`^invalid_argument: ${name}.*"unheardOf".*${all}`),
				);
			}
			const whySkipped = async (result) => {
				const said = [];
				const on = { skipped: ({ reason }) => said.push(reason) };
				await attempt({ execute: () => result, verify: () => true, on }).catch(
					({ message }) => said.push(message),
				);
				return said.join();
			};
			for (const result of [
				{ status: "failed", evidence: "receipt 7" },
				{ status: "unverified", evidence: "receipt 7" },
				{ status: "done", reason: "sold out" },
				{ status: "continue", question: "Which code?" },
				{ status: "done", for: "event" },
				{ status: "failed", options: ["Red"] },
			]) {
				const [status, detail] = [result.status, Object.keys(result)[1]];
				const said = RegExp(`${detail} with .*"${status}".*belongs to`);
				match(await whySkipped(result), said);
			}
			// It is named as it was returned.
			for (const [result, said] of [
				[{ status: "failed", reason: 7 }, /: reason must be a string$/],
				[{ status: "done", evidence: 7 }, /: evidence must be a string$/],
				[{ status: "waiting", question: 7 }, /: question must be a string$/],
				[{ status: "waiting", for: "me" }, /: for must be "user" or "event"$/],
				[
					{ status: "waiting", options: "Red" },
					/: options must be an array of strings$/,
				],
				[{ status: "waiting", options: [..."1234567"] }, /^options /],
			])
				match(await whySkipped(result), said);
			// Models fill in what there is none of.
			const filled = {
				reason: "",
				question: null,
				options: [],
				evidence: "receipt 7",
			};
			const execute = () => ({ status: "done", ...filled });
			equal((await attempt({ execute })).statuses, ["done"]);
			const { status, isComplete } = await attempt({ validate: undefined });
			equal([status, isComplete], ["finished", false], "nobody validates");
			const lines = "Here it is:\n1. Open the shopping cart\n2. Pay";
			const planned = begun(entry, { plan: () => lines });
			await planned.run.result;
			equal(contents(planned.store), ["Open the shopping cart", "Pay"]);
			const { store: freed, run: lost } = begun(entry, {
				execute() {
					freed.free();
					return "done";
				},
			});
			const { cause, ...result } = await lost.result;
			equal((await eventsOf(lost)).at(-1), {
				type: "failed",
				kind: "host_failed",
				error: result.error,
				cause,
			});
			equal([result.status, cause.code, result.steps], ["failed", "freed", 2]);
		},
	},
	{
		name: "runAgent: abort ends any callback, and resume goes on there",
		async run({ entry }) {
			for (const stage of ["plan", "execute", "verify", "validate"]) {
				const controller = new AbortController();
				const signals = [];
				const hang = (name, answer) => async (step) => {
					if (signals.at(-1)?.aborted) return answer;
					signals.push(step.signal);
					if (name !== stage) return answer;
					controller.abort("the user said stop");
					return never();
				};
				const { store, run: first } = begun(entry, {
					signal: controller.signal,
					timeout: 60_000,
					plan: hang("plan", ["a", "b"]),
					execute: hang("execute", "unverified"),
					verify: hang("verify", true),
					validate: hang("validate", complete()),
				});
				const { status, cause } = await first.result;
				equal([status, cause], ["aborted", "the user said stop"], stage);
				// Also where its own step is over.
				for (const { reason } of signals) same(reason, cause, stage);
				ok(!statuses(store).includes("doing"), stage);
				const kept = store.size;
				const second = first.resume();
				same((await second.result).isComplete, true, stage);
				ok(store.size >= kept && store.isAllDoneOrSkipped(), stage);
				const types = (await typesOf(second)).filter((type) =>
					["aborted", "resumed"].includes(type),
				);
				// Those of the first run are over.
				equal(types, ["resumed"], stage);
				refused(entry, () => second.resume(), "invalid_argument");
				// Refusing that holds nothing back.
				begun(entry, { store }).run.abort();
			}
		},
	},
	{
		name: "runAgent: signals aborted before, and late ones, change nothing",
		async run({ entry }) {
			const store = new entry.TodoStore();
			const none = () => {
				throw new Error("must not be called");
			};
			const signal = AbortSignal.abort("before");
			equal(
				await entry.runAgent({ store, signal, plan: none, execute: none })
					.result,
				{ status: "aborted", steps: 0, cause: "before" },
			);
			const slow = deferred();
			const { run } = begun(entry, {
				store,
				plan: () => ["a"],
				execute: () => slow.promise,
			});
			await until(run, "executing");
			run.abort();
			slow.resolve("done");
			await run.result;
			await new Promise((resolve) => setTimeout(resolve));
			equal(statuses(store), ["todo"]);
			run.abort();
			same((await run.result).status, "aborted");
		},
	},
	{
		name: "runAgent: a callback without an answer ends with its time",
		async run({ entry }) {
			const signals = [];
			const hang = ({ signal }) => {
				signals.push(signal);
				return never();
			};
			const events = [];
			const note = ({ type, cause }) =>
				events.push([type, cause?.name, cause?.message]);
			const late = deferred();
			const { store, run } = begun(entry, {
				timeout: 20,
				plan: () => ["slow", "unsure", "late"],
				execute: (step) => {
					const { todo, feedback, signal } = step;
					if (todo.content === "slow") return hang(step);
					if (todo.content === "unsure")
						return feedback === "" ? "unverified" : "done";
					signals.push(signal);
					return late.promise;
				},
				verify: (step) => {
					late.resolve("done");
					return hang(step);
				},
				on: { skipped: note, unverified: note },
			});
			same((await run.result).status, "finished");
			equal(statuses(store), ["skipped", "done", "done"]);
			const timedOut = ["TimeoutError", "no answer within 20 ms"];
			equal(events, [
				["skipped", ...timedOut],
				["unverified", ...timedOut],
			]);
			const reasons = signals.map(({ reason }) => reason?.name);
			equal(reasons, ["TimeoutError", "TimeoutError", undefined]);

			const planless = begun(entry, { timeout: 20, plan: hang });
			const { kind, error, cause } = await planless.run.result;
			equal([kind, cause.name, error], ["host_failed", ...timedOut]);
			for (const timeout of [0, -1, NaN, "20", null]) {
				const begin = () => begun(entry, { timeout });
				refused(entry, begin, "invalid_argument", /timeout/);
			}
			const { run: patient } = begun(entry, { timeout: Infinity });
			same((await patient.result).status, "finished");
		},
	},
	{
		name: "runAgent: stop() and asyncDispose resolve when the run has ended",
		async run({ entry }) {
			for (const end of ["stop", Symbol.asyncDispose ?? "stop"]) {
				const { store, run } = begun(entry, { execute: never });
				await until(run, "executing");
				same(await run[end](), undefined);
				same((await run.result).status, "aborted");
				equal(statuses(store), ["todo", "todo"]);
				await run[end]();
			}
		},
	},
	{
		name: "runAgent: an unknown option is refused by its name",
		run({ entry }) {
			for (const name of ["maxSteps", "reminders", "verfy"]) {
				const begin = () => begun(entry, { [name]: "off" });
				const named = new RegExp(`no option "${name}": the options .*budgets`);
				refused(entry, begin, "invalid_argument", named);
			}
			const long = `a\n${"b".repeat(9000)}`;
			const store = new entry.TodoStore();
			for (const act of [
				() => begun(entry, { [long]: 1 }),
				() => new entry.Conversation(store, { dialect: long }),
				() => store.as(long),
			]) {
				const { message } = refused(entry, act, "invalid_argument");
				ok(!message.includes("\n") && message.length < 700, message);
			}
		},
	},
	{
		name: "runAgent: one run at a time for a store",
		async run({ entry }) {
			const store = new entry.TodoStore();
			const slow = deferred();
			let reminder;
			const options = {
				store,
				plan: () => ["a", "b"],
				execute(step) {
					reminder = step.reminder();
					return slow.promise;
				},
				validate: complete,
			};
			const refuse = (more, ...expected) =>
				refused(
					entry,
					() => entry.runAgent({ ...options, ...more }),
					...expected,
				);
			const badSignals = [{}, 3, "now", new AbortController()];
			for (const signal of badSignals)
				refuse({ signal }, "invalid_argument", /must be an AbortSignal/);
			refuse({ budgets: { steps: 3 } }, "invalid_argument", /maxSteps/);
			for (const budgets of [{ driver: "agent" }, { start: "execute" }, 3])
				refuse({ budgets }, "invalid_argument", /budgets/);
			refuse({ store: undefined }, "invalid_argument");
			refuse({ conversation: "loud" }, "invalid_argument");
			const first = entry.runAgent(options);
			await until(first, "executing");
			const before = [store.getXml(), store.revision];
			refuse({}, "already_running");
			// Another handle is another object, and the same list.
			const handle = store.as("host");
			for (const other of [handle, handle.as("user")])
				refuse({ store: other }, "already_running");
			handle.free();
			equal([store.getXml(), store.revision], before);
			same((await begun(entry).run.result).status, "finished", "another list");
			first.abort();
			await first.result;

			const second = entry.runAgent({ ...options, start: "execute" });
			await until(second, "executing");
			refused(entry, () => first.resume(), "already_running");
			equal(statuses(store), ["doing", "todo"]);
			second.abort();
			await second.result;
			for (const signal of badSignals)
				refused(entry, () => first.resume(signal), "invalid_argument");
			const third = first.resume();
			await until(third, "resumed");
			await until(third, "executing");
			match(reminder, /\n<todos>/, "the messages may be gone");
			refused(entry, () => first.resume(), "already_running");
			third.abort();
			// It is being aborted: to set it going again here would leave it without an end.
			refused(entry, () => first.resume(), "already_running");
			refused(entry, () => third.resume(), "invalid_argument");
			same((await third.result).status, "aborted");
			slow.resolve("done");
			same((await entry.runAgent(options).result).status, "finished");
		},
	},
	{
		name: "runAgent: approve is called with each plan before it begins",
		async run({ entry }) {
			const plans = [];
			const asked = [];
			const answers = [{ reject: "cheaper please" }, true, false];
			const { store, run } = begun(entry, {
				timeout: 20,
				plan: ({ reason, changes }) => {
					plans.push(`${reason}: ${changes}`);
					return [`plan ${plans.length}`];
				},
				async approve({ todos, signal }) {
					// A person takes longer than a model may.
					if (asked.length === 0)
						await new Promise((resolve) => setTimeout(resolve, 60));
					ok(!signal.aborted);
					asked.push(words(todos));
					return answers.shift();
				},
				execute: async ({ todo }) => {
					ok(store.getAll().find(({ key }) => key === todo.key).approved);
					return "done";
				},
				validate: () => ({ isComplete: false, suggestions: ["more"] }),
			});
			const events = await typesOf(run);
			equal(plans, ["start: ", "changes: cheaper please", "validation: "]);
			equal(asked, [["plan 1"], ["plan 2"], ["plan 3"]]);
			const { status, steps } = await run.result;
			equal([status, steps], ["aborted", 5], "a person takes no step");
			equal(
				events.filter((type) => /approv|rejected|aborted/.test(type)),
				[
					"approving",
					"rejected",
					"approving",
					"approved",
					"approving",
					"rejected",
					"aborted",
				],
			);
			// What the refused plan added is taken back.
			equal(words(store), ["plan 2: done"]);
			for (const answer of [undefined, null, {}, { reject: " " }, "yes"]) {
				const { run } = begun(entry, { approve: () => answer });
				same((await run.result).kind, "host_failed", String(answer));
			}
		},
	},
	{
		name: "runAgent: a yes to a plan that changed does not count",
		async run({ entry }) {
			const asked = [];
			const { store, run } = begun(entry, {
				plan: () => ["Find a kettle"],
				approve({ todos }) {
					asked.push(words(todos));
					if (asked.length === 1)
						store.as("model").edit(1, { content: "Find the dear one" });
					if (asked.length === 2) store.as("model").addMultiple(["Pay"]);
					// What a person changes needs not be shown to them.
					if (asked.length === 3)
						store.as("user").edit(1, { content: "Find a cheap one" });
					return true;
				},
				execute: async ({ todo }) => {
					ok(store.getAll().find(({ key }) => key === todo.key).approved);
					return "done";
				},
			});
			const events = await typesOf(run);
			equal(asked, [
				["Find a kettle"],
				["Find the dear one"],
				["Find the dear one", "Pay"],
			]);
			equal(
				events.filter((type) => type.startsWith("approv")),
				["approving", "approving", "approving", "approved"],
			);
			equal(words(store), ["Find a cheap one: done", "Pay: done"]);
		},
	},
	{
		name: "runAgent: a person is asked about the run's own todos",
		async run({ entry }) {
			const store = new entry.TodoStore();
			store.add("Book a train");
			store.as("model", "researcher").markDoing(1);
			const asked = [];
			const { run } = begun(entry, {
				store,
				name: "shop",
				plan: () => ["Find a kettle"],
				approve({ todos }) {
					asked.push(words(todos));
					ok(todos.every((todo) => store.getAll().includes(todo)));
					ok(Object.isFrozen(todos));
					return false;
				},
			});
			await run.result;
			equal(asked, [["Find a kettle"]]);
		},
	},
	{
		name: 'runAgent: with approve "person", each plan waits for the person',
		async run({ entry }) {
			const plans = [];
			const asked = [];
			const callback = ({ signal }) => {
				asked.push(signal);
				return never();
			};
			for (const approve of ["person", callback]) {
				const { store, run } = begun(entry, {
					timeout: 20,
					approve,
					plan: ({ changes }) => {
						plans.push(changes);
						return ["Find", "Pay"];
					},
				});
				const rejects = async (promise, code) =>
					promise.then(
						() => ok(false, `no ${code}`),
						(error) => same(error.code, code),
					);
				const nextAsk = async (count) => {
					let seen = 0;
					for await (const { type } of run.events)
						if (type === "approving" && ++seen === count) return;
				};
				await nextAsk(1);
				// Longer than a callback may take.
				await new Promise((resolve) => setTimeout(resolve, 60));
				await rejects(run.reject(" "), "invalid_argument");
				await rejects(run.approve({ revison: 1 }), "invalid_argument");
				await rejects(run.approve({ revision: "1" }), "invalid_argument");
				await rejects(run.approve({ revision: 99 }), "changed");
				await run.reject("cheaper please");
				await nextAsk(2);
				const shown = store.revision;
				store.as("model").edit(2, { content: "Pay 999" });
				await rejects(run.approve(), "changed");
				await nextAsk(3);
				await rejects(run.approve({ revision: shown }), "changed");
				await nextAsk(4);
				store.as("user").edit(1, { content: "Find a kettle" });
				const went = run.approve({ revision: shown + 1 });
				await rejects(run.reject("too late"), "unexpected_report");
				await went;
				// The panel approves the list and then the run: all is approved already.
				await run.approve();
				ok(store.getAll().every(({ approved }) => approved));
				const { status, steps } = await run.result;
				equal([status, steps], ["finished", 5], "a person takes no step");
				equal(words(store), ["Find a kettle: done", "Pay 999: done"]);
				equal(
					(await typesOf(run)).filter((type) => /approv|rejected/.test(type)),
					[
						"approving",
						"rejected",
						"approving",
						"approving",
						"approving",
						"approved",
					],
				);
				for (const late of [run.approve(), run.reject("more")])
					await rejects(late, "unexpected_report");
			}
			equal(plans, ["", "cheaper please", "", "cheaper please"]);
			ok(asked.length === 4 && asked.every(({ aborted }) => aborted));
			const { run: waits } = begun(entry, {
				approve: "person",
				on: { approving: () => setTimeout(() => waits.abort("enough")) },
			});
			const { status, cause } = await waits.result;
			equal([status, cause], ["aborted", "enough"]);
			for (const approve of ["persons", true, null, {}])
				refused(entry, () => begun(entry, { approve }), "invalid_argument");
		},
	},
	{
		name: "runAgent: a restored run that waits can be started at once",
		async run({ entry }) {
			const { store, run } = begun(entry, { approve: "person" });
			await until(run, "approving");
			const saved = run.checkpoint();
			run.abort();
			await run.result;
			const { run: restored } = begun(entry, {
				store,
				saved,
				approve: "person",
			});
			await restored.approve();
			same((await restored.result).status, "finished");
			equal(statuses(store), ["done", "done"]);
		},
	},
	{
		name: "runAgent: verify confirms a claim, or a person does",
		async run({ entry }) {
			const claiming = () => new entry.TodoStore({ confirmDone: true });
			const noes = [false, true, true];
			const verified = begun(entry, {
				store: claiming(),
				execute: () => ({ status: "done", evidence: "receipt 7" }),
				verify: ({ todo }) => todo.evidence === "receipt 7" && noes.shift(),
			});
			await verified.run.result;
			equal([statuses(verified.store), noes], [["done", "done"], []]);

			const store = claiming();
			const person = store.as("user");
			const told = [];
			const answers = [
				() => person.reopen(1, "cheaper, please"),
				() => person.completeMultiple([1, 2]),
			];
			const { run } = begun(entry, {
				store,
				execute: ({ todo, feedback }) => {
					told.push(`${todo.content}: ${feedback}`);
					return "done";
				},
				on: { waiting: () => setTimeout(() => answers.shift()()) },
			});
			same((await run.result).isComplete, true);
			equal(told, ["a: ", "b: ", "a: cheaper, please"]);

			const { store: lost, run: waits } = begun(entry, {
				store: claiming(),
				on: { waiting: () => setTimeout(() => waits.abort()) },
			});
			same((await waits.result).status, "aborted");
			const claims = lost.getAll().map(({ claimed }) => claimed);
			equal(claims, [true, true], "claims stay");
		},
	},
	{
		name: "runAgent: a todo waits for an answer while others go on",
		async run({ entry }) {
			const question = "Which code did you get?";
			const options = ["1234", "5678"];
			const execute = ({ todo }) => {
				told.push(`${todo.content}: ${todo.answer ?? ""}`);
				return todo.content === "b" || todo.answer !== undefined
					? "done"
					: { status: "waiting", question, options };
			};
			const told = [];
			const { store, run } = begun(entry, {
				execute,
				on: {
					waiting({ todos }) {
						equal(
							todos.map(({ content }) => content),
							["a"],
						);
						const [a] = store.getAll();
						equal(
							[a.status, a.waiting, a.question],
							["todo", "user", question],
						);
						equal(a.options, options);
						setTimeout(() => store.as("user").answer(1, a.options[0]));
					},
				},
			});
			same((await run.result).isComplete, true);
			equal(told, ["a: ", "b: ", "a: 1234"]);
			const { store: left, run: waits } = begun(entry, {
				execute: () => ({ status: "waiting", for: "event" }),
				on: { waiting: () => setTimeout(() => waits.abort()) },
			});
			same((await waits.result).status, "aborted");
			const kinds = left.getAll().map(({ waiting }) => waiting);
			equal(kinds, ["event", "event"], "what waits goes on waiting");
		},
	},
	{
		name: "runAgent: two named runs at once, each on its own todos",
		async run({ entry }) {
			const store = new entry.TodoStore();
			const kept = {};
			const persistence = {
				keep: (parts) => Object.assign(kept, parts),
				flushed: () => Promise.resolve(),
			};
			// Each waits until the other is at work, so that they are at it at the same time.
			const [left, right] = [deferred(), deferred()];
			const begin = (name, mine, other) =>
				entry.runAgent({
					store,
					name,
					persistence,
					validate: complete,
					plan: () => [`${name} 1`, `${name} 2`],
					async execute({ todo }) {
						equal([todo.owner, todo.content.slice(0, -2)], [name, name]);
						mine.resolve();
						await other.promise;
						return "done";
					},
				});
			const one = begin("researcher", left, right);
			const other = begin("writer", right, left);
			for (const name of ["writer", undefined])
				refused(entry, () => begin(name, left, right), "already_running");
			for (const name of ["", 7, null])
				refused(entry, () => begin(name, left, right), "invalid_argument");
			for (const { result } of [one, other])
				same((await result).isComplete, true);
			equal(Object.keys(kept).sort(), ["run researcher", "run writer"]);
			equal(statuses(store), ["done", "done", "done", "done"]);
			const again = await begin("researcher", left, right).result;
			same(again.isComplete, true, "a name is free again");
		},
	},
	{
		name: "runAgent: whatever execute throws, the run goes on",
		async run({ entry }) {
			for (const [place, thrown] of thrownThings().entries()) {
				const throws = () => {
					throw thrown;
				};
				const { store, run } = begun(entry, { execute: throws });
				same((await run.result).status, "finished", String(place));
				equal(statuses(store), ["skipped", "skipped"], String(place));
				const { failures } = await run.result;
				const contents = failures.map(({ content }) => content);
				equal(contents, ["a", "b"], String(place));
				const events = await eventsOf(run);
				const { reason, cause, failed } = events.find(
					({ type }) => type === "skipped",
				);
				ok(reason.length > 0 && failed, String(place));
				same(cause, thrown, String(place));
				const planning = begun(entry, { store, plan: throws });
				same((await planning.run.result).kind, "host_failed", String(place));
			}
		},
	},
	{
		name: "runAgent: a late execution touches no other todo's budget",
		async run({ entry }) {
			const reasons = [];
			const left = [];
			let late;
			const refusal = () => {
				if (!late) return;
				refused(entry, late.toolCalled, "unexpected_report", /over/);
				const { ok, changed, text } = late.planning.call({ reason: "x" });
				equal([ok, changed], [false, false]);
				match(text, /this execution is over/);
			};
			const plan = ({ reason }) => {
				refusal();
				reasons.push(reason);
				return ["a", "b"];
			};
			const { store, run } = begun(entry, {
				plan,
				execute: ({ toolCalled, tools: [planning] }) => {
					refusal();
					late ??= { toolCalled, planning };
					left.push(toolCalled());
					return "done";
				},
				validate: () => {
					refusal();
					return { isComplete: true };
				},
			});
			await run.result;
			refusal();
			equal([reasons, statuses(store)], [["start"], ["done", "done"]]);
			equal(left, [4, 4]);
			ok(!(await typesOf(run)).includes("plan_requested"));
			// In its own execution it works, and is over as the plan that comes of it is made.
			late = undefined;
			let asks = 0;
			await begun(entry, {
				plan,
				execute: ({ toolCalled, tools: [planning] }) => {
					late = { toolCalled, planning };
					if (asks++ === 0) ok(planning.call({ reason: "the shop moved" }).ok);
					return asks === 1 ? "continue" : "done";
				},
			}).run.result;
			equal(reasons, ["start", "start", "requested"]);
		},
	},
	{
		name: "runAgent: a resumed run keeps its signal and orders events",
		async run({ entry }) {
			const controller = new AbortController();
			const order = [];
			const on = {};
			for (const type of ["planning", "executing", "aborted", "resumed"])
				on[type] = () => order.push(type);
			on.stuck = () => {
				order.push("stuck");
				run.abort();
			};
			const { run } = begun(entry, {
				signal: controller.signal,
				budgets: { stuckAfter: 2 },
				execute: () => (order.includes("resumed") ? never() : "continue"),
				on,
			});
			same((await run.result).status, "aborted");
			equal(order, ["planning", "executing", "stuck", "executing", "aborted"]);
			equal((await typesOf(run)).slice(-3), ["stuck", "executing", "aborted"]);
			const second = run.resume();
			await until(second, "resumed");
			controller.abort("the user said stop");
			const { status, cause } = await second.result;
			equal([status, cause], ["aborted", "the user said stop"]);
		},
	},
	{
		name: "runAgent: a model that drives may ask for a new plan",
		async run({ entry }) {
			const store = new entry.TodoStore();
			const [todo] = entry.tools(store, { dialect: "update_plan" });
			const write = (...plan) =>
				todo.call({ plan: plan.map(([step, status]) => ({ step, status })) });
			const plans = [];
			const turns = [
				() => write(["a", "completed"], ["b", "in_progress"]) && "continue",
				([planning]) => {
					same(planning.name, "require_planning");
					match(planning.call({}).text, /reason is missing/);
					match(planning.call('{"reason":"the shop moved"}').text, /new plan/);
					return "finished";
				},
				() => write(["a", "completed"], ["c", "completed"]) && "finished",
			];
			const { run } = begun(entry, {
				store,
				driver: "agent",
				// The list itself is the plan.
				plan({ reason, because }) {
					plans.push(`${reason}: ${because}`);
					write(["a", "pending"], [reason === "start" ? "b" : "c", "pending"]);
				},
				execute: ({ tools }) => turns.shift()(tools),
			});
			same((await run.result).isComplete, true);
			equal(plans, ["start: ", "requested: the shop moved"]);
			equal(words(store), ["a: done", "c: done"]);
			ok((await typesOf(run)).includes("claimed_done"));
		},
	},
	{
		name: "runAgent: settling a todo elsewhere ends its step",
		async run({ entry }) {
			for (const [said, left, method, ...why] of [
				["done", ["done"], "complete"],
				["skipped (not needed)", ["skipped"], "skip", "not needed"],
				["skipped (removed from the list)", [], "remove"],
			]) {
				const store = new entry.TodoStore();
				const user = store.as("user");
				const kept = [];
				const { run } = begun(entry, {
					store,
					execute: async ({ todo, signal, toolCalled, mayCall }) => {
						toolCalled();
						ok(mayCall());
						kept.push({ signal, mayCall });
						if (todo.content === "b") return "done";
						queueMicrotask(() => user[method](todo.key, ...why));
						// It does not look at its signal, and its answer comes too late.
						await new Promise((resolve) =>
							signal.addEventListener("abort", () => setTimeout(resolve, 5)),
						);
						return "failed";
					},
				});
				same((await run.result).status, "finished");
				equal(settlings(await eventsOf(run)), [
					`a ${said} by user`,
					"b done by agent",
				]);
				equal(statuses(store), [...left, "done"]);
				const reasons = kept.map(({ signal }) => signal.reason?.name);
				equal(reasons, ["AbortError", undefined]);
				ok(!kept.some(({ mayCall }) => mayCall()), "they are over");
			}
		},
	},
	{
		name: "runAgent: settling between the steps aborts nothing",
		async run({ entry }) {
			const store = new entry.TodoStore();
			const user = store.as("user");
			const executed = [];
			const { run } = begun(entry, {
				store,
				plan: () => ["a", "b", "c", "d"],
				execute: async ({ todo, signal }) => {
					executed.push(todo.content);
					if (todo.content === "a") user.complete(3);
					await new Promise((resolve) => setTimeout(resolve, 1));
					ok(!signal.aborted);
					return "done";
				},
				on: {
					// As its own step is about to begin.
					executing: ({ todo }) => todo.content === "b" && user.skip(2),
				},
			});
			const events = await eventsOf(run);
			equal(executed, ["a", "d"]);
			equal(settlings(events), [
				"c done by user",
				"a done by agent",
				"b skipped (no reason given) by user",
				"d done by agent",
			]);
		},
	},
	{
		name: "runAgent: a run goes on from its checkpoint",
		async run({ entry }) {
			const { TodoStore, runAgent } = entry;
			const store = new TodoStore();
			const called = deferred();
			const run = runAgent({
				store,
				plan: () => ["a", "b"],
				async execute({ todo, toolCalled }) {
					if (todo.content === "a") return "done";
					toolCalled();
					called.resolve();
					return never();
				},
				validate: complete,
				budgets: { maxCallsPerTodo: 3 },
			});
			await called.promise;
			const [list, text] = [store.checkpoint(), run.checkpoint()];
			const again = TodoStore.fromCheckpoint(list);
			const begin = (store, more) =>
				runAgent({
					store,
					plan: () => ["c"],
					execute: async ({ todo, callsLeft }) => {
						equal([todo.content, callsLeft], ["b", 2]);
						return "done";
					},
					validate: complete,
					...more,
				});
			for (const [code, more] of [
				["invalid_checkpoint", { saved: "damaged" }],
				["invalid_checkpoint", { saved: list }],
				["newer_checkpoint", { saved: text.replace(",1,", ",2,") }],
				["invalid_argument", { saved: 3 }],
				["invalid_argument", { persistence: {} }],
			])
				refused(entry, () => begin(again, more), code);
			same(again.checkpoint(), list, "what is in progress stays");
			const third = TodoStore.fromCheckpoint(list);
			const resumed = begin(third, { saved: text });
			const result = await resumed.result;
			equal([result.status, result.steps], ["finished", 5]);
			equal(statuses(third), ["done", "done"]);
			// One that had ended ends the same way, and one that was aborted can be resumed.
			const ended = begin(third, { saved: resumed.checkpoint() });
			equal(await ended.result, result);
			const fourth = TodoStore.fromCheckpoint(list);
			const stopped = begin(fourth, { saved: text });
			stopped.abort();
			await stopped.result;
			const woken = begin(fourth, { saved: stopped.checkpoint() });
			same((await woken.result).status, "aborted");
			same((await woken.resume().result).status, "finished");
		},
	},
];
