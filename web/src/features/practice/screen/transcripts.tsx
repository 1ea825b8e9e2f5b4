import { type CSSProperties, useRef } from "react";
import type { LanguageName } from "../../../../../domain/content/language.ts";
import { interpretingDirectionOf, type Segment } from "../../../../../domain/content/pack.ts";
import type { Activity } from "../../../../../domain/practice/practice.ts";
import { useWritingSystem } from "../../../ui/use-writing-system.ts";
import { languageAttributes } from "../../../ui/writing-systems.ts";
import { useListedScenario, voiceWarning } from "../../content/voice-text.ts";
import { AddTerm } from "../../glossary/add-term.tsx";
import { scriptSideAttribute } from "../../glossary/selected-range.ts";
import { TextSizeControl, useTextScale } from "./text-size.tsx";
import { KeepTranscriptsControl } from "./transcript-visibility.tsx";
import "./transcripts.css";

type TranscriptTextProps = {
  title: string;
  text: string;
  variant: "heard" | "reference";
  /** If undefined, the text decides its own direction. */
  language: LanguageName | undefined;
  playing: boolean;
};

function TranscriptText({ title, text, variant, language, playing }: TranscriptTextProps) {
  useWritingSystem(language);
  return (
    <section className="script" data-voice={variant} data-playing={playing}>
      <h2>
        {title}
        {playing && <span className="script-playing">playing</span>}
      </h2>
      <p
        {...languageAttributes(language)}
        {...{ [scriptSideAttribute]: variant === "heard" ? "original" : "translation" }}
      >
        {text}
      </p>
    </section>
  );
}

type TranscriptsProps = {
  userId: string;
  scenarioId: string;
  /** Position of the segment, from 0. */
  index: number;
  segment: Segment;
  /** The dialogue's language besides English. */
  language: LanguageName;
  activity: Activity;
};

/** A recording may follow the original and hide the transcripts. */
function canAddTerm(activity: Activity): boolean {
  if (activity.kind === "playing") return activity.audio !== "original";
  return activity.kind === "quiet" || activity.kind === "paused";
}

export function Transcripts({ userId, scenarioId, index, segment, language, activity }: TranscriptsProps) {
  const direction = interpretingDirectionOf(segment, language);
  const playing = activity.kind === "playing" ? activity.audio : null;
  const scale: CSSProperties & { "--script-scale": number } = { "--script-scale": useTextScale() };
  const warning = voiceWarning(useListedScenario(userId, language, scenarioId));
  const container = useRef<HTMLDivElement>(null);
  return (
    <div className="transcripts" style={scale} ref={container}>
      <div className="transcripts-choice">
        <KeepTranscriptsControl />
        <TextSizeControl />
      </div>
      <TranscriptText
        title="Original Script"
        text={segment.original_script}
        variant="heard"
        language={direction?.from}
        playing={playing === "original"}
      />
      <TranscriptText
        title="Translated Script"
        text={segment.translated_script}
        variant="reference"
        language={direction?.to}
        playing={playing === "translation"}
      />
      {warning && <p className="transcripts-voice">{warning}</p>}
      <AddTerm {...{ userId, language, scenarioId, index, segment, container }} canAdd={canAddTerm(activity)} />
    </div>
  );
}
