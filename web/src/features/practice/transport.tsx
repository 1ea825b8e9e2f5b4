import type { ReactNode } from "react";
import { type Audio, controlsOf, type Practice, phaseOf } from "../../../../domain/practice.ts";
import { ActionButton } from "./action-button.tsx";
import { LevelMeter } from "./level-meter.tsx";
import { useObservable } from "./observable.ts";
import { RecordingTime } from "./recording-time.tsx";
import type { Studio } from "./studio.ts";
import "./transport.css";

type Props = { studio: Studio; practice: Practice };

const names: Record<Audio, string> = {
  original: "Original audio",
  own: "Your recording",
  translation: "Translated audio",
};

function PlayProgress({ studio, of }: { studio: Studio; of: Audio }) {
  const { audio, fraction } = useObservable(studio.position);
  return <progress className="play-progress" aria-label={names[of]} max={1} value={audio === of ? fraction : 0} />;
}

/** One button through all phases of a take, so that it keeps its place and the focus. */
function OwnVoice({ studio, practice }: Props) {
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
    <ActionButton voice={play.own ? "said" : "plain"} allowed={play.own} shortcut="play-own" onAct={playOwn}>
      Play Your Recording
    </ActionButton>
  );
}

function RecordingLevel({ studio }: { studio: Studio }) {
  const { hearing, blocks } = studio.live;
  return (
    <div className="recording-level">
      <LevelMeter level={() => hearing().level} changes={blocks} label="Microphone level" />
      <RecordingTime blocks={blocks} />
    </div>
  );
}

type VoiceProps = {
  voice: "heard" | "said" | "reference";
  label: string;
  title: string;
  playing: boolean;
  children: ReactNode;
};

function Voice({ voice, label, title, playing, children }: VoiceProps) {
  return (
    <section className="voice" data-voice={voice} aria-label={label} data-playing={playing}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** What can be heard and said: the original, the learner's own take, the reference. */
export function Transport({ studio, practice }: Props) {
  const { play } = controlsOf(practice);
  const { activity } = practice;
  const playing = activity.kind === "playing" ? activity.audio : null;
  return (
    <div className="transport" dir="ltr">
      <Voice voice="heard" label="Original" title="Original" playing={playing === "original"}>
        <ActionButton
          voice="heard"
          allowed={play.original}
          shortcut="play-original"
          onAct={() => studio.send({ type: "play", audio: "original" })}
        >
          {playing === "original" && play.original ? "Pause Audio" : "Play Audio"}
        </ActionButton>
        <PlayProgress studio={studio} of="original" />
      </Voice>
      <Voice voice="said" label="Your recording" title="You" playing={playing === "own"}>
        <OwnVoice studio={studio} practice={practice} />
        {activity.kind === "recording" ? <RecordingLevel studio={studio} /> : <PlayProgress studio={studio} of="own" />}
      </Voice>
      <Voice voice="reference" label="Reference" title="Reference" playing={playing === "translation"}>
        <ActionButton
          allowed={play.translation}
          shortcut="play-translation"
          onAct={() => studio.send({ type: "play", audio: "translation" })}
        >
          Play Translated Audio
        </ActionButton>
        <PlayProgress studio={studio} of="translation" />
      </Voice>
    </div>
  );
}
