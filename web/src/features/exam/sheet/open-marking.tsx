import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { LanguageName } from "../../../../../domain/content/language.ts";
import type { ExamAttempt } from "../../../../../domain/exam/exam-attempt.ts";
import type { Place } from "../../../../../domain/exam/exam-marking.ts";
import { isMarkingComplete } from "../../../../../domain/exam/exam-result.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import { dialogueParameter, segmentParameter } from "../../../../../domain/http/pages.ts";
import { Tabs } from "../../../ui/tabs.tsx";
import { ExamResult } from "../result/exam-result.tsx";
import type { DialogueContent } from "./dialogue-content.ts";
import { MarkingSheet } from "./marking-sheet.tsx";
import type { SheetPlayer } from "./sheet-player.ts";
import type { MarkingInHand } from "./use-marking.ts";
import type { HeldMockTakes } from "./use-mock-takes.ts";

type Props = {
  userId: string;
  exam: Exam;
  attempt: ExamAttempt;
  contents: readonly DialogueContent[];
  takes: HeldMockTakes;
  inHand: MarkingInHand;
  player: SheetPlayer | null;
  candidate: string;
  preference: LanguageName | null;
};

/** The segment that the address names, as positions from 0; undefined where it names none. */
function useNamedPlace(): Place | undefined {
  const [parameters] = useSearchParams();
  const number = (name: string) => Number(parameters.get(name) ?? Number.NaN) - 1;
  const place = { dialogue: number(dialogueParameter), segment: number(segmentParameter) };
  return Number.isInteger(place.dialogue) && Number.isInteger(place.segment) ? place : undefined;
}

/** One marking: its sheet and its result. A complete one opens at its result, unless the address names a segment; any other at its sheet. */
export function OpenMarking(props: Props) {
  const { userId, exam, attempt, contents, takes, inHand, player, candidate, preference } = props;
  const { marking, markings } = inHand;
  const opensAt = useNamedPlace();
  const [view, setView] = useState<"sheet" | "result">(() =>
    isMarkingComplete(attempt, marking.changes) && !opensAt ? "result" : "sheet",
  );
  useEffect(() => () => void player?.hold(), [player]);
  const textAt = ({ dialogue, segment }: Place) => {
    const content = contents[dialogue];
    return content?.kind === "ready" ? (content.segments[segment] ?? null) : null;
  };
  const show = (next: "sheet" | "result") => {
    player?.hold();
    setView(next);
    // The other view begins at its beginning.
    scrollTo({ top: 0, behavior: "instant" });
  };
  return (
    <Tabs
      label="The mock"
      selected={view}
      onSelect={show}
      tabs={[
        {
          id: "sheet",
          label: "Sheet",
          content: player && (
            <MarkingSheet
              {...{ userId, exam, attempt, contents, takes, player, opensAt }}
              changes={marking.changes}
              onChange={inHand.change}
              onResult={() => show("result")}
            />
          ),
        },
        {
          id: "result",
          label: "Result",
          content: <ExamResult {...{ exam, attempt, marking, markings, candidate, preference, textAt }} />,
        },
      ]}
    />
  );
}
