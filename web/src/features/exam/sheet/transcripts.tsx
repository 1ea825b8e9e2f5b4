import { useRef } from "react";
import type { LanguageName } from "../../../../../domain/content/language.ts";
import { interpretingDirectionOf } from "../../../../../domain/content/pack.ts";
import type { ExamDialogue } from "../../../../../domain/exam/exam-attempt.ts";
import { useWritingSystem } from "../../../ui/use-writing-system.ts";
import { languageAttributes } from "../../../ui/writing-systems.ts";
import { AddTerm } from "../../glossary/add-term.tsx";
import { scriptSideAttribute } from "../../glossary/selected-range.ts";
import type { SheetSegment, SheetUnit } from "./sheet-view.ts";

/** `unit` is the position of the scoring unit, from 0; null outside the units. */
export type TextPiece = { text: string; unit: number | null };

type UnitSpan = { from: number; to: number; unit: number };

/** The spans do not overlap. */
function findUnitSpans(text: string, units: readonly string[]): UnitSpan[] {
  const found: UnitSpan[] = [];
  for (const [unit, words] of units.entries()) {
    let from = text.indexOf(words);
    const isTaken = () => found.some((other) => from < other.to && other.from < from + words.length);
    while (from >= 0 && isTaken()) from = text.indexOf(words, from + 1);
    if (from >= 0) found.push({ from, to: from + words.length, unit });
  }
  return found.toSorted((one, other) => one.from - other.from);
}

export function splitByUnits(text: string, units: readonly string[]): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { from, to, unit } of findUnitSpans(text, units)) {
    if (from > at) pieces.push({ text: text.slice(at, from), unit: null });
    pieces.push({ text: text.slice(from, to), unit });
    at = to;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), unit: null });
  return pieces;
}

type TranscriptProps = {
  title: string;
  text: string;
  variant: "heard" | "reference";
  language: LanguageName | undefined;
  units: readonly SheetUnit[];
  /** The text of each unit in this transcript. */
  words: readonly string[];
};

function SheetTranscript({ title, text, variant, language, units, words }: TranscriptProps) {
  useWritingSystem(language);
  return (
    <section className="sheet-script" data-voice={variant}>
      <h3>{title}</h3>
      <p
        {...languageAttributes(language)}
        {...{ [scriptSideAttribute]: variant === "heard" ? "original" : "translation" }}
      >
        {splitByUnits(text, words).map((piece, at) => {
          if (piece.unit === null) return piece.text;
          const outcome = units[piece.unit]?.outcome ?? "open";
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a transcript never change their order.
            <span key={at} className="sheet-unit-words" data-outcome={outcome} data-unit={piece.unit + 1}>
              {piece.text}
            </span>
          );
        })}
      </p>
    </section>
  );
}

type Props = { userId: string; segment: SheetSegment; dialogue: ExamDialogue };

export function SegmentTranscripts({ userId, segment, dialogue }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const { text, units } = segment;
  if (!text) return null;
  const { language, scenario_id: scenarioId } = dialogue;
  const direction = interpretingDirectionOf(text, language);
  return (
    <div className="sheet-scripts" ref={container}>
      <SheetTranscript
        title="Original"
        text={text.original_script}
        variant="heard"
        language={direction?.from}
        units={units}
        words={units.map(({ original }) => original)}
      />
      <SheetTranscript
        title="Reference"
        text={text.translated_script}
        variant="reference"
        language={direction?.to}
        units={units}
        words={units.map(({ translation }) => translation)}
      />
      <AddTerm {...{ userId, language, scenarioId, container }} index={segment.segment} segment={text} canAdd />
    </div>
  );
}
