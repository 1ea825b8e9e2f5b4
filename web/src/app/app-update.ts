import { takeOverMessage } from "../worker/take-over-message.ts";

export type UpdatableApp = {
  /** The worker of a newer version whose files are all on this device; null if there is none. */
  waiting: () => { postMessage: (message: string) => void } | null;
  /** Resolves to true when another worker serves this page, or to false after a timeout. */
  whenReplaced: () => Promise<boolean>;
  /** True if another worker has replaced the one that served this page. */
  isReplaced: () => boolean;
};

type Dependencies = {
  app: UpdatableApp;
  isHome: () => boolean;
  /** Runs `work` unless a tab is busy. */
  runIfNoActivity: (work: () => Promise<void>) => Promise<void>;
  reload: () => void;
};

/**
 * Returns a function that tries to update the app. If there is a newer version, this page is Home and no tab is busy,
 * the newer version takes over and the page reloads. Otherwise the function does nothing.
 */
export function createAppUpdate({ app, isHome, runIfNoActivity, reload }: Dependencies): () => Promise<void> {
  let isTrying = false;
  const takeOver = async () => {
    const waiting = app.waiting();
    if (!isHome() || (!waiting && !app.isReplaced())) return;
    if (waiting) {
      const replaced = app.whenReplaced();
      waiting.postMessage(takeOverMessage);
      if (!(await replaced) || !isHome()) return;
    }
    reload();
  };
  return async () => {
    if (isTrying || !isHome() || (!app.waiting() && !app.isReplaced())) return;
    isTrying = true;
    await runIfNoActivity(takeOver).finally(() => {
      isTrying = false;
    });
  };
}
