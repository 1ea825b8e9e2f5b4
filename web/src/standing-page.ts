/**
 * What stands in the document before the app starts. The build draws the pages that need no session into documents of
 * their own, each marked with its path, and a bare frame for all others. What is not meant for whoever is here is covered.
 */
const standing = () => document.documentElement.dataset;

/** The path of the page that stands in the document, if it is this address's and for this visitor; null otherwise. */
export function standingPage(): string | null {
  const { page = null, covered } = standing();
  return page === window.location.pathname && covered === undefined ? page : null;
}

/** Whether the document is the frame, in which no page stands. */
export const isFrame = (): boolean => standing()["page"] === "frame";

/** Notes that a page was put into the frame. */
export function noteStandingPage(path: string): void {
  standing()["page"] = path;
}

/** Hides what stands in the document until the app has drawn what belongs there. */
export function cover(): void {
  standing()["covered"] = "";
}

/** Says that the app has drawn its own page. */
export function uncover(): void {
  delete standing()["page"];
  delete standing()["covered"];
}
