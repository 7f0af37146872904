import { init, TodoStore } from "agent-todos/inline";

export async function GET() {
	await init();
	return new Response(new TodoStore().getXml());
}
