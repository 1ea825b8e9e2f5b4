import type { EncodedAudio } from "../../audio/player.ts";
import { type BrowserSpeech, finalTexts, findLocalSpeech } from "./internal/browser-speech.ts";
import { createSilentTrack, type SilentTrack } from "./internal/silent-track.ts";

/** "unsupported": the browser can neither recognise English on this device nor install it. */
export type RecogniserStatus = "unsupported" | "downloadable" | "ready";

/** Recognises English speech on this device. The audio does not leave the device. */
export type Recogniser = {
  /**
   * Before the learner turns recognition on, use only `isPossible`, because `status` crashes the page in some builds of
   * Chromium.
   */
  isPossible: boolean;
  status: () => Promise<RecogniserStatus>;
  install: () => Promise<boolean>;
  /**
   * Plays the recording to the recognition in real time.
   * @throws RecogniserError
   */
  transcribe: (recording: EncodedAudio, signal: AbortSignal) => Promise<string>;
};

/** "not-local": the recognition cannot run on this device. */
export class RecogniserError extends Error {
  readonly code: "not-local" | "failed" | "aborted" | "late";

  constructor(code: RecogniserError["code"]) {
    super(`Speech recognition: ${code}`);
    this.name = "RecogniserError";
    this.code = code;
  }
}

/** American English, because Chromium may not offer other varieties of English on the device. */
const localEnglish = { langs: ["en-US"], processLocally: true } as const;

/** Leaves time to recognise the last words after the end of the recording. */
const tailMs = 800;
/** A recogniser counts as hung if it takes this much longer than the recording and `tailMs`. */
const marginMs = 15_000;

function listen(Speech: BrowserSpeech, sound: SilentTrack, signal: AbortSignal): Promise<string> {
  if (signal.aborted) throw new RecogniserError("aborted");
  const recognition = new Speech();
  recognition.lang = localEnglish.langs[0];
  recognition.continuous = true;
  recognition.interimResults = false;
  recognition.processLocally = true;
  if (!recognition.processLocally) throw new RecogniserError("not-local");
  const result = Promise.withResolvers<string>();
  let texts: readonly string[] = [];
  const fail = (code: RecogniserError["code"]) => {
    result.reject(new RecogniserError(code));
    recognition.abort();
  };
  recognition.addEventListener("result", (event) => {
    texts = finalTexts(event);
  });
  recognition.addEventListener("error", (event) => {
    if (Reflect.get(event, "error") === "no-speech") result.resolve("");
    else fail("failed");
  });
  recognition.addEventListener("end", () => result.resolve(texts.join(" ")));
  signal.addEventListener("abort", () => fail(signal.reason instanceof RecogniserError ? "late" : "aborted"));
  const playToEnd = async () => {
    await sound.play();
    await new Promise((resolve) => setTimeout(resolve, tailMs));
    recognition.stop();
  };
  recognition.addEventListener("start", () => void playToEnd().catch(() => fail("failed")), { once: true });
  recognition.start(sound.track);
  return result.promise;
}

export function createRecogniser(
  speech: BrowserSpeech | null = findLocalSpeech(),
  createTrack: (data: ArrayBuffer) => Promise<SilentTrack> = createSilentTrack,
): Recogniser {
  const status = async (): Promise<RecogniserStatus> => {
    const available = await speech?.available(localEnglish).catch(() => "unavailable");
    if (available === "available") return "ready";
    return available === "downloadable" || available === "downloading" ? "downloadable" : "unsupported";
  };
  return {
    isPossible: speech !== null,
    status,
    install: async () => (await speech?.install(localEnglish).catch(() => false)) ?? false,
    transcribe: async (recording, signal) => {
      // If the language is not on this device, a browser could send the audio to a server.
      if (!speech || (await status()) !== "ready") throw new RecogniserError("not-local");
      const sound = await createTrack(recording.data).catch(() => null);
      if (!sound) throw new RecogniserError("failed");
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(new RecogniserError("late")), sound.seconds * 1000 + tailMs + marginMs);
      try {
        return await listen(speech, sound, AbortSignal.any([signal, late.signal]));
      } catch (error) {
        throw error instanceof RecogniserError ? error : new RecogniserError("failed");
      } finally {
        clearTimeout(timer);
        sound.dispose();
      }
    },
  };
}
