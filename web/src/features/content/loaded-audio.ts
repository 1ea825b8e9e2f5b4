import type { EncodedAudio } from "../../audio/player.ts";
import type { ContentFailure } from "./content.ts";

export type ContentAudio = "original" | "translation";

/** `sound` may be broken. `checked` may then resolve with a new file, or with the reason for a failure. */
export type LoadedAudio =
  | { kind: "ready"; sound: EncodedAudio; checked: Promise<LoadedAudio> }
  | { kind: "unavailable"; reason: ContentFailure };

export type AudioState = "loading" | "ready" | ContentFailure;

export type AudioStates = Readonly<Record<ContentAudio, AudioState>>;
