import { type Practice, progressOf, type SegmentPractice } from "../../../../../domain/practice/practice.ts";
import { useObservable } from "../../../browser/observable.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { segmentsLeft } from "../progress/progress-text.ts";
import type { Studio } from "../studio/studio.ts";
import { CompletionFailed } from "./completion-failed.tsx";
import type { Leaving } from "./use-leaving.ts";

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
        {activity.kind === "recording" ? "What you are recording now is discarded. " : ""}
        The original plays again as a new attempt. Earlier recordings of this segment stay.
      </p>
    </Dialog>
  );
}

type CompleteProps = { studio: Studio; leaving: Leaving; practice: Practice };

function attemptsText(segment: SegmentPractice): string {
  if (progressOf(segment) === "new") return "Not recorded";
  return segment.attempts === 1 ? "1 attempt" : `${segment.attempts} attempts`;
}

/** How the scenario went, segment by segment; to go on with what is left of it matters most. */
export function CompleteDialog({ studio, practice, leaving }: CompleteProps) {
  const done = practice.segments.filter(({ completed }) => completed).length;
  const left = segmentsLeft(done, practice.segments.length);
  const goOn = () => {
    leaving.stay();
    studio.send({ type: "go-to", index: practice.segments.findIndex(({ completed }) => !completed) });
  };
  return (
    <Dialog
      title="Scenario Complete!"
      onDismiss={leaving.stay}
      actions={
        <>
          <Button onClick={leaving.stay}>Cancel</Button>
          <Button voice={left === null ? "ink" : "plain"} busy={leaving.busy} onClick={() => leaving.ask("home")}>
            Return to Home
          </Button>
          {left !== null && (
            <Button voice="ink" onClick={goOn}>
              {left} · Continue
            </Button>
          )}
        </>
      }
    >
      <p>
        Completed Segments: {done} / {practice.segments.length}
      </p>
      <ol className="segment-results">
        {practice.segments.map((segment, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: segments keep their places.
          <li key={at} data-completed={segment.completed}>
            <span>Segment {at + 1}</span>
            <span>{attemptsText(segment)}</span>
            <strong>{segment.completed ? "Completed" : "Not completed"}</strong>
          </li>
        ))}
      </ol>
      <CompletionFailed leaving={leaving} />
    </Dialog>
  );
}
