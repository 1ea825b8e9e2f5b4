import { paths } from "./pages.ts";

/**
 * The screens that the build draws into documents of their own, because they need no session: each path's file. Any other
 * screen begins with the frame.
 */
export const pageFiles: Readonly<Record<string, string>> = {
  [paths.home]: "index.html",
  [paths.login]: "login.html",
  [paths.signup]: "signup.html",
  [paths.forgotPassword]: "forgot-password.html",
  [paths.privacy]: "privacy.html",
  [paths.terms]: "terms.html",
  [paths.contact]: "contact.html",
};

/** The document with which every screen begins that has none of its own. */
export const appShellFile = "app.html";

/** Which paths are screens: those without an extension, or with one that no file of the web app has. */
export const screenPattern =
  "^[^.]+$|\\.(?!(css|gif|html|ico|jpg|js|json|map|mjs|png|svg|txt|wasm|wav|webmanifest|webp|woff|woff2|xml)$)([^.]+$)";

/** How long browsers keep files without asking: those below `path` bear a hash of their content in their names. */
export const hashedFiles = { path: "/assets/", cacheControl: "public, max-age=31536000, immutable" } as const;
