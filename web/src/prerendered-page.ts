/**
 * The state of the prerendered document. `page` is the path of the prerendered page, or "frame". The frame is the
 * document of the app's pages that are not prerendered. `covered` is set if the prerendered page does not fit the
 * visitor and is hidden.
 */
const documentData = () => document.documentElement.dataset;

/** Returns the path of the prerendered page if it fits this address and visitor, otherwise null. */
export function prerenderedPath(): string | null {
  const { page = null, covered } = documentData();
  return page === window.location.pathname && covered === undefined ? page : null;
}

export const isFrameDocument = (): boolean => documentData()["page"] === "frame";

/** Records that the frame now shows the page at `path`. */
export function setPrerenderedPath(path: string): void {
  documentData()["page"] = path;
}

/** Hides the prerendered page until the app has rendered its own. */
export function hidePrerenderedPage(): void {
  documentData()["covered"] = "";
}

/** Call this function when the app has rendered. */
export function clearPrerenderedPage(): void {
  delete documentData()["page"];
  delete documentData()["covered"];
}
