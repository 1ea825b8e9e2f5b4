import {
  currentSegment,
  type Practice,
  type PracticeAudio,
  shownRecording,
} from "../../../../../domain/practice/practice.ts";
import type { WaveformData } from "../../../audio/peaks.ts";
import { useAsyncValue } from "../../../browser/use-async-value.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import type { ContentAudio } from "../../content/loaded-audio.ts";
import type { Studio } from "../studio/studio.ts";

export type SegmentWaveforms = Readonly<Record<PracticeAudio, WaveformData | null>>;

function useContentWaveform({ segmentAudio }: Studio, index: number, which: ContentAudio): WaveformData | null {
  const isReady = useObservable(segmentAudio.states)[which] === "ready";
  return useAsyncValue(isReady ? `${index}` : null, () => segmentAudio.loadWaveform(index, which));
}

function useRecordingWaveform({ recordings }: Studio, practice: Practice): WaveformData | null {
  const number = shownRecording(practice);
  const recording = currentSegment(practice).recordings.find((each) => each.number === number);
  const peaks = useAsyncValue(number === null ? null : `${number}`, async () =>
    number === null ? null : recordings.loadPeaks(number),
  );
  return recording && peaks ? { peaks, seconds: recording.durationSeconds } : null;
}

export function useSegmentWaveforms(studio: Studio, practice: Practice): SegmentWaveforms {
  return {
    original: useContentWaveform(studio, practice.index, "original"),
    own: useRecordingWaveform(studio, practice),
    translation: useContentWaveform(studio, practice.index, "translation"),
  };
}
