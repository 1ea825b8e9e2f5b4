import { useState } from "react";
import { controlsOf, currentSegment, type Practice, type TakeRef } from "../../../../../domain/practice/practice.ts";
import { useObservable } from "../../../browser/observable.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { gapsText, takeLength, takeSize, takeTime } from "../../recording/take-labels.ts";
import type { Studio } from "../studio/studio.ts";
import { takesCapBytes } from "../takes/practice-room.ts";
import { saveTake } from "./save-take.ts";
import "../takes/stored-recordings.css";
import "./take-history.css";

type Props = { studio: Studio; practice: Practice; scenarioId: string };

function StorageUse({ studio }: { studio: Studio }) {
  const { bytes: used } = useObservable(studio.takes.count);
  return (
    <p className="take-usage">
      Recordings use {takeSize(used)} of {takesCapBytes / 1_000_000} MB on this device.
    </p>
  );
}

type RowProps = Props & { take: TakeRef; onDownload: () => void; onDelete: () => void };

function TakeRow({ studio, practice, take, onDownload, onDelete }: RowProps) {
  const { activity } = practice;
  const { takes: allowed } = controlsOf(practice);
  const isHeld = useObservable(studio.takes.held).some(({ ref }) => ref.number === take.number);
  const isPresent = currentSegment(practice).take === take.number;
  const plays = activity.kind === "playing" && activity.audio === "own" && activity.take === take.number;
  const time = takeTime(take.recordedAt);
  const missing = gapsText(take.gaps ?? []);
  const named = (what: string) => `${what} attempt ${take.attempt}, ${time}`;
  return (
    <li className="take" data-playing={plays}>
      <span className="take-facts">
        <strong>Attempt {take.attempt}</strong>
        <span>{time}</span>
        <span>{takeLength(take.durationSeconds)}</span>
        {isPresent && <em>Latest</em>}
        {isHeld && <em>Not stored</em>}
        {take.interrupted && <em>Interrupted</em>}
        {missing && <em>{missing}</em>}
      </span>
      <span className="take-actions">
        <Button
          voice="quiet"
          disabled={!allowed}
          aria-label={named(plays ? "Stop" : "Play")}
          onClick={() => studio.send({ type: "play", audio: "own", take: take.number })}
        >
          {plays ? "Stop" : "Play"}
        </Button>
        <Button voice="quiet" disabled={!allowed} aria-label={named("Download")} onClick={onDownload}>
          Download
        </Button>
        <Button voice="quiet" disabled={!allowed} aria-label={named("Delete")} onClick={onDelete}>
          Delete
        </Button>
      </span>
    </li>
  );
}

function DeleteDialog({ studio, index, take }: { studio: Studio; index: number; take: TakeRef }) {
  const dismiss = () => studio.send({ type: "dismiss-dialog" });
  const remove = () => {
    dismiss();
    void studio.takes.remove(index, take.number);
  };
  return (
    <Dialog
      title="Delete this recording?"
      onDismiss={dismiss}
      actions={
        <>
          <Button voice="ink" onClick={dismiss}>
            Keep it
          </Button>
          <Button voice="danger" onClick={remove}>
            Delete
          </Button>
        </>
      }
    >
      <p>
        Attempt {take.attempt}, {takeTime(take.recordedAt)}, {takeLength(take.durationSeconds)}. You cannot undo this.
      </p>
    </Dialog>
  );
}

type ListProps = Props & { onDownload: (take: TakeRef) => void; onDelete: (take: TakeRef) => void };

/** All of a segment's takes, newest first; as many rows as there are attempts are only made for who looks at them. */
function TakeList({ onDownload, onDelete, ...shown }: ListProps) {
  const [open, setOpen] = useState(false);
  const { takes } = currentSegment(shown.practice);
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Recordings of this segment ({takes.length})</summary>
      {open && (
        <>
          <ul>
            {takes.toReversed().map((take) => (
              <TakeRow
                key={take.number}
                {...shown}
                take={take}
                onDownload={() => onDownload(take)}
                onDelete={() => onDelete(take)}
              />
            ))}
          </ul>
          <StorageUse studio={shown.studio} />
        </>
      )}
    </details>
  );
}

/** The learner's recordings of the current segment, in a disclosure. */
export function TakeHistory({ studio, practice, scenarioId }: Props) {
  const [toDelete, setToDelete] = useState<TakeRef | null>(null);
  const { index, dialog } = practice;
  const { takes } = currentSegment(practice);
  if (takes.length === 0) return null;

  const askDelete = (take: TakeRef) => {
    setToDelete(take);
    studio.send({ type: "ask-delete" });
  };
  return (
    <section className="take-history" aria-label="Recordings of this segment">
      <TakeList
        {...{ studio, practice, scenarioId }}
        onDownload={(take) => void saveTake(studio, { scenarioId, index }, take)}
        onDelete={askDelete}
      />
      {dialog === "delete" && toDelete && <DeleteDialog studio={studio} index={index} take={toDelete} />}
    </section>
  );
}
