// A worker that keeps its list in a variable.

import { PlainList } from "../plain-list";
import type { Work } from "./lost";

const list = new PlainList();

addEventListener("message", ({ data }: MessageEvent<Work>) => {
	list.add(...(data.begin ?? []));
	for (const id of data.complete ?? []) list.complete(id);
	postMessage(list.todos);
});
