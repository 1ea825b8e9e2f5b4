import * as z from "zod/mini";
import { endsSignIn, lastUserKey } from "./stored-tokens.ts";

export type OtherTabsListeners = {
  /** A learner has logged out there, or deleted the account. */
  onLogOut: (logOut: LogOut) => void;
  /** The tokens that all tabs share were taken away. */
  onGone: () => void;
  onSignedIn: () => void;
};

const LogOut = z.object({ userId: z.string(), how: z.enum(["logged-out", "deleted"]) });
/** Whose session ended, and whether with the account. */
export type LogOut = z.infer<typeof LogOut>;

export type OtherTabs = { tellLogOut: (logOut: LogOut) => void };

/** Hears from the other tabs of this browser who signs in and out there, and tells them. For the life of the page. */
export function watchOtherTabs(clientId: string, { onLogOut, onGone, onSignedIn }: OtherTabsListeners): OtherTabs {
  window.addEventListener("storage", ({ key, newValue }) => {
    // Without a key, all of the storage was cleared.
    if (key === null || (key === lastUserKey(clientId) && newValue === null)) onGone();
    else if (endsSignIn(key, clientId) && newValue !== null) onSignedIn();
  });
  if (!("BroadcastChannel" in window)) return { tellLogOut: () => {} };
  const channel = new BroadcastChannel("parlance-log-outs");
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const logOut = z.safeParse(LogOut, data);
    if (logOut.success) onLogOut(logOut.data);
  });
  return { tellLogOut: (logOut) => channel.postMessage(logOut) };
}
