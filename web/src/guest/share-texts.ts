import type { OpenedShare } from "../../../domain/sharing/guest-routes.ts";
import { recordedDialogues } from "../../../domain/sharing/recorded-dialogues.ts";

export function dayText(instant: string): string {
  return new Date(instant).toLocaleDateString("en-AU", { day: "numeric", month: "long", year: "numeric" });
}

const recordingsText = (count: number) => (count === 1 ? "one recording" : `${count} recordings`);

export function requestText(share: OpenedShare): string {
  const { asker, subject, recordings } = share;
  const titles = recordedDialogues(share)
    .map(({ title }) => `“${title}”`)
    .join(" and ");
  return subject.kind === "exam"
    ? `${asker} asks for your feedback on a mock exam: ${recordingsText(recordings.length)} of ${titles}.`
    : `${asker} asks for your feedback on ${recordingsText(recordings.length)} of ${titles}.`;
}
