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
import { flushUploads } from "../features/sharing/uploads.ts";
import { flushStudy } from "../features/study/study-data.ts";
import { messages } from "../messages.ts";
import { showToast } from "../ui/toasts.ts";

type UnsentCounts = { segments: number; exams: number; study: number };

/** At least one count must be above 0. */
export function unsentWorkText({ segments, exams, study }: UnsentCounts): string {
  const work = [
    ...(segments > 0 ? [`your progress in ${counted(segments, "segment", "segments")}`] : []),
    ...(exams > 0 ? [`your changes to ${counted(exams, "mock exam", "mock exams")}`] : []),
    // Reviews, terms, settings, and facts about recordings.
    ...(study > 0 ? ["your latest practice data"] : []),
  ];
  const what = new Intl.ListFormat("en", { type: "conjunction" }).format(work);
  return `${what.replace(/^y/, "Y")} may not be saved yet. If you log out, you may lose this work.`;
}

/** `count` must be above 0. */
export function unsentUploadsText(count: number): string {
  const what = counted(count, "shared recording", "shared recordings").replace(/^o/, "O");
  const them = count === 1 ? "it" : "them";
  return `${what} may not be uploaded yet. If you log out, people with the link may not hear ${them}.`;
}

const flushTimeoutMs = 4_000;

/** Beginnings of the paths of the pages with `LeaveGuard`, which may block a navigation. */
const blockingPaths = [paths.topic(""), paths.review];

/** `uploads` counts recordings that were shared, but may not have arrived. */
export type LogOutLoss = UnsentCounts & { uploads: number; recordings: LocalRecordingCounts };

export type LogOutFlow = {
  state: { kind: "here" } | { kind: "sending" } | ({ kind: "losing" } & LogOutLoss);
  start: () => Promise<void>;
  confirm: () => Promise<void>;
  cancel: () => void;
};

/** Why: docs/decisions/0048-learners-delete-recordings.md */
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
    if (blockingPaths.some((path) => window.location.pathname.startsWith(path))) return;
    setState({ kind: "sending" });
    const [segments, exams, study, uploads] = await Promise.all([
      flushProgress(userId, flushTimeoutMs),
      // A browser without storage has no unsent exam data.
      flushLocalExams(userId, flushTimeoutMs).catch(() => 0),
      flushStudy(userId, flushTimeoutMs),
      // A browser without storage has no queued uploads.
      flushUploads(userId, flushTimeoutMs).catch(() => 0),
    ]);
    // Counts recordings last, because leaving the practice page may have added a recording.
    const recordings = await countLocalRecordings(userId);
    if (segments + exams + study + uploads === 0 && !hasRecordings(recordings)) await confirm();
    else setState({ kind: "losing", segments, exams, study, uploads, recordings });
  };
  return { state, start: ask, confirm, cancel: () => setState({ kind: "here" }) };
}
