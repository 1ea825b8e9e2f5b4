import { defaultTheme } from "@aws-amplify/ui";
import type { Plugin } from "vite";

/**
 * Replacements for modules of Amplify UI, by the end of their paths. Amplify's own theme has a thousand tokens (80 kB)
 * and is computed at load. The app has its tokens in a stylesheet and refers to no token by name.
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

/** Removes the theme that Amplify UI computes in the browser from the built app. */
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
      // Fails the build if a new version of Amplify UI has other paths, because its theme would otherwise return
      // unnoticed.
      const missing = Object.keys(replacements).filter((path) => !replaced.has(path));
      if (missing.length > 0) this.error(`Amplify UI has no ${missing.join(", nor ")}`);
    },
  };
}
