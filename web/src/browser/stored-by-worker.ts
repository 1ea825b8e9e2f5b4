import type { CacheEntry } from "./stored-entry.ts";

// Entries of the register that the service worker uses. They have a file of their own, because it keeps the worker
// small.

/** The files of one version of the app. They hold nothing of a learner. The next version removes them. */
export const appFilesCache = {
  place: "cache",
  key: "parlance-app-{version}",
  owner: "worker",
  lasts: "until changed",
  clearedBy: "nothing",
} as const satisfies CacheEntry;

/** The fonts of the scripts that were shown here, or that a kept dialogue needs. */
export const fontsCache = {
  place: "cache",
  key: "parlance-fonts",
  owner: "worker",
  lasts: "until changed",
  clearedBy: "nothing",
} as const satisfies CacheEntry;
