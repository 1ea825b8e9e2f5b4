import { createPlayer } from "../../audio/element-player.ts";
import { createLivePeaks } from "../../audio/live-peaks.ts";
import { readShape } from "../../audio/peaks.ts";
import type { Sound } from "../../audio/player.ts";
import { createRecorder } from "../recording/microphone/recorder.ts";
import { measureLevel } from "../recording/microphone/take-buffer.ts";
import { createRecording, type Notes } from "../recording/recording.ts";
import { createSoundPlayer, createTurns } from "../recording/sound-player.ts";
import { barCount } from "./bar-count.ts";
import type { SampleSegment } from "./sample-segment.ts";
import type { TrialState, Trouble, Voice } from "./trial-state.ts";

/** What a visitor tries a segment with. Nothing of it is stored or sent. */
export type TrialStudio = {
  play: (voice: Voice) => Promise<void>;
  /** Opens the microphone and records, until `stop`. */
  record: () => Promise<void>;
  /** Ends what plays or is recorded; a recording is kept for as long as the page is. */
  stop: () => Promise<void>;
  dispose: () => void;
};

type Show = (change: Partial<TrialState>) => void;

const none: TrialState["activity"] = { kind: "none" };
const opening: TrialState["activity"] = { kind: "opening" };

async function fetchSound(url: string): Promise<Sound> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The sound could not be fetched (${response.status})`);
  return { data: await response.arrayBuffer(), type: "audio/mpeg" };
}

/** Fetches each sound once; what failed is fetched anew. */
function openSounds() {
  const fetched = new Map<string, Promise<Sound>>();
  return (url: string): Promise<Sound> => {
    const sound = fetched.get(url) ?? fetchSound(url);
    fetched.set(url, sound);
    sound.catch(() => fetched.delete(url));
    return sound;
  };
}

/** Shows the bars of a recording as it arrives. */
function drawBars(show: Show): Notes {
  const live = createLivePeaks(barCount);
  const began = performance.now();
  return {
    add: (samples) => {
      const seconds = (performance.now() - began) / 1_000;
      live.add(measureLevel(samples).peak);
      show({ activity: { kind: "recording", seconds }, take: { peaks: [...live.peaks], seconds } });
    },
  };
}

/** Opens the studio; `show` is told what changes. The microphone is asked for by `record` alone. */
export function openTrial({ original, reference }: SampleSegment, show: Show): TrialStudio {
  const turns = createTurns();
  const player = createSoundPlayer(createPlayer(), turns);
  const recorder = createRecorder();
  const soundAt = openSounds();
  let own: Sound | null = null;
  /** Ends the recording that runs. */
  let finish: (() => Promise<void>) | undefined;

  const takeFinish = () => {
    const taken = finish;
    finish = undefined;
    return taken;
  };

  const play = (voice: Voice) => {
    finish = undefined;
    recorder.release();
    const fail = (trouble: Trouble) => show({ activity: none, trouble });
    const veil = voice === "said" ? {} : { isVeiled: voice === "heard" };
    show({ turn: voice, activity: opening, ...veil, trouble: null });
    return player.play({
      load: async () => (voice === "said" ? own : soundAt((voice === "heard" ? original : reference).url)),
      onProgress: ({ fraction }) => show({ activity: { kind: "playing", fraction } }),
      onEnded: () => show({ turn: voice === "heard" ? "said" : voice, activity: none }),
      onAbsent: () => fail("unreachable"),
      onRefused: () => fail("unplayable"),
      onFailed: () => fail("unplayable"),
    });
  };

  const record = async () => {
    player.stop();
    const isNewest = turns.begin();
    show({ turn: "said", activity: opening, isVeiled: true, take: null, trouble: null });
    const end = (change: Partial<TrialState>) => {
      if (!isNewest()) return;
      finish = undefined;
      // Nobody is listened to but while they record.
      recorder.release();
      show({ activity: none, ...change });
    };
    const recording = createRecording<Notes, TrialState["take"]>({
      recorder,
      keep: async (_, { wav, durationSeconds }) => {
        own = { data: wav, type: "audio/wav" };
        return { peaks: [...(await readShape(wav, barCount)).peaks], seconds: durationSeconds };
      },
      onStartFailed: () => end({ take: null, trouble: "no-microphone" }),
      onInterrupted: () => void takeFinish()?.(),
      onKept: (take) => end({ take }),
      onLost: () => end({ take: null, trouble: "not-recorded" }),
    });
    try {
      await recorder.warmUp();
    } catch {
      return end({ take: null, trouble: "no-microphone" });
    }
    if (!isNewest()) return;
    finish = recording.finish;
    await recording.start({ begin: () => drawBars((change) => finish && isNewest() && show(change)) });
  };

  return {
    play,
    record,
    stop: async () => {
      const running = takeFinish();
      if (running) return running();
      player.stop();
      recorder.release();
      show({ activity: none });
    },
    dispose: () => {
      player.dispose();
      recorder.dispose();
    },
  };
}
