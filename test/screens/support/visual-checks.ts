import type { Locator, Page } from "playwright-core";

export async function findHiddenParts(parts: readonly Locator[]): Promise<string[]> {
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
 * Returns buttons and links whose background has a contrast of at least 3:1 with the background of their parent:
 * https://www.w3.org/WAI/WCAG22/Understanding/non-text-contrast.html
 */
export function findFilledButtons(page: Page): Promise<string[]> {
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

/** In px from the top of the window. A sticky header covers the page above this line. */
const headerBottom = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector(".site-header")?.getBoundingClientRect().bottom ?? 0);

export async function findBehindToasts(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(
    ({ end, what }) => {
      const toasts = [...document.querySelectorAll(".toast")]
        .filter((toast) => toast.checkVisibility({ visibilityProperty: true }))
        .map((toast) => toast.getBoundingClientRect());
      const inFront = [...document.querySelectorAll("dialog[open], [role='menu']")].at(-1) ?? document.body;
      return [...inFront.querySelectorAll<HTMLElement>(what)].flatMap((element) => {
        if (element.closest(".toast") || !element.checkVisibility({ visibilityProperty: true })) return [];
        const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
        const seenFrom = element.closest(".site-header") ? top : Math.max(top, end);
        const isCovered = toasts.some(
          (toast) => left < toast.right && toast.left < right && seenFrom < toast.bottom && toast.top < bottom,
        );
        const isSeen = width > 0 && height > 0 && seenFrom < bottom;
        return isCovered && isSeen ? [element.innerText.trim() || element.outerHTML.slice(0, 60)] : [];
      });
    },
    { end: await headerBottom(page), what: selector },
  );
}

const controls = ["button", "a[href]", "input", "select", "textarea", "[role='menuitem']", "[tabindex='0']"];
/**
 * On a phone, a toast may cover the whole header except the account menu, so the header's other controls are left out.
 */
const covered = ":not(.brand, .site-nav :not(.account-trigger))";

export const findCoveredControls = (page: Page): Promise<string[]> =>
  findBehindToasts(page, controls.map((control) => `${control}${covered}`).join(", "));

/** The minimum contrast of a waveform: https://www.w3.org/WAI/WCAG22/Understanding/non-text-contrast.html */
const minContrast = 3;

/**
 * A column of pixels with almost no contrast counts as background, any other column as part of a bar.
 * @param png the painted window, one pixel for each CSS pixel
 */
export function findFaintWaveforms(page: Page, png: Buffer): Promise<string[]> {
  const look = async ({ base64, least }: { base64: string; least: number }) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    if (!context) throw new Error("There is no canvas to look at the picture with");
    context.drawImage(image, 0, 0);
    const luminanceOf = (pixel: Uint8ClampedArray) => {
      const [red = 0, green = 0, blue = 0] = [...pixel.subarray(0, 3)].map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const isBehindBar = (canvas: HTMLCanvasElement, x: number, y: number) => {
      let element = document.elementFromPoint(x, y);
      while (element && !element.contains(canvas)) {
        if (["fixed", "sticky"].includes(getComputedStyle(element).position)) return true;
        element = element.parentElement;
      }
      return false;
    };
    const faintestOf = (canvas: HTMLCanvasElement) => {
      const { left, top, width, height } = canvas.getBoundingClientRect();
      const [columns, rows] = [Math.floor(width), Math.floor(height)];
      if (columns < 1 || top < 0 || top + height > innerHeight) return null;
      if (isBehindBar(canvas, left + width / 2, top) || isBehindBar(canvas, left + width / 2, top + height))
        return null;
      const luminancesOf = (x: number, y: number, columnCount: number, rowCount: number) => {
        const { data } = context.getImageData(Math.round(x), Math.round(y), columnCount, rowCount);
        return Array.from({ length: columnCount * rowCount }, (_, at) => luminanceOf(data.subarray(4 * at)));
      };
      const luminances = luminancesOf(left, top, columns, rows);
      // The background is measured next to the waveform, because loud bars may cover most of the waveform's own
      // background.
      const [behind = 0] = luminancesOf(left - 2, top + height / 2, 1, 1);
      const contrastOf = (luminance: number) =>
        (Math.max(luminance, behind) + 0.05) / (Math.min(luminance, behind) + 0.05);
      const contrasts = Array.from({ length: columns }, (_, x) =>
        Math.max(...Array.from({ length: rows }, (__, y) => contrastOf(luminances[y * columns + x] ?? behind))),
      ).filter((contrast) => contrast > 1.35);
      return contrasts.length === 0 ? null : Math.min(...contrasts);
    };
    const canvases = [...document.querySelectorAll<HTMLCanvasElement>("main canvas")];
    return canvases.flatMap((canvas) => {
      const faintest = document.querySelector("dialog[open]") ? null : faintestOf(canvas);
      return faintest !== null && faintest < least
        ? [`${canvas.parentElement?.className}: ${faintest.toFixed(2)}`]
        : [];
    });
  };
  return page.evaluate(look, { base64: png.toString("base64"), least: minContrast });
}
