import { createObservable, type Observable } from "../../../browser/observable.ts";
import type { AudioLoader } from "../audio-files.ts";
import { ContentError } from "../content.ts";
import type { AudioState, AudioStates, ContentAudio, LoadedAudio } from "../loaded-audio.ts";

export type SegmentAudioCache = {
  /** Evicts files of distant segments, and aborts the loads of other segments. */
  moveTo: (index: number) => void;
  /** Checks the learner's current access, even for a loaded file. With `retry`, loads again after any failure. */
  load: (index: number, audio: ContentAudio, retry?: boolean) => Promise<LoadedAudio>;
  states: Observable<AudioStates>;
  clear: () => void;
};

type Entry = { index: number; state: AudioState; loaded: Promise<LoadedAudio>; abort: AbortController };

/** In segments. */
const maxCachedDistance = 2;

function toUnavailable(error: unknown): LoadedAudio {
  return { kind: "unavailable", reason: error instanceof ContentError ? error.reason : "unreachable" };
}

const keyOf = (index: number, audio: ContentAudio) => `${index} ${audio}`;
const isFailure = (state: AudioState) => state !== "loading" && state !== "ready";

type Dependencies = {
  load: AudioLoader;
  requireGrant: (path: string) => Promise<unknown>;
  pathOf: (index: number, audio: ContentAudio) => string;
};

export function createSegmentAudioCache({ load, requireGrant, pathOf }: Dependencies): SegmentAudioCache {
  const entries = new Map<string, Entry>();
  const states = createObservable<AudioStates>({ original: "loading", translation: "loading" });
  let current = 0;

  const updateStates = () => {
    const stateOf = (audio: ContentAudio) => entries.get(keyOf(current, audio))?.state ?? "loading";
    const now = { original: stateOf("original"), translation: stateOf("translation") };
    const previous = states.get();
    if (now.original !== previous.original || now.translation !== previous.translation) states.set(now);
  };

  const noteState = (entry: Entry, loaded: LoadedAudio): LoadedAudio => {
    entry.state = loaded.kind === "ready" ? "ready" : loaded.reason;
    updateStates();
    return loaded;
  };

  const begin = (index: number, audio: ContentAudio): Entry => {
    const abort = new AbortController();
    const priority = index === current ? "high" : "low";
    const { sound, checked } = load(pathOf(index, audio), { signal: abort.signal, priority });
    const note = (loaded: LoadedAudio) => noteState(entry, loaded);
    const failed = (error: unknown) => note(toUnavailable(error));
    const proved: Promise<LoadedAudio> = checked.then(
      (other) => note({ kind: "ready", sound: other, checked: proved }),
      failed,
    );
    const loaded = sound.then((first) => note({ kind: "ready", sound: first, checked: proved }), failed);
    const entry: Entry = { index, state: "loading", loaded, abort };
    void proved.then(() => {
      entry.loaded = proved;
    });
    entries.set(keyOf(index, audio), entry);
    updateStates();
    return entry;
  };

  return {
    moveTo: (index) => {
      current = index;
      for (const [key, entry] of entries) {
        const distance = Math.abs(entry.index - index);
        if (distance <= maxCachedDistance && (distance === 0 || entry.state !== "loading")) continue;
        entry.abort.abort();
        entries.delete(key);
      }
      updateStates();
    },
    load: (index, audio, retry = false) => {
      const known = entries.get(keyOf(index, audio));
      const again = known?.state === "unreachable" || (retry && known !== undefined && isFailure(known.state));
      // Does not call `requireGrant`, because the loader checks the learner's access.
      if (!known || again) return begin(index, audio).loaded;
      // Checks the access again, because a plan may have ended or started since the load.
      return requireGrant(pathOf(index, audio))
        .then(() => known.loaded, toUnavailable)
        .then((loaded) => noteState(known, loaded));
    },
    states,
    clear: () => {
      for (const { abort } of entries.values()) abort.abort();
      entries.clear();
    },
  };
}
