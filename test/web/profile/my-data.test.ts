// @vitest-environment happy-dom
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { DownloadStarted } from "../../../web/src/features/profile/my-data.tsx";

const link = { url: "https://files.example/data.json", fileName: "parlance-data.json", expiresInSeconds: 300 };

test("DownloadStarted calls onOver when its link expires, even after another render", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers();
  const root = createRoot(document.createElement("div"));
  onTestFinished(async () => {
    await act(async () => root.unmount());
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const onOver = vi.fn();
  const render = () => act(async () => root.render(createElement(DownloadStarted, { link, onOver: () => onOver() })));
  await render();
  vi.advanceTimersByTime(299_000);
  await render();
  expect(onOver).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(onOver).toHaveBeenCalledOnce();
});
