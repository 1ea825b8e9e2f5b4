import { paths } from "../../../domain/http/pages.ts";
import { workerFile } from "../../../domain/http/site-files.ts";
import { runIfNoActivity } from "../browser/activity-lock.ts";
import { withTimeout } from "../browser/timing.ts";
import { createAppUpdate, type UpdatableApp } from "./app-update.ts";

const takeOverTimeoutMs = 5_000;

/**
 * The delay from the opening of Home to the update, so that the requests of Home can end. Chromium does not replace a
 * worker at once while it has requests: docs/decisions/0149-own-service-worker.md
 */
const quietMs = 2_000;

/** The browser also checks for a newer version when a document is opened. */
const minCheckIntervalMs = 60 * 60_000;

function createUpdatableApp(workers: ServiceWorkerContainer, registration: ServiceWorkerRegistration): UpdatableApp {
  let first = workers.controller;
  workers.addEventListener("controllerchange", () => {
    first ??= workers.controller;
  });
  const whenReplaced = async () => {
    const replaced = Promise.withResolvers<true>();
    workers.addEventListener("controllerchange", () => replaced.resolve(true), { once: true });
    return (await withTimeout(replaced.promise, takeOverTimeoutMs)) === true;
  };
  return {
    waiting: () => registration.waiting,
    whenReplaced,
    // A page's first worker replaces no other worker.
    isReplaced: () => first !== null && workers.controller !== null && workers.controller !== first,
  };
}

const isHome = () => window.location.pathname === paths.home;

type RunningWorker = {
  onPage: (page: string) => void;
};

async function register(workers: ServiceWorkerContainer): Promise<RunningWorker> {
  const registration = await workers.register(workerFile, { updateViaCache: "none" });
  const app = createUpdatableApp(workers, registration);
  const update = createAppUpdate({ app, isHome, runIfNoActivity, reload: () => window.location.reload() });
  let checkedAtMs = performance.now();
  const tryUpdate = () => void update().catch(() => undefined);
  // The newer worker may take over at the request of another tab, or after the timeout of this tab.
  workers.addEventListener("controllerchange", tryUpdate);
  // Updates while the page is hidden, because the learner then does not see the reload.
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && tryUpdate());
  return {
    onPage: (page) => {
      if (page === paths.home) setTimeout(tryUpdate, quietMs);
      if (performance.now() - checkedAtMs < minCheckIntervalMs) return;
      checkedAtMs = performance.now();
      registration.update().catch(() => undefined);
    },
  };
}

let running: Promise<RunningWorker> | undefined;

export function notifyWorkerOfPage(page: string): void {
  // A development server has no worker.
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  running ??= register(navigator.serviceWorker);
  running.then(({ onPage }) => onPage(page)).catch(() => undefined);
}
