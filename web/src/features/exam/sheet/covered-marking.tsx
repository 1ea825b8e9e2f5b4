import type { Marking } from "../../../../../domain/exam/exam-attempt.ts";
import { isOwnMarker, markerOf } from "../../../../../domain/exam/exam-marking.ts";
import { Button } from "../../../ui/button.tsx";

/** In place of a marking that only its own marker should see: nobody marks after reading another's notes. */
export function CoveredMarking({ marking, onShow }: { marking: Marking; onShow: () => void }) {
  const marker = markerOf(marking.changes);
  const whose = isOwnMarker(marker) ? "your" : <bdi>{marker.trim()}’s</bdi>;
  return (
    <section className="exam-cover" aria-labelledby="exam-cover-title">
      <h2 id="exam-cover-title">{isOwnMarker(marker) ? "Your marking is hidden" : <>{whose} marking is hidden</>}</h2>
      <p role="status">
        At least one marking of this exam is not complete. Until all are, each marker should see only their own notes.
      </p>
      <Button voice="ink" onClick={onShow}>
        Show {whose} marking
      </Button>
    </section>
  );
}
