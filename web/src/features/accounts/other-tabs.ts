import * as z from "zod/mini";
import { endsSignIn, lastUserKey } from "./stored-tokens.ts";

export type OtherTabsListeners = {
  /** A learner has logged out there, or deleted the account. */
  onLeft: (left: Left) => void;
  /** The tokens that all tabs share were taken away. */
  onGone: () => void;
  onSignedIn: () => void;
};

const Left = z.object({ userId: z.string(), how: z.enum(["left", "deleted"]) });
/** Who is not here any more, and why. */
export type Left = z.infer<typeof Left>;

export type OtherTabs = { tellLeft: (left: Left) => void };

/** Hears from the other tabs of this browser who signs in and out there, and tells them. For the life of the page. */
export function watchOtherTabs(clientId: string, { onLeft, onGone, onSignedIn }: OtherTabsListeners): OtherTabs {
  window.addEventListener("storage", ({ key, newValue }) => {
    // Without a key, all of the storage was cleared.
    if (key === null || (key === lastUserKey(clientId) && newValue === null)) onGone();
    else if (endsSignIn(key, clientId) && newValue !== null) onSignedIn();
  });
  if (!("BroadcastChannel" in window)) return { tellLeft: () => {} };
  const channel = new BroadcastChannel("parlance-left");
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const left = z.safeParse(Left, data);
    if (left.success) onLeft(left.data);
  });
  return { tellLeft: (left) => channel.postMessage(left) };
}
