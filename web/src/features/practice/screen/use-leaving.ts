import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../../../domain/http/pages.ts";
import type { Dialogue } from "../../../../../domain/practice/progress.ts";
import { callApi } from "../../../api.ts";
import { messages } from "../../../messages.ts";
import { showToast } from "../../../ui/toasts.ts";
import { noteCompleted } from "../../content/scenarios.ts";
import { removeSession, removeSessions } from "../scenario/scenario-session-store.ts";
import type { Studio } from "../studio/studio.ts";
import { leavingChoice } from "../takes/leaving-choice.ts";
import { clearDialogueTakes, clearLearnerTakes } from "../takes/takes.ts";

/** Back to the topics, which closes everything that is open, or home from a dialogue that is done. */
export type Destination = "topics" | "home";

export type Leaving = {
  destination: Destination;
  /** How many finished recordings leaving so would remove. */
  count: number;
  /** Leaves, or asks first what is to become of recordings. */
  ask: (destination: Destination) => void;
  /** Leaves; `removes` says what becomes of the recordings. */
  go: (removes: boolean) => void;
  stay: () => void;
  /** The completion is being sent, or could not be. */
  busy: boolean;
  failed: boolean;
  /** Whether the learner is leaving by now and needs to be asked nothing more. */
  hasLeft: () => boolean;
};

type Learner = { studio: Studio; userId: string; dialogue: Dialogue };
type Way = { destination: Destination; removes: boolean };

function useLeave({ studio, userId, dialogue }: Learner, onLeft: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { language, scenarioId } = dialogue;
  return useMutation({
    mutationFn: async ({ destination, removes }: Way) => {
      if (destination === "home") {
        const completed = await callApi("complete-scenario", { params: { scenarioId }, body: { language } });
        noteCompleted(queries, userId, completed);
        removeSession(userId, dialogue);
      }
      await studio.breakOff();
      studio.dispose();
      if (destination === "topics") removeSessions(userId);
      if (removes) await (destination === "home" ? clearDialogueTakes(userId, dialogue) : clearLearnerTakes(userId));
    },
    onSuccess: async (_, { destination }) => {
      if (destination === "home") showToast(messages.scenarioComplete);
      onLeft();
      await navigate(paths.home);
    },
  });
}

/** The two ways out of a dialogue by which the product removes recordings: never without having asked. */
export function useLeaving(learner: Learner): Leaving {
  const { studio } = learner;
  const [destination, setDestination] = useState<Destination>("topics");
  const left = useRef(false);
  const leave = useLeave(learner, () => {
    left.current = true;
  });
  const countFor = (to: Destination) => studio.takes.count.get()[to === "home" ? "here" : "all"];
  const ask = async (to: Destination) => {
    // Settled long ago, but for a learner who leaves as soon as they have come, or have finished a take.
    await studio.takes.counted();
    setDestination(to);
    const choice = leavingChoice.get();
    const isRecording = studio.practice.get().activity.kind === "recording";
    if (isRecording || (countFor(to) > 0 && choice === "ask")) return studio.send({ type: "ask-clear" });
    leave.mutate({ destination: to, removes: choice === "remove" });
  };
  return {
    destination,
    count: countFor(destination),
    ask: (to) => leave.isPending || void ask(to),
    go: (removes) => leave.mutate({ destination, removes }),
    stay: () => {
      leave.reset();
      studio.send({ type: "dismiss-dialog" });
    },
    busy: leave.isPending,
    failed: leave.isError,
    hasLeft: () => left.current,
  };
}
