import { type CSSProperties, useEffect } from "react";
import type { LanguageName } from "../../../../../domain/content/language.ts";
import { directionOf, type Segment } from "../../../../../domain/content/pack.ts";
import type { Activity } from "../../../../../domain/practice/practice.ts";
import { scriptAttributes, scriptOf } from "../../../ui/scripts.ts";
import { TextSizeControl, useTextScale } from "./text-size.tsx";
import { KeepTranscriptsControl } from "./transcripts-shown.tsx";
import "./transcripts.css";

type ScriptProps = {
  title: string;
  text: string;
  voice: "heard" | "reference";
  /** Language of the text; a pack that does not say it leaves the direction to the text. */
  language: LanguageName | undefined;
  playing: boolean;
};

function ScriptText({ title, text, voice, language, playing }: ScriptProps) {
  useEffect(() => {
    // Without its own fonts the text shows in those of the device.
    const script = scriptOf(language ?? "english");
    void script.load().catch(() => undefined);
  }, [language]);
  return (
    <section className="script" data-voice={voice} data-playing={playing}>
      <h2>
        {title}
        {playing && <span className="script-playing">playing</span>}
      </h2>
      <p {...scriptAttributes(language)}>{text}</p>
    </section>
  );
}

type TranscriptsProps = {
  segment: Segment;
  /** The language beside English. */
  language: LanguageName;
  activity: Activity;
};

/** What was said and its reference, in writing. */
export function Transcripts({ segment, language, activity }: TranscriptsProps) {
  const direction = directionOf(segment, language);
  const playing = activity.kind === "playing" ? activity.audio : null;
  const scale: CSSProperties & { "--script-scale": number } = { "--script-scale": useTextScale() };
  return (
    <div className="transcripts" style={scale}>
      <div className="transcripts-choice">
        <KeepTranscriptsControl />
        <TextSizeControl />
      </div>
      <ScriptText
        title="Original Script"
        text={segment.original_script}
        voice="heard"
        language={direction?.from}
        playing={playing === "original"}
      />
      <ScriptText
        title="Translated Script"
        text={segment.translated_script}
        voice="reference"
        language={direction?.to}
        playing={playing === "translation"}
      />
    </div>
  );
}
