import { defineConfig } from "vite";

const target = "http://localhost:3000";
export default defineConfig({
  server: { proxy: { "/chat?": target, "/live": { target, ws: true } } },
});
