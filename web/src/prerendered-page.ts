/**
 * `page` is the path of the prerendered page, or "frame" in the document of the pages that are not prerendered. If
 * `covered` is set, CSS hides most of the prerendered page.
 */
const documentData = () => document.documentElement.dataset;

export function prerenderedPath(): string | null {
  const { page = null, covered } = documentData();
  return page === window.location.pathname && covered === undefined ? page : null;
}

export const isFrameDocument = (): boolean => documentData()["page"] === "frame";

export function setPrerenderedPath(path: string): void {
  documentData()["page"] = path;
}

export function hidePrerenderedPage(): void {
  documentData()["covered"] = "";
}

/** Call this function when the app has rendered. */
export function clearPrerenderedPage(): void {
  delete documentData()["page"];
  delete documentData()["covered"];
}
