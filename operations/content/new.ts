import { existsSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import path from "node:path";
import { chooseDialogueId, parseLanguage, parseTopic, writeScript } from "../../content/authoring/write-script.ts";
import { createWorkspace } from "../../content/building/workspace.ts";
import { findLanguage } from "../../domain/content/language.ts";
import { UsageError } from "../command-line/command.ts";
import { createContentCommand } from "./content-command.ts";

const rulesFile = path.join(import.meta.dirname, "..", "..", "content", "authoring", "RULES.md");

export const newScript = createContentCommand(
  {
    call: "new LANGUAGE TOPIC [ID] [--to DIR]",
    positionals: 3,
    summary: "writes a script template, and the rules beside it",
  },
  { to: { type: "string", default: "my-content" } },
  async ({ positionals: [typedLanguage, typedTopic, typedId], values: { to } }, { print }) => {
    if (!typedLanguage || !typedTopic) throw new UsageError("Give a language and a topic.");
    const language = parseLanguage(typedLanguage);
    const topic = parseTopic(typedTopic);
    const { scripts } = createWorkspace(to);
    const id = await chooseDialogueId(scripts, { language, topic, id: typedId });
    const label = findLanguage(language)?.label ?? language;
    const file = await writeScript(
      scripts,
      { language, topic, id },
      // All texts are in English, so the build refuses the unchanged script.
      {
        title: "What it is about, in a few words",
        briefing: "Who speaks, where, and about what: one or two sentences in English.",
        voices: { english: "man", [language]: "woman" },
        segments: [
          {
            role: "Who speaks English",
            speaker: "english",
            original: "What is said in English.",
            translation: `What the speaker would say if this were in ${label}.`,
            units: [{ kind: "key-idea", original: "What is said", translation: "What the speaker would say" }],
          },
          {
            role: `Who speaks ${label}`,
            speaker: language,
            original: `What the other speaker would say to this in ${label}.`,
            translation: "What the speaker would say if this were in English.",
            units: [],
          },
        ],
      },
    );
    const beside = path.join(to, "RULES.md");
    if (!existsSync(beside)) await copyFile(rulesFile, beside);
    print(`Written: ${file}. The rules are in ${beside}.`);
    print(`Next: fill it in, then npm run content -- build ${to}`);
    return 0;
  },
);
