import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../domain/pages.ts";
import { logOut } from "../features/accounts/session.ts";
import { flushExamFacts } from "../features/exam/facts/exam-facts.ts";
import { flushProgress } from "../features/practice/progress/progress-sending.ts";
import { allMockTakes } from "../features/practice/takes/mock-takes.ts";
import { clearBrowser } from "../features/profile/clear-browser.ts";
import { messages } from "../messages.ts";
import { showToast } from "../ui/toasts.ts";
import type { Unsent } from "./loss-text.ts";

/** For how long a learner who logs out waits for what is unsent, in ms. */
const flushWithinMs = 4_000;

/** What logging out removes that is nowhere else: what was not sent, and how many recordings of mock exams. */
type Loss = Unsent & { recordings: number };

export type LoggingOut = {
  /** What waits is being sent, or something would be lost that is nowhere else. */
  state: { kind: "here" } | { kind: "sending" } | ({ kind: "losing" } & Loss);
  /** Sends what waits, then logs out; asks first if something would be lost. */
  ask: () => Promise<void>;
  /** Logs out, whatever is lost. */
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
    const [segments, mocks, takes] = await Promise.all([
      flushProgress(userId, flushWithinMs),
      // A browser that stores nothing has nothing to lose.
      flushExamFacts(userId, flushWithinMs).catch(() => 0),
      allMockTakes(userId).catch(() => []),
    ]);
    if (segments === 0 && mocks === 0 && takes.length === 0) await confirm();
    else setState({ kind: "losing", segments, mocks, recordings: takes.length });
  };
  return { state, ask, confirm, stay: () => setState({ kind: "here" }) };
}
