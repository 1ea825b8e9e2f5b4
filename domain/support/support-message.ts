import * as z from "zod/mini";

export const maxTitleLength = 200;
export const maxFeedbackLength = 5000;

export const supportMessagesPerHour = 5;

/** Control characters, line and paragraph separators, and bidirectional embeddings, overrides and isolates. */
const notInOneLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
/** Control characters except line feeds and tabs. */
const notInText = /[^\P{Cc}\n\t]+/gu;

export function toOneLine(text: string): string {
  return text.toWellFormed().replace(notInOneLine, " ");
}

export function toPlainLines(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, "\n").replace(notInText, "");
}

/** The sender comes from the access token. The limits are for the trimmed text, in code points. */
export const SupportMessage = z.strictObject({
  title: z.string().check(z.overwrite(toOneLine), z.trim(), z.minLength(1), z.maxLength(maxTitleLength)),
  feedback: z.string().check(z.overwrite(toPlainLines), z.trim(), z.minLength(1), z.maxLength(maxFeedbackLength)),
});
export type SupportMessage = z.infer<typeof SupportMessage>;

const lengthOf = (text: string) => [...text.trim()].length;

export function countCharacters({ title, feedback }: SupportMessage): Record<keyof SupportMessage, number> {
  return { title: lengthOf(toOneLine(title)), feedback: lengthOf(toPlainLines(feedback)) };
}
