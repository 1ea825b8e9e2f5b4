import { expect, it } from "vitest";
import { voiceLabel, voiceWarning } from "../../../web/src/features/content/voice-text.ts";

const licence = (voices: "human" | "synthetic" | "both") => ({ text: "CC BY 4.0", voices });
const warning = ": good for understanding, not as a model of pronunciation.";

// Why: docs/decisions/0163-espeak-ng-and-the-fitness-of-voices.md
it.each([
  ["a synthetic voice for imitation", { licence: licence("synthetic"), voice_fit: "model" }, "Synthetic voice", null],
  [
    "a synthetic voice for comprehension",
    { licence: licence("synthetic"), voice_fit: "comprehension" },
    "Synthetic voice",
    `Synthetic voice${warning}`,
  ],
  [
    "human and synthetic voices",
    { licence: licence("both"), voice_fit: "comprehension" },
    "Partly synthetic voices",
    `Partly synthetic voices${warning}`,
  ],
  ["a pack of an earlier version", { licence: licence("synthetic") }, "Synthetic voice", null],
  ["human voices", { licence: licence("human") }, null, null],
  ["a pack without a licence", {}, null, null],
] as const)("voiceLabel and voiceWarning return their text or null for %s", (_case, facts, label, sentence) => {
  expect([voiceLabel(facts), voiceWarning(facts)]).toEqual([label, sentence]);
});
