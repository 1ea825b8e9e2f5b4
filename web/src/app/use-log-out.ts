import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../domain/pages.ts";
import { logOut } from "../features/accounts/session.ts";
import { flushExamFacts } from "../features/exam/facts/exam-facts.ts";
import { flushProgress } from "../features/practice/progress/progress-sending.ts";
import { clearBrowser } from "../features/profile/clear-browser.ts";
import { messages } from "../messages.ts";
import { showToast } from "../ui/toasts.ts";

/** For how long a learner who logs out waits for what is unsent, in ms. */
const flushWithinMs = 4_000;

export type LoggingOut = {
  /** What waits is being sent, or something could not be sent: of how many segments and mock exams. */
  state: { kind: "here" } | { kind: "sending" } | { kind: "unsent"; segments: number; mocks: number };
  /** Sends what waits, then logs out; asks first if something could not be sent. */
  ask: () => Promise<void>;
  /** Logs out, whatever could not be sent. */
  confirm: () => Promise<void>;
  stay: () => void;
};

/** Logs out without a trace in this browser, and without losing unasked what waits to be sent. */
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
    const [segments, mocks] = await Promise.all([
      flushProgress(userId, flushWithinMs),
      // A browser that stores nothing has nothing to lose.
      flushExamFacts(userId, flushWithinMs).catch(() => 0),
    ]);
    if (segments === 0 && mocks === 0) await confirm();
    else setState({ kind: "unsent", segments, mocks });
  };
  return { state, ask, confirm, stay: () => setState({ kind: "here" }) };
}
