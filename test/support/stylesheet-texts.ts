import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);
const prefix = "\0stylesheet-text:";

export function stylesheetTexts(): Plugin {
  return {
    name: "stylesheet-texts",
    enforce: "pre",
    resolveId: (source) =>
      // If the name ended with ".css", Vite would treat the text as a stylesheet.
      source.startsWith("@fontsource") && source.endsWith(".css") ? `${prefix}${source}!` : null,
    load: (id) => {
      if (!id.startsWith(prefix)) return null;
      const text = readFileSync(require.resolve(id.slice(prefix.length, -1)), "utf8");
      return `export default ${JSON.stringify(text)};`;
    },
  };
}
