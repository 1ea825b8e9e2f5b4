import { useState } from "react";
import { languageLabel } from "../../../../../domain/content/language.ts";
import { segmentId } from "../../../../../domain/content/scenario.ts";
import { saveFile } from "../../../browser/save-file.ts";
import { messages } from "../../../messages.ts";
import { Button } from "../../../ui/button.tsx";
import { sizeText } from "../../../ui/size-text.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { titleLanguage } from "../../../ui/title-language.ts";
import { showToast } from "../../../ui/toasts.ts";
import {
  recordingCountText,
  recordingFileName,
  recordingLengthText,
  recordingTimeText,
} from "../../recording/recording-labels.ts";
import { SaveAsZipButton, useZipMutation } from "../../recording/save-as-zip.tsx";
import type { StoredRecording } from "../../recording/store/recording-database.ts";
import { sumBytes } from "../../recording/store/recording-eviction.ts";
import { AskButton } from "../../sharing/ask-button.tsx";
import { loadRecordingAudio, removeRecordings } from "./dialogue-recordings.ts";
import { type DialogueRecordingGroup, groupByDialogue, useStoredRecordings } from "./internal/use-stored-recordings.ts";
import { loadPracticeShareSource } from "./practice-share-source.ts";
import { recordingsCapBytes } from "./practice-storage.ts";
import { savePracticeZip } from "./practice-zip.ts";
import "./stored-recordings.css";

async function downloadStoredRecording(recording: StoredRecording): Promise<void> {
  const sound = await loadRecordingAudio(recording.number);
  if (!sound) showToast(messages.recordingNotSaved);
  else saveFile(recordingFileName(recording.scenarioId, segmentId(recording.segmentIndex), recording.attempt), sound);
}

type DeleteButtonProps = {
  /** Such as "3 recordings". */
  what: string;
  ofTitle: string;
  onDelete: () => void;
};

/** Deletes only on a second press, because a deletion is final. */
function DeleteButton({ what, ofTitle, onDelete }: DeleteButtonProps) {
  const [sure, setSure] = useState(false);
  if (!sure) {
    return (
      <Button variant="quiet" aria-label={`Delete ${what} of ${ofTitle}`} onClick={() => setSure(true)}>
        Delete
      </Button>
    );
  }
  return (
    <>
      <Button variant="ink" autoFocus onClick={() => setSure(false)}>
        Keep
      </Button>
      <Button variant="danger" onClick={onDelete}>
        Delete {what}
      </Button>
    </>
  );
}

type RemoveRecordings = (recordings: readonly StoredRecording[]) => void;

function RecordingRow({
  recording,
  title,
  onRemove,
}: {
  recording: StoredRecording;
  title: string;
  onRemove: RemoveRecordings;
}) {
  const time = recordingTimeText(recording.recordedAt);
  const name = `segment ${recording.segmentIndex + 1}, attempt ${recording.attempt}, ${time}`;
  return (
    <li className="stored-recording">
      <span className="recording-facts">
        <span>
          Segment {recording.segmentIndex + 1}, attempt {recording.attempt}
        </span>
        <span>{time}</span>
        <span>{recordingLengthText(recording.durationSeconds)}</span>
        <span>{sizeText(recording.bytes)}</span>
      </span>
      <span className="recording-actions">
        <Button
          variant="quiet"
          aria-label={`Download ${name}, of ${title}`}
          onClick={() => void downloadStoredRecording(recording)}
        >
          Download
        </Button>
        <DeleteButton what={`recording of ${name}`} ofTitle={title} onDelete={() => onRemove([recording])} />
      </span>
    </li>
  );
}

type DialogueRowProps = { userId: string; of: DialogueRecordingGroup; onRemove: RemoveRecordings };

function DialogueRow({ userId, of, onRemove }: DialogueRowProps) {
  const { title, language, scenarioId, recordings } = of;
  return (
    <li className="stored-dialogue">
      <div className="stored-head">
        <strong {...titleLanguage(title, language)}>{title}</strong>
        <span>{languageLabel(language)}</span>
        <span>{sizeText(sumBytes(recordings))}</span>
        <span className="recording-actions">
          <AskButton
            variant="quiet"
            label={title}
            loadSource={() => loadPracticeShareSource(userId, { language, scenarioId })}
          />
          <DeleteButton
            what={recordingCountText(recordings.length)}
            ofTitle={title}
            onDelete={() => onRemove(recordings)}
          />
        </span>
      </div>
      <details>
        <summary>{recordingCountText(recordings.length)}</summary>
        <ul>
          {recordings.map((recording) => (
            <RecordingRow key={recording.number} recording={recording} title={title} onRemove={onRemove} />
          ))}
        </ul>
      </details>
    </li>
  );
}

export function StoredRecordings({ userId }: { userId: string }) {
  const stored = useStoredRecordings(userId);
  const [statusText, setStatusText] = useState("");
  const saving = useZipMutation(() => savePracticeZip(userId));
  if (stored.kind === "loading") return <Spinner label="Loading your recordings…" />;
  if (stored.kind === "failed") return <p>Your recordings could not be read in this browser.</p>;
  const { recordings } = stored;
  const remove: RemoveRecordings = (removed) => {
    removeRecordings(
      userId,
      removed.map(({ number }) => number),
    ).then(
      () => setStatusText(`${recordingCountText(removed.length)} deleted.`),
      () => {
        setStatusText("");
        showToast(messages.recordingsNotDeleted(removed.length));
      },
    );
  };
  return (
    <div className="stored-recordings">
      <p className="recording-usage">
        {recordings.length === 0
          ? "You have no finished practice recordings in this browser."
          : `Practice: ${recordingCountText(recordings.length)}, ${sizeText(sumBytes(recordings))} of ${recordingsCapBytes / 1_000_000} MB.`}
      </p>
      <p role="status">{statusText}</p>
      {recordings.length > 0 && <SaveAsZipButton saving={saving} />}
      <ul>
        {groupByDialogue(recordings).map((of) => (
          <DialogueRow key={of.key} userId={userId} of={of} onRemove={remove} />
        ))}
      </ul>
    </div>
  );
}
