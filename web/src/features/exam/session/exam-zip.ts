import type { QueryClient } from "@tanstack/react-query";
import { languageLabel } from "../../../../../domain/content/language.ts";
import type { ExamAttemptFacts, ExamDialogue } from "../../../../../domain/exam/exam-attempt.ts";
import { markerOf, type Note, notesOf } from "../../../../../domain/exam/exam-marking.ts";
import { findExam } from "../../../../../domain/exam/exams.ts";
import { saveZip, type ZipEntry } from "../../../browser/save-zip.ts";
import { clockTime } from "../../../ui/clock-time.ts";
import { errorKindNames } from "../../../ui/error-kind-names.ts";
import { type KnownExam, loadKnownExams } from "../attempts/exam-attempts.ts";
import { interruptionNames } from "../attempts/fact-names.ts";
import { type ExamRecording, loadAllExamRecordings, loadExamRecordingFile } from "../recordings/exam-recordings.ts";

const twoDigits = (number: number) => String(number).padStart(2, "0");

/** The alphabetical order of the names is the order of the exam. */
function recordingName({
  dialogue,
  segment,
  attempt,
}: Pick<ExamRecording, "dialogue" | "segment" | "attempt">): string {
  return `dialogue-${dialogue + 1}-segment-${twoDigits(segment + 1)}-recording-${twoDigits(attempt)}.wav`;
}

const tenths = (seconds: number) => `${clockTime(seconds)}.${Math.floor((seconds * 10) % 10)}`;

function noteLine({ at_seconds, kind, deduction, remark }: Note, marker: string): string {
  const by = marker === "" ? "" : ` (${marker})`;
  return `    ${tenths(at_seconds)}  ${errorKindNames[kind]}, ${deduction} off${remark === "" ? "" : `: ${remark}`}${by}`;
}

const outcomeNames: Readonly<Record<ExamAttemptFacts["outcome"], string>> = {
  running: "not finished",
  finished: "finished",
  ended: "ended early",
};

type ExamSheet = KnownExam & { recordings: readonly ExamRecording[] };

function segmentLines({ segments }: ExamDialogue, dialogue: number, { markings, recordings }: ExamSheet): string[] {
  return segments.flatMap((known, segment) => {
    if (!known) return [`  Segment ${segment + 1}: not heard`];
    const mine = recordings.filter((recording) => recording.dialogue === dialogue && recording.segment === segment);
    const last = mine.at(-1);
    const said = last
      ? `${recordingName(last)}, ${tenths(last.seconds)}${last.interrupted ? ", interrupted" : ""}`
      : known.take_seconds === null
        ? "no recording"
        : "recording not in this browser";
    const repeats = known.repeats > 0 ? `, repeated ${known.repeats === 1 ? "once" : `${known.repeats} times`}` : "";
    const notes = markings.flatMap(({ changes }) =>
      notesOf(changes)
        .filter((note) => note.dialogue === dialogue && note.segment === segment)
        .map((note) => noteLine(note, markerOf(changes))),
    );
    return [`  Segment ${segment + 1}: ${said}${repeats}`, ...notes];
  });
}

function sheetText(sheet: ExamSheet): string {
  const { attempt, markings } = sheet;
  const isMarkingMissing = attempt.markings.some(({ marking_id: id }) =>
    markings.every(({ marking_id }) => marking_id !== id),
  );
  const head = [
    `Mock exam under ${findExam(attempt.exam)?.name ?? attempt.exam} conditions, started ${attempt.started_at}, ${outcomeNames[attempt.outcome]}.`,
    "Deductions are in marks.",
    ...(isMarkingMissing ? ["Not all notes are listed, because a marking could not be loaded."] : []),
    ...attempt.interruptions.map(
      ({ at, dialogue, segment, kind }) =>
        `Interrupted in dialogue ${dialogue + 1}, segment ${segment + 1} (${interruptionNames[kind]}, ${at}).`,
    ),
  ];
  const dialogues = attempt.dialogues.flatMap((dialogue, at) => [
    "",
    `Dialogue ${at + 1}: ${dialogue.title} (${languageLabel(dialogue.language)}, ${dialogue.scenario_id})`,
    ...segmentLines(dialogue, at, sheet),
  ]);
  return [...head, ...dialogues, ""].join("\r\n");
}

/** Loads one recording at a time, to save memory. */
async function* createEntries(
  recordings: readonly ExamRecording[],
  exams: readonly KnownExam[],
): AsyncGenerator<ZipEntry> {
  for (const [attemptId, mine] of Map.groupBy(recordings, (recording) => recording.attemptId)) {
    const known = exams.find(({ attempt }) => attempt.attempt_id === attemptId);
    const day = new Date(known?.attempt.started_at ?? mine[0]?.recordedAt ?? 0).toISOString().slice(0, 10);
    const folder = `mock-exam-${day}-${attemptId.slice(0, 8)}`;
    if (known) {
      yield { name: `${folder}/marking.txt`, input: sheetText({ ...known, recordings: mine }) };
    }
    for (const recording of mine) {
      const sound = await loadExamRecordingFile(recording.number);
      if (!sound) throw new Error("A recording cannot be read");
      yield {
        name: `${folder}/${recordingName(recording)}`,
        input: sound.data,
        lastModified: new Date(recording.recordedAt),
      };
    }
  }
}

/** @throws {Error} if a recording cannot be read */
export async function* examZipEntries(
  queries: QueryClient,
  userId: string,
  recordings: readonly ExamRecording[],
): AsyncGenerator<ZipEntry> {
  if (recordings.length > 0) yield* createEntries(recordings, await loadKnownExams(queries, userId));
}

/**
 * Rejects if a recording cannot be read, because an incomplete ZIP would look complete.
 * @param attemptId the exam attempt to save; by default all
 * @returns the number of saved recordings
 */
export async function saveExamsAsZip(queries: QueryClient, userId: string, attemptId?: string): Promise<number> {
  const all = await loadAllExamRecordings(userId);
  const recordings = attemptId === undefined ? all : all.filter((recording) => recording.attemptId === attemptId);
  if (recordings.length === 0) return 0;
  const name = attemptId === undefined ? "mock-exams.zip" : `mock-exam-${attemptId.slice(0, 8)}.zip`;
  await saveZip(name, examZipEntries(queries, userId, recordings));
  return recordings.length;
}
