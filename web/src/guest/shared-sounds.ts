import { audioPaths } from "../../../domain/content/pack.ts";
import { isSamePlace, type Place } from "../../../domain/exam/exam-marking.ts";
import type { OpenedShare } from "../../../domain/sharing/guest-routes.ts";
import { sharedAudioType } from "../../../domain/sharing/share-limits.ts";
import { computeWaveformData, recordingPeakCount, type WaveformData } from "../audio/peaks.ts";
import type { EncodedAudio } from "../audio/player.ts";
import { placeKey } from "./drafts.ts";
import type { ShareSession } from "./share-session.ts";
import { failureCode, GuestCallError } from "./shared-api.ts";
import { contentUrl, fetchFile, folderOf, type SharedContent } from "./shared-content.ts";

/** In the order of their keys. */
export const soundKinds = ["original", "recording", "reference"] as const;
export type SoundKind = (typeof soundKinds)[number];

export type SharedRecordingAt = OpenedShare["recordings"][number];

export function recordingAt(share: OpenedShare, place: Place): SharedRecordingAt | undefined {
  return share.recordings.find((recording) => isSamePlace(recording, place));
}

export function soundUrl(share: OpenedShare, content: SharedContent, place: Place, kind: SoundKind): string | null {
  if (kind === "recording") return recordingAt(share, place)?.url ?? null;
  const segments = content.dialogues.get()[place.dialogue];
  const segment = Array.isArray(segments) ? segments[place.segment] : undefined;
  const folder = folderOf(share, place.dialogue);
  if (!segment || folder === undefined) return null;
  const { original, translation } = audioPaths(folder, segment);
  return contentUrl(share, place.dialogue, kind === "original" ? original : translation);
}

export type SharedSounds = {
  /** Keeps a loaded sound in memory. @throws GuestCallError */
  load: (place: Place, kind: SoundKind) => Promise<EncodedAudio>;
  /** In an open share, true for an original or a reference while the dialogue's segments are not loaded. */
  isAvailable: (place: Place, kind: SoundKind) => boolean;
  shape: (place: Place) => Promise<WaveformData | null>;
  preload: (place: Place) => void;
};

/** Loads whole files, so that a sound still plays after its address has expired. */
export function createSharedSounds(session: ShareSession, content: SharedContent): SharedSounds {
  const sounds = new Map<string, Promise<EncodedAudio>>();
  const shapes = new Map<string, Promise<WaveformData | null>>();

  const fetchOnce = async (place: Place, kind: SoundKind): Promise<EncodedAudio> => {
    const url = soundUrl(await session.fresh(), content, place, kind);
    if (url === null) throw new GuestCallError("internal_error");
    return { data: await fetchFile(url), type: sharedAudioType };
  };
  const fetchSound = (place: Place, kind: SoundKind) =>
    fetchOnce(place, kind).catch(async (error: unknown) => {
      if (failureCode(error) !== "unauthorized") throw error;
      await session.open();
      return fetchOnce(place, kind);
    });
  const load = (place: Place, kind: SoundKind) => {
    const key = `${placeKey(place)} ${kind}`;
    const known = sounds.get(key);
    if (known) return known;
    const loading = fetchSound(place, kind);
    sounds.set(key, loading);
    loading.catch(() => sounds.delete(key));
    return loading;
  };
  return {
    load,
    isAvailable: (place, kind) => {
      const state = session.state.get();
      if (state.kind !== "open") return false;
      if (kind === "recording") return recordingAt(state.share, place)?.url != null;
      const segments = content.dialogues.get()[place.dialogue];
      return !Array.isArray(segments) || segments[place.segment] !== undefined;
    },
    shape: (place) => {
      const key = placeKey(place);
      const known = shapes.get(key);
      if (known) return known;
      const computing = load(place, "recording")
        .then(({ data }) => computeWaveformData(data, recordingPeakCount))
        .catch(() => {
          shapes.delete(key);
          return null;
        });
      shapes.set(key, computing);
      return computing;
    },
    preload: async (place) => {
      // In the order in which a guest probably plays the sounds.
      for (const kind of ["recording", "original", "reference"] as const) {
        await load(place, kind).catch(() => undefined);
      }
    },
  };
}
