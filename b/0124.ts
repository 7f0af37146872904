import { fileURLToPath } from "node:url";

const absoluteSrc = fileURLToPath(
  import.meta.resolve("agent-todos/agent_todos_bg.wasm"),
);
export default {
  hooks: {
    "build:publicAssets": (_wxt: object, files: object[]) =>
      void files.push({ absoluteSrc, relativeDest: "agent_todos_bg.wasm" }),
  },
  vite: () => ({ optimizeDeps: { exclude: ["agent-todos"] } }),
};
