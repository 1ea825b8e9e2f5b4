import { expect, test } from "vitest";
import { openFileBrowser } from "./support/file-browser.ts";
import { watchPageResources } from "./support/page-resources.ts";

const openPage = openFileBrowser();
const buffers = 1_000;

test("watchPageResources counts a worker's buffers until they are released", async () => {
  const { page } = await openPage();
  const countResources = await watchPageResources(page);
  const worker = await page.evaluateHandle(() => {
    const source = `
      const kept = [];
      addEventListener("message", ({ data: { count, isKept } }) => {
        const made = Array.from({ length: count }, () => new ArrayBuffer(64));
        if (isKept) kept.push(made);
        postMessage("made");
      });`;
    return new Worker(`data:text/javascript,${encodeURIComponent(source)}`);
  });
  const make = (isKept: boolean) =>
    worker.evaluate(
      (to, request) =>
        new Promise((resolve) => {
          to.addEventListener("message", resolve, { once: true });
          to.postMessage(request);
        }),
      { count: buffers, isKept },
    );
  const countBuffers = async () => (await countResources())["array buffers"];

  await make(true);
  const first = await countBuffers();
  expect(first).toBeGreaterThanOrEqual(buffers);
  await make(false);
  expect(await countBuffers()).toBe(first);
  await make(true);
  expect(await countBuffers()).toBe(first + buffers);
  await worker.evaluate((ended) => ended.terminate());
  await expect.poll(countBuffers).toBeLessThan(buffers);
});
