import { createObservable, type Observable } from "../../../browser/observable.ts";
import type { AudioLoader } from "../audio-files.ts";
import { ContentError } from "../content.ts";
import type { AudioState, AudioStates, ContentAudio, LoadedAudio } from "../loaded-audio.ts";

/** The recordings around the current segment, each loaded once. */
export type SegmentAudioCache = {
  /** Makes a segment the current one: what is far from it is let go, and what is on its way for others given up. */
  moveTo: (index: number) => void;
  /**
   * A recording, if the learner may hear it now: what was loaded while a plan lasted is not given after it. One that did
   * not reach the content is tried again, and with `retry` any that failed.
   */
  load: (index: number, audio: ContentAudio, retry?: boolean) => Promise<LoadedAudio>;
  /** The recordings of the current segment. */
  states: Observable<AudioStates>;
  clear: () => void;
};

type Entry = { index: number; state: AudioState; loaded: Promise<LoadedAudio>; abort: AbortController };

/** Recordings of segments at most so far from the current one are kept. */
const maxCachedDistance = 2;

/** The reason for which something of the content is not available. */
function toUnavailable(error: unknown): LoadedAudio {
  return { kind: "unavailable", reason: error instanceof ContentError ? error.reason : "unreachable" };
}

const keyOf = (index: number, audio: ContentAudio) => `${index} ${audio}`;
const isFailure = (state: AudioState) => state !== "loading" && state !== "ready";

type Dependencies = {
  load: AudioLoader;
  /** Rejects if the learner may not have the file at a path now. */
  requireGrant: (path: string) => Promise<unknown>;
  pathOf: (index: number, audio: ContentAudio) => string;
};

/** An empty shelf at the first segment. */
export function createSegmentAudioCache({ load, requireGrant, pathOf }: Dependencies): SegmentAudioCache {
  const entries = new Map<string, Entry>();
  const states = createObservable<AudioStates>({ original: "loading", translation: "loading" });
  let current = 0;

  const tellStates = () => {
    const stateOf = (audio: ContentAudio) => entries.get(keyOf(current, audio))?.state ?? "loading";
    const now = { original: stateOf("original"), translation: stateOf("translation") };
    const told = states.get();
    if (now.original !== told.original || now.translation !== told.translation) states.set(now);
  };

  const noteState = (entry: Entry, loaded: LoadedAudio): LoadedAudio => {
    entry.state = loaded.kind === "ready" ? "ready" : loaded.reason;
    tellStates();
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
    tellStates();
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
      tellStates();
    },
    load: (index, audio, retry = false) => {
      const known = entries.get(keyOf(index, audio));
      const again = known?.state === "unreachable" || (retry && known !== undefined && isFailure(known.state));
      // To load one asks for the grant by itself.
      if (!known || again) return begin(index, audio).loaded;
      // A plan that ended, or came back, since it was loaded shows in its state.
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
