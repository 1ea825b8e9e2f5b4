/** @jsxImportSource preact */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Place } from "../../../domain/exam/exam-marking.ts";
import { maxVoiceSeconds } from "../../../domain/sharing/share-limits.ts";
import { clockTime } from "../ui/clock-time.ts";
import { placeKey } from "./drafts.ts";
import { type GuestApp, voiceId } from "./guest-app.ts";
import { KeyedButton } from "./keyed-button.tsx";
import { SoundTrouble } from "./sound-trouble.tsx";
import type { CommentWriting } from "./use-comment-draft.ts";
import { useObservable } from "./use-observable.ts";
import { VoiceError, type VoiceFailure } from "./voice-error.ts";
import type { VoiceRecording } from "./voice-recorder.ts";

type VoiceState =
  | { kind: "none" }
  | { kind: "starting" }
  | { kind: "recording"; seconds: number }
  | { kind: "saving" }
  | { kind: "failed"; reason: VoiceFailure };

const failureTexts: Readonly<Record<VoiceFailure, string>> = {
  denied: "The microphone is not allowed. Allow it in the settings of your browser or device, then try again.",
  "no-microphone": "No microphone was found. Connect one, then try again.",
  busy: "The microphone could not be opened. Close other programs that use it, then try again.",
  unsupported: "This browser cannot record. Write your comment instead.",
  unusable: "The voice comment could not be created. Try again, or write your comment.",
};

const notCreatedText = "The voice comment could not be created. Save it again, or discard it and write your comment.";

const reasonOf = (error: unknown): VoiceFailure => (error instanceof VoiceError ? error.reason : "unusable");

const loadRecorder = () => import("./voice-recorder.ts");

type VoiceOptions = { app: GuestApp; writing: CommentWriting; place: Place };

export type VoiceWriting = ReturnType<typeof useVoice>;

export function useVoice({ app, writing, place }: VoiceOptions) {
  const [state, setState] = useState<VoiceState>({ kind: "none" });
  const recorded = useObservable(app.voices).get(placeKey(place));
  const recording = useRef<VoiceRecording | undefined>(undefined);
  const isGone = useRef(false);
  const fail = (error: unknown) => setState({ kind: "failed", reason: reasonOf(error) });

  // When the guest leaves the segment, the recording stops and stays in `app.voices`.
  useEffect(
    () => () => {
      isGone.current = true;
      recording.current?.stop();
    },
    [],
  );
  const isRecording = state.kind === "recording";
  useEffect(() => {
    if (!isRecording) return;
    const startedAt = performance.now();
    // The recording may have stopped since the last rendering.
    const count = () =>
      setState((state) =>
        state.kind === "recording" ? { kind: "recording", seconds: (performance.now() - startedAt) / 1_000 } : state,
      );
    const timer = setInterval(count, 250);
    return () => clearInterval(timer);
  }, [isRecording]);

  const start = async () => {
    // A new draft gets its moment here, before the microphone opens.
    writing.setText(writing.draft?.text ?? "");
    setState({ kind: "starting" });
    try {
      const { recordVoice } = await loadRecorder();
      recording.current = await recordVoice();
      if (isGone.current) recording.current.stop();
      setState({ kind: "recording", seconds: 0 });
      app.setVoice(place, await recording.current.recorded);
      setState({ kind: "none" });
    } catch (error) {
      fail(error);
    }
  };
  const save = async () => {
    // Enter may be pressed again while the recording is encoded.
    if (!recorded || !writing.canSave || state.kind === "saving") return;
    app.player.stop();
    setState({ kind: "saving" });
    try {
      const { encodeVoice } = await loadRecorder();
      writing.save(await encodeVoice(recorded));
      setState({ kind: "none" });
    } catch (error) {
      fail(error);
    }
  };
  const listen = (blob: Blob) =>
    app.player.toggle({ id: voiceId, load: async () => ({ data: await blob.arrayBuffer(), type: blob.type }) });
  const discard = () => {
    app.player.stop();
    app.setVoice(place, null);
    setState({ kind: "none" });
  };
  const isUnfinished = state.kind === "starting" || state.kind === "recording";
  const isInUse = isUnfinished || recorded !== undefined;
  return {
    state,
    isUnfinished,
    isInUse,
    recorded,
    start,
    stop: () => recording.current?.stop(),
    save,
    listen,
    discard,
  };
}

type RecordedVoiceProps = {
  app: GuestApp;
  canSave: boolean;
  onSave: () => void;
  onListen: () => void;
  onDiscard: () => void;
};

function RecordedVoice({ app, canSave, onSave, onListen, onDiscard }: RecordedVoiceProps) {
  const playhead = useObservable(app.player.playhead);
  const isHere = playhead.id === voiceId;
  return (
    <div class="guest-voice">
      <KeyedButton variant="ink" allowed={canSave} onAct={onSave}>
        Save voice comment
      </KeyedButton>
      <KeyedButton busy={isHere && playhead.state === "loading"} onAct={onListen}>
        {isHere && playhead.state === "playing" ? "Pause" : "Listen"}
      </KeyedButton>
      <KeyedButton onAct={onDiscard}>Discard</KeyedButton>
      <SoundTrouble app={app} id={voiceId} />
    </div>
  );
}

type Props = { app: GuestApp; canSave: boolean; voice: VoiceWriting };

export function VoiceComment({ app, canSave, voice }: Props) {
  const { state, recorded, start, stop, save, listen, discard } = voice;
  const unsaved = recorded && (
    <RecordedVoice
      app={app}
      canSave={canSave}
      onSave={() => void save()}
      onListen={() => listen(recorded)}
      onDiscard={discard}
    />
  );
  switch (state.kind) {
    case "none":
      return (
        unsaved ?? (
          <KeyedButton allowed={canSave} onAct={() => void start()}>
            Record a voice comment
          </KeyedButton>
        )
      );
    case "starting":
      return (
        <KeyedButton busy allowed={false} onAct={() => {}}>
          Starting the microphone
        </KeyedButton>
      );
    case "recording":
      return (
        <div class="guest-voice">
          <KeyedButton variant="said" onAct={stop}>
            Stop recording
          </KeyedButton>
          <span role="timer">
            {clockTime(state.seconds)} of {clockTime(maxVoiceSeconds)}
          </span>
        </div>
      );
    case "saving":
      return (
        <KeyedButton busy allowed={false} onAct={() => {}}>
          Preparing the voice comment
        </KeyedButton>
      );
    case "failed":
      return (
        <>
          {canSave && (
            <p class="guest-error" role="alert">
              {recorded ? notCreatedText : failureTexts[state.reason]}
            </p>
          )}
          {unsaved ?? (
            <KeyedButton allowed={canSave} onAct={() => void start()}>
              Try again
            </KeyedButton>
          )}
        </>
      );
  }
}
