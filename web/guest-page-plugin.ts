import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { build, type Plugin } from "vite";
import { guestFile, guestFilePrefix } from "../domain/http/site-files.ts";
import { theme } from "./theme-plugin.ts";

/** The guest's page must not contain these libraries, so that the page stays small. */
const appLibraries = /\/node_modules\/(react|react-dom|react-router|aws-amplify|@aws-amplify|@tanstack|@radix-ui)\//;

function withoutAppLibraries(): Plugin {
  return {
    name: "parlance-guest-libraries",
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((output) => (output.type === "chunk" ? output.moduleIds : []));
      const found = modules.find((id) => appLibraries.test(id));
      if (found !== undefined) this.error(`The guest's page contains a library of the app: ${found}`);
    },
  };
}

const scriptNames = `assets/${guestFilePrefix}[name]-[hash].js`;

/** The guest's page and the app share font files, so fonts have the same names in both builds. */
const assetNames = (names: readonly string[]) =>
  names.some((name) => name.endsWith(".css"))
    ? `assets/${guestFilePrefix}[name]-[hash][extname]`
    : "assets/[name]-[hash][extname]";

async function buildGuestPage(root: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: "error",
    publicDir: false,
    plugins: [react(), theme(), withoutAppLibraries()],
    worker: { format: "es", rolldownOptions: { output: { entryFileNames: scriptNames } } },
    build: {
      outDir,
      emptyOutDir: false,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(root, guestFile),
        output: {
          entryFileNames: scriptNames,
          chunkFileNames: scriptNames,
          assetFileNames: ({ names }) => assetNames(names),
        },
      },
    },
  });
}

/**
 * Builds the guest's page separately. In one build with the app, the page would share scripts with the app, and so load
 * parts of the app.
 */
export function guestPage(): Plugin {
  let root = "";
  return {
    name: "parlance-guest-page",
    apply: "build",
    configResolved: (config) => {
      root = config.root;
    },
    writeBundle: ({ dir: directory = "" }) => buildGuestPage(root, directory),
  };
}
