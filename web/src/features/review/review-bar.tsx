import { ActionButton } from "../practice/screen/action-button.tsx";
import type { EntryPlace } from "./entry-place.ts";
import "../practice/screen/segment-bar.css";

type Props = {
  place: EntryPlace;
  isRated: boolean;
  canLeave: boolean;
};

export function ReviewBar({ place, isRated, canLeave }: Props) {
  return (
    <nav className="bottom-bar" aria-label="Review">
      <ActionButton allowed={canLeave} onAct={place.onEnd}>
        End review
      </ActionButton>
      <ActionButton variant={isRated ? "ink" : "plain"} allowed={canLeave} shortcut="next" onAct={place.onNext}>
        {isRated ? (place.isLast ? "Finish" : "Next") : "Skip"}
      </ActionButton>
    </nav>
  );
}
