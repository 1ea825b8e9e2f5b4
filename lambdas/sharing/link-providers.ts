import { pickMethods } from "../providers.ts";
import { callCounts, clock, inboxes, shareLinks, shares, shareTeachers } from "../services.ts";

export const linkProviders = {
  callCounts: pickMethods(callCounts, "admit"),
  clock,
  inboxes: pickMethods(inboxes, "getShare"),
  shareLinks: pickMethods(shareLinks, "find"),
  shares: pickMethods(shares, "get"),
  shareTeachers: pickMethods(shareTeachers, "get"),
};
