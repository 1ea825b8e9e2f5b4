import { useState } from "react";
import type { Marking } from "../../../../../domain/exam/exam-attempt.ts";
import { isOwnMarker, markedSegments, markerOf, notesOf } from "../../../../../domain/exam/exam-marking.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/fields.ts";
import { dayText, markerText } from "../result/marking-text.ts";
import type { MarkingSelection } from "./use-marking.ts";

const maxNameLength = 80;

function NewMarkingDialog({ onBegin, onClose }: { onBegin: (name: string) => void; onClose: () => void }) {
  const [name, setName] = useState("");
  return (
    <Dialog
      title="Start another marking"
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="ink" type="submit" form="new-marking">
            Start
          </Button>
        </>
      }
    >
      <form
        id="new-marking"
        onSubmit={(event) => {
          event.preventDefault();
          onBegin(name.trim());
        }}
      >
        <p>The new marking starts empty.</p>
        <TextField
          label="Marker’s name (empty for yourself)"
          value={name}
          maxLength={maxNameLength}
          autoComplete="off"
          dir="auto"
          onChange={({ target }) => setName(target.value)}
        />
      </form>
    </Dialog>
  );
}

type DeleteProps = { marking: Marking; onDelete: () => void; onClose: () => void };

function DeleteMarkingDialog({ marking, onDelete, onClose }: DeleteProps) {
  const [notes, marked] = [notesOf(marking.changes).length, markedSegments(marking.changes).length];
  const marker = markerOf(marking.changes);
  return (
    <Dialog
      title={isOwnMarker(marker) ? "Delete your marking?" : `Delete ${marker.trim()}’s marking?`}
      onDismiss={onClose}
      actions={
        <>
          <Button variant="ink" onClick={onClose}>
            Keep it
          </Button>
          <Button variant="danger" onClick={onDelete}>
            Delete
          </Button>
        </>
      }
    >
      <p>
        This deletes the marking with {notes} {notes === 1 ? "note" : "notes"} and {marked} marked{" "}
        {marked === 1 ? "segment" : "segments"}. You cannot undo this.
      </p>
    </Dialog>
  );
}

const markerName = (marking: Marking) => markerText(markerOf(marking.changes));

export function MarkingChoice({ selection }: { selection: MarkingSelection }) {
  const { markings, marking, choose, start, canStart, remove } = selection;
  const [asking, setAsking] = useState<"start" | "delete" | null>(null);
  if (markings.length === 0) return null;
  const isListed = markings.some(({ marking_id: id }) => id === marking.marking_id);
  return (
    <fieldset className="exam-markings">
      <legend className="visually-hidden">Markings</legend>
      {(isListed ? markings : [...markings, marking]).map((each) => (
        <Button
          key={each.marking_id}
          variant="quiet"
          aria-pressed={each.marking_id === marking.marking_id}
          onClick={() => choose(each.marking_id)}
        >
          <bdi>{markerName(each)}</bdi> <small>{dayText(each.created_at)}</small>
        </Button>
      ))}
      {canStart && (
        <Button variant="quiet" onClick={() => setAsking("start")}>
          Mark again
        </Button>
      )}
      {isListed && (
        <Button variant="quiet" onClick={() => setAsking("delete")}>
          Delete marking
        </Button>
      )}
      {asking === "start" && (
        <NewMarkingDialog
          onClose={() => setAsking(null)}
          onBegin={(name) => {
            setAsking(null);
            start(name);
          }}
        />
      )}
      {asking === "delete" && (
        <DeleteMarkingDialog
          marking={marking}
          onClose={() => setAsking(null)}
          onDelete={() => {
            setAsking(null);
            remove();
          }}
        />
      )}
    </fieldset>
  );
}
