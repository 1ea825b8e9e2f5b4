import { type Band, freePlace } from "./toast-place.ts";

const usable = "a[href], button, input, select, textarea, summary, [tabindex='0'], [role='listbox']";

/** What can be used now: of a page with something open over it, that alone. */
function usableElements(): Element[] {
  const inFront = [...document.querySelectorAll("dialog[open], [role='menu']")].at(-1);
  return inFront ? [inFront] : [...document.body.querySelectorAll(usable)];
}

/** What can be used and is seen between two lines from top to bottom, in px from the window's left. */
function usableBands(left: number, right: number, own: Element): Band[] {
  return usableElements().flatMap((element) => {
    if (own.contains(element) || !element.checkVisibility()) return [];
    const box = element.getBoundingClientRect();
    const isBeside = box.right <= left || right <= box.left;
    return isBeside || box.width === 0 || box.bottom <= 0 || innerHeight <= box.top ? [] : [box];
  });
}

/** What is seen of the window: less of it while a keyboard stands on it. */
function seenBand(): Band {
  const { offsetTop = 0, height = innerHeight } = window.visualViewport ?? {};
  return { top: offsetTop, bottom: offsetTop + height };
}

function place(region: HTMLElement): void {
  // In the header's place it is lower; whether it could stand elsewhere is asked of its full height.
  region.dataset["place"] = "free";
  const { left, right, height } = region.getBoundingClientRect();
  const view = seenBand();
  const free = freePlace({ view, height, taken: usableBands(left, right, region) });
  region.dataset["place"] = free === null ? "header" : "free";
  region.style.insetBlockStart = `${free ?? view.top}px`;
}

/** Attributes by which something that can be used comes or goes. */
const changing = ["hidden", "open", "aria-expanded", "data-state", "data-side"];

/**
 * Keeps what is fixed over the page from covering what can be used, whatever comes, goes and moves there. Where nothing is
 * free, it stands in the site's header.
 * @returns ends it
 */
export function keepClear(region: HTMLElement): () => void {
  let frame = 0;
  const soon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => place(region));
  };
  const sizes = new ResizeObserver(() => place(region));
  sizes.observe(region);
  sizes.observe(document.body);
  const changes = new MutationObserver((records) => {
    if (records.some(({ target }) => !region.contains(target))) soon();
  });
  changes.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: changing });
  const over = new AbortController();
  const listening = { signal: over.signal, passive: true };
  document.addEventListener("scroll", soon, { ...listening, capture: true });
  for (const sign of ["resize", "scroll"]) window.visualViewport?.addEventListener(sign, soon, listening);
  return () => {
    over.abort();
    changes.disconnect();
    sizes.disconnect();
    cancelAnimationFrame(frame);
  };
}
