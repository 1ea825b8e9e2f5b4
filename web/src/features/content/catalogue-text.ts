import {
  type Catalogue,
  countFreeDialogues,
  findLanguageEntry,
  type LanguageEntry,
  languagesWithoutDialogues,
  sumCatalogue,
} from "../../../../domain/content/catalogue.ts";
import { type LanguageName, languageLabel } from "../../../../domain/content/language.ts";
import { countedText } from "../../ui/counted-text.ts";
import { durationText } from "../../ui/duration-text.ts";

const joinNames = (parts: readonly string[]) =>
  new Intl.ListFormat("en-AU", { type: "conjunction" }).format([...parts]);

export function dialoguesText(dialogues: number): string {
  return dialogues === 0 ? "No dialogues yet" : countedText(dialogues, "dialogue");
}

export function entryText({ dialogues, seconds }: Pick<LanguageEntry, "dialogues" | "seconds">): string {
  const counted = dialoguesText(dialogues);
  return seconds ? `${counted} · ${durationText(seconds)}` : counted;
}

export function languageText(catalogue: Catalogue, language: LanguageName): string {
  const entry = findLanguageEntry(catalogue, language);
  if (entry) return entryText(entry);
  return countFreeDialogues(catalogue, language) ? "Free examples only" : dialoguesText(0);
}

export function examsAndFree(catalogue: Catalogue, { language, exams }: LanguageEntry): string {
  const free = countFreeDialogues(catalogue, language);
  return [
    ...(exams === undefined ? [] : [exams === 0 ? "no mock exams" : countedText(exams, "mock exam")]),
    ...(free === undefined ? [] : [free === 0 ? "no free dialogues" : countedText(free, "more free dialogue")]),
  ].join(" · ");
}

/** Does not count the free examples. */
export function totalText(catalogue: Catalogue): string {
  const { dialogues, seconds } = sumCatalogue(catalogue);
  if (dialogues === 0) return catalogue.free?.length ? "" : "No language has dialogues yet.";
  const languages = countedText(catalogue.languages.length, "language");
  return `${dialoguesText(dialogues)} in ${languages}${seconds ? `, ${durationText(seconds)} in total` : ""}.`;
}

export function examRangeText({ languages }: Catalogue): string {
  const exams = languages.flatMap((entry) => (entry.exams === undefined ? [] : [entry.exams]));
  if (exams.length === 0 || exams.length < languages.length) return "";
  const [least, most] = [Math.min(...exams), Math.max(...exams)];
  if (most === 0) return "";
  if (least === 0) return `These languages have enough dialogues for up to ${countedText(most, "mock exam")} each.`;
  const range = least === most ? countedText(most, "mock exam") : `${least} to ${most} mock exams`;
  const each = languages.length === 1 ? "This language" : "Each of these languages";
  return `${each} has enough dialogues for ${range}.`;
}

export function availableText({ languages }: Catalogue): string {
  return joinNames(languages.map(({ language, dialogues }) => `${languageLabel(language)} (${dialogues})`));
}

export function freeText({ free, languages }: Catalogue): string {
  if (!free) return "";
  if (free.length === 0) return "No dialogue is free yet.";
  // The totals do not include the free dialogues.
  const one = languages.length === 0 ? "dialogue" : "more dialogue";
  const each = free.map(({ language, dialogues }) => `${countedText(dialogues, one)} in ${languageLabel(language)}`);
  const verb = free.length === 1 && free[0]?.dialogues === 1 ? "is" : "are";
  return `${joinNames(each)} ${verb} free.`;
}

export function othersText(catalogue: Catalogue): string {
  const others = languagesWithoutDialogues(catalogue).filter((each) => !countFreeDialogues(catalogue, each)).length;
  if (others === 0) return "";
  return others === 1 ? "1 language has no dialogues yet." : `${others} languages have no dialogues yet.`;
}

export function offerText(catalogue: Catalogue, language: LanguageName | null): string {
  if (language === null) return [totalText(catalogue), examRangeText(catalogue), freeText(catalogue)].join(" ").trim();
  const entry = findLanguageEntry(catalogue, language);
  if (!entry) {
    const has = countFreeDialogues(catalogue, language) ? "only free example dialogues" : "no dialogues yet";
    return `${languageLabel(language)} has ${has}.`;
  }
  return [
    entryOffer(entry),
    countFreeDialogues(catalogue, language) === undefined ? "" : freeOffer(catalogue, language),
  ]
    .join(" ")
    .trim();
}

function entryOffer({ language, dialogues, topics, seconds, of_exam_length, exams }: LanguageEntry): string {
  const inTopics = topics ? ` in ${countedText(topics, "topic")}` : "";
  const length = seconds ? `, ${durationText(seconds)} in total` : "";
  const exam = of_exam_length === undefined ? "" : ` ${examText(of_exam_length, dialogues)}`;
  const supply = exams === undefined ? "" : ` ${examCountText(language, exams)}`;
  return `${languageLabel(language)} has ${dialoguesText(dialogues)}${inTopics}${length}.${exam}${supply}`;
}

function examCountText(language: LanguageName, exams: number): string {
  const enough =
    exams === 0 ? "too few dialogues for a mock exam" : `enough dialogues for ${countedText(exams, "mock exam")}`;
  return `${languageLabel(language)} has ${enough}.`;
}

/** The catalogue counts the free examples separately. */
export function freeOffer(catalogue: Catalogue, language: LanguageName): string {
  const free = countFreeDialogues(catalogue, language) ?? 0;
  if (free > 0)
    return `${countedText(free, "more dialogue")} in ${languageLabel(language)} ${free === 1 ? "is" : "are"} free.`;
  return `No dialogue in ${languageLabel(language)} is free.`;
}

function examText(ofExamLength: number, dialogues: number): string {
  const length = "of exam length.";
  if (dialogues === 1) return `It is ${ofExamLength === 1 ? "" : "not "}${length}`;
  if (ofExamLength === dialogues) return `All of them are ${length}`;
  if (ofExamLength === 0) return `None of them is ${length}`;
  return `${ofExamLength} of them ${ofExamLength === 1 ? "is" : "are"} ${length}`;
}
