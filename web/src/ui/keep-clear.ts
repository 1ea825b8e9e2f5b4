import { type Band, freePlace } from "./toast-place.ts";

const usable = "a[href], button, input, select, textarea, summary, [tabindex='0'], [role='listbox']";

/** The attribute of text that is read while messages come and go, such as a transcript or a plan. */
const read = "[data-keep-clear]";

/** The elements that a message must not cover: all controls and texts, or an open dialog or menu alone. */
function clearElements(): Element[] {
  const inFront = [...document.querySelectorAll("dialog[open], [role='menu']")].at(-1);
  return inFront ? [inFront] : [...document.body.querySelectorAll(`${usable}, ${read}`)];
}

type Columns = { left: number; right: number };

/** The visible bands that a message must not cover, among the elements that reach into these columns (px from the left). */
function clearBands({ left, right }: Columns, isOwn: (element: Element) => boolean): Band[] {
  return clearElements().flatMap((element) => {
    if (isOwn(element) || !element.checkVisibility()) return [];
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

/** Puts a region where it covers nothing that has to stay clear. @returns whether there is such a place */
function placeFree(region: HTMLElement, size: "whole" | "small"): boolean {
  region.dataset["place"] = "free";
  region.dataset["size"] = size;
  const box = region.getBoundingClientRect();
  const taken = clearBands(box, (element) => region.contains(element));
  const top = freePlace({ view: seenBand(), height: box.height, taken });
  if (top !== null) region.style.insetBlockStart = `${top}px`;
  return top !== null;
}

/** Puts a region, made small, in the place of the site's header. @returns whether it covers nothing beside the header there */
function placeInHeader(region: HTMLElement): boolean {
  region.dataset["place"] = "header";
  region.dataset["size"] = "small";
  region.style.insetBlockStart = `${seenBand().top}px`;
  const box = region.getBoundingClientRect();
  const isOwn = (element: Element) => region.contains(element) || element.closest(".site-header") !== null;
  return clearBands(box, isOwn).every(({ top, bottom }) => box.bottom <= top || bottom <= box.top);
}

function place(region: HTMLElement): void {
  const isPlaced = placeFree(region, "whole") || placeFree(region, "small") || placeInHeader(region);
  if (!isPlaced) region.dataset["place"] = "none";
}

/** Attributes by which something that can be used comes or goes. */
const changing = ["hidden", "open", "aria-expanded", "data-state", "data-side"];

/**
 * Keeps what is fixed over the page from covering what can be used or is being read, whatever comes, goes and moves there.
 * If no place is free, the region gets smaller, then takes the place of the site's header. If the header is scrolled away,
 * only problems show.
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
