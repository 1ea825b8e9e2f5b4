import { useEffect, useState } from "react";
import type { Audio } from "../../../../../domain/practice/practice.ts";
import { createPlayer } from "../../../audio/element-player.ts";
import { messages } from "../../../messages.ts";
import { showToast } from "../../../ui/toasts.ts";
import { openSheetPlayer, type SheetPlayer } from "./sheet-player.ts";

const spokenName = { original: "audio", own: "your recording", translation: "translated audio" } as const;

const tellFailure = (audio: Audio) => void showToast(messages.playbackError(spokenName[audio]));

/** The player of a sheet; null before it is shown for the first time. */
export function useSheetPlayer(): SheetPlayer | null {
  const [player, setPlayer] = useState<SheetPlayer | null>(null);
  useEffect(() => {
    const opened = openSheetPlayer(createPlayer(), tellFailure);
    setPlayer(opened);
    return () => opened.dispose();
  }, []);
  return player;
}
