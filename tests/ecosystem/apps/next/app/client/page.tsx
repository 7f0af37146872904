"use client";

import { init, TodoStore } from "agent-todos";
import { useEffect } from "react";

async function run() {
	await init();
	return new TodoStore().getXml();
}

export default function Page() {
	useEffect(() => void Object.assign(globalThis, { result: run() }), []);
	return null;
}
