import { init, TodoStore } from "agent-todos";

export async function GET() {
	await init();
	return new Response(new TodoStore().getXml());
}
