import type { CacheEntry } from "./stored-entry.ts";

// Registered entries that the service worker uses. They have their own file, so that the worker stays small.

/** The files of one version of the app. They contain no learner's data. The next version removes them. */
export const appFilesCache = {
  place: "cache",
  key: "parlance-app-{version}",
  owner: "worker",
  lasts: "until changed",
  clearedBy: "nothing",
} as const satisfies CacheEntry;

/** The fonts that pages have fetched in this browser, except those in the files of the app. */
export const fontsCache = {
  place: "cache",
  key: "parlance-fonts",
  owner: "worker",
  lasts: "until changed",
  clearedBy: "nothing",
} as const satisfies CacheEntry;
