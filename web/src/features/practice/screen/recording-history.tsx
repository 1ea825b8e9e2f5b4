import { useState } from "react";
import {
  controlsOf,
  currentSegment,
  type Practice,
  type RecordingRef,
} from "../../../../../domain/practice/practice.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { sizeText } from "../../../ui/size-text.ts";
import { gapsText, recordingLengthText, recordingTimeText } from "../../recording/recording-labels.ts";
import { recordingsCapBytes } from "../recordings/practice-storage.ts";
import type { Studio } from "../studio/studio.ts";
import { downloadRecording } from "./download-recording.ts";
import "../recordings/stored-recordings.css";
import "./recording-history.css";

type Props = { studio: Studio; practice: Practice; scenarioId: string };

function StorageUsage({ studio }: { studio: Studio }) {
  const { bytes: used } = useObservable(studio.recordings.count);
  // Also 0 while the size is unknown.
  if (used === 0) return null;
  return (
    <p className="recording-usage">
      Your practice recordings use {sizeText(used)} of {recordingsCapBytes / 1_000_000} MB in this browser.
    </p>
  );
}

type RowProps = Props & { recording: RecordingRef; onDownload: () => void; onDelete: () => void };

function RecordingRow({ studio, practice, recording, onDownload, onDelete }: RowProps) {
  const { activity } = practice;
  const { recordings: allowed } = controlsOf(practice);
  const isUnsaved = useObservable(studio.recordings.unsaved).some(({ ref }) => ref.number === recording.number);
  const { recordings: all, currentRecording } = currentSegment(practice);
  // Another tab may have made a newer recording than the current one.
  const isLatest = currentRecording === recording.number && all.at(-1)?.number === recording.number;
  const plays = activity.kind === "playing" && activity.audio === "own" && activity.recording === recording.number;
  const time = recordingTimeText(recording.recordedAt);
  const missing = gapsText(recording.gaps ?? []);
  const named = (what: string) => `${what} attempt ${recording.attempt}, ${time}`;
  return (
    <li className="recording-row" data-playing={plays}>
      <span className="recording-facts">
        <strong>Attempt {recording.attempt}</strong>
        <span>{time}</span>
        <span>{recordingLengthText(recording.durationSeconds)}</span>
        {isLatest && <em>Latest</em>}
        {isUnsaved && <em>Not fully stored</em>}
        {recording.interrupted && <em>Interrupted</em>}
        {missing && <em>{missing}</em>}
      </span>
      <span className="recording-actions">
        <Button
          variant="quiet"
          aria-disabled={!allowed}
          aria-label={named(plays ? "Stop" : "Play")}
          onClick={() => allowed && studio.send({ type: "play", audio: "own", recording: recording.number })}
        >
          {plays ? "Stop" : "Play"}
        </Button>
        <Button
          variant="quiet"
          aria-disabled={!allowed}
          aria-label={named("Download")}
          onClick={() => allowed && onDownload()}
        >
          Download
        </Button>
        {/* A disabled button could not get the focus back when the dialog closes. */}
        <Button
          variant="quiet"
          aria-disabled={!allowed}
          aria-label={named("Delete")}
          onClick={() => allowed && onDelete()}
        >
          Delete
        </Button>
      </span>
    </li>
  );
}

function DeleteDialog({ studio, index, recording }: { studio: Studio; index: number; recording: RecordingRef }) {
  const dismiss = () => studio.send({ type: "dismiss-dialog" });
  const remove = () => {
    dismiss();
    void studio.recordings.remove(index, recording.number);
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
        Attempt {recording.attempt}, {recordingTimeText(recording.recordedAt)},{" "}
        {recordingLengthText(recording.durationSeconds)}. You cannot undo this.
      </p>
    </Dialog>
  );
}

type ListProps = Props & { onDownload: (recording: RecordingRef) => void; onDelete: (recording: RecordingRef) => void };

function RecordingList({ onDownload, onDelete, ...shown }: ListProps) {
  const [open, setOpen] = useState(false);
  const { recordings } = currentSegment(shown.practice);
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Recordings of this segment ({recordings.length})</summary>
      {open && (
        <>
          <ul>
            {recordings.toReversed().map((recording) => (
              <RecordingRow
                key={recording.number}
                {...shown}
                recording={recording}
                onDownload={() => onDownload(recording)}
                onDelete={() => onDelete(recording)}
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

  const askDelete = (recording: RecordingRef) => {
    setToDelete(recording);
    studio.send({ type: "ask-delete" });
  };
  return (
    <section className="recording-history" aria-label="Recordings of this segment">
      <RecordingList
        {...{ studio, practice, scenarioId }}
        onDownload={(recording) => void downloadRecording(studio, { scenarioId, index }, recording)}
        onDelete={askDelete}
      />
      {dialog === "delete" && toDelete && <DeleteDialog studio={studio} index={index} recording={toDelete} />}
    </section>
  );
}
