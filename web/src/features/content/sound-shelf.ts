import type { Sound } from "../../audio/player.ts";
import { createObservable, type Observable } from "../../browser/observable.ts";
import { ContentError, type ContentFailure } from "./content.ts";
import type { SoundLoader } from "./internal/sound-loader.ts";
import type { ContentAudio } from "./loading-order.ts";

type Unavailable = { kind: "unavailable"; reason: ContentFailure };

/**
 * A recording of the content, or why it cannot be played. If the browser cannot play it after all, `checked` says
 * whether there is another one in its place.
 */
export type LoadedSound = { kind: "ready"; sound: Sound; checked: Promise<LoadedSound> } | Unavailable;

/** How far a recording has come. */
export type SoundState = "loading" | "ready" | ContentFailure;

/** How far the two recordings of a segment have come. */
export type SegmentSounds = Readonly<Record<ContentAudio, SoundState>>;

/** The recordings around the current segment, each loaded once. */
export type SoundShelf = {
  /** Makes a segment the current one: what is far from it is let go, and what is on its way for others given up. */
  moveTo: (index: number) => void;
  /** A recording; one that did not reach the content is tried again, and with `retry` any that failed. */
  take: (index: number, audio: ContentAudio, retry?: boolean) => Promise<LoadedSound>;
  /** The recordings of the current segment. */
  states: Observable<SegmentSounds>;
  clear: () => void;
};

type Entry = { index: number; state: SoundState; loaded: Promise<LoadedSound>; abort: AbortController };

/** Recordings of segments at most so far from the current one are kept. */
const keptDistance = 2;

/** The reason for which something of the content is not available. */
export function unavailable(error: unknown): Unavailable {
  return { kind: "unavailable", reason: error instanceof ContentError ? error.reason : "unreachable" };
}

const keyOf = (index: number, audio: ContentAudio) => `${index} ${audio}`;
const isFailure = (state: SoundState) => state !== "loading" && state !== "ready";

type Parts = { load: SoundLoader; pathOf: (index: number, audio: ContentAudio) => string };

/** An empty shelf at the first segment. */
export function createSoundShelf({ load, pathOf }: Parts): SoundShelf {
  const entries = new Map<string, Entry>();
  const states = createObservable<SegmentSounds>({ original: "loading", translation: "loading" });
  let current = 0;

  const tellStates = () => {
    const stateOf = (audio: ContentAudio) => entries.get(keyOf(current, audio))?.state ?? "loading";
    const now = { original: stateOf("original"), translation: stateOf("translation") };
    const told = states.get();
    if (now.original !== told.original || now.translation !== told.translation) states.set(now);
  };

  const begin = (index: number, audio: ContentAudio): Entry => {
    const abort = new AbortController();
    const priority = index === current ? "high" : "low";
    const { sound, checked } = load(pathOf(index, audio), { signal: abort.signal, priority });
    const note = (loaded: LoadedSound): LoadedSound => {
      entry.state = loaded.kind === "ready" ? "ready" : loaded.reason;
      tellStates();
      return loaded;
    };
    const failed = (error: unknown) => note(unavailable(error));
    const proved: Promise<LoadedSound> = checked.then(
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
        if (distance <= keptDistance && (distance === 0 || entry.state !== "loading")) continue;
        entry.abort.abort();
        entries.delete(key);
      }
      tellStates();
    },
    take: (index, audio, retry = false) => {
      const known = entries.get(keyOf(index, audio));
      const again = known?.state === "unreachable" || (retry && known !== undefined && isFailure(known.state));
      return (known && !again ? known : begin(index, audio)).loaded;
    },
    states,
    clear: () => {
      for (const { abort } of entries.values()) abort.abort();
      entries.clear();
    },
  };
}
