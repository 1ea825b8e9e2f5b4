import type { CacheEntry } from "./stored-entry.ts";

// Entries that the service worker uses. They have their own file, so that the worker stays small.

/** The files contain no learner's data. */
export const appFilesCache = {
  place: "cache",
  key: "parlance-app-{version}",
  owner: "worker",
  lasts: "until changed",
  clearedBy: "nothing",
} as const satisfies CacheEntry;

export const fontsCache = {
  place: "cache",
  key: "parlance-fonts",
  owner: "worker",
  lasts: "until changed",
  clearedBy: "nothing",
} as const satisfies CacheEntry;
