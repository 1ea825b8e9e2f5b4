import { findLanguage, type LanguageName } from "../../../../domain/language.ts";
import type { Activity } from "../../../../domain/practice.ts";
import type { Segment } from "../../../../domain/scenario.ts";

type Props = { segment: Segment /** The language beside English. */; language: LanguageName; activity: Activity };

/** `lang` and `dir` of a script; a pack that does not say what is heard leaves the direction to the text. */
function scriptAttributes(name: LanguageName | undefined) {
  const language = name && findLanguage(name);
  return language ? { lang: language.tag, dir: language.direction } : { dir: "auto" };
}

/** What was said and its reference, in writing. */
export function Transcripts({ segment, language, activity }: Props) {
  const heard = segment.original_language;
  const other = heard && (heard === "english" ? language : "english");
  const playing = activity.kind === "playing" ? activity.audio : null;
  return (
    <div className="transcripts">
      <section className="script" data-voice="heard" data-playing={playing === "original"}>
        <h2>Original Script</h2>
        <p {...scriptAttributes(heard)}>{segment.original_script}</p>
      </section>
      <section className="script" data-voice="reference" data-playing={playing === "translation"}>
        <h2>Translated Script</h2>
        <p {...scriptAttributes(other)}>{segment.translated_script}</p>
      </section>
    </div>
  );
}
