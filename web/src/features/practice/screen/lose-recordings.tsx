import { useState } from "react";
import { useObservable } from "../../../browser/use-observable.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { Studio } from "../studio/studio.ts";
import { UnstoredNote } from "./recordings-choice.tsx";

type Props = {
  count: number;
  onStay: () => void;
  onLeave: () => void;
};

export function lossTitle(count: number): string {
  return count === 1 ? "Leave without your recording?" : "Leave without your recordings?";
}

export function LoseRecordingsDialog({ count, onStay, onLeave }: Props) {
  return (
    <Dialog
      title={lossTitle(count)}
      onDismiss={onStay}
      actions={
        <>
          <Button variant="ink" onClick={onStay}>
            Stay
          </Button>
          <Button variant="danger" onClick={onLeave}>
            Leave
          </Button>
        </>
      }
    >
      <UnstoredNote count={count} />
    </Dialog>
  );
}

/** For actions that close the studio on the same page. `LeaveGuard` covers navigation. */
export function useLossQuestion(studio: Studio) {
  const count = useObservable(studio.recordings.unsaved).length;
  const [waiting, setWaiting] = useState<{ proceed: () => void } | null>(null);
  return {
    ask: (proceed: () => void) => (count > 0 ? setWaiting({ proceed }) : proceed()),
    question: waiting && count > 0 && (
      <LoseRecordingsDialog count={count} onStay={() => setWaiting(null)} onLeave={waiting.proceed} />
    ),
  };
}
