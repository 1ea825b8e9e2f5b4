import { type RefObject, useEffect, useState } from "react";
import type { LanguageName } from "../../../../domain/content/language.ts";
import type { Segment } from "../../../../domain/content/pack.ts";
import { segmentId, topicOf } from "../../../../domain/content/scenario.ts";
import { termOfSelection } from "../../../../domain/study/term-selection.ts";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { type EditedTerm, newTerm } from "./term-fields.ts";
import { useSelectedScript } from "./use-selected-script.ts";
import "./add-term.css";

const TermDialog = lazyPart(
  async () => (await import("./term-dialog.tsx")).TermDialog,
  <p role="status">Opening the form…</p>,
);

/** `language` is the dialogue's language besides English; `index` counts from 0. */
export type SegmentSource = {
  userId: string;
  language: LanguageName;
  scenarioId: string;
  index: number;
  segment: Segment;
};

type Props = SegmentSource & {
  /** The positioned element that contains the transcripts. */
  container: RefObject<HTMLElement | null>;
  canAdd: boolean;
};

/** The width reserved for the button, so that the button stays within the container. */
const selectionButtonWidth = "12rem";
const gapPx = 6;

function placeBelow(place: { left: number; bottom: number }, container: HTMLElement | null) {
  if (!container) return {};
  const box = container.getBoundingClientRect();
  const left = `max(0px, min(${place.left - box.left}px, 100% - ${selectionButtonWidth}))`;
  return { left, top: place.bottom - box.top + gapPx };
}

export function AddTerm({ userId, language, scenarioId, index, segment, container, canAdd }: Props) {
  const { selected, hold, clear } = useSelectedScript(container);
  const [start, setStart] = useState<EditedTerm | null>(null);
  useEffect(TermDialog.preload, []);
  const words = selected && termOfSelection(segment, language, selected.side, selected.range);
  const open = (known: Partial<EditedTerm["fields"]>) => {
    const ref = { language, scenario_id: scenarioId, segment_id: segmentId(index) };
    setStart({ ...newTerm(language, { topic_id: topicOf(scenarioId), ...known }), segment: ref });
    clear();
  };
  return (
    <div className="add-term">
      {canAdd && selected && words && (
        <span className="add-term-selected" style={placeBelow(selected.place, container.current)}>
          <Button onPointerDown={hold} onClick={() => open(words)}>
            Add to glossary
          </Button>
        </span>
      )}
      <Button variant="quiet" aria-disabled={!canAdd} onClick={() => canAdd && open({})}>
        Add a term
      </Button>
      {start && <TermDialog userId={userId} start={start} onClose={() => setStart(null)} />}
    </div>
  );
}
