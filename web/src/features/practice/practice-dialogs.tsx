import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { Practice } from "../../../../domain/practice.ts";
import type { Dialogue } from "../../../../domain/progress.ts";
import { callApi } from "../../api.ts";
import { messages } from "../../messages.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { useObservable } from "./observable.ts";
import { sessions } from "./scenario-session-keeper.ts";
import { noteCompleted } from "./scenarios.ts";
import type { Studio } from "./studio.ts";
import { clearDialogueTakes } from "./takes.ts";

/** Asks before an attempt is given up. */
export function RestartDialog({ studio }: { studio: Studio }) {
  const { activity } = useObservable(studio.practice);
  const dismiss = () => studio.send({ type: "dismiss-dialog" });
  return (
    <Dialog
      title="Restart Current Segment?"
      onDismiss={dismiss}
      actions={
        <>
          <Button onClick={dismiss}>Cancel</Button>
          <Button voice="ink" onClick={() => studio.send({ type: "confirm-restart" })}>
            Restart Segment
          </Button>
        </>
      }
    >
      <p>
        {activity.kind === "recording" ? "What you are recording now is thrown away. " : ""}
        The original plays again as a new attempt. Earlier recordings of this segment stay.
      </p>
    </Dialog>
  );
}

type CompleteProps = { studio: Studio; userId: string; dialogue: Dialogue; practice: Practice };

function useComplete({ studio, userId, dialogue }: Omit<CompleteProps, "practice">) {
  const { language, scenarioId } = dialogue;
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => callApi("complete-scenario", { params: { scenarioId }, body: { language } }),
    onSuccess: async (completed) => {
      noteCompleted(queries, userId, completed);
      studio.dispose();
      sessions.forget(userId, dialogue);
      await clearDialogueTakes(userId, dialogue);
      showToast(messages.scenarioComplete);
      await navigate(paths.home);
    },
    onError: () => showToast(messages.completionFailed),
  });
}

/** How the scenario went, segment by segment. */
export function CompleteDialog({ practice, ...props }: CompleteProps) {
  const complete = useComplete(props);
  const dismiss = () => props.studio.send({ type: "dismiss-dialog" });
  const done = practice.segments.filter(({ completed }) => completed).length;
  return (
    <Dialog
      title="Scenario Complete!"
      onDismiss={dismiss}
      actions={
        <>
          <Button onClick={dismiss}>Cancel</Button>
          <Button voice="ink" busy={complete.isPending} onClick={() => complete.isPending || complete.mutate()}>
            Return to Home
          </Button>
        </>
      }
    >
      <p>
        Completed Segments: {done} / {practice.segments.length}
      </p>
      <ol className="segment-results">
        {practice.segments.map(({ attempts, completed }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: segments keep their places.
          <li key={at} data-completed={completed}>
            <span>Segment {at + 1}</span>
            <span>
              {attempts} {attempts === 1 ? "attempt" : "attempts"}
            </span>
            <strong>{completed ? "Completed" : "Not completed"}</strong>
          </li>
        ))}
      </ol>
      {/* The toast stands behind the dialog. */}
      {complete.isError && (
        <p className="dialog-problem" role="alert">
          {messages.completionFailed.description}
        </p>
      )}
    </Dialog>
  );
}
