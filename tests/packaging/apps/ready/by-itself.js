// The package finds its WebAssembly beside itself, or inside itself.

import { init } from "agent-todos";

export const ready = () => init();
