import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { SegmentRef } from "../../../../domain/study/study-change.ts";
import { createPlayer } from "../../audio/element-player.ts";
import { createSoundPlayer, type SoundPlayer } from "../recording/sound-player.ts";
import { loadTermSound, soundFailureText } from "./load-term-sound.ts";

export type TermSoundState =
  | { kind: "quiet" }
  | { kind: "loading" | "playing"; key: string }
  | { kind: "failed"; key: string; text: string };

export type TermSound = {
  state: TermSoundState;
  /** `key` identifies the term. */
  toggle: (key: string, segment: SegmentRef) => void;
};

const quiet: TermSoundState = { kind: "quiet" };

export function useTermSound(userId: string, paid: boolean): TermSound {
  const queries = useQueryClient();
  const [state, setState] = useState<TermSoundState>(quiet);
  const player = useRef<SoundPlayer | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => {
      leaving.current.abort();
      player.current?.dispose();
      player.current = null;
    };
  }, []);
  const play = (key: string, segment: SegmentRef) => {
    player.current ??= createSoundPlayer(createPlayer());
    let reason: unknown;
    const fail = () => setState({ kind: "failed", key, text: soundFailureText(reason) });
    setState({ kind: "loading", key });
    const load = () => loadTermSound(segment, { queries, userId, paid, signal: leaving.current.signal });
    void player.current.play({
      load: () =>
        load().catch((error: unknown) => {
          reason = error;
          return null;
        }),
      onStarted: () => setState({ kind: "playing", key }),
      onEnded: () => setState(quiet),
      onUnavailable: fail,
      onRefused: fail,
      onFailed: fail,
    });
  };
  const toggle = (key: string, segment: SegmentRef) => {
    const isActive = state.kind === "playing" || state.kind === "loading";
    if (!isActive || state.key !== key) return play(key, segment);
    player.current?.stop();
    setState(quiet);
  };
  return { state, toggle };
}
