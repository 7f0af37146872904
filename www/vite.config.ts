// Builds the demo page into target/www and serves it. The page imports the packed package from node_modules/agent-todos,
// as a user's page would.

import { defineConfig } from "vite";
import { browsers } from "./vite.browsers.ts";

export default defineConfig({
  // Relative, so that the built folder works under any path.
  base: "./",
  cacheDir: "../target/vite",
  build: { outDir: "../target/www", emptyOutDir: true, ...browsers },
  server: { port: 4170 },
  // Another program may sit on the port: then Vite takes the next one and prints it.
  preview: { port: 4170, strictPort: false },
});
