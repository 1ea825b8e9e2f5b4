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

/** Counts of segments with unsent progress, and of exams with unsent changes. */
type UnsentCounts = { segments: number; exams: number };

/** Returns a sentence that names the unsent work a log-out would delete. At least one count is above 0. */
export function unsentWorkText({ segments, exams }: UnsentCounts): string {
  const progress = `our progress in ${counted(segments, "segment", "segments")}`;
  const ofExams = `our changes to ${counted(exams, "mock exam", "mock exams")}`;
  const what = [...(segments > 0 ? [progress] : []), ...(exams > 0 ? [ofExams] : [])].join(" and y");
  return `Y${what} could not be saved. If you log out now, you lose ${exams > 0 ? "them" : "it"}.`;
}

/** In ms. A log-out waits this long for unsent work. */
const flushTimeoutMs = 4_000;

/** Work that only this browser has and that a log-out deletes. */
export type LogOutLoss = UnsentCounts & { recordings: LocalRecordingCounts };

export type LogOutFlow = {
  /** "sending": unsent work is being sent. "losing": the learner is asked whether to accept the loss of data. */
  state: { kind: "here" } | { kind: "sending" } | ({ kind: "losing" } & LogOutLoss);
  /** Sends unsent work, then logs out; asks first if data would be lost. */
  start: () => Promise<void>;
  /** Logs out although data will be lost. */
  confirm: () => Promise<void>;
  cancel: () => void;
};

/**
 * Logs out and clears the learner's data from this browser. Asks first if that would delete the only copy of something.
 * The decision record explains which ends of a session ask or clear.
 * Why: docs/decisions/0048-learners-delete-recordings.md
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
    // Ends the log-out if the learner chose to stay on the practice page, or the page's own dialog is still open.
    if (window.location.pathname.startsWith(paths.topic(""))) return;
    setState({ kind: "sending" });
    const [segments, exams] = await Promise.all([
      flushProgress(userId, flushTimeoutMs),
      // If the browser has no storage, there is nothing to lose.
      flushLocalExams(userId, flushTimeoutMs).catch(() => 0),
    ]);
    // Counts recordings last, because leaving the practice page may have finished a recording.
    const recordings = await countLocalRecordings(userId);
    if (segments + exams === 0 && !hasRecordings(recordings)) await confirm();
    else setState({ kind: "losing", segments, exams, recordings });
  };
  return { state, start: ask, confirm, cancel: () => setState({ kind: "here" }) };
}
