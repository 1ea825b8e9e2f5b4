import * as z from "zod/mini";
import { isLastSignInKeyOf, lastUserKey } from "./stored-tokens.ts";

export type OtherTabsListeners = {
  /** A learner has logged out there, or deleted the account. */
  onLogOut: (logOut: LogOut) => void;
  /** The tokens that all tabs share were taken away. */
  onTokensRemoved: () => void;
  onSignedIn: () => void;
};

const LogOut = z.object({ userId: z.string(), how: z.enum(["logged-out", "deleted"]) });
/** Whose session ended, and whether with the account. */
export type LogOut = z.infer<typeof LogOut>;

export type OtherTabs = { publishLogOut: (logOut: LogOut) => void };

/** Hears from the other tabs of this browser who signs in and out there, and tells them. For the life of the page. */
export function subscribeToOtherTabs(
  clientId: string,
  { onLogOut, onTokensRemoved, onSignedIn }: OtherTabsListeners,
): OtherTabs {
  window.addEventListener("storage", ({ key, newValue }) => {
    // Without a key, all of the storage was cleared.
    if (key === null || (key === lastUserKey(clientId) && newValue === null)) onTokensRemoved();
    else if (isLastSignInKeyOf(key, clientId) && newValue !== null) onSignedIn();
  });
  if (!("BroadcastChannel" in window)) return { publishLogOut: () => {} };
  const channel = new BroadcastChannel("parlance-log-outs");
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const logOut = z.safeParse(LogOut, data);
    if (logOut.success) onLogOut(logOut.data);
  });
  return { publishLogOut: (logOut) => channel.postMessage(logOut) };
}
