import { useEffect } from "react";
import { isOriginalPlaying } from "../../../../../domain/practice/practice.ts";
import type { Studio } from "../studio/studio.ts";

type Keys = Pick<MediaSession, "setActionHandler">;

/** Without these handlers, the media keys would pause the original even if the practice rules do not allow a pause. */
export function connectMediaKeys(keys: Keys, { practice, send }: Pick<Studio, "practice" | "send">): () => void {
  const press = (isWanted: boolean) => () => {
    // The practice state machine ignores an event that it does not allow now.
    if (isOriginalPlaying(practice.get().activity) !== isWanted) send({ type: "play", audio: "original" });
  };
  keys.setActionHandler("play", press(true));
  keys.setActionHandler("pause", press(false));
  return () => {
    keys.setActionHandler("play", null);
    keys.setActionHandler("pause", null);
  };
}

/** @param segment such as "Segment 3/10" */
export function useMediaSession(studio: Studio, title: string, segment: string): void {
  useEffect(() => {
    const { mediaSession } = navigator;
    return mediaSession && connectMediaKeys(mediaSession, studio);
  }, [studio]);
  useEffect(() => {
    if (!navigator.mediaSession || typeof MediaMetadata === "undefined") return;
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist: segment, album: "Parlance" });
    return () => {
      navigator.mediaSession.metadata = null;
    };
  }, [title, segment]);
}
