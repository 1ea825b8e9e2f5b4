import type { EncodedAudio } from "../../audio/player.ts";
import type { ContentFailure } from "./content.ts";

/** The recordings of the content that belong to a segment. */
export type ContentAudio = "original" | "translation";

/**
 * A recording of the content, or why it cannot be played. If the browser cannot play it after all, `checked` says
 * whether there is another one in its place.
 */
export type LoadedAudio =
  | { kind: "ready"; sound: EncodedAudio; checked: Promise<LoadedAudio> }
  | { kind: "unavailable"; reason: ContentFailure };

/** How far a recording has come. */
export type AudioState = "loading" | "ready" | ContentFailure;

/** How far the two recordings of a segment have come. */
export type AudioStates = Readonly<Record<ContentAudio, AudioState>>;
