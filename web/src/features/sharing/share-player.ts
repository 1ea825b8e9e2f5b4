import { useEffect, useState } from "react";
import { createPlayer } from "../../audio/element-player.ts";
import type { EncodedAudio } from "../../audio/player.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { createTogglePlayer, type TogglePlayer } from "../recording/toggle-player.ts";

const fetchLimitMs = 30_000;

/** @throws if the audio cannot be fetched, for example because the address has expired */
export async function fetchSharedAudio(url: string): Promise<EncodedAudio> {
  const response = await fetch(url, { signal: AbortSignal.timeout(fetchLimitMs) });
  if (!response.ok) throw new Error(`The audio could not be loaded (status ${response.status})`);
  return { data: await response.arrayBuffer(), type: "audio/mpeg" };
}

/** A new signature of an address does not change its key. */
export const audioKey = (url: string) => new URL(url).pathname;

const showFailure = () => void showToast(messages.playbackError("audio"));

export type SharePlayer = TogglePlayer<string>;

/** Returns null during the first render. New addresses of the same audio do not interrupt playback. */
export function useSharePlayer(urls: readonly string[]): SharePlayer | null {
  const [player, setPlayer] = useState<SharePlayer | null>(null);
  const [addresses] = useState(() => new Map<string, string>());
  useEffect(() => {
    for (const url of urls) addresses.set(audioKey(url), url);
  }, [addresses, urls]);
  useEffect(() => {
    const opened = createTogglePlayer<string>(createPlayer(), showFailure);
    opened.open(async (key) => {
      const url = addresses.get(key);
      if (url === undefined) throw new Error("This audio has no address");
      return fetchSharedAudio(url).catch(() => {
        showFailure();
        return null;
      });
    });
    setPlayer(opened);
    return () => opened.dispose();
  }, [addresses]);
  return player;
}
