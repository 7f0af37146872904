import { openList, overRuntime } from "agent-todos";
import { chromeStorage } from "agent-todos/storage/chrome";

openList({
  storage: chromeStorage({ area: "local" }),
  over: overRuntime(),
  allow: (call, { isTrusted }) =>
    isTrusted ||
    ("method" in call && call.method === "complete" && call.by === "model"),
});
