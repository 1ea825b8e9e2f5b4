import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { removeComputedTheme } from "./computed-theme-plugin.ts";
import { prerender } from "./prerender-plugin.ts";
import { sampleSegment } from "./sample-segment-plugin.ts";
import { serviceWorker } from "./service-worker-plugin.ts";
import { splitting } from "./splitting.ts";
import { theme } from "./theme-plugin.ts";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), theme(), removeComputedTheme(), sampleSegment(), prerender(), serviceWorker()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    // Fonts and icons stay files, because data: URLs would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: splitting } },
  },
});
