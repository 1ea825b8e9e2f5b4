import type { Locator, Page } from "playwright-core";

/** Which of these a learner would have to scroll to, or cannot see for what lies before them. */
export async function hiddenParts(parts: readonly Locator[]): Promise<string[]> {
  const hidden: string[] = [];
  for (const part of parts) {
    const isSeen = await part.first().evaluate((element) => {
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0 || top < 0 || left < 0 || bottom > innerHeight || right > innerWidth)
        return false;
      const points = [top + 2, (top + bottom) / 2, bottom - 2].map((y) =>
        document.elementFromPoint((left + right) / 2, y),
      );
      return points.every((found) => found !== null && (element.contains(found) || found.contains(element)));
    });
    if (!isSeen) hidden.push(String(part));
  }
  return hidden;
}

/**
 * The buttons and links to be used next that are filled: their own background stands out from what is behind them by 3:1,
 * as https://www.w3.org/WAI/WCAG22/Understanding/non-text-contrast.html computes it. Those of the open dialog, else those
 * of the page's main part. What marks where one is, is no button to be used next.
 */
export function filledButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext("2d");
    if (!context) throw new Error("There is no canvas to mix colours with");
    const painted = (element: Element | null): number[] => {
      if (!element) return [255, 255, 255];
      const { backgroundColor } = getComputedStyle(element);
      const [red = 0, green = 0, blue = 0] = painted(element.parentElement);
      context.fillStyle = `rgb(${red} ${green} ${blue})`;
      context.fillRect(0, 0, 1, 1);
      context.fillStyle = backgroundColor;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    };
    const luminance = (element: Element | null) => {
      const [red = 0, green = 0, blue = 0] = painted(element).map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const within = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.querySelector("main");
    const selector = ":is(button, a[href]):not([aria-current])";
    const candidates = [...(within?.querySelectorAll<HTMLElement>(selector) ?? [])];
    return candidates.flatMap((element) => {
      const isUsable = element.checkVisibility() && element.getAttribute("aria-disabled") !== "true";
      const isOn = !(element instanceof HTMLButtonElement && element.disabled);
      const isFilled = contrast(luminance(element), luminance(element.parentElement)) >= 3;
      return isUsable && isOn && isFilled ? [element.innerText.trim() || (element.ariaLabel ?? "")] : [];
    });
  });
}

/** What can be focused and lies, wholly or in part, behind a message; while a dialog or a menu is open, of it alone. */
export function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toasts = [...document.querySelectorAll(".toast")].map((toast) => toast.getBoundingClientRect());
    const selector = "button, a[href], input, select, textarea, [role='menuitem'], [tabindex='0']";
    const inFront = [...document.querySelectorAll("dialog[open], [role='menu']")].at(-1) ?? document.body;
    return [...inFront.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
      if (element.closest(".toast") || !element.checkVisibility({ visibilityProperty: true })) return [];
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      const isCovered = toasts.some(
        (toast) => left < toast.right && toast.left < right && top < toast.bottom && toast.top < bottom,
      );
      return isCovered && width > 0 && height > 0 ? [element.innerText.trim() || element.outerHTML.slice(0, 60)] : [];
    });
  });
}
