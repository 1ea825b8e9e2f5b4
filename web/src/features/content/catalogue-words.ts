import { type Catalogue, entryOf, type LanguageEntry, totalOf } from "../../../../domain/content/catalogue.ts";
import { type LanguageName, languageLabel } from "../../../../domain/content/language.ts";
import { durationText } from "../../ui/duration-text.ts";

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** A number of dialogues in words. */
export function dialoguesText(dialogues: number): string {
  return dialogues === 0 ? "No dialogues yet" : counted(dialogues, "dialogue");
}

/** What a language has, beside its name: "24 dialogues · 1 h 12 min"; its length only where that is known. */
export function entryText(entry: Pick<LanguageEntry, "dialogues" | "seconds"> | undefined): string {
  const dialogues = dialoguesText(entry?.dialogues ?? 0);
  return entry?.seconds ? `${dialogues} · ${durationText(entry.seconds)}` : dialogues;
}

/** What all languages have together: "46 dialogues in 10 languages, 3 h 12 min in all." */
export function totalText(catalogue: Catalogue): string {
  const { dialogues, seconds } = totalOf(catalogue);
  if (dialogues === 0) return "No language has dialogues yet.";
  const languages = counted(catalogue.languages.length, "language");
  return `${dialoguesText(dialogues)} in ${languages}${seconds ? `, ${durationText(seconds)} in all` : ""}.`;
}

/** The languages that have dialogues, with their number: "Arabic (4), Nepali (38) and Spanish (4)"; "" if none has. */
export function availableText({ languages }: Catalogue): string {
  const each = languages.map(({ language, dialogues }) => `${languageLabel(language)} (${dialogues})`);
  return new Intl.ListFormat("en-AU", { type: "conjunction" }).format(each);
}

/** What a paid plan opens today, for a learner who has chosen a language, or has not (null). */
export function offerText(catalogue: Catalogue, language: LanguageName | null): string {
  if (language !== null) {
    const entry = entryOf(catalogue, language);
    return entry ? entryOffer(entry) : noneIn(catalogue, language);
  }
  const { dialogues, seconds } = totalOf(catalogue);
  if (dialogues === 0) return totalText(catalogue);
  const length = seconds ? ` ${dialogues === 1 ? "It is" : "Together they are"} ${durationText(seconds)} long.` : "";
  return `There are dialogues in ${availableText(catalogue)}.${length} Any other language can be chosen, but has none yet.`;
}

function entryOffer({ language, dialogues, topics, seconds, of_exam_length }: LanguageEntry): string {
  const inTopics = topics ? ` in ${counted(topics, "topic")}` : "";
  const length = seconds ? `, ${durationText(seconds)} in all` : "";
  const exam = of_exam_length === undefined ? "" : ` ${examText(of_exam_length, dialogues)}`;
  return `${languageLabel(language)} has ${dialoguesText(dialogues)}${inTopics} today${length}.${exam}`;
}

function examText(ofExamLength: number, dialogues: number): string {
  const asLong = "as long as the exam’s.";
  if (dialogues === 1) return `It is ${ofExamLength === 1 ? "" : "not "}${asLong}`;
  if (ofExamLength === dialogues) return `All of them are ${asLong}`;
  if (ofExamLength === 0) return `None of them is ${asLong}`;
  return `${ofExamLength} of them ${ofExamLength === 1 ? "is" : "are"} ${asLong}`;
}

/** What whoever chooses a language that has no dialogues should know first; null if it has some. */
export function missingText(catalogue: Catalogue, language: LanguageName): string | null {
  return entryOf(catalogue, language) ? null : noneIn(catalogue, language);
}

function noneIn(catalogue: Catalogue, language: LanguageName): string {
  const available = availableText(catalogue);
  const elsewhere = available === "" ? "" : ` There are dialogues in ${available}.`;
  return `${languageLabel(language)} has no dialogues yet.${elsewhere}`;
}
