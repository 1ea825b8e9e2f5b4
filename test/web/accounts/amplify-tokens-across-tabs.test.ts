import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recordLatestTokens, waitForLatestTokens } from "../../../web/src/features/accounts/amplify-tokens.ts";

const former = "ends-of-the-former";
const latest = "ends-of-the-latest";

let tab: EventTarget;

beforeEach(() => {
  tab = new EventTarget();
  vi.spyOn(tab, "addEventListener");
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("window", tab);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function waitingTab() {
  const view = { shown: former, isOver: false };
  const over = waitForLatestTokens(() => view.shown).then(() => {
    view.isOver = true;
  });
  await vi.waitFor(() => expect(tab.addEventListener).toHaveBeenCalledOnce());
  return { view, over };
}

describe("a tab that is about to renew tokens", () => {
  it("continues at once if its own tokens or no tokens are recorded as the latest", async () => {
    await waitForLatestTokens(() => former);
    await recordLatestTokens(latest);
    await waitForLatestTokens(() => latest);
    await recordLatestTokens("");
    await waitForLatestTokens(() => former);
    expect(tab.addEventListener).not.toHaveBeenCalled();
  });

  it("waits until the tokens of another tab are visible", async () => {
    await recordLatestTokens(former);
    await recordLatestTokens(latest);
    const { view, over } = await waitingTab();
    tab.dispatchEvent(new Event("storage"));
    await Promise.resolve();
    expect(view.isOver).toBe(false);
    view.shown = latest;
    tab.dispatchEvent(new Event("storage"));
    await over;
  });

  it("continues within two seconds if another tab's tokens do not appear", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await recordLatestTokens(latest);
    const { over } = await waitingTab();
    await vi.advanceTimersByTimeAsync(2_000);
    await over;
  });

  it.each([
    [
      "refuses to open",
      () => {
        throw new DOMException("Not here", "SecurityError");
      },
    ],
    ["never responds", () => new EventTarget()],
  ])("continues if the browser's database %s", async (_, open) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.stubGlobal("indexedDB", { open });
    const over = Promise.all([recordLatestTokens(latest), waitForLatestTokens(() => former)]);
    await vi.advanceTimersByTimeAsync(1_000);
    await over;
    expect(tab.addEventListener).not.toHaveBeenCalled();
  });
});
