import { openList } from "agent-todos";
import { follow } from "agent-todos/follow";
import { indexedDbStorage } from "agent-todos/storage/indexeddb";

// Reads the list when this tab becomes its owner.
openList({ storage: indexedDbStorage(), timeout: Infinity });
export const follower = await follow(); // what the page works with
