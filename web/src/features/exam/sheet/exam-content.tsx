import { useQueries } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { Segment } from "../../../../../domain/content/pack.ts";
import type { ExamDialogue } from "../../../../../domain/exam/exam-attempt.ts";
import { paths } from "../../../../../domain/http/pages.ts";
import { Button } from "../../../ui/button.tsx";
import { scenariosQuery } from "../../content/scenarios.ts";
import { fromHome } from "../../plans/upgrading.ts";
import { helpFor, type ScenarioHelp, scenarioQuery } from "../../scenario/scenario.ts";
import { type ExamRecording, latestExamRecordings, loadExamRecordings } from "../recordings/exam-recordings.ts";

export type DialogueContent =
  | { kind: "loading" }
  | {
      kind: "ready";
      folder: string;
      segments: readonly Segment[];
      isChanged: boolean;
    }
  | { kind: "absent"; help: ScenarioHelp; retry: () => void };

type Content = { folder: string; segments: readonly Segment[] };

function isChanged(drawn: ExamDialogue, { segments }: Content, version: string | undefined): boolean {
  if (drawn.version !== undefined && version !== undefined && drawn.version !== version) return true;
  return drawn.segments.length !== segments.length;
}

export function useDialogueContents(
  userId: string,
  dialogues: readonly ExamDialogue[],
  paid: boolean,
): readonly DialogueContent[] {
  const contents = useQueries({
    queries: dialogues.map(({ scenario_id: scenarioId, language }) =>
      scenarioQuery({ userId, scenarioId, preference: language, paid }),
    ),
  });
  const lists = useQueries({
    queries: dialogues.map(({ language, topic_id: topic }) => scenariosQuery(userId, language, topic)),
  });
  return dialogues.map((drawn, at): DialogueContent => {
    const content = contents[at];
    if (!content || content.isPending) return { kind: "loading" };
    if (content.isError) {
      return { kind: "absent", help: helpFor(content.error), retry: () => void content.refetch() };
    }
    const { folder, segments } = content.data;
    const listed = lists[at]?.data?.find(({ id }) => id === drawn.scenario_id);
    return { kind: "ready", folder, segments, isChanged: isChanged(drawn, content.data, listed?.version) };
  });
}

/** `recordings` has the last recording of each segment. */
export type ExamRecordingsState =
  | { kind: "loading" }
  | { kind: "ready"; recordings: readonly ExamRecording[] }
  | { kind: "unreadable" };

export function useExamRecordings(userId: string, attemptId: string): ExamRecordingsState {
  const [state, setState] = useState<ExamRecordingsState>({ kind: "loading" });
  useEffect(() => {
    let isOver = false;
    loadExamRecordings(userId, attemptId).then(
      (recordings) => !isOver && setState({ kind: "ready", recordings: latestExamRecordings(recordings) }),
      () => !isOver && setState({ kind: "unreadable" }),
    );
    return () => {
      isOver = true;
    };
  }, [userId, attemptId]);
  return state;
}

export function DialogueNotice({ content }: { content: DialogueContent }) {
  if (content.kind === "loading") return null;
  if (content.kind === "ready") {
    if (!content.isChanged) return null;
    return (
      <p className="sheet-notice" role="note">
        This dialogue may have changed since your exam. Its transcripts and audio may not match your recordings.
      </p>
    );
  }
  const { help, retry } = content;
  if (help === "try-again") {
    return (
      <div className="sheet-notice" role="note">
        <p>The transcripts and audio of this dialogue could not be loaded.</p>
        <Button onClick={retry}>Try again</Button>
      </div>
    );
  }
  if (help === "choose-plan") {
    return (
      <p className="sheet-notice" role="note">
        The transcripts and audio of this dialogue need a paid plan.{" "}
        <Link to={paths.pricing} state={fromHome}>
          See the plans
        </Link>
      </p>
    );
  }
  return (
    <p className="sheet-notice" role="note">
      The transcripts and audio of this dialogue are not available.
    </p>
  );
}
