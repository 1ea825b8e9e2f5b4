import type { BrowserContext } from "playwright-core";

/** Affects pages that are opened or reloaded afterwards. Repeated calls add up. */
export async function moveDeviceClock(context: BrowserContext, ms: number): Promise<void> {
  await context.addInitScript((by) => {
    const Present = Date;
    globalThis.Date = new Proxy(Present, {
      construct: (target, parts, own) =>
        Reflect.construct(target, parts.length === 0 ? [Present.now() + by] : parts, own),
      get: (target, name) => (name === "now" ? () => Present.now() + by : Reflect.get(target, name)),
    });
  }, ms);
}
