/** @jsxImportSource preact */
import { useEffect, useRef } from "preact/hooks";
import { computeExamResult, type ExamResult, isMarkingComplete } from "../../../domain/exam/exam-result.ts";
import type { OpenedShare } from "../../../domain/sharing/guest-routes.ts";
import { countedText } from "../ui/counted-text.ts";
import { shortfallText } from "../ui/marks-text.ts";
import type { GuestMarking } from "./use-guest-marking.ts";

type Column = { name: string; result: ExamResult };

function Marks({ columns }: { columns: readonly Column[] }) {
  const [first] = columns;
  const row = (name: string, cell: (result: ExamResult) => string) => (
    <tr>
      <th scope="row">{name}</th>
      {columns.map((column) => (
        <td key={column.name}>{cell(column.result)}</td>
      ))}
    </tr>
  );
  return (
    <table class="guest-marks">
      <caption class="visually-hidden">Marks</caption>
      <thead>
        <tr>
          <td />
          {columns.map(({ name }) => (
            <th key={name} scope="col">
              <bdi>{name}</bdi>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {first?.result.dialogues.map((dialogue, at) =>
          row(`Dialogue ${at + 1}`, ({ dialogues }) => `${dialogues[at]?.marks ?? ""} of ${dialogue.of}`),
        )}
        {row("Total", ({ marks, of }) => `${marks} of ${of}`)}
        {row("Result", ({ passed }) => (passed ? "Pass" : "Fail"))}
      </tbody>
    </table>
  );
}

/** Moves the focus to the result when the marking becomes complete, because the result is far from “Finish segment”. */
function useFocusWhenComplete(isComplete: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const wasComplete = useRef(isComplete);
  useEffect(() => {
    if (isComplete && !wasComplete.current) heading.current?.focus();
    wasComplete.current = isComplete;
  }, [isComplete]);
  return heading;
}

export function MarkingResult({ share, marking }: { share: OpenedShare; marking: GuestMarking }) {
  const { exam, attempt, changes } = marking;
  const result = computeExamResult(exam, attempt, changes);
  const isComplete = isMarkingComplete(attempt, changes);
  const heading = useFocusWhenComplete(isComplete);
  const learners = share.guest?.learner_marking;
  const columns = [
    { name: "You", result },
    ...(learners ? [{ name: share.asker, result: computeExamResult(exam, attempt, learners.changes) }] : []),
  ];
  return (
    <section class="guest-result" aria-labelledby="guest-result">
      <h2 id="guest-result" ref={heading} tabIndex={-1}>
        {isComplete ? "Marking finished" : "Your marking"}
      </h2>
      <p>
        {result.marked} of {countedText(result.heard, "segment")} marked.
      </p>
      <progress max={result.heard} value={result.marked} aria-label="Marked segments" />
      {isComplete && <Marks columns={columns} />}
      {isComplete && !result.passed && (
        <p>
          {learners && "Your marking: "}
          {result.shortfalls.map(shortfallText).join(" ")}
        </p>
      )}
    </section>
  );
}
