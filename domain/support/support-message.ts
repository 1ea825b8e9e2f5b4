import * as z from "zod/mini";

/** The most characters of a support message's title, and of its text. */
export const maxTitleLength = 200;
export const maxFeedbackLength = 5000;

/** Support messages that one learner may send within an hour. */
export const supportMessagesPerHour = 5;

/** Controls, and what separates lines or turns the direction of text: nothing that belongs into a line of an e-mail. */
const notInOneLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
/** Controls other than those that part lines and columns. */
const notInText = /[^\P{Cc}\n\t]+/gu;

/** Text as one line: whatever would begin another one, or hide, becomes a blank. */
export function toOneLine(text: string): string {
  return text.toWellFormed().replace(notInOneLine, " ");
}

/** Text of several lines, which end alike, without other controls. */
export function toPlainLines(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, "\n").replace(notInText, "");
}

/**
 * What a learner writes to support. Who it is from is not part of it: the access token says so. Lengths are those of the
 * trimmed text, in code points.
 */
export const SupportMessage = z.strictObject({
  title: z.string().check(z.overwrite(toOneLine), z.trim(), z.minLength(1), z.maxLength(maxTitleLength)),
  feedback: z.string().check(z.overwrite(toPlainLines), z.trim(), z.minLength(1), z.maxLength(maxFeedbackLength)),
});
export type SupportMessage = z.infer<typeof SupportMessage>;

const lengthOf = (text: string) => [...text.trim()].length;

/** How long the fields of a message are by the count that bounds them. */
export function countCharacters({ title, feedback }: SupportMessage): Record<keyof SupportMessage, number> {
  return { title: lengthOf(toOneLine(title)), feedback: lengthOf(toPlainLines(feedback)) };
}
