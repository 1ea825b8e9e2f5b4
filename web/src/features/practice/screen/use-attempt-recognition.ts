import type { LanguageName } from "../../../../../domain/content/language.ts";
import { interpretingDirectionOf, type Segment } from "../../../../../domain/content/pack.ts";
import { currentSegment, type Practice } from "../../../../../domain/practice/practice.ts";
import { type Recognition, useRecognition } from "../../recognition/use-recognition.ts";
import type { Studio } from "../studio/studio.ts";

type Options = {
  studio: Studio;
  practice: Practice;
  scenario: { language: LanguageName; segments: readonly Segment[] };
};

export function useAttemptRecognition({ studio, practice, scenario }: Options): Recognition {
  const { index, activity } = practice;
  const segment = scenario.segments[index];
  const units = segment?.units ?? [];
  const isIntoEnglish = segment && interpretingDirectionOf(segment, scenario.language)?.to === "english";
  const { recordings, currentRecording } = currentSegment(practice);
  const recording = recordings.find(({ number }) => number === currentRecording);
  const isRecording = activity.kind === "recording" || activity.kind === "processing";
  const load = () => (recording ? studio.recordings.loadAudio(recording.number) : Promise.resolve(null));
  const attempt = recording && !isRecording ? { key: `${index} ${recording.recordedAt}`, units, load } : null;
  return useRecognition(attempt, Boolean(isIntoEnglish && recording) && units.length > 0);
}

export function suggestedMisses(recognition: Recognition): ReadonlySet<number> | undefined {
  return recognition.kind === "compared" ? recognition.notHeard : undefined;
}
