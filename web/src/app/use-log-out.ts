import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../domain/http/pages.ts";
import { logOut } from "../features/accounts/session.ts";
import { flushLocalExams } from "../features/exam/attempts/local-exams.ts";
import { clearBrowser } from "../features/profile/clear-browser.ts";
import {
  countLocalRecordings,
  hasRecordings,
  type LocalRecordingCounts,
} from "../features/profile/local-recordings.ts";
import { counted } from "../features/profile/recordings-offer.tsx";
import { flushProgress } from "../features/progress/progress-sending.ts";
import { messages } from "../messages.ts";
import { showToast } from "../ui/toasts.ts";

/** Counts of unsent work: segments with progress, and mock exams. */
type UnsentCounts = { segments: number; exams: number };

/** Returns a sentence that names the unsent work a log-out would delete. At least one count is above 0. */
export function unsentWorkText({ segments, exams }: UnsentCounts): string {
  const progress = `our progress in ${counted(segments, "segment", "segments")}`;
  const ofMocks = `our changes to ${counted(exams, "mock exam", "mock exams")}`;
  const what = [...(segments > 0 ? [progress] : []), ...(exams > 0 ? [ofMocks] : [])].join(" and y");
  return `Y${what} could not be saved. If you log out now, you lose ${exams > 0 ? "them" : "it"}.`;
}

/** For how long a learner who logs out waits for what is unsent, in ms. */
const flushTimeoutMs = 4_000;

/** Work that only this browser has and that a log-out deletes. */
export type LogOutLoss = UnsentCounts & { recordings: LocalRecordingCounts };

export type LogOutFlow = {
  /** What waits is being sent, or something would be lost that is nowhere else. */
  state: { kind: "here" } | { kind: "sending" } | ({ kind: "losing" } & LogOutLoss);
  /** Sends what waits, then logs out; asks first if something would be lost. */
  start: () => Promise<void>;
  /** Logs out, whatever is lost. */
  confirm: () => Promise<void>;
  cancel: () => void;
};

/**
 * Logs out and clears this browser of the learner, but asks before it deletes what is nowhere else.
 * Which endings of a session ask, and which clear: docs/decisions/0048-learners-delete-recordings.md
 */
export function useLogOut(userId: string): LogOutFlow {
  const [state, setState] = useState<LogOutFlow["state"]>({ kind: "here" });
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
      flushProgress(userId, flushTimeoutMs),
      // A browser that stores nothing has nothing to lose.
      flushLocalExams(userId, flushTimeoutMs).catch(() => 0),
    ]);
    // Counted last: leaving a page may have finished a recording meanwhile.
    const recordings = await countLocalRecordings(userId);
    if (segments + mocks === 0 && !hasRecordings(recordings)) await confirm();
    else setState({ kind: "losing", segments, exams: mocks, recordings });
  };
  return { state, start: ask, confirm, cancel: () => setState({ kind: "here" }) };
}
