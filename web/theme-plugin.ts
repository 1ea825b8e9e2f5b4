import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import { faces } from "./faces.ts";
import { amplifyTheme, colorVariables } from "./theme.ts";

/** The Amplify UI components whose styles the app loads; its reset would change every page from the first field on. */
const components = [
  "button",
  "text",
  "input",
  "field",
  "fieldControl",
  "fieldMessages",
  "fieldGroup",
  "textArea",
  "textField",
  "textAreaField",
  "passwordField",
  "flex",
  "visuallyHidden",
];

const stylesDirectory = join(
  dirname(createRequire(import.meta.url).resolve("@aws-amplify/ui-react/styles.css")),
  "styles",
);

function readComponentStyles(): string {
  return components
    .map((name) => {
      for (const file of [`${name}.css`, `_${name}.css`]) {
        try {
          return readFileSync(join(stylesDirectory, file), "utf8");
        } catch {}
      }
      throw new Error(`Amplify UI has no stylesheet "${name}"`);
    })
    .join("\n");
}

const tokenUse = /var\(\s*(--amplify-[\w-]+)/g;
const tokenDeclaration = /^\s*(--amplify-[\w-]+):\s*([^;]*);\s*$/gm;

/** Keeps only the tokens that `styles` uses, directly or through other tokens: Amplify declares over a thousand. */
export function withoutUnusedTokens(tokens: string, styles: string): string {
  const values = new Map<string, string[]>();
  for (const [, name = "", value = ""] of tokens.matchAll(tokenDeclaration)) {
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  const used = new Set<string>();
  const pending = [styles];
  for (let text = pending.pop(); text !== undefined; text = pending.pop()) {
    for (const [, name = ""] of text.matchAll(tokenUse)) {
      if (used.has(name)) continue;
      used.add(name);
      pending.push(...(values.get(name) ?? []));
    }
  }
  return tokens.replace(tokenDeclaration, (line, name: string) => (used.has(name) ? line : ""));
}

const stylesheets: Readonly<Record<string, () => string | Promise<string>>> = {
  "virtual:colors.css": () => colorVariables,
  "virtual:faces.css": faces,
  "virtual:amplify.css": () => {
    const styles = readComponentStyles();
    return `${withoutUnusedTokens(amplifyTheme, styles)}\n${styles}`;
  },
};

/** Serves the theme as plain stylesheets, so that none is computed in the browser. */
export function theme(): Plugin {
  return {
    name: "parlance-theme",
    resolveId: (id) => (Object.hasOwn(stylesheets, id) ? `\0${id}` : null),
    load: (id) => (id.startsWith("\0") ? (stylesheets[id.slice(1)]?.() ?? null) : null),
  };
}
