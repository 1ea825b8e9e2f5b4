import { sampleSegment } from "virtual:sample-segment";
import { useEffect } from "react";
import { findLanguage, languageLabel } from "../../../../domain/content/language.ts";
import { exampleLanguage } from "../../../../domain/content/scenario.ts";
import { announceReady } from "../../early-clicks.ts";
import { Button } from "../../ui/button.tsx";
import { TrialCard } from "./trial-card.tsx";
import { promptText, type TrialPart, type TrialState } from "./trial-state.ts";
import { useTrial } from "./use-trial.ts";
import "./trial.css";

const exampleTag = findLanguage(exampleLanguage)?.tag;
const { speaker, original, reference } = sampleSegment;

type RunWithStudio = ReturnType<typeof useTrial>["run"];

function PlayButton({
  voice,
  label,
  state,
  run,
}: {
  voice: TrialPart;
  label: string;
  state: TrialState;
  run: RunWithStudio;
}) {
  const { kind } = state.part === voice ? state.activity : { kind: "none" };
  if (kind === "playing") return <Button onClick={() => run((studio) => void studio.stop())}>Stop</Button>;
  return (
    <Button busy={kind === "opening"} onClick={() => run((studio) => void studio.play(voice))}>
      {label}
    </Button>
  );
}

function RecordControls({ state, run }: { state: TrialState; run: RunWithStudio }) {
  const { part, activity, recording } = state;
  if (activity.kind === "recording") return <Button onClick={() => run((studio) => void studio.stop())}>Finish</Button>;
  const isOpening = part === "said" && activity.kind === "opening" && recording === null;
  const record = () => run((studio) => void studio.record());
  return (
    <div className="trial-actions">
      {recording && <PlayButton voice="said" label="Hear yourself" state={state} run={run} />}
      <Button busy={isOpening} onClick={record}>
        {recording ? "Record again" : "Record yourself"}
      </Button>
    </div>
  );
}

export function DialogueTrial() {
  const { state, run } = useTrial();
  useEffect(() => {
    const timer = setTimeout(announceReady);
    return () => clearTimeout(timer);
  }, []);
  const longest = Math.max(original.seconds, reference.seconds, state.recording?.seconds ?? 0);
  return (
    <figure className="trial" aria-label="Try a segment">
      <TrialCard
        part="heard"
        title={speaker}
        state={state}
        longestSeconds={longest}
        waveform={original}
        action={<PlayButton voice="heard" label="Hear it" state={state} run={run} />}
      >
        <p className="trial-text">{original.text}</p>
      </TrialCard>
      <TrialCard
        part="said"
        title="You"
        state={state}
        longestSeconds={longest}
        waveform={state.recording}
        action={<RecordControls state={state} run={run} />}
      >
        <p className="trial-prompt" role="status">
          {promptText(state)}
        </p>
      </TrialCard>
      <TrialCard
        part="reference"
        title="Reference"
        state={state}
        longestSeconds={longest}
        waveform={reference}
        action={<PlayButton voice="reference" label="Hear the reference" state={state} run={run} />}
      >
        <div className="trial-text" data-veiled={state.isReferenceHidden}>
          <p className="trial-words" lang={exampleTag}>
            {reference.text}
          </p>
          {state.isReferenceHidden && (
            <p className="trial-veil">Say it first, then hear the reference to see the words.</p>
          )}
        </div>
      </TrialCard>
      <figcaption className="trial-caption">
        This segment is from a free example in {languageLabel(exampleLanguage)}. Your recording stays on this page.
      </figcaption>
    </figure>
  );
}
