import { SaveAsZipButton, type ZipMutation } from "../recording/save-as-zip.tsx";
import type { LocalRecordingCounts } from "./local-recordings.ts";

type DeletingAction = "Logging out" | "Deleting your account";

export const counted = (count: number, one: string, many: string) => (count === 1 ? `one ${one}` : `${count} ${many}`);

/** At least one count must be above 0. */
export function recordingsText(
  { practice, exams }: Pick<LocalRecordingCounts, "practice" | "exams">,
  action: DeletingAction,
): string {
  const ofPractice = practice > 0 ? [counted(practice, "practice recording", "practice recordings")] : [];
  const ofExams = exams > 0 ? [counted(exams, "mock exam recording", "mock exam recordings")] : [];
  const what = [...ofPractice, ...ofExams].join(" and ");
  const them = practice + exams === 1 ? "it" : "them";
  return `This browser has ${what}. ${action} deletes ${them}. To keep ${them}, save a file first.`;
}

/** @param count at least 1 */
export function unfinishedText(count: number, action: DeletingAction): string {
  const deletes = `Otherwise, ${action.slice(0, 1).toLowerCase()}${action.slice(1)} deletes`;
  return count === 1
    ? `One recording in another tab is not fully stored. Finish or download it there first. ${deletes} it.`
    : `${count} recordings in other tabs are not fully stored. Finish or download them there first. ${deletes} them.`;
}

type Props = { recordings: LocalRecordingCounts; saving: ZipMutation; action: DeletingAction };

export function RecordingsOffer({ recordings, saving, action }: Props) {
  const hasFinished = recordings.practice + recordings.exams > 0;
  return (
    <>
      {hasFinished && <p>{recordingsText(recordings, action)}</p>}
      {recordings.unfinished > 0 && <p>{unfinishedText(recordings.unfinished, action)}</p>}
      {hasFinished && <SaveAsZipButton saving={saving} />}
    </>
  );
}
