import { describe, expect, it } from "vitest";
import { spokenFilipino } from "../../../content/voices/spoken-filipino.ts";

// The Indonesian voice says an unstressed e as a schwa. Phonemes of espeak-ng 1.51 are in double brackets, and an
// apostrophe precedes the stressed vowel. In Filipino words without a printed accent, the stress is mostly on the vowel
// before the last: https://kwfwikaatkultura.ph/ortograpiyang-pambansa (Commission on the Filipino Language, 2013).
describe("in Filipino for the Indonesian voice,", () => {
  it.each([
    ["words with e become phonemes", "tuwing Huwebes", "tuwing [[huw'EbEs]]"],
    ["ng is a single phoneme", "permanenteng anyos", "[[pERman'EntEN]] anyos"],
    ["a word after an apostrophe belongs to the word before", "babae'y umalis", "[[bab'aEj]] umalis"],
    ["c is read as s before e", "Cebu", "[[s'Ebu]]"],
    ["the two irregular spellings are written as they are said", "Mga anak ng guro", "manga anak nang guro"],
    ["sy is not read as the Indonesian consonant", "isyu", "isiyu"],
    ["the only vowel of a word has the stress", "tsek", "[[ts'Ek]]"],
  ])("%s", (_rule, text, spoken) => {
    expect(spokenFilipino(text)).toBe(spoken);
  });
});
