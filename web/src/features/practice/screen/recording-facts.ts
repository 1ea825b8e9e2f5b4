import { useEffect } from "react";
import { segmentId } from "../../../../../domain/content/scenario.ts";
import { currentSegment, type Practice, type RecordingRef } from "../../../../../domain/practice/practice.ts";
import type { DialogueId } from "../../../../../domain/practice/progress.ts";
import type { RecordingFacts } from "../../../../../domain/study/study-change.ts";
import { studyDay } from "../../../../../domain/study/study-day.ts";
import { measureSpeech, type SpeechFigures } from "../../../audio/speech-figures.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { whenIdle } from "../../../browser/timing.ts";
import { saveStudyChanges } from "../../study/study-data.ts";
import { uuidOfText } from "../../study/uuid-of-text.ts";
import type { Studio } from "../studio/studio.ts";

const rounded = (seconds: number) => Math.round(seconds * 100) / 100;

export function speechFacts(
  seconds: number,
  figures: Pick<SpeechFigures, "firstWordSeconds" | "pauses"> | null,
): Pick<RecordingFacts, "seconds" | "first_word_seconds" | "silence_seconds"> {
  const silence = (figures?.pauses ?? []).reduce((sum, { from, to }) => sum + to - from, 0);
  return {
    seconds: rounded(seconds),
    first_word_seconds: figures && rounded(figures.firstWordSeconds),
    silence_seconds: rounded(silence),
  };
}

function finishedRecording(before: Practice, { activity, ...now }: Practice): RecordingRef | undefined {
  if (before.activity.kind !== "processing" || activity.kind !== "quiet") return undefined;
  const { recordings, currentRecording } = currentSegment({ activity, ...now });
  return recordings.find(({ number }) => number === currentRecording);
}

type Options = { studio: Studio; userId: string; dialogue: DialogueId };

/** Sends no audio. */
async function saveFacts(
  { studio, userId, dialogue: { language, scenarioId } }: Options,
  index: number,
  { number, recordedAt, durationSeconds }: RecordingRef,
): Promise<void> {
  await whenIdle();
  const sound = await studio.recordings.loadAudio(number);
  if (!sound) return;
  const figures = await measureSpeech(sound.data, whenIdle);
  const segment = { language, scenario_id: scenarioId, segment_id: segmentId(index) };
  const id = await uuidOfText(["recording", language, scenarioId, index, recordedAt].join(" "));
  const recording = { ...segment, day: studyDay(new Date(recordedAt)), ...speechFacts(durationSeconds, figures) };
  await saveStudyChanges(userId, [{ type: "recording", id, changed_at: serverNow().toISOString(), recording }]);
}

export function useSavedRecordingFacts({ studio, userId, dialogue: { language, scenarioId } }: Options): void {
  useEffect(() => {
    let before = studio.practice.get();
    return studio.practice.subscribe(() => {
      const now = studio.practice.get();
      const finished = finishedRecording(before, now);
      before = now;
      // Ignores a failure, because practice does not need the facts.
      if (finished)
        saveFacts({ studio, userId, dialogue: { language, scenarioId } }, now.index, finished).catch(() => undefined);
    });
  }, [studio, userId, language, scenarioId]);
}
