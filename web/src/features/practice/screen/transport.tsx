import type { ReactNode } from "react";
import { type Audio, controlsOf, type Practice, phaseOf } from "../../../../../domain/practice/practice.ts";
import type { SoundShape } from "../../../audio/peaks.ts";
import { useObservable } from "../../../browser/observable.ts";
import { LevelMeter } from "../../recording/microphone/level-meter.tsx";
import { VoicePicture } from "../../recording/voice-picture.tsx";
import type { Studio } from "../studio/studio.ts";
import { ActionButton } from "./action-button.tsx";
import { type Prominent, voiceInUse } from "./prominence.ts";
import { RecordingTime } from "./recording-time.tsx";
import { useVoiceShapes } from "./voice-shapes.ts";
import { VoiceTime } from "./voice-time.tsx";
import "./transport.css";

type Props = {
  studio: Studio;
  practice: Practice;
  /** What is filled. */
  prominent: readonly Prominent[];
};

const progressNames: Record<Audio, string> = {
  original: "Original audio",
  own: "Your recording",
  translation: "Translated audio",
};

function PlayProgress({ studio, of }: { studio: Studio; of: Audio }) {
  const { audio, fraction } = useObservable(studio.position);
  return (
    <progress className="play-progress" aria-label={progressNames[of]} max={1} value={audio === of ? fraction : 0} />
  );
}

/** One button through all phases of a take, so that it keeps its place and the focus. */
function OwnVoice({ studio, practice, prominent }: Props) {
  const phase = phaseOf(practice);
  const { play, finishAttempt } = controlsOf(practice);
  const playOwn = () => studio.send({ type: "play", audio: "own" });
  if (phase === "recording") {
    const finish = () => studio.send({ type: "finish-attempt" });
    return (
      <ActionButton voice="said" allowed={finishAttempt} shortcut="finish-attempt" onAct={finish}>
        <span className="recording-dot" aria-hidden="true" /> Finish Attempt
      </ActionButton>
    );
  }
  if (phase === "processing") {
    return (
      <ActionButton voice="said" busy allowed={false} onAct={playOwn}>
        Processing Recording
      </ActionButton>
    );
  }
  return (
    <ActionButton
      voice={prominent.includes("own") ? "said" : "plain"}
      allowed={play.own}
      shortcut="play-own"
      onAct={playOwn}
    >
      Play Your Recording
    </ActionButton>
  );
}

function OriginalVoice({ studio, practice, prominent }: Props) {
  const { play } = controlsOf(practice);
  const { activity } = practice;
  const mayPause = activity.kind === "playing" && activity.audio === "original" && play.original;
  return (
    <ActionButton
      voice={prominent.includes("original") ? "heard" : "plain"}
      allowed={play.original}
      shortcut="play-original"
      onAct={() => studio.send({ type: "play", audio: "original" })}
    >
      {mayPause ? "Pause Audio" : "Play Audio"}
    </ActionButton>
  );
}

function ReferenceVoice({ studio, practice, prominent }: Props) {
  const { play } = controlsOf(practice);
  return (
    <ActionButton
      voice={prominent.includes("translation") ? "reference" : "plain"}
      allowed={play.translation}
      shortcut="play-translation"
      onAct={() => studio.send({ type: "play", audio: "translation" })}
    >
      Play Translated Audio
    </ActionButton>
  );
}

type VoiceProps = {
  studio: Studio;
  of: Audio;
  voice: "heard" | "said" | "reference";
  label: string;
  title: string;
  state: "quiet" | "in-use" | "recording";
  shape: SoundShape | null;
  longestSeconds: number;
  children: ReactNode;
};

function Voice({ studio, of, voice, label, title, state, shape, longestSeconds, children }: VoiceProps) {
  const { hearing, blocks } = studio.live;
  return (
    <section className="voice" data-voice={voice} aria-label={label} data-state={state}>
      <h2>{title}</h2>
      {state === "recording" ? (
        <>
          <LevelMeter level={() => hearing().level} changes={blocks} label="Microphone level" />
          <RecordingTime blocks={blocks} />
        </>
      ) : (
        <>
          <VoicePicture shape={shape} longestSeconds={longestSeconds} />
          <VoiceTime studio={studio} of={of} seconds={shape?.seconds ?? null} />
        </>
      )}
      {children}
      {state !== "recording" && <PlayProgress studio={studio} of={of} />}
    </section>
  );
}

/** What can be heard and said: the original, the learner's own take, the reference; each on one row, on one scale of time. */
export function Transport(props: Props) {
  const { studio, practice } = props;
  const { activity } = practice;
  const shapes = useVoiceShapes(studio, practice);
  const longestSeconds = Math.max(...Object.values(shapes).map((shape) => shape?.seconds ?? 0));
  const inUse = voiceInUse(activity);
  const rowOf = (of: Audio) => ({
    studio,
    of,
    state: inUse === of ? ("in-use" as const) : ("quiet" as const),
    shape: shapes[of],
    longestSeconds,
  });
  const own = rowOf("own");
  return (
    <div className="transport" dir="ltr">
      <Voice {...rowOf("original")} voice="heard" label="Original" title="Original">
        <OriginalVoice {...props} />
      </Voice>
      <Voice
        {...own}
        state={activity.kind === "recording" ? "recording" : own.state}
        voice="said"
        label="Your recording"
        title="You"
      >
        <OwnVoice {...props} />
      </Voice>
      <Voice {...rowOf("translation")} voice="reference" label="Reference" title="Reference">
        <ReferenceVoice {...props} />
      </Voice>
    </div>
  );
}
