// Whether a storage keeps to the contract of `TodoStorage`. Plain async functions, for any test
// framework or none, and for wherever the storage lives: Node, a page, a worker, an extension. They
// import nothing: to test your own storage, copy this file.

/**
 * What a storage may lose. They are computed, as Chrome refuses a content script that contains a
 * noncharacter.
 */
const [nul = "", half = "", otherHalf = "", last = ""] = [
	0, 0xd800, 0xdfff, 0x10ffff,
].map((code) => String.fromCodePoint(code));

/**
 * Returns the tests that a storage must pass, as `{name, run}`: `run` rejects with an `Error` that
 * describes what the storage does wrong. `open` must always open the same place, with a new
 * connection each time if the storage has connections, so that one sees what another has stored.
 * The tests write under names that begin with `prefix`, and leave their texts there.
 */
export function storageConformance(
	open,
	prefix = `conformance ${Math.random()} `,
) {
	let used = 0;
	const tests = {
		"what was never written is null": async (storage, name) => {
			equal(await storage.read(name), null);
		},
		"the first write returns revision 1, and its text is read back": async (
			storage,
			name,
		) => {
			equal(await storage.write(name, "a", 0), 1);
			equal(await storage.read(name), { text: "a", revision: 1 });
		},
		"the names of what is stored are known, where the storage tells them":
			async (storage, name) => {
				if (storage.names === undefined) return;
				const own = async () =>
					(await storage.names?.())?.filter((known) => known.startsWith(name));
				equal(await own(), []);
				const names = ["", ` é%41~${nul}/..\\`, " 待つ", `a${half}`].map(
					(end) => name + end,
				);
				for (const each of names) await storage.write(each, "a", 0);
				equal((await own())?.sort(), names.sort());
			},
		"each write raises the revision by one, even with the same text": async (
			storage,
			name,
		) => {
			for (let revision = 0; revision < 5; revision++)
				equal(await storage.write(name, "a", revision), revision + 1);
			equal(await storage.read(name), { text: "a", revision: 5 });
		},
		"a write on an older revision is refused as a conflict, and changes nothing":
			async (storage, name) => {
				await storage.write(name, "a", 0);
				await storage.write(name, "b", 1);
				for (const expected of [0, 1, 3, 100])
					await expectConflict(storage.write(name, "c", expected));
				equal(await storage.read(name), { text: "b", revision: 2 });
				equal(await storage.write(name, "c", 2), 3);
			},
		"a write on a revision where nothing is stored is refused": async (
			storage,
			name,
		) => {
			await expectConflict(storage.write(name, "a", 1));
			equal(await storage.read(name), null);
		},
		"of many who write on one revision at once, one wins, and its text is there":
			async (storage, name) => {
				await storage.write(name, "first", 0);
				const others = await Promise.all(Array.from({ length: 8 }, open));
				const texts = Array.from({ length: 24 }, (_, n) => `text ${n}`);
				const results = await Promise.allSettled(
					texts.map((text, n) =>
						(others[n % 8] ?? storage).write(name, text, 1),
					),
				);
				const winners = texts.filter(
					(_, n) => results[n]?.status === "fulfilled",
				);
				equal(winners.length, 1, "winners");
				for (const result of results)
					if (result.status === "rejected")
						await expectConflict(Promise.reject(result.reason));
				equal(await storage.read(name), { text: winners[0], revision: 2 });
			},
		"many who read, write and try again lose nothing": async (
			storage,
			name,
		) => {
			const add = async (storage, what) => {
				for (;;) {
					const { text, revision } = (await storage.read(name)) ?? {
						text: "",
						revision: 0,
					};
					try {
						return await storage.write(name, `${text} ${what}`, revision);
					} catch (error) {
						if (error.code !== "conflict") throw error;
					}
				}
			};
			const wanted = Array.from({ length: 6 }, (_, writer) =>
				Array.from({ length: 5 }, (_, n) => `${writer}.${n}`),
			);
			await Promise.all(
				wanted.map(async (words) => {
					const other = await open();
					for (const word of words) await add(other, word);
				}),
			);
			const { text, revision } = (await storage.read(name)) ?? {
				text: "",
				revision: 0,
			};
			equal(revision, 30, "revision");
			equal(text.trim().split(" ").sort(), wanted.flat().sort());
		},
		"what one wrote the other reads, and may go on from": async (
			storage,
			name,
		) => {
			const other = await open();
			await storage.write(name, "a", 0);
			equal(await other.read(name), { text: "a", revision: 1 });
			equal(await other.write(name, "b", 1), 2);
			await expectConflict(storage.write(name, "c", 1));
			equal(await storage.read(name), { text: "b", revision: 2 });
		},
		"who watches a name is called after each write there by any context, where the storage reports writes":
			async (storage, name) => {
				if (storage.watch === undefined) return;
				const other = await open();
				const [first, second] = [watch(storage, name), watch(other, name)];
				for (const [revision, writer] of [other, storage, other].entries()) {
					await other.write(`${name} other`, "a", revision);
					await writer.write(name, "a", revision);
					await Promise.all([
						first.called(revision + 1),
						second.called(revision + 1),
					]);
				}
				first.stop();
				const before = first.calls.length;
				await other.write(name, "a", 3);
				await second.called(4);
				second.stop();
				equal(first.calls.slice(before), [], "calls after the end");
				for (const revision of [...first.calls, ...second.calls])
					if (revision !== undefined)
						equal([1, 2, 3, 4].includes(revision), true, `${revision}`);
			},
		"texts come back letter for letter": async (storage, name) => {
			const every = Array.from({ length: 0x300 }, (_, code) =>
				String.fromCharCode(code),
			).join("");
			const texts = [
				"",
				" ",
				`\ufeffa\r\n${nul}`,
				'{"a":"\\u0000"}',
				every,
				`tēxt 🙂 ${last}`,
				"x".repeat(1_000_000),
				"é".repeat(300_000),
			];
			for (const [revision, text] of texts.entries()) {
				await storage.write(name, text, revision);
				equal(
					await storage.read(name),
					{ text, revision: revision + 1 },
					`text ${revision}`,
				);
			}
		},
		"any string is a name, and each is another one": async (storage, name) => {
			const ends = [
				' |.|..|/|\\|/../../a|..\\..\\a|a|A|%61|a/b|a~lock|a~revision|a~new|a.tmp|a\nb|:|*?"<>|con|é',
				"e\u0301|🙂|__proto__|constructor|%ud800|\ufffd",
			].flatMap((ends) => ends.split("|"));
			ends.push(`a${nul}b`, half, otherHalf);
			for (const end of ["a".repeat(100), "a".repeat(300), "é".repeat(300)])
				ends.push(end, `${end}b`);
			ends.push("", "|");
			const names = ends.map((end) => name + end);
			for (const [n, name] of names.entries())
				equal(
					await storage.write(name, `text ${n}`, 0),
					1,
					JSON.stringify(name),
				);
			for (const [n, name] of names.entries())
				equal(
					await storage.read(name),
					{ text: `text ${n}`, revision: 1 },
					JSON.stringify(name),
				);
		},
		"names that paths or objects have a meaning for are names like any other":
			async (storage) => {
				for (const name of [
					"",
					".",
					"..",
					"__proto__",
					"constructor",
					"../../outside",
				]) {
					const { revision } = (await storage.read(name)) ?? { revision: 0 };
					await storage.write(name, "a", revision);
					equal(
						await storage.read(name),
						{ text: "a", revision: revision + 1 },
						JSON.stringify(name),
					);
				}
			},
	};
	return Object.entries(tests).map(([name, run]) => ({
		name,
		run: async () => {
			used += 1;
			return run(await open(), `${prefix}${used}`);
		},
	}));
}

/** Watches a name, and collects what the watcher is called with. */
function watch(storage, name) {
	const calls = [];
	let seen = 0;
	const stop = storage.watch?.(name, (revision) => calls.push(revision));
	return {
		calls,
		/**
		 * Resolves when a call since the last one reports a revision: with it, with a later one, or
		 * without any, as writes may have been missed. Rejects after ten seconds.
		 */
		async called(revision) {
			for (let tries = 0; tries < 500; tries++) {
				const reported = calls
					.slice(seen)
					.some((call) => call === undefined || call >= revision);
				if (reported) {
					seen = calls.length;
					return;
				}
				await new Promise((resolve) => setTimeout(resolve, 20));
			}
			throw new Error(
				`the write of revision ${revision} was not reported within ten seconds`,
			);
		},
		stop: () => {
			equal(typeof stop, "function", "what watch() returns");
			stop?.();
		},
	};
}

function equal(actual, expected, what = "") {
	const plain = (value) =>
		JSON.stringify(value, (_, part) =>
			isRecord(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
		) ?? "undefined";
	const short = (text) =>
		text.length > 300
			? `${text.slice(0, 300)}… (${text.length} characters)`
			: text;
	const [got, wanted] = [plain(actual), plain(expected)];
	if (got !== wanted)
		throw new Error(
			`${what}: got ${short(got)}, expected ${short(wanted)}`.replace(
				/^: /,
				"",
			),
		);
}

function isRecord(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function expectConflict(write) {
	let revision;
	try {
		revision = await write;
	} catch (error) {
		const { name, code } = error;
		if (name !== "StorageError" || code !== "conflict")
			throw new Error(
				`expected a StorageError with code "conflict", got ${name} with ${code}: ${error.message}`,
			);
		return;
	}
	throw new Error(`expected the write to be refused, it gave ${revision}`);
}
