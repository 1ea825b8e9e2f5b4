import { documentFor, guestFile, hashedFiles, settingsFile, workerFile } from "../../../domain/http/site-files.ts";

export type FileRule = { kind: "app"; file: string } | { kind: "font" } | { kind: "settings" } | { kind: "network" };

const network: FileRule = { kind: "network" };

const isLocalPage = (path: string) => path === "/local" || path.startsWith("/local/");

/**
 * Without a navigation, a request for a screen's path goes to the network. `reload.ts` sends such a request, to find
 * out whether a deployment has replaced the app's files.
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
