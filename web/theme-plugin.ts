import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import postcss from "postcss";
import type { Plugin } from "vite";
import { buildFontFaces } from "./font-faces.ts";
import { amplifyTheme, colorVariables } from "./theme.ts";

/** Amplify's reset is left out, because it would also change elements that are not Amplify's. */
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

const unusedSelectors =
  /\.amplify-button--|\.amplify-(?:input|textarea)--(?:small|large|quiet)|\[data-amplify-color-mode="?dark/;

function withoutUnusedRules(styles: string): string {
  const root = postcss.parse(styles);
  root.walkRules((rule) => {
    const selectors = rule.selectors.filter((selector) => !unusedSelectors.test(selector));
    if (selectors.length === 0) rule.remove();
    else rule.selectors = selectors;
  });
  return root.toString();
}

function withoutUnusedTokens(tokens: string, styles: string): string {
  const root = postcss.parse(tokens);
  const values = new Map<string, string[]>();
  root.walkDecls(/^--amplify-/, ({ prop, value }) => void values.set(prop, [...(values.get(prop) ?? []), value]));
  const used = new Set<string>();
  const pending = [styles];
  for (let text = pending.pop(); text !== undefined; text = pending.pop()) {
    for (const [, name = ""] of text.matchAll(/var\(\s*(--amplify-[\w-]+)/g)) {
      if (used.has(name)) continue;
      used.add(name);
      pending.push(...(values.get(name) ?? []));
    }
  }
  root.walkDecls(/^--amplify-/, (token) => {
    if (!used.has(token.prop)) token.remove();
  });
  return root.toString();
}

const stylesheets: Readonly<Record<string, () => string | Promise<string>>> = {
  "virtual:colors.css": () => colorVariables,
  "virtual:faces.css": buildFontFaces,
  "virtual:amplify.css": () => {
    const styles = withoutUnusedRules(readComponentStyles());
    return `${withoutUnusedTokens(withoutUnusedRules(amplifyTheme), styles)}\n${styles}`;
  },
};

/** Serves the theme as plain stylesheets, so that the browser does not compute it. */
export function theme(): Plugin {
  return {
    name: "parlance-theme",
    resolveId: (id) => (Object.hasOwn(stylesheets, id) ? `\0${id}` : null),
    load: (id) => (id.startsWith("\0") ? (stylesheets[id.slice(1)]?.() ?? null) : null),
  };
}
