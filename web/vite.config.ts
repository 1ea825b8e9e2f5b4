import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { withoutComputedTheme } from "./computed-theme-plugin.ts";
import { prerender } from "./prerender-plugin.ts";
import { sampleSegment } from "./sample-segment-plugin.ts";
import { theme } from "./theme-plugin.ts";

/** In one file: over HTTP/1.1 a browser opens six connections, and a page's first paint waits for its styles. */
const stylesOfFirstPages =
  /(virtual:(colors|faces|amplify)|src\/ui\/[a-z-]+|accounts\/credentials-page|app\/landing-page|language\/language|trial\/trial|plans\/plans)\.css$/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), theme(), withoutComputedTheme(), sampleSegment(), prerender()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    // Fonts and icons stay files of their own: data: URLs would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "styles-of-first-pages", test: stylesOfFirstPages }] } },
    },
  },
});
