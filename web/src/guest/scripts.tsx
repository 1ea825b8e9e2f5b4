/** @jsxImportSource preact */
import { useEffect } from "preact/hooks";
import { type LanguageName, languageLabel } from "../../../domain/content/language.ts";
import { interpretingDirectionOf, type Segment } from "../../../domain/content/pack.ts";
import { languageAttributes, loadWritingSystem } from "../ui/writing-systems.ts";
import type { GuestApp } from "./guest-app.ts";
import { KeyedButton } from "./keyed-button.tsx";
import type { DialogueContent } from "./shared-content.ts";

type ScriptProps = { title: string; text: string; voice: "heard" | "reference"; language: LanguageName | undefined };

function Script({ title, text, voice, language }: ScriptProps) {
  useEffect(() => loadWritingSystem(language), [language]);
  return (
    <section class="guest-script" data-voice={voice}>
      <h3>
        {title}
        {language && <small>, {languageLabel(language)}</small>}
      </h3>
      <p {...languageAttributes(language)}>{text}</p>
    </section>
  );
}

type Props = { app: GuestApp; content: DialogueContent; segment: Segment | undefined; language: LanguageName };

export function Scripts({ app, content, segment, language }: Props) {
  if (content === "loading") return <p class="guest-notice guest-late">Loading the scripts…</p>;
  if (!segment && content !== "failed") {
    return <p class="guest-notice">The dialogue no longer has this segment.</p>;
  }
  if (!segment) {
    return (
      <div class="guest-notice">
        <p>The scripts could not be loaded.</p>
        <KeyedButton onAct={app.content.load}>Load the scripts again</KeyedButton>
      </div>
    );
  }
  const direction = interpretingDirectionOf(segment, language);
  return (
    <div class="guest-scripts">
      <Script title="Original" text={segment.original_script} voice="heard" language={direction?.from} />
      <Script title="Reference" text={segment.translated_script} voice="reference" language={direction?.to} />
    </div>
  );
}
