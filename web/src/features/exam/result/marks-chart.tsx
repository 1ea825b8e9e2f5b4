import type { CSSProperties } from "react";
import type { ExamAttemptFacts, Marking } from "../../../../../domain/exam/exam-attempt.ts";
import type { ExamResult } from "../../../../../domain/exam/exam-result.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import { marksText } from "../../../ui/marks-text.ts";
import { titleLanguage } from "../../../ui/title-language.ts";
import { deductionText, dialogueMarksText } from "./marking-text.ts";
import { type MarksChartData, type MarksChartStep, marksChartData } from "./result-view.ts";

const heightOf = (marks: number, { top, bottom }: MarksChartData) => (marks - bottom) / (top - bottom);

function stepText({ segment, lost, after, state }: MarksChartStep): string {
  if (state === "unheard") return `Segment ${segment + 1}: not heard`;
  if (lost > 0) return `Segment ${segment + 1}: ${marksText(lost)} deducted, ${after} left`;
  return `Segment ${segment + 1}: ${state === "marked" ? "no marks lost" : "not marked yet"}`;
}

function ChartColumn({ drop, fall }: { drop: MarksChartStep; fall: MarksChartData }) {
  const style: CSSProperties & Record<"--before" | "--after", number> = {
    "--before": heightOf(drop.before, fall),
    "--after": heightOf(drop.after, fall),
  };
  return (
    <li style={style} data-lost={drop.lost > 0} data-state={drop.state}>
      <span className="visually-hidden">{stepText(drop)}</span>
      <i className="fall-level" aria-hidden="true" />
      {drop.lost > 0 && (
        <b className="fall-drop" aria-hidden="true">
          <span>{deductionText(drop.lost)}</span>
        </b>
      )}
      <small aria-hidden="true">{drop.segment + 1}</small>
    </li>
  );
}

/** Draws a line that falls with each loss. */
function MarksChart({ fall, label }: { fall: MarksChartData; label: string }) {
  const { top, bottom, pass, steps } = fall;
  const style: CSSProperties & Record<"--pass" | "--segments", number> = {
    "--pass": heightOf(pass, fall),
    "--segments": steps.length,
  };
  return (
    <div className="fall" style={style} dir="ltr">
      <span className="fall-top" aria-hidden="true">
        {top}
      </span>
      <span className="fall-pass" aria-hidden="true">
        {pass}
      </span>
      <span className="fall-bottom" aria-hidden="true">
        {bottom}
      </span>
      <ol aria-label={label}>
        {steps.map((drop) => (
          <ChartColumn key={drop.segment} drop={drop} fall={fall} />
        ))}
      </ol>
    </div>
  );
}

function DialogueMarks({ result }: { result: ExamResult["dialogues"][number] }) {
  if (result.marking !== "begun") return dialogueMarksText(result);
  return (
    <>
      <strong>{result.marks}</strong> of {result.of}
    </>
  );
}

type MarksChartsProps = {
  exam: Exam;
  attempt: Pick<ExamAttemptFacts, "dialogues">;
  marking: Marking;
  result: ExamResult;
};

export function MarksCharts({ exam, attempt, marking, result }: MarksChartsProps) {
  const falls = marksChartData(exam, attempt, marking.changes);
  return (
    <div className="result-falls">
      {falls.map((fall, at) => {
        const dialogue = attempt.dialogues[at];
        const outcome = result.dialogues[at];
        if (!dialogue || !outcome) return null;
        return (
          <section key={`${dialogue.language} ${dialogue.scenario_id}`}>
            <h3>
              <span {...titleLanguage(dialogue.title, dialogue.language)}>{dialogue.title}</span>
              <span className="result-dialogue-marks">
                <DialogueMarks result={outcome} />
              </span>
            </h3>
            <MarksChart fall={fall} label={`Marks lost in dialogue ${at + 1}`} />
          </section>
        );
      })}
    </div>
  );
}
