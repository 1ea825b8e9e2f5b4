/** @jsxImportSource preact */
import type { Place } from "../../../domain/exam/exam-marking.ts";
import type { OpenedShare } from "../../../domain/sharing/guest-routes.ts";
import { momentText } from "../ui/moment.ts";
import { soundText } from "./failure-texts.ts";
import type { GuestApp } from "./guest-app.ts";
import { soundKeys } from "./guest-keys.ts";
import type { Playhead } from "./guest-player.ts";
import { KeyedButton } from "./keyed-button.tsx";
import { RecordingShape, useShape } from "./recording-shape.tsx";
import { isShareClosed } from "./share-session.ts";
import { recordingAt, type SharedRecordingAt, soundKinds } from "./shared-sounds.ts";
import { useObservable } from "./use-observable.ts";

const soundNames = { original: "Original", recording: "Recording", reference: "Reference" } as const;
const voices = { original: "heard", recording: "said", reference: "reference" } as const;

type Props = { app: GuestApp; share: OpenedShare; place: Place; marks: readonly Mark[] };

/** A comment or an error in the recording. `at` is in seconds. */
export type Mark = { id: string; at: number; isError: boolean };

function Players({ app, place }: Pick<Props, "app" | "place">) {
  const { id, state } = useObservable(app.player.playhead);
  const trouble = useObservable(app.soundTrouble);
  useObservable(app.content.dialogues);
  const troubled = soundKinds.find((kind) => kind === trouble?.id);
  return (
    <>
      <div class="guest-players">
        {soundKinds.map((kind) => {
          const isPlaying = id === kind && state === "playing";
          const name = soundNames[kind];
          return (
            <KeyedButton
              key={kind}
              shortcut={soundKeys[kind]}
              variant={isPlaying ? voices[kind] : "plain"}
              busy={id === kind && state === "loading"}
              allowed={app.sounds.isAvailable(place, kind)}
              data-voice={voices[kind]}
              aria-label={`${isPlaying ? "Pause" : "Play"} ${name.toLowerCase()}`}
              onAct={() => app.toggle(kind)}
            >
              {isPlaying ? "Pause" : name}
            </KeyedButton>
          );
        })}
      </div>
      <p class="guest-trouble" role="status">
        {trouble && troubled && `${soundNames[troubled]}: ${soundText(trouble.code)}`}
      </p>
    </>
  );
}

function secondsIn({ id, seconds }: Playhead, moment: number | null): number {
  return id === "recording" ? seconds : (moment ?? 0);
}

type LineProps = Omit<Props, "share"> & { recording: SharedRecordingAt };

function RecordingLine({ app, place, recording, marks }: LineProps) {
  const playhead = useObservable(app.player.playhead);
  const moment = useObservable(app.moment);
  const shape = useShape(app, place);
  const seconds = Math.min(recording.seconds, secondsIn(playhead, moment));
  const fraction = Math.min(1, seconds / recording.seconds);
  const seek = (to: number) => {
    if (playhead.id === "recording" && playhead.state !== "loading") app.player.seek(to);
    else app.moment.set(to);
  };
  return (
    <div class="guest-recording" dir="ltr">
      <div class="guest-line">
        <RecordingShape shape={shape} fraction={fraction} />
        {marks.map(({ id, at, isError }) => (
          <i
            key={id}
            class="guest-mark"
            data-error={isError}
            aria-hidden="true"
            style={{ "--at": Math.min(1, at / recording.seconds) }}
          />
        ))}
        <input
          type="range"
          class="guest-seek"
          min={0}
          max={recording.seconds}
          step={0.1}
          value={seconds}
          aria-label="Position in the recording"
          aria-valuetext={`${momentText(seconds)} of ${momentText(recording.seconds)}`}
          onInput={({ currentTarget }) => seek(currentTarget.valueAsNumber)}
        />
      </div>
      <p class="guest-time">
        <span class="guest-hint">
          <kbd>Space</kbd> plays and pauses, <kbd>←</kbd> <kbd>→</kbd> move by 2 s, with <kbd>Shift</kbd> by 0.1 s
        </span>
        <span>
          {momentText(seconds)} / {momentText(recording.seconds)}
        </span>
      </p>
    </div>
  );
}

export function Listening(props: Props) {
  const isClosed = isShareClosed(useObservable(props.app.session.state));
  const recording = recordingAt(props.share, props.place);
  return (
    <section class="guest-listening" aria-label="Audio">
      <Players app={props.app} place={props.place} />
      {recording?.url ? (
        <RecordingLine {...props} recording={recording} />
      ) : (
        <p class="guest-notice">
          {recording
            ? `This recording is not available.${isClosed ? "" : " If it is still being uploaded, reload the page later."}`
            : "No recording of this segment was shared."}
        </p>
      )}
    </section>
  );
}
