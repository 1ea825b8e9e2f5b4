import { type Audio, controlsOf, type Practice, phaseOf } from "../../../../domain/practice.ts";
import { Button } from "../../ui/button.tsx";
import { useObservable } from "./observable.ts";
import type { Studio } from "./studio.ts";

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

function OwnVoice({ studio, practice }: Props) {
  const phase = phaseOf(practice);
  const controls = controlsOf(practice);
  if (phase === "recording") {
    return (
      <Button voice="said" onClick={() => studio.send({ type: "finish-attempt" })}>
        <span className="recording-dot" aria-hidden="true" /> Finish Attempt
      </Button>
    );
  }
  if (phase === "processing") {
    return (
      <Button voice="said" busy disabled>
        Processing Recording
      </Button>
    );
  }
  return (
    <Button
      voice={controls.play.own ? "said" : "plain"}
      disabled={!controls.play.own}
      onClick={() => studio.send({ type: "play", audio: "own" })}
    >
      Play Your Recording
    </Button>
  );
}

/** What can be heard and said: the original, the learner's own take, the reference. */
export function Transport({ studio, practice }: Props) {
  const controls = controlsOf(practice);
  const { activity } = practice;
  const playing = activity.kind === "playing" ? activity.audio : null;
  return (
    <div className="transport" dir="ltr">
      <section className="voice" data-voice="heard" aria-label="Original" data-playing={playing === "original"}>
        <h2>Original</h2>
        <Button
          voice="heard"
          disabled={!controls.play.original}
          onClick={() => studio.send({ type: "play", audio: "original" })}
        >
          Play Audio
        </Button>
        <PlayProgress studio={studio} of="original" />
      </section>
      <section className="voice" data-voice="said" aria-label="Your recording" data-playing={playing === "own"}>
        <h2>You</h2>
        <OwnVoice studio={studio} practice={practice} />
        <PlayProgress studio={studio} of="own" />
      </section>
      <section className="voice" data-voice="reference" aria-label="Reference" data-playing={playing === "translation"}>
        <h2>Reference</h2>
        <Button
          voice="plain"
          disabled={!controls.play.translation}
          onClick={() => studio.send({ type: "play", audio: "translation" })}
        >
          Play Translated Audio
        </Button>
        <PlayProgress studio={studio} of="translation" />
      </section>
    </div>
  );
}
