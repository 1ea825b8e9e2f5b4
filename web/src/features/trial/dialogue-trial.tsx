import { sampleSegment } from "virtual:sample-segment";
import { useEffect } from "react";
import { findLanguage, languageLabel } from "../../../../domain/content/language.ts";
import { exampleLanguage } from "../../../../domain/content/scenario.ts";
import { announceReady } from "../../early-clicks.ts";
import { Button } from "../../ui/button.tsx";
import { TrialCard } from "./trial-card.tsx";
import { promptOf, type TrialState, type Voice } from "./trial-state.ts";
import { useTrial } from "./use-trial.ts";
import "./trial.css";

const exampleTag = findLanguage(exampleLanguage)?.tag;
const { speaker, original, reference } = sampleSegment;

type Run = ReturnType<typeof useTrial>["run"];

/** Hears one of the voices, or ends that. */
function Hear({ voice, label, state, run }: { voice: Voice; label: string; state: TrialState; run: Run }) {
  const { kind } = state.turn === voice ? state.activity : { kind: "none" };
  if (kind === "playing") return <Button onClick={() => run((studio) => void studio.stop())}>Stop</Button>;
  return (
    <Button busy={kind === "opening"} onClick={() => run((studio) => void studio.play(voice))}>
      {label}
    </Button>
  );
}

/** Records the visitor, or ends that; what was recorded can be heard. */
function Say({ state, run }: { state: TrialState; run: Run }) {
  const { turn, activity, take } = state;
  if (activity.kind === "recording") return <Button onClick={() => run((studio) => void studio.stop())}>Finish</Button>;
  const isOpening = turn === "said" && activity.kind === "opening" && take === null;
  const record = () => run((studio) => void studio.record());
  return (
    <div className="trial-actions">
      {take && <Hear voice="said" label="Hear yourself" state={state} run={run} />}
      <Button busy={isOpening} onClick={record}>
        {take ? "Record again" : "Record yourself"}
      </Button>
    </div>
  );
}

/** A segment of the free examples to try at once: hear it, say it, and hear the reference. */
export function DialogueTrial() {
  const { state, run } = useTrial();
  useEffect(() => {
    const timer = setTimeout(announceReady);
    return () => clearTimeout(timer);
  }, []);
  const longest = Math.max(original.seconds, reference.seconds, state.take?.seconds ?? 0);
  return (
    <figure className="trial" aria-label="Try a segment">
      <TrialCard
        voice="heard"
        title={speaker}
        state={state}
        longest={longest}
        sound={original}
        action={<Hear voice="heard" label="Hear it" state={state} run={run} />}
      >
        <p className="trial-text">{original.text}</p>
      </TrialCard>
      <TrialCard
        voice="said"
        title="You"
        state={state}
        longest={longest}
        sound={state.take}
        action={<Say state={state} run={run} />}
      >
        <p className="trial-prompt" role="status">
          {promptOf(state)}
        </p>
      </TrialCard>
      <TrialCard
        voice="reference"
        title="Reference"
        state={state}
        longest={longest}
        sound={reference}
        action={<Hear voice="reference" label="Hear the reference" state={state} run={run} />}
      >
        <div className="trial-text" data-veiled={state.isVeiled}>
          <p className="trial-words" lang={exampleTag}>
            {reference.text}
          </p>
          {state.isVeiled && <p className="trial-veil">Say it first. The reference then shows the words.</p>}
        </div>
      </TrialCard>
      <figcaption className="trial-caption">
        This segment is from a free example in {languageLabel(exampleLanguage)}. No other language has free examples.
        Your recording stays on this page and is deleted when you leave it.
      </figcaption>
    </figure>
  );
}
