import type { ReactNode } from "react";
import { controlsOf, type Practice, type PracticeAudio, phaseOf } from "../../../../../domain/practice/practice.ts";
import type { WaveformData } from "../../../audio/peaks.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import { LevelMeter } from "../../recording/microphone/level-meter.tsx";
import { MiniWaveform } from "../../recording/mini-waveform.tsx";
import type { Studio } from "../studio/studio.ts";
import { ActionButton } from "./action-button.tsx";
import { AudioTime } from "./audio-time.tsx";
import { audioInUse, type ProminentControl } from "./prominence.ts";
import { RecordingTime } from "./recording-time.tsx";
import { useSegmentWaveforms } from "./segment-waveforms.ts";
import "./transport.css";

type Props = {
  studio: Studio;
  practice: Practice;
  prominent: readonly ProminentControl[];
};

const progressLabels: Record<PracticeAudio, string> = {
  original: "Original audio",
  own: "Your recording",
  translation: "Translated audio",
};

function PlayProgress({ studio, of }: { studio: Studio; of: PracticeAudio }) {
  const { audio, fraction } = useObservable(studio.position);
  return (
    <progress className="play-progress" aria-label={progressLabels[of]} max={1} value={audio === of ? fraction : 0} />
  );
}

/** Returns the same component in all phases, so that the button keeps the focus. */
function RecordingButton({ studio, practice, prominent }: Props) {
  const phase = phaseOf(practice);
  const { play, finishAttempt } = controlsOf(practice);
  const playOwn = () => studio.send({ type: "play", audio: "own" });
  if (phase === "recording") {
    const finish = () => studio.send({ type: "finish-attempt" });
    return (
      <ActionButton variant="said" allowed={finishAttempt} shortcut="finish-attempt" onAct={finish}>
        <span className="recording-dot" aria-hidden="true" /> Finish Attempt
      </ActionButton>
    );
  }
  if (phase === "processing") {
    return (
      <ActionButton variant="said" busy allowed={false} onAct={playOwn}>
        Processing Recording
      </ActionButton>
    );
  }
  return (
    <ActionButton
      variant={prominent.includes("own") ? "said" : "plain"}
      allowed={play.own}
      shortcut="play-own"
      onAct={playOwn}
    >
      Play Your Recording
    </ActionButton>
  );
}

function OriginalButton({ studio, practice, prominent }: Props) {
  const { play } = controlsOf(practice);
  const { activity } = practice;
  const mayPause = activity.kind === "playing" && activity.audio === "original" && play.original;
  return (
    <ActionButton
      variant={prominent.includes("original") ? "heard" : "plain"}
      allowed={play.original}
      shortcut="play-original"
      onAct={() => studio.send({ type: "play", audio: "original" })}
    >
      {mayPause ? "Pause Audio" : "Play Audio"}
    </ActionButton>
  );
}

function ReferenceButton({ studio, practice, prominent }: Props) {
  const { play } = controlsOf(practice);
  return (
    <ActionButton
      variant={prominent.includes("translation") ? "reference" : "plain"}
      allowed={play.translation}
      shortcut="play-translation"
      onAct={() => studio.send({ type: "play", audio: "translation" })}
    >
      Play Translated Audio
    </ActionButton>
  );
}

type AudioRowProps = {
  studio: Studio;
  of: PracticeAudio;
  variant: "heard" | "said" | "reference";
  label: string;
  title: string;
  state: "quiet" | "in-use" | "recording";
  waveform: WaveformData | null;
  longestSeconds: number;
  children: ReactNode;
};

function AudioRow({ studio, of, variant, label, title, state, waveform, longestSeconds, children }: AudioRowProps) {
  const { levelMonitor, blocks } = studio.liveRecording;
  return (
    <section className="voice" data-voice={variant} aria-label={label} data-state={state}>
      <h2>{title}</h2>
      {state === "recording" ? (
        <>
          <LevelMeter level={() => levelMonitor().level} changes={blocks} label="Microphone level" />
          <RecordingTime blocks={blocks} />
        </>
      ) : (
        <>
          <MiniWaveform shape={waveform} longestSeconds={longestSeconds} />
          <AudioTime studio={studio} of={of} seconds={waveform?.seconds ?? null} />
        </>
      )}
      {children}
      {state !== "recording" && <PlayProgress studio={studio} of={of} />}
    </section>
  );
}

export function Transport(props: Props) {
  const { studio, practice } = props;
  const { activity } = practice;
  const shapes = useSegmentWaveforms(studio, practice);
  const longestSeconds = Math.max(...Object.values(shapes).map((shape) => shape?.seconds ?? 0));
  const inUse = audioInUse(activity);
  const rowOf = (of: PracticeAudio) => ({
    studio,
    of,
    state: inUse === of ? ("in-use" as const) : ("quiet" as const),
    waveform: shapes[of],
    longestSeconds,
  });
  const own = rowOf("own");
  return (
    <div className="transport" dir="ltr">
      <AudioRow {...rowOf("original")} variant="heard" label="Original" title="Original">
        <OriginalButton {...props} />
      </AudioRow>
      <AudioRow
        {...own}
        state={activity.kind === "recording" ? "recording" : own.state}
        variant="said"
        label="Your recording"
        title="You"
      >
        <RecordingButton {...props} />
      </AudioRow>
      <AudioRow {...rowOf("translation")} variant="reference" label="Reference" title="Reference">
        <ReferenceButton {...props} />
      </AudioRow>
    </div>
  );
}
