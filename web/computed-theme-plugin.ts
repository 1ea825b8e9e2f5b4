import { defaultTheme } from "@aws-amplify/ui";
import type { Plugin } from "vite";

/**
 * Code that replaces modules, by the end of a module's path. At load, Amplify UI computes a theme from its own tokens.
 * The app does not need that theme, because the app's tokens are in a stylesheet.
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
      // A new version of Amplify UI may move its modules. Then the built app would contain the theme again.
      const missing = Object.keys(replacements).filter((path) => !replaced.has(path));
      if (missing.length > 0) this.error(`Amplify UI has no ${missing.join(", nor ")}`);
    },
  };
}
