import * as z from "zod/mini";
import { isLastSignInKeyOf, lastUserKey } from "./stored-tokens.ts";

export type OtherTabsListeners = {
  onLogOut: (logOut: LogOut) => void;
  onTokensRemoved: () => void;
  onSignedIn: () => void;
};

const LogOut = z.object({ userId: z.string(), how: z.enum(["logged-out", "deleted"]) });
export type LogOut = z.infer<typeof LogOut>;

export type OtherTabs = { publishLogOut: (logOut: LogOut) => void };

/** The subscription lasts as long as the page. */
export function subscribeToOtherTabs(
  clientId: string,
  { onLogOut, onTokensRemoved, onSignedIn }: OtherTabsListeners,
): OtherTabs {
  window.addEventListener("storage", ({ key, newValue }) => {
    // A null key means that the whole storage was cleared.
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
