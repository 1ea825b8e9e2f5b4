import { useEffect } from "react";
import type { LanguageName } from "../../../../../domain/content/language.ts";
import { directionOf } from "../../../../../domain/content/pack.ts";
import { scriptAttributes, scriptOf } from "../../../ui/scripts.ts";
import { piecesOf } from "./marked-text.ts";
import type { SheetSegment, SheetUnit } from "./sheet-view.ts";

type ScriptProps = {
  title: string;
  text: string;
  voice: "heard" | "reference";
  language: LanguageName | undefined;
  units: readonly SheetUnit[];
  /** The words of the units as they stand in this script. */
  words: readonly string[];
};

function SheetScript({ title, text, voice, language, units, words }: ScriptProps) {
  useEffect(() => {
    // Without its own fonts the text shows in those of the device.
    void scriptOf(language ?? "english")
      .load()
      .catch(() => undefined);
  }, [language]);
  return (
    <section className="sheet-script" data-voice={voice}>
      <h3>{title}</h3>
      <p {...scriptAttributes(language)}>
        {piecesOf(text, words).map((piece, at) => {
          if (piece.unit === null) return piece.text;
          const outcome = units[piece.unit]?.outcome ?? "open";
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a script's pieces never change their places.
            <span key={at} className="sheet-unit-words" data-outcome={outcome} data-unit={piece.unit + 1}>
              {piece.text}
            </span>
          );
        })}
      </p>
    </section>
  );
}

type Props = {
  segment: SheetSegment;
  /** The language beside English. */
  language: LanguageName;
};

/** What was said and its reference, in writing, with the scoring units in both. */
export function Scripts({ segment, language }: Props) {
  const { text, units } = segment;
  if (!text) return null;
  const direction = directionOf(text, language);
  return (
    <div className="sheet-scripts">
      <SheetScript
        title="Original"
        text={text.original_script}
        voice="heard"
        language={direction?.from}
        units={units}
        words={units.map(({ original }) => original)}
      />
      <SheetScript
        title="Reference"
        text={text.translated_script}
        voice="reference"
        language={direction?.to}
        units={units}
        words={units.map(({ translation }) => translation)}
      />
    </div>
  );
}
