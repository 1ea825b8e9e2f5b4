/** @jsxImportSource preact */

import { isSamePlace, type Place } from "../../../domain/exam/exam-marking.ts";
import type { OpenedShare } from "../../../domain/sharing/guest-routes.ts";
import { countedText } from "../ui/counted-text.ts";
import { titleLanguage } from "../ui/title-language.ts";
import type { GuestApp } from "./guest-app.ts";

type Props = {
  app: GuestApp;
  share: OpenedShare;
  places: readonly Place[];
  place: Place;
  /** Null while the marking is hidden. */
  marked: readonly Place[] | null;
};

function stateText(comments: number, isMarked: boolean): string {
  const words = comments === 0 ? [] : [countedText(comments, "comment")];
  return [...words, ...(isMarked ? ["marked"] : [])].map((word) => `, ${word}`).join("");
}

export function SegmentNav({ app, share, places, place, marked }: Props) {
  const comments = share.guest?.comments ?? [];
  return (
    <nav class="guest-nav" aria-label="Segments">
      {share.dialogues.map(({ title, language }, dialogue) => (
        <div key={title + String(dialogue)} class="guest-nav-dialogue">
          <h2 {...titleLanguage(title, language)}>{title}</h2>
          <ol aria-label={title}>
            {places
              .filter((each) => each.dialogue === dialogue)
              .map((each) => {
                const count = comments.filter((comment) => isSamePlace(comment, each)).length;
                const isMarked = marked?.some((other) => isSamePlace(other, each)) ?? false;
                return (
                  <li key={each.segment}>
                    <button
                      type="button"
                      class="guest-place"
                      aria-current={isSamePlace(each, place) ? "step" : undefined}
                      aria-label={`Segment ${each.segment + 1}${stateText(count, isMarked)}`}
                      data-marked={isMarked}
                      onClick={() => app.goTo(each)}
                    >
                      {each.segment + 1}
                      {count > 0 && <i aria-hidden="true" />}
                    </button>
                  </li>
                );
              })}
          </ol>
        </div>
      ))}
    </nav>
  );
}
