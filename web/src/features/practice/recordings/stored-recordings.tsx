import { useState } from "react";
import { languageLabel } from "../../../../../domain/content/language.ts";
import { segmentId } from "../../../../../domain/content/scenario.ts";
import { saveFile } from "../../../browser/save-file.ts";
import { messages } from "../../../messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { titleLanguage } from "../../../ui/title-language.ts";
import { showToast } from "../../../ui/toasts.ts";
import {
  recordingCountText,
  recordingFileName,
  recordingLengthText,
  recordingSizeText,
  recordingTimeText,
} from "../../recording/recording-labels.ts";
import { SaveAsZipButton, useZipMutation } from "../../recording/save-as-zip.tsx";
import type { StoredRecording } from "../../recording/store/recording-database.ts";
import { sumBytes } from "../../recording/store/recording-eviction.ts";
import { loadRecordingAudio, removeRecordings } from "./dialogue-recordings.ts";
import { type DialogueRecordingGroup, groupByDialogue, useStoredRecordings } from "./internal/use-stored-recordings.ts";
import { recordingsCapBytes } from "./practice-storage.ts";
import { savePracticeZip } from "./practice-zip.ts";
import "./stored-recordings.css";

async function downloadStoredRecording(take: StoredRecording): Promise<void> {
  const sound = await loadRecordingAudio(take.number);
  if (!sound) showToast(messages.recordingNotSaved);
  else saveFile(recordingFileName(take.scenarioId, segmentId(take.segmentIndex), take.attempt), sound);
}

type DeleteButtonProps = {
  /** Names what is deleted, as "3 recordings". */
  what: string;
  /** Names the dialogue for screen readers. */
  ofTitle: string;
  onDelete: () => void;
};

/** Asks for a second press, because deletion is final. */
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
      <Button variant="danger" onClick={onDelete}>
        Delete {what}
      </Button>
      <Button variant="ink" autoFocus onClick={() => setSure(false)}>
        Keep
      </Button>
    </>
  );
}

type RemoveRecordings = (takes: readonly StoredRecording[]) => void;

function RecordingRow({ take, title, onRemove }: { take: StoredRecording; title: string; onRemove: RemoveRecordings }) {
  const time = recordingTimeText(take.recordedAt);
  const name = `segment ${take.segmentIndex + 1}, attempt ${take.attempt}, ${time}`;
  return (
    <li className="stored-take">
      <span className="take-facts">
        <span>
          Segment {take.segmentIndex + 1}, attempt {take.attempt}
        </span>
        <span>{time}</span>
        <span>{recordingLengthText(take.durationSeconds)}</span>
        <span>{recordingSizeText(take.bytes)}</span>
      </span>
      <span className="take-actions">
        <Button
          variant="quiet"
          aria-label={`Download ${name}, of ${title}`}
          onClick={() => void downloadStoredRecording(take)}
        >
          Download
        </Button>
        <DeleteButton what={name} ofTitle={title} onDelete={() => onRemove([take])} />
      </span>
    </li>
  );
}

function DialogueRow({ of, onRemove }: { of: DialogueRecordingGroup; onRemove: RemoveRecordings }) {
  const { title, language, recordings } = of;
  return (
    <li className="stored-dialogue">
      <div className="stored-head">
        <strong {...titleLanguage(title, language)}>{title}</strong>
        <span>{languageLabel(language)}</span>
        <span>{recordingSizeText(sumBytes(recordings))}</span>
        <span className="take-actions">
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
          {recordings.map((take) => (
            <RecordingRow key={take.number} take={take} title={title} onRemove={onRemove} />
          ))}
        </ul>
      </details>
    </li>
  );
}

export function StoredRecordings({ userId }: { userId: string }) {
  const stored = useStoredRecordings(userId);
  const [told, setTold] = useState("");
  const saving = useZipMutation(() => savePracticeZip(userId));
  if (stored.kind === "loading") return <Spinner label="Loading your recordings…" />;
  if (stored.kind === "failed") return <p>This browser does not let Parlance store or read recordings.</p>;
  const { takes } = stored;
  const remove: RemoveRecordings = (gone) => {
    removeRecordings(
      userId,
      gone.map(({ number }) => number),
    ).then(
      () => setTold(`${recordingCountText(gone.length)} deleted. ${recordingSizeText(sumBytes(gone))} freed.`),
      () => setTold("The recordings could not be deleted. Close other tabs of Parlance and try again."),
    );
  };
  return (
    <div className="stored-recordings">
      <p className="take-usage">
        {takes.length === 0
          ? "There are no recordings in this browser."
          : `${recordingCountText(takes.length)}, ${recordingSizeText(sumBytes(takes))} of ${recordingsCapBytes / 1_000_000} MB.`}
      </p>
      <p role="status">{told}</p>
      {takes.length > 0 && <SaveAsZipButton saving={saving} />}
      <ul>
        {groupByDialogue(takes).map((of) => (
          <DialogueRow key={of.key} of={of} onRemove={remove} />
        ))}
      </ul>
    </div>
  );
}
