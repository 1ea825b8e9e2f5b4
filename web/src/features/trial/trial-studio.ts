import { createPlayer } from "../../audio/element-player.ts";
import { createLivePeaks } from "../../audio/live-peaks.ts";
import { computeWaveformData } from "../../audio/peaks.ts";
import type { EncodedAudio } from "../../audio/player.ts";
import { createJournaledRecorder, type SampleSink } from "../recording/journaled-recorder.ts";
import { createRecorder } from "../recording/microphone/recorder.ts";
import { measureLevel } from "../recording/microphone/recording-buffer.ts";
import { createLatestActionGuard, createSoundPlayer } from "../recording/sound-player.ts";
import { barCount } from "./bar-count.ts";
import type { SampleSegment } from "./sample-segment.ts";
import type { TrialError, TrialPart, TrialState } from "./trial-state.ts";

/** The recording stays in memory, and is neither stored nor sent. */
export type TrialStudio = {
  play: (voice: TrialPart) => Promise<void>;
  record: () => Promise<void>;
  stop: () => Promise<void>;
  dispose: () => void;
};

type UpdateState = (change: Partial<TrialState>) => void;

const idle: TrialState["activity"] = { kind: "none" };
const opening: TrialState["activity"] = { kind: "opening" };

async function fetchSound(url: string): Promise<EncodedAudio> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The sound could not be fetched (${response.status})`);
  return { data: await response.arrayBuffer(), type: "audio/mpeg" };
}

function createSoundCache() {
  const fetched = new Map<string, Promise<EncodedAudio>>();
  return (url: string): Promise<EncodedAudio> => {
    const sound = fetched.get(url) ?? fetchSound(url);
    fetched.set(url, sound);
    sound.catch(() => fetched.delete(url));
    return sound;
  };
}

function createLiveBars(show: UpdateState): SampleSink {
  const live = createLivePeaks(barCount);
  const began = performance.now();
  return {
    add: (samples) => {
      const seconds = (performance.now() - began) / 1_000;
      live.add(measureLevel(samples).peak);
      show({ activity: { kind: "recording", seconds }, recording: { peaks: [...live.peaks], seconds } });
    },
  };
}

/** Only `record` asks for the microphone. */
export function createTrialStudio({ original, reference }: SampleSegment, show: UpdateState): TrialStudio {
  const turns = createLatestActionGuard();
  const player = createSoundPlayer(createPlayer(), turns);
  const recorder = createRecorder();
  const soundAt = createSoundCache();
  let own: EncodedAudio | null = null;
  let finish: (() => Promise<void>) | undefined;

  const takeFinish = () => {
    const taken = finish;
    finish = undefined;
    return taken;
  };

  const play = (voice: TrialPart) => {
    const discarded = finish ? { recording: null } : {};
    finish = undefined;
    recorder.release();
    const fail = (trouble: TrialError) => show({ activity: idle, error: trouble });
    const veil = voice === "said" ? {} : { isReferenceHidden: voice === "heard" };
    show({ part: voice, activity: opening, ...veil, ...discarded, error: null });
    return player.play({
      load: async () => (voice === "said" ? own : soundAt((voice === "heard" ? original : reference).url)),
      onProgress: ({ fraction }) => show({ activity: { kind: "playing", fraction } }),
      onEnded: () => show({ part: voice === "heard" ? "said" : voice, activity: idle }),
      onUnavailable: () => fail("unreachable"),
      onRefused: () => fail("unplayable"),
      onFailed: () => fail("unplayable"),
    });
  };

  const record = async () => {
    player.stop();
    own = null;
    const isNewest = turns.begin();
    show({ part: "said", activity: opening, isReferenceHidden: true, recording: null, error: null });
    const end = (change: Partial<TrialState>) => {
      if (!isNewest()) return;
      finish = undefined;
      recorder.release();
      show({ activity: idle, ...change });
    };
    const recording = createJournaledRecorder<SampleSink, TrialState["recording"]>({
      recorder,
      save: async (_, { wav, durationSeconds }) => {
        own = { data: wav, type: "audio/wav" };
        return { peaks: [...(await computeWaveformData(wav, barCount)).peaks], seconds: durationSeconds };
      },
      onStartFailed: () => end({ recording: null, error: "no-microphone" }),
      onInterrupted: () => void takeFinish()?.(),
      onSaved: (saved) => end({ recording: saved }),
      onLost: () => end({ recording: null, error: "not-recorded" }),
    });
    try {
      await recorder.warmUp();
    } catch {
      return end({ recording: null, error: "no-microphone" });
    }
    if (!isNewest()) return;
    finish = recording.finish;
    await recording.start({ createJournal: () => createLiveBars((change) => finish && isNewest() && show(change)) });
  };

  return {
    play,
    record,
    stop: async () => {
      const running = takeFinish();
      if (running) return running();
      player.stop();
      recorder.release();
      show({ activity: idle });
    },
    dispose: () => {
      player.dispose();
      recorder.dispose();
    },
  };
}
