import type { EncodedAudio } from "../../audio/player.ts";
import type { ContentFailure } from "./content.ts";

export type ContentAudio = "original" | "translation";

/**
 * An audio file, or the reason why it cannot be played. `checked` resolves after the browser has checked the file. If
 * the file is broken, `checked` resolves with a new file, or with a reason if there is none.
 */
export type LoadedAudio =
  | { kind: "ready"; sound: EncodedAudio; checked: Promise<LoadedAudio> }
  | { kind: "unavailable"; reason: ContentFailure };

export type AudioState = "loading" | "ready" | ContentFailure;

export type AudioStates = Readonly<Record<ContentAudio, AudioState>>;
