import { useEffect } from "react";
import { whenIdle } from "../browser/timing.ts";

/** Resolves when the document has loaded, so that the worker's downloads do not delay the files of this page. */
function whenLoaded(): Promise<void> {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((resolve) => window.addEventListener("load", () => resolve(), { once: true }));
}

/** Stores the app on this device, and updates it. */
export function useWorker(page: string): void {
  useEffect(() => {
    void whenLoaded()
      .then(whenIdle)
      .then(() => import("./service-worker.ts"))
      .then(({ notifyWorkerOfPage }) => notifyWorkerOfPage(page))
      // Ignores a failure: without the worker, the app works while there is a network.
      .catch(() => undefined);
  }, [page]);
}
