import type { Locator } from "playwright-core";

/** The contrast ratio is from 1 to 21 (WCAG 2.2, relative luminance). */
export async function contrastOf(text: Locator): Promise<number> {
  return text.evaluate(async (element) => {
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const isClear = (color: string) => channels(color)[3] === 0;
    const backgroundOf = (of: Element | null): string => {
      if (!of) return "rgb(255, 255, 255)";
      const { backgroundColor } = getComputedStyle(of);
      return isClear(backgroundColor) ? backgroundOf(of.parentElement) : backgroundColor;
    };
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
        const part = channel / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [one, other] = [luminance(getComputedStyle(element).color), luminance(backgroundOf(element))];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  });
}
