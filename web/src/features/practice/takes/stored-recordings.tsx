import { useState } from "react";
import { languageLabel } from "../../../../../domain/content/language.ts";
import { segmentId } from "../../../../../domain/content/scenario.ts";
import { saveFile } from "../../../browser/save-file.ts";
import { messages } from "../../../messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { titleLanguage } from "../../../ui/title-language.ts";
import { showToast } from "../../../ui/toasts.ts";
import { SaveAsZip, useZipSaving } from "../../recording/save-as-zip.tsx";
import { bytesOf } from "../../recording/store/take-cap.ts";
import type { TakeRecord } from "../../recording/store/take-database.ts";
import { recordings, takeFileName, takeLength, takeSize, takeTime } from "../../recording/take-labels.ts";
import { byDialogue, type DialogueTakes, useStoredTakes } from "./internal/stored-takes.ts";
import { savePractice } from "./practice-file.ts";
import { takesCapBytes } from "./practice-room.ts";
import { removeTakes, takeFile } from "./takes.ts";
import "./stored-recordings.css";

async function download(take: TakeRecord): Promise<void> {
  const sound = await takeFile(take.number);
  if (!sound) showToast(messages.recordingNotSaved);
  else saveFile(takeFileName(take.scenarioId, segmentId(take.segmentIndex), take.attempt), sound);
}

type DeletionProps = {
  /** What would go, as "3 recordings". */
  what: string;
  /** Of which it is, for whoever does not see where the button stands. */
  of: string;
  onDelete: () => void;
};

/** Deletes when it is pressed a second time: there is no way back. */
function Deletion({ what, of, onDelete }: DeletionProps) {
  const [sure, setSure] = useState(false);
  if (!sure) {
    return (
      <Button voice="quiet" aria-label={`Delete ${what} of ${of}`} onClick={() => setSure(true)}>
        Delete
      </Button>
    );
  }
  return (
    <>
      <Button voice="danger" onClick={onDelete}>
        Delete {what}
      </Button>
      <Button voice="ink" autoFocus onClick={() => setSure(false)}>
        Keep
      </Button>
    </>
  );
}

type Remove = (takes: readonly TakeRecord[]) => void;

function TakeLine({ take, title, onRemove }: { take: TakeRecord; title: string; onRemove: Remove }) {
  const time = takeTime(take.recordedAt);
  const name = `segment ${take.segmentIndex + 1}, attempt ${take.attempt}, ${time}`;
  return (
    <li className="stored-take">
      <span className="take-facts">
        <span>
          Segment {take.segmentIndex + 1}, attempt {take.attempt}
        </span>
        <span>{time}</span>
        <span>{takeLength(take.durationSeconds)}</span>
        <span>{takeSize(take.bytes)}</span>
      </span>
      <span className="take-actions">
        <Button voice="quiet" aria-label={`Download ${name}, of ${title}`} onClick={() => void download(take)}>
          Download
        </Button>
        <Deletion what={name} of={title} onDelete={() => onRemove([take])} />
      </span>
    </li>
  );
}

function DialogueLine({ of, onRemove }: { of: DialogueTakes; onRemove: Remove }) {
  const { title, language, takes } = of;
  return (
    <li className="stored-dialogue">
      <div className="stored-head">
        <strong {...titleLanguage(title, language)}>{title}</strong>
        <span>{languageLabel(language)}</span>
        <span>{takeSize(bytesOf(takes))}</span>
        <span className="take-actions">
          <Deletion what={recordings(takes.length)} of={title} onDelete={() => onRemove(takes)} />
        </span>
      </div>
      <details>
        <summary>{recordings(takes.length)}</summary>
        <ul>
          {takes.map((take) => (
            <TakeLine key={take.number} take={take} title={title} onRemove={onRemove} />
          ))}
        </ul>
      </details>
    </li>
  );
}

/** All recordings of the learner in this browser, by dialogue, with their sizes; to save to files or delete. */
export function StoredRecordings({ userId }: { userId: string }) {
  const stored = useStoredTakes(userId);
  const [told, setTold] = useState("");
  const saving = useZipSaving(() => savePractice(userId));
  if (stored.kind === "loading") return <Spinner label="Loading your recordings…" />;
  if (stored.kind === "failed") return <p>This browser does not let Parlance store or read recordings.</p>;
  const { takes } = stored;
  const remove: Remove = (gone) => {
    removeTakes(
      userId,
      gone.map(({ number }) => number),
    ).then(
      () => setTold(`${recordings(gone.length)} deleted. ${takeSize(bytesOf(gone))} freed.`),
      () => setTold("The recordings could not be deleted. Close other tabs of Parlance and try again."),
    );
  };
  return (
    <div className="stored-recordings">
      <p className="take-usage">
        {takes.length === 0
          ? "There are no recordings in this browser."
          : `${recordings(takes.length)}, ${takeSize(bytesOf(takes))} of ${takesCapBytes / 1_000_000} MB.`}
      </p>
      <p role="status">{told}</p>
      {takes.length > 0 && <SaveAsZip saving={saving} />}
      <ul>
        {byDialogue(takes).map((of) => (
          <DialogueLine key={of.key} of={of} onRemove={remove} />
        ))}
      </ul>
    </div>
  );
}
