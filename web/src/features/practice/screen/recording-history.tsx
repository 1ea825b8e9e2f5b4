import { useState } from "react";
import {
  controlsOf,
  currentSegment,
  type Practice,
  type RecordingRef,
} from "../../../../../domain/practice/practice.ts";
import { useObservable } from "../../../browser/observable.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import {
  gapsText,
  recordingLengthText,
  recordingSizeText,
  recordingTimeText,
} from "../../recording/recording-labels.ts";
import { recordingsCapBytes } from "../recordings/practice-storage.ts";
import type { Studio } from "../studio/studio.ts";
import { downloadRecording } from "./download-recording.ts";
import "../recordings/stored-recordings.css";
import "./recording-history.css";

type Props = { studio: Studio; practice: Practice; scenarioId: string };

function StorageUsage({ studio }: { studio: Studio }) {
  const { bytes: used } = useObservable(studio.recordings.count);
  return (
    <p className="take-usage">
      Recordings use {recordingSizeText(used)} of {recordingsCapBytes / 1_000_000} MB on this device.
    </p>
  );
}

type RowProps = Props & { take: RecordingRef; onDownload: () => void; onDelete: () => void };

function RecordingRow({ studio, practice, take, onDownload, onDelete }: RowProps) {
  const { activity } = practice;
  const { recordings: allowed } = controlsOf(practice);
  const isHeld = useObservable(studio.recordings.unsaved).some(({ ref }) => ref.number === take.number);
  const isPresent = currentSegment(practice).currentRecording === take.number;
  const plays = activity.kind === "playing" && activity.audio === "own" && activity.take === take.number;
  const time = recordingTimeText(take.recordedAt);
  const missing = gapsText(take.gaps ?? []);
  const named = (what: string) => `${what} attempt ${take.attempt}, ${time}`;
  return (
    <li className="take" data-playing={plays}>
      <span className="take-facts">
        <strong>Attempt {take.attempt}</strong>
        <span>{time}</span>
        <span>{recordingLengthText(take.durationSeconds)}</span>
        {isPresent && <em>Latest</em>}
        {isHeld && <em>Not stored</em>}
        {take.interrupted && <em>Interrupted</em>}
        {missing && <em>{missing}</em>}
      </span>
      <span className="take-actions">
        <Button
          variant="quiet"
          disabled={!allowed}
          aria-label={named(plays ? "Stop" : "Play")}
          onClick={() => studio.send({ type: "play", audio: "own", take: take.number })}
        >
          {plays ? "Stop" : "Play"}
        </Button>
        <Button variant="quiet" disabled={!allowed} aria-label={named("Download")} onClick={onDownload}>
          Download
        </Button>
        <Button variant="quiet" disabled={!allowed} aria-label={named("Delete")} onClick={onDelete}>
          Delete
        </Button>
      </span>
    </li>
  );
}

function DeleteDialog({ studio, index, take }: { studio: Studio; index: number; take: RecordingRef }) {
  const dismiss = () => studio.send({ type: "dismiss-dialog" });
  const remove = () => {
    dismiss();
    void studio.recordings.remove(index, take.number);
  };
  return (
    <Dialog
      title="Delete this recording?"
      onDismiss={dismiss}
      actions={
        <>
          <Button variant="ink" onClick={dismiss}>
            Keep it
          </Button>
          <Button variant="danger" onClick={remove}>
            Delete
          </Button>
        </>
      }
    >
      <p>
        Attempt {take.attempt}, {recordingTimeText(take.recordedAt)}, {recordingLengthText(take.durationSeconds)}. You
        cannot undo this.
      </p>
    </Dialog>
  );
}

type ListProps = Props & { onDownload: (take: RecordingRef) => void; onDelete: (take: RecordingRef) => void };

/** Rows are rendered only while the list is open. */
function RecordingList({ onDownload, onDelete, ...shown }: ListProps) {
  const [open, setOpen] = useState(false);
  const { recordings } = currentSegment(shown.practice);
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Recordings of this segment ({recordings.length})</summary>
      {open && (
        <>
          <ul>
            {recordings.toReversed().map((take) => (
              <RecordingRow
                key={take.number}
                {...shown}
                take={take}
                onDownload={() => onDownload(take)}
                onDelete={() => onDelete(take)}
              />
            ))}
          </ul>
          <StorageUsage studio={shown.studio} />
        </>
      )}
    </details>
  );
}

export function RecordingHistory({ studio, practice, scenarioId }: Props) {
  const [toDelete, setToDelete] = useState<RecordingRef | null>(null);
  const { index, dialog } = practice;
  const { recordings } = currentSegment(practice);
  if (recordings.length === 0) return null;

  const askDelete = (take: RecordingRef) => {
    setToDelete(take);
    studio.send({ type: "ask-delete" });
  };
  return (
    <section className="take-history" aria-label="Recordings of this segment">
      <RecordingList
        {...{ studio, practice, scenarioId }}
        onDownload={(take) => void downloadRecording(studio, { scenarioId, index }, take)}
        onDelete={askDelete}
      />
      {dialog === "delete" && toDelete && <DeleteDialog studio={studio} index={index} take={toDelete} />}
    </section>
  );
}
