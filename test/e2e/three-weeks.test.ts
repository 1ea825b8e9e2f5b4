import { expect, test } from "vitest";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { startOwnCloud } from "./support/own-cloud.ts";
import { liveThreeWeeks } from "./support/three-weeks.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";
import { withWorker } from "./support/worker.ts";

const appUrl = startOwnCloud();
const openPage = openFileBrowser();

test("two devices show the next step without scrolling during three simulated weeks", async () => {
  const desk = (await openPage({ viewport: { width: 1440, height: 900 } })).page;
  const phone = (await openPage({ ...withWorker, viewport: { width: 360, height: 740 }, hasTouch: true })).page;
  const seen: string[] = [];
  await liveThreeWeeks({
    ...{ appUrl: appUrl(), desk, phone },
    onScene: async (page, name, next) => {
      await waitUntilShown(next);
      const box = await next.boundingBox();
      const size = page.viewportSize() ?? { width: 0, height: 0 };
      expect(box && box.y + box.height <= size.height, `${name}: the next step is visible without scrolling`).toBe(
        true,
      );
      await expectAccessibleInEveryAppearance(page);
      await page.setViewportSize(size);
      seen.push(name);
    },
  });
  expect(seen).toHaveLength(10);
});
