import { init, TaskStore } from "agent-todos/tasks";

export async function GET() {
	await init({
		module_or_path: "node_modules/agent-todos/agent_todos_tasks_bg.wasm",
	});
	return Response.json(new TaskStore().list("ann"));
}
