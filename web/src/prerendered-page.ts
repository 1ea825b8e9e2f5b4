/**
 * State of the prerendered document. The build renders each page without a session into a document that is marked with
 * its path. One further document, the frame, serves all other addresses. A prerendered page that does not fit the
 * visitor is hidden.
 */
const documentData = () => document.documentElement.dataset;

/** Returns the path of the prerendered page if it fits this address and visitor, otherwise null. */
export function prerenderedPath(): string | null {
  const { page = null, covered } = documentData();
  return page === window.location.pathname && covered === undefined ? page : null;
}

export const isFrameDocument = (): boolean => documentData()["page"] === "frame";

/** Records that a page was put into the frame. */
export function setPrerenderedPath(path: string): void {
  documentData()["page"] = path;
}

/** Hides the prerendered page until the app has rendered its own. */
export function hidePrerenderedPage(): void {
  documentData()["covered"] = "";
}

/** Clears the marks of the prerendered page once the app has rendered. */
export function clearPrerenderedPage(): void {
  delete documentData()["page"];
  delete documentData()["covered"];
}
