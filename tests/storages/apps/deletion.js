// What `persistence.delete()` promises over a storage, wherever that lives. As the conformance
// tests: `open` opens the same place each time.

import { Conversation, init, persist, TodoStore } from "agent-todos/inline";
import { equal as is } from "../../browsers/assert.mjs";
import { contents } from "../../tools/lists.mjs";

const secret = "a secret";

const codeOf = (promise) =>
	promise.then(
		() => "none",
		({ code }) => code,
	);

export function deletionTests(open, prefix = `deletion ${Math.random()} `) {
	let used = 0;
	const tests = {
		"leaves no text, and other contexts forget the list and do not bring it back":
			async (name) => {
				const heard = [];
				const onError = ({ code }) => heard.push(code);
				const [mine, theirs] = [new TodoStore(), new TodoStore()];
				const storage = await open();
				await storage.write(`${name}.unreadable-1`, `damaged: ${secret}`, 0);
				const saved = await persist(mine, storage, { name });
				mine.addMultiple([secret, "another"]);
				const conversation = new Conversation(mine);
				conversation.reminder();
				saved.keep({ conversation });
				mine.remove(2);
				await saved.flushed();
				const others = await persist(theirs, await open(), { name, onError });
				const waits = codeOf(saved.delete());
				is(mine.size, 0, "the list is forgotten at once");
				is(await waits, "none", "delete()");
				for (const at of [name, `${name}.unreadable-1`])
					is((await storage.read(at)).text.includes(secret), false, at);
				const texts = [mine.checkpoint(), conversation.checkpoint()];
				is(texts.join().includes(secret), false, "here");
				is(saved.saved, {}, "what was kept with it");
				is(await codeOf(saved.flushed()), "deleted", "flushed() here");
				// The other context has changed the list in the meantime, or has not read the marker yet.
				if (theirs.size > 0) theirs.edit(1, { content: `${secret} anew` });
				const there = await codeOf(others.refresh());
				is(there, "deleted", "refresh() there");
				is(heard, ["deleted"], "what it hears");
				is(theirs.checkpoint().includes(secret), false, "there");
				is(await codeOf(others.flushed()), "deleted", "flushed() there");
				theirs.addMultiple(["stays here"]);
				await others.stop();
				const { text } = await (await open()).read(name);
				is(text.includes("stays"), false, "it is over");
			},
		"lets the name begin anew, which a context that slept does not disturb":
			async (name) => {
				const [slept, mine, anew] = [1, 2, 3].map(() => new TodoStore());
				const saved = await persist(mine, await open(), { name });
				mine.addMultiple([secret]);
				await saved.flushed();
				const sleeper = await persist(slept, await open(), {
					name,
					onError() {},
				});
				await saved.delete();
				await saved.delete();
				const next = await persist(anew, await open(), { name });
				is([anew.size, next.saved], [0, {}], "an empty list");
				anew.addMultiple(["new"]);
				await next.flushed();
				slept.addMultiple(["of the sleeper"]);
				is(await codeOf(sleeper.flushed()), "deleted", "the sleeper");
				is(slept.checkpoint().includes(secret), false, "what it has");
				await next.refresh();
				is(contents(anew), ["new"], "the new list");
				const history = JSON.stringify(anew.history());
				is(history.includes(secret), false, "its history");
				await next.stop();
			},
	};
	return Object.entries(tests).map(([name, run]) => ({
		name: `delete() ${name}`,
		run: async () => {
			await init();
			used += 1;
			return run(`${prefix}${used}`);
		},
	}));
}
