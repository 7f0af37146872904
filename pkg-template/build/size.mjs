// How much a user downloads for the `.` entry: the wasm and every JavaScript file that the entry loads, each compressed
// by itself as a server does it. Run directly, it prints the table and fails above the budget.

import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { pkg } from "./places.mjs";

/** Bytes, Brotli at level 11, all files of the `.` entry summed. The one place that has the number. */
export const budget = 24_000;

/** One row per file: `{file, raw, gzip, brotli}`, then their sum. */
export function measure() {
  const rows = filesOfEntry().map((file) => ({ file: basename(file), ...sizes(readFileSync(file)) }));
  const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
  return [...rows, { file: "sum", raw: sum("raw"), gzip: sum("gzip"), brotli: sum("brotli") }];
}

export function sizes(bytes) {
  return {
    raw: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }).length,
  };
}

function filesOfEntry() {
  const manifest = JSON.parse(readFileSync(join(pkg, "package.json"), "utf8"));
  const files = [join(pkg, manifest.exports["."].default)];
  for (const file of files) {
    for (const [, path] of readFileSync(file, "utf8").matchAll(/\bfrom ?"(\.[^"]+)"|\bimport ?"(\.[^"]+)"/g)) {
      const imported = join(dirname(file), path);
      if (!files.includes(imported)) files.push(imported);
    }
  }
  return [join(pkg, "agent_todos_bg.wasm"), ...files];
}

/** The table as text, its last line saying whether the budget is kept. */
export function sizeTable(rows = measure()) {
  const line = (cells) => cells.map((cell, i) => (i === 0 ? String(cell).padEnd(22) : String(cell).padStart(8))).join("");
  const { brotli } = rows.at(-1);
  return [
    line(["bytes", "raw", "gzip", "brotli"]),
    ...rows.map(({ file, raw, gzip, brotli }) => line([file, raw, gzip, brotli])),
    brotli <= budget
      ? `within the budget of ${budget} bytes, ${budget - brotli} left`
      : `ABOVE the budget of ${budget} bytes by ${brotli - budget}`,
  ].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const rows = measure();
  console.log(sizeTable(rows));
  if (rows.at(-1).brotli > budget) process.exitCode = 1;
}
