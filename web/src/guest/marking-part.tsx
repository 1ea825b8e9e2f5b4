/** @jsxImportSource preact */
import type { LanguageName } from "../../../domain/content/language.ts";
import type { Segment } from "../../../domain/content/pack.ts";
import type { ExamAttemptFacts } from "../../../domain/exam/exam-attempt.ts";
import type { Place } from "../../../domain/exam/exam-marking.ts";
import type { OpenedShare } from "../../../domain/sharing/guest-routes.ts";
import type { GuestApp } from "./guest-app.ts";
import { MarkingPanel } from "./marking-panel.tsx";
import { MarkingResult } from "./marking-result.tsx";
import type { DialogueContent } from "./shared-content.ts";
import { useGuestMarking } from "./use-guest-marking.ts";
import "./marking.css";

export type MarkingPartProps = {
  app: GuestApp;
  share: OpenedShare;
  attempt: ExamAttemptFacts;
  place: Place;
  content: DialogueContent;
  segment: Segment | undefined;
  language: LanguageName;
  onNext: () => void;
};

/** Import this module dynamically, so that it is loaded only for guests who mark. */
export function MarkingPart({ app, share, attempt, place, ...shown }: MarkingPartProps) {
  const marking = useGuestMarking({ app, attempt, place, units: shown.segment?.units ?? [] });
  if (!marking) return <p class="guest-notice">You cannot mark this exam here.</p>;
  return (
    <>
      <MarkingResult share={share} marking={marking} />
      <MarkingPanel {...{ app, marking, ...shown }} />
    </>
  );
}
