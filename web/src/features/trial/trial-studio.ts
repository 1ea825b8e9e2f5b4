import { createPlayer } from "../../audio/element-player.ts";
import { createLivePeaks } from "../../audio/live-peaks.ts";
import { readShape } from "../../audio/peaks.ts";
import type { Sound } from "../../audio/player.ts";
import { createRecorder } from "../recording/microphone/recorder.ts";
import { RecorderError } from "../recording/microphone/recorder-error.ts";
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

/** Opens the studio; `show` is told what changes. The microphone is asked for by `record` alone. */
export function openTrial({ original, reference }: SampleSegment, show: Show): TrialStudio {
  const player = createPlayer();
  const recorder = createRecorder();
  const soundAt = openSounds();
  let own: Sound | null = null;
  // Counts what was begun, so that what comes late of something else changes nothing.
  let turn = 0;
  let isRecording = false;

  const soundOf = async (voice: Voice): Promise<Sound> => {
    if (voice === "heard") return soundAt(original.url);
    if (voice === "reference") return soundAt(reference.url);
    if (!own) throw new RecorderError("lost");
    return own;
  };

  const play = async (voice: Voice) => {
    turn += 1;
    const mine = turn;
    const fail = (trouble: Trouble) => mine === turn && show({ activity: none, trouble });
    const end = () => mine === turn && show({ turn: voice === "heard" ? "said" : voice, activity: none });
    isRecording = false;
    recorder.release();
    player.stop();
    const veil = voice === "said" ? {} : { isVeiled: voice === "heard" };
    show({ turn: voice, activity: opening, ...veil, trouble: null });
    const sound = await soundOf(voice).catch(() => null);
    if (mine !== turn) return;
    if (!sound) return void fail("unreachable");
    try {
      await player.play(sound, {
        onProgress: ({ currentTime, duration }) => {
          show({ activity: { kind: "playing", fraction: duration > 0 ? currentTime / duration : 0 } });
        },
        onEnded: end,
        onFailed: () => fail("unplayable"),
      });
    } catch {
      fail("unplayable");
    }
  };

  const finish = async () => {
    isRecording = false;
    const mine = turn;
    try {
      const { wav, durationSeconds } = await recorder.finish();
      own = { data: wav, type: "audio/wav" };
      const take = { peaks: [...(await readShape(wav, barCount)).peaks], seconds: durationSeconds };
      if (mine === turn) show({ activity: none, take });
    } catch {
      if (mine === turn) show({ activity: none, take: null, trouble: "not-recorded" });
    } finally {
      // Nobody is listened to but while they record.
      recorder.release();
    }
  };

  const record = async () => {
    turn += 1;
    const mine = turn;
    player.stop();
    show({ turn: "said", activity: opening, isVeiled: true, take: null, trouble: null });
    const live = createLivePeaks(barCount);
    let began = 0;
    try {
      await recorder.warmUp();
      if (mine !== turn) return;
      isRecording = true;
      await recorder.start({
        onLevel: ({ peak }) => {
          if (mine !== turn || !isRecording) return;
          began ||= performance.now();
          const seconds = (performance.now() - began) / 1_000;
          live.add(peak);
          show({ activity: { kind: "recording", seconds }, take: { peaks: [...live.peaks], seconds } });
        },
        onInterrupted: () => void finish(),
      });
    } catch {
      isRecording = false;
      recorder.release();
      if (mine === turn) show({ activity: none, take: null, trouble: "no-microphone" });
    }
  };

  return {
    play,
    record,
    stop: async () => {
      if (isRecording) return finish();
      turn += 1;
      player.stop();
      recorder.release();
      show({ activity: none });
    },
    dispose: () => {
      turn += 1;
      player.dispose();
      recorder.dispose();
    },
  };
}
