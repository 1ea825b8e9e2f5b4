import { documentFor, guestFile, hashedFiles, settingsFile, workerFile } from "../../../domain/http/site-files.ts";

/**
 * The source from which the worker serves a file of the site. "app": the app's stored files. "font": the fonts that
 * were used. "settings": the stored copy, while a newer one is fetched. "network": the network.
 */
export type FileRule = { kind: "app"; file: string } | { kind: "font" } | { kind: "settings" } | { kind: "network" };

const network: FileRule = { kind: "network" };

const isLocalPage = (path: string) => path === "/local" || path.startsWith("/local/");

/**
 * Returns the rule for a path of the site. A stored document is served only for a navigation. Otherwise the app reads
 * the document from the network, to find out whether a deployment has replaced its files.
 */
export function fileRuleFor(path: string, isNavigation: boolean): FileRule {
  if (isLocalPage(path) || path === workerFile) return network;
  if (isNavigation) {
    const file = documentFor(path);
    // The guest's page is not part of the app that learners keep.
    return file === null || file === `/${guestFile}` ? network : { kind: "app", file };
  }
  if (path === settingsFile) return { kind: "settings" };
  if (documentFor(path) !== null) return network;
  if (path.startsWith(hashedFiles.path) && /\.woff2?$/.test(path)) return { kind: "font" };
  return { kind: "app", file: path };
}
