// A process that works on a list in a folder: node file-writer.mjs folder name writer [most].
// Reports go to stdout, a line each, written before the next thing happens.

import { writeSync } from "node:fs";
import { fileStorage } from "agent-todos/storage/file";
import { work } from "./workload.mjs";

const [folder, name, writer, most = Infinity] = process.argv.slice(2);
await work({
	storage: fileStorage(folder),
	name,
	writer,
	most: Number(most),
	report: (what) => void writeSync(1, `${JSON.stringify(what)}\n`),
});
