import { defineConfig } from "vite";

// The API for `npm run dev`; default: that of ./dev run.
const api = process.env.BLOTTER_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  build: {
    target: "es2022",
    // The content security policy allows scripts and styles from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Swagger UI is one large file that only the API reference loads.
    chunkSizeWarningLimit: 2000,
    rollupOptions: { input: ["index.html", "docs.html"] },
  },
  server: { proxy: { "/api": api, "/openapi.json": api, "/setup": api, "/invitation": api } },
});
