import { useEffect } from "react";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import { type HeldContent, letGoOfHeld } from "../../content/held-content.ts";
import type { ExamStudio } from "./exam-studio.ts";
import { RunScreen } from "./run-screen.tsx";

export type Sat = { studio: ExamStudio; held: HeldContent };

type Props = { sat: Sat; exam: Exam; userId: string; attemptId: string };

/** A mock that is sat; what it holds of the content is let go of once it is over. */
export function Sitting({ sat: { studio, held }, exam, userId, attemptId }: Props) {
  useEffect(
    () => () => {
      studio.dispose();
      if (studio.run.get().phase.kind === "over") void letGoOfHeld(userId);
    },
    [studio, userId],
  );
  return <RunScreen {...{ studio, exam, held, userId, attemptId }} />;
}
