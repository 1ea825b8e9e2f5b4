import { documentFor, hashedFiles, settingsFile, workerFile } from "../../../domain/http/site-files.ts";

/**
 * How the worker serves a file of the site: "app" from the app's files, "font" from the fonts that were used, "settings"
 * from the stored copy while a newer one is fetched, "network" without the worker.
 */
export type FileRule = { kind: "app"; file: string } | { kind: "font" } | { kind: "settings" } | { kind: "network" };

const network: FileRule = { kind: "network" };

const isLocalPage = (path: string) => path === "/local" || path.startsWith("/local/");

/**
 * Returns the rule for a path of the site. A document is served only for a navigation: the app reads the network's own
 * document to find out whether a deployment has replaced its files.
 */
export function fileRuleFor(path: string, isNavigation: boolean): FileRule {
  if (isLocalPage(path) || path === workerFile) return network;
  if (isNavigation) {
    const file = documentFor(path);
    return file === null ? network : { kind: "app", file };
  }
  if (path === settingsFile) return { kind: "settings" };
  if (documentFor(path) !== null) return network;
  if (path.startsWith(hashedFiles.path) && /\.woff2?$/.test(path)) return { kind: "font" };
  return { kind: "app", file: path };
}
