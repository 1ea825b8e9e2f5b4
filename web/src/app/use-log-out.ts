import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../domain/pages.ts";
import { logOut } from "../features/accounts/session.ts";
import { flushProgress } from "../features/practice/progress/progress-sending.ts";
import { clearBrowser } from "../features/profile/clear-browser.ts";
import { messages } from "../messages.ts";
import { showToast } from "../ui/toasts.ts";

/** For how long a learner who logs out waits for progress to be sent, in ms. */
const flushWithinMs = 4_000;

export type LoggingOut = {
  /** Progress is being sent, or something of it could not be sent: of how many segments. */
  state: { kind: "here" } | { kind: "sending" } | { kind: "unsent"; segments: number };
  /** Sends what waits, then logs out; asks first if something could not be sent. */
  ask: () => Promise<void>;
  /** Logs out, whatever could not be sent. */
  confirm: () => Promise<void>;
  stay: () => void;
};

/** Logs out without a trace in this browser, and without losing progress unasked. */
export function useLogOut(userId: string): LoggingOut {
  const [state, setState] = useState<LoggingOut["state"]>({ kind: "here" });
  const queries = useQueryClient();
  const navigate = useNavigate();
  const confirm = async () => {
    setState({ kind: "here" });
    await logOut();
    await clearBrowser(userId, queries);
    showToast(messages.loggedOut);
  };
  const ask = async () => {
    await navigate(paths.home);
    // Something there asked the learner to stay, or is still asking.
    if (window.location.pathname.startsWith(paths.topic(""))) return;
    setState({ kind: "sending" });
    const segments = await flushProgress(userId, flushWithinMs);
    if (segments === 0) await confirm();
    else setState({ kind: "unsent", segments });
  };
  return { state, ask, confirm, stay: () => setState({ kind: "here" }) };
}
