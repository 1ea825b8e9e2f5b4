import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../domain/http/pages.ts";
import { logOut } from "../features/accounts/session.ts";
import { flushExamFacts } from "../features/exam/facts/exam-facts.ts";
import { clearBrowser } from "../features/profile/clear-browser.ts";
import { hasRecordings, type RecordingsHere, recordingsHere } from "../features/profile/recordings-here.ts";
import { counted } from "../features/profile/recordings-offer.tsx";
import { flushProgress } from "../features/progress/progress-sending.ts";
import { messages } from "../messages.ts";
import { showToast } from "../ui/toasts.ts";

/** Counts of unsent work: segments with progress, and mock exams. */
type Unsent = { segments: number; mocks: number };

/** Returns a sentence that names the unsent work a log-out would delete. At least one count is above 0. */
export function lossText({ segments, mocks }: Unsent): string {
  const progress = `our progress in ${counted(segments, "segment", "segments")}`;
  const ofMocks = `our changes to ${counted(mocks, "mock exam", "mock exams")}`;
  const what = [...(segments > 0 ? [progress] : []), ...(mocks > 0 ? [ofMocks] : [])].join(" and y");
  return `Y${what} could not be saved. If you log out now, you lose ${mocks > 0 ? "them" : "it"}.`;
}

/** For how long a learner who logs out waits for what is unsent, in ms. */
const flushWithinMs = 4_000;

/** Work that only this browser has and that a log-out deletes. */
export type Loss = Unsent & { recordings: RecordingsHere };

export type LoggingOut = {
  /** What waits is being sent, or something would be lost that is nowhere else. */
  state: { kind: "here" } | { kind: "sending" } | ({ kind: "losing" } & Loss);
  /** Sends what waits, then logs out; asks first if something would be lost. */
  ask: () => Promise<void>;
  /** Logs out, whatever is lost. */
  confirm: () => Promise<void>;
  stay: () => void;
};

/**
 * Logs out and clears this browser of the learner, but asks before it deletes what is nowhere else.
 * Which endings of a session ask, and which clear: docs/decisions/0048-learners-delete-recordings.md
 */
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
    // Counted last: leaving a page may have finished a recording meanwhile.
    const recordings = await recordingsHere(userId);
    if (segments + mocks === 0 && !hasRecordings(recordings)) await confirm();
    else setState({ kind: "losing", segments, mocks, recordings });
  };
  return { state, ask, confirm, stay: () => setState({ kind: "here" }) };
}
