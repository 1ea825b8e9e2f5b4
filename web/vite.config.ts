import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { removeComputedTheme } from "./computed-theme-plugin.ts";
import { guestPage } from "./guest-page-plugin.ts";
import { prerender } from "./prerender-plugin.ts";
import { sampleSegment } from "./sample-segment-plugin.ts";
import { serviceWorker } from "./service-worker-plugin.ts";
import { splitting } from "./splitting.ts";
import { theme } from "./theme-plugin.ts";

export default defineConfig({
  root: import.meta.dirname,
  // Excludes the guest's page from React's refresh of changed components, because that page uses Preact.
  plugins: [
    react({ refreshExclude: [/\/node_modules\//, /\/src\/guest\//] }),
    theme(),
    removeComputedTheme(),
    sampleSegment(),
    prerender(),
    guestPage(),
    serviceWorker(),
  ],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    // Fonts and icons stay files. The content security policy allows no data: URL for a font.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: splitting } },
  },
});
