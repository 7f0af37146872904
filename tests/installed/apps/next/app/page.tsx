// A server component.

import { init, TodoStore } from "agent-todos/inline";

export const dynamic = "force-dynamic";

export default async function Page() {
	await init();
	return <p>{new TodoStore().getXml()}</p>;
}
