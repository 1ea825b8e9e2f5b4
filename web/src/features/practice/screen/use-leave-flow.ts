import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type To, useNavigate } from "react-router";
import { paths } from "../../../../../domain/http/pages.ts";
import type { DialogueId } from "../../../../../domain/practice/progress.ts";
import { callApi } from "../../../api.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import { messages } from "../../../messages.ts";
import { showToast } from "../../../ui/toasts.ts";
import { cacheCompleted } from "../../content/scenarios.ts";
import { removeSession, removeSessions } from "../../scenario/scenario-session-store.ts";
import { clearDialogueRecordings, clearLearnerRecordings, leavingChoice } from "../recordings/dialogue-recordings.ts";
import type { Studio } from "../studio/studio.ts";

export type LeaveFlow = {
  /** Practice recordings of all dialogues, and of this one. Both include `unstored`. */
  count: { all: number; here: number };
  /** Number of this dialogue's recordings that could not be stored. */
  unstored: number;
  /** May ask the learner first. */
  leaveForTopics: () => void;
  /** If `removes` is true, deletes the recordings of all dialogues. */
  goToTopics: (removes: boolean) => void;
  /** If `removes` is true, deletes the recordings of this dialogue. */
  finish: (to: To, removes: boolean) => void;
  cancel: () => void;
  busy: boolean;
  failed: boolean;
  hasLeft: () => boolean;
};

type LearnerDialogue = { studio: Studio; userId: string; dialogue: DialogueId };
/** "stayed": the running recording would be lost. "left-uncleared": the recordings could not be deleted. */
type LeaveOutcome = "stayed" | "left" | "left-uncleared";
type LeaveRequest = { kind: "topics" | "finish"; to: To; removes: boolean };

function useLeaveMutation({ studio, userId, dialogue }: LearnerDialogue, onLeft: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { language, scenarioId } = dialogue;
  return useMutation({
    mutationFn: async ({ kind, removes }: LeaveRequest): Promise<LeaveOutcome> => {
      const isStored = await studio.stopAndSave();
      if (!isStored && !removes) return "stayed";
      if (kind === "finish") {
        const completed = await callApi("complete-scenario", { params: { scenarioId }, body: { language } });
        cacheCompleted(queries, userId, completed);
        removeSession(userId, dialogue);
      }
      studio.dispose();
      if (kind === "topics") removeSessions(userId);
      if (!removes) return "left";
      const isCleared = await (kind === "finish"
        ? clearDialogueRecordings(userId, dialogue)
        : clearLearnerRecordings(userId));
      return isCleared ? "left" : "left-uncleared";
    },
    onSuccess: async (outcome, { kind, to }) => {
      if (outcome === "stayed") return studio.send({ type: "dismiss-dialog" });
      if (kind === "finish") showToast(messages.scenarioComplete);
      onLeft();
      await navigate(to);
      // A navigation removes such a message.
      if (outcome === "left-uncleared") showToast(messages.recordingsNotDeleted(2));
    },
  });
}

export function useLeaveFlow(learner: LearnerDialogue): LeaveFlow {
  const { studio } = learner;
  const left = useRef(false);
  const stored = useObservable(studio.recordings.count);
  const unstored = useObservable(studio.recordings.unsaved).length;
  const leave = useLeaveMutation(learner, () => {
    left.current = true;
  });
  const toTopics = (removes: boolean) => leave.mutate({ kind: "topics", to: paths.home, removes });
  const askForTopics = async () => {
    // The count may be pending, for example right after a recording ended.
    await studio.recordings.whenCounted();
    const choice = leavingChoice.get();
    const isRecording = studio.practice.get().activity.kind === "recording";
    const hasUnsaved = studio.recordings.unsaved.get().length > 0;
    const hasRecordings = hasUnsaved || studio.recordings.count.get().all > 0;
    const asks = isRecording || (choice === "ask" && hasRecordings) || (choice === "keep" && hasUnsaved);
    if (asks) return studio.send({ type: "ask-clear" });
    toTopics(choice === "remove");
  };
  return {
    count: { all: stored.all + unstored, here: stored.here + unstored },
    unstored,
    leaveForTopics: () => leave.isPending || void askForTopics(),
    goToTopics: toTopics,
    finish: (to, removes) => leave.isPending || leave.mutate({ kind: "finish", to, removes }),
    cancel: () => {
      leave.reset();
      studio.send({ type: "dismiss-dialog" });
    },
    busy: leave.isPending,
    failed: leave.isError,
    hasLeft: () => left.current,
  };
}
