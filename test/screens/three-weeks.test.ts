import { test } from "vitest";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { startOwnCloud } from "../e2e/support/own-cloud.ts";
import { liveThreeWeeks } from "../e2e/support/three-weeks.ts";
import { waitUntilShown } from "../e2e/support/wait-until-shown.ts";
import { withWorker } from "../e2e/support/worker.ts";
import { captureScene } from "./support/capture-scene.ts";

const appUrl = startOwnCloud();
const openPage = openFileBrowser();

test("captures ten scenes from a learner's first three weeks", async () => {
  const desk = (await openPage({ viewport: { width: 1440, height: 900 } })).page;
  const phone = (await openPage({ ...withWorker, viewport: { width: 360, height: 740 }, hasTouch: true })).page;
  await liveThreeWeeks({
    ...{ appUrl: appUrl(), desk, phone },
    onScene: async (page, name, next) => {
      await waitUntilShown(next);
      const size = page.viewportSize() ?? { width: 360, height: 740 };
      // In the scene “day-2-missed-before”, the play buttons of the recording and of the reference are both filled.
      await captureScene(page, `three-weeks-${name}`, { filled: name === "day-2-missed-before" ? 2 : 1 });
      await page.setViewportSize(size);
    },
  });
});
