import { follow, overRuntime } from "agent-todos/follow";

const follower = await follow({ over: overRuntime() });
follower.subscribe(() => console.log(follower.todos));
