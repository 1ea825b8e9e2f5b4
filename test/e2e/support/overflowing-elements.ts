import type { Page } from "playwright-core";

/** Includes fixed bars that overflow the window, because the page does not scroll for a fixed bar. */
export async function findOverflowingElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    const scrolls = (element: Element) =>
      (element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX)) &&
      element.scrollWidth > element.clientWidth;
    const isClipped = (element: Element): boolean => {
      const parent = element.parentElement;
      if (!parent) return false;
      return getComputedStyle(parent).overflowX !== "visible" || isClipped(parent);
    };
    const reachesOut = (element: Element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      const isSeen = width > 1 && height > 1 && element.checkVisibility();
      return isSeen && (right > clientWidth + 0.5 || left < -0.5) && !isClipped(element);
    };
    return [...document.querySelectorAll("html, body *")]
      .filter((element) => scrolls(element) || (reachesOut(element) && ![...element.children].some(reachesOut)))
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
  });
}
