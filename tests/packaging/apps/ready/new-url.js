// webpack's way to the URL of a file of a package.

import { init } from "agent-todos";

export const ready = () =>
	init({
		module_or_path: new URL("agent-todos/agent_todos_bg.wasm", import.meta.url),
	});
