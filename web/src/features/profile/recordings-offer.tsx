import { SaveAsZip, type ZipSaving } from "../recording/save-as-zip.tsx";
import type { RecordingsHere } from "./recordings-here.ts";
import { type Deed, recordingsText, unfinishedText } from "./recordings-text.ts";

type Props = { recordings: RecordingsHere; saving: ZipSaving; deed: Deed };

/** Names the recordings that will be deleted, and offers to save them first; nothing if there are none. */
export function RecordingsOffer({ recordings, saving, deed }: Props) {
  const hasFinished = recordings.practice + recordings.exams > 0;
  return (
    <>
      {hasFinished && <p>{recordingsText(recordings, deed)}</p>}
      {recordings.unfinished > 0 && <p>{unfinishedText(recordings.unfinished, deed)}</p>}
      {hasFinished && <SaveAsZip saving={saving} />}
    </>
  );
}
