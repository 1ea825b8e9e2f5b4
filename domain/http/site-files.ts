import { paths } from "./pages.ts";

/** Files of the screens that the build prerenders, by path. */
export const pageFiles: Readonly<Record<string, string>> = {
  [paths.home]: "index.html",
  [paths.login]: "login.html",
  [paths.signup]: "signup.html",
  [paths.forgotPassword]: "forgot-password.html",
  [paths.privacy]: "privacy.html",
  [paths.terms]: "terms.html",
  [paths.contact]: "contact.html",
};

/** Document of every screen of the app that is not prerendered. */
export const appShellFile = "app.html";

/** Why: docs/decisions/0159-guest-page-with-preact.md */
export const guestFile = "shared.html";

/** For scripts and stylesheets that only the guest's page uses. */
export const guestFilePrefix = "guest-";

/** A path with one of the listed extensions is the path of a file. */
export const screenPattern =
  "^[^.]+$|\\.(?!(css|gif|html|ico|jpg|js|json|map|mjs|mp3|png|svg|txt|wasm|webmanifest|webp|woff|woff2|xml)$)([^.]+$)";

export const hashedFiles = { path: "/assets/", cacheControl: "public, max-age=31536000, immutable" } as const;

/** Returns null for the path of a file, so that a missing script returns 404. */
export function documentFor(path: string): string | null {
  if (!isScreen.test(path)) return null;
  if (path === paths.shared) return `/${guestFile}`;
  return `/${pageFiles[path] ?? appShellFile}`;
}

const isScreen = new RegExp(screenPattern);

/** By default, a service worker controls only pages below its own folder, so the file is at the root. */
export const workerFile = "/sw.js";

export const manifestFile = "/manifest.webmanifest";

/** The headers keep the page out of search engines, and its URL away from other sites. */
export const guestPage = {
  paths: [paths.shared, `${paths.shared}.html`],
  headers: { "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer" },
} as const;

export const settingsFile = "/config.json";

/**
 * Browsers must revalidate these files, because their names contain no hash. Otherwise an old copy could hide a new
 * version.
 */
export const recheckedFiles = { paths: [workerFile, manifestFile], cacheControl: "no-cache" } as const;
