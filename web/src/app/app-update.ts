import { takeOverMessage } from "../worker/take-over-message.ts";

export type UpdatableApp = {
  waiting: () => { postMessage: (message: string) => void } | null;
  /** Resolves to true when another worker serves this page, or to false after a timeout. */
  whenReplaced: () => Promise<boolean>;
  isReplaced: () => boolean;
};

type Dependencies = {
  app: UpdatableApp;
  isHome: () => boolean;
  runIfNoActivity: (work: () => Promise<void>) => Promise<void>;
  reload: () => void;
};

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
