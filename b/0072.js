import { defineConfig } from "vite";

export default defineConfig({
  build: {
    modulePreload: false, // the service worker has no document
    rollupOptions: {
      input: ["panel.html", "worker.ts"],
      // The manifest names worker.js.
      output: { entryFileNames: "[name].js" },
    },
  },
});
