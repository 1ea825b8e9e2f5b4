import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);
const prefix = "\0stylesheet-text:";

/** Gives the stylesheets of fonts, which the build puts into files of their own, as text: the default export of their module. */
export function stylesheetTexts(): Plugin {
  return {
    name: "stylesheet-texts",
    enforce: "pre",
    resolveId: (source) =>
      // Not ending in ".css", or it would be taken for a stylesheet still.
      source.startsWith("@fontsource") && source.endsWith(".css") ? `${prefix}${source}!` : null,
    load: (id) => {
      if (!id.startsWith(prefix)) return null;
      const text = readFileSync(require.resolve(id.slice(prefix.length, -1)), "utf8");
      return `export default ${JSON.stringify(text)};`;
    },
  };
}
