import { defaultTheme } from "@aws-amplify/ui";
import type { Plugin } from "vite";

/**
 * What stands in place of modules of Amplify UI, by how their paths end. Its own bring a thousand tokens, 80 kB, and compute
 * a theme of them as they are loaded; the app has its tokens as a stylesheet and gives no field a style by name.
 */
const replacements: Readonly<Record<string, string>> = {
  "/@aws-amplify/ui/dist/esm/theme/defaultTheme.mjs": `
    export const defaultTheme = ${JSON.stringify({ ...defaultTheme, tokens: {} })};
  `,
  "/@aws-amplify/ui-react/dist/esm/components/ThemeProvider/ThemeContext.mjs": `
    import { defaultTheme } from "@aws-amplify/ui";
    import { createContext } from "react";
    export const ThemeContext = createContext({ theme: defaultTheme, colorMode: undefined });
  `,
  "/@aws-amplify/ui-react/dist/esm/hooks/useTheme.mjs": `
    import { useContext } from "react";
    import { ThemeContext } from "../components/ThemeProvider/ThemeContext.mjs";
    export const getThemeFromContext = ({ theme }) => theme;
    export const useTheme = () => useContext(ThemeContext).theme;
    export const useColorMode = () => useContext(ThemeContext).colorMode;
  `,
};

/** Leaves out of the built app the theme that Amplify UI would compute in the browser. */
export function removeComputedTheme(): Plugin {
  const replaced = new Set<string>();
  return {
    name: "parlance-without-computed-theme",
    apply: "build",
    load: (id) => {
      const path = Object.keys(replacements).find((ending) => id.endsWith(ending));
      if (path === undefined) return null;
      replaced.add(path);
      return replacements[path] ?? null;
    },
    generateBundle() {
      // A version that keeps its theme elsewhere would bring it back without a word.
      const missing = Object.keys(replacements).filter((path) => !replaced.has(path));
      if (missing.length > 0) this.error(`Amplify UI has no ${missing.join(", nor ")}`);
    },
  };
}
