/**
 * What stands in the document before the app starts. The build draws the pages that need no session into documents of
 * their own, each marked with its path, and a bare frame for all others. What is not meant for whoever is here is covered.
 */
const documentData = () => document.documentElement.dataset;

/** The path of the page that stands in the document, if it is this address's and for this visitor; null otherwise. */
export function prerenderedPath(): string | null {
  const { page = null, covered } = documentData();
  return page === window.location.pathname && covered === undefined ? page : null;
}

/** Whether the document is the frame, in which no page stands. */
export const isFrameDocument = (): boolean => documentData()["page"] === "frame";

/** Notes that a page was put into the frame. */
export function setPrerenderedPath(path: string): void {
  documentData()["page"] = path;
}

/** Hides what stands in the document until the app has drawn what belongs there. */
export function hidePrerenderedPage(): void {
  documentData()["covered"] = "";
}

/** Says that the app has drawn its own page. */
export function clearPrerenderedPage(): void {
  delete documentData()["page"];
  delete documentData()["covered"];
}
