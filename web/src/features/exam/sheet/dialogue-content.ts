import { useQueries } from "@tanstack/react-query";
import type { Segment } from "../../../../../domain/content/pack.ts";
import type { ExamDialogue } from "../../../../../domain/exam/exam-attempt.ts";
import { scenariosQuery } from "../../content/scenarios.ts";
import { helpWith, type ScenarioHelp, scenarioQuery } from "../../scenario/scenario.ts";

/** The words and sounds of a mock's dialogue, as they are now. */
export type DialogueContent =
  | { kind: "loading" }
  | {
      kind: "ready";
      /** Where its recordings stand. */
      folder: string;
      segments: readonly Segment[];
      /** They are no longer those that were heard. */
      isChanged: boolean;
    }
  | { kind: "absent"; help: ScenarioHelp; retry: () => void };

type Content = { folder: string; segments: readonly Segment[] };

/** Whether a dialogue is another than the one that was drawn; where no version is known, its segments tell. */
export function isChanged(drawn: ExamDialogue, { segments }: Content, version: string | undefined): boolean {
  if (drawn.version !== undefined && version !== undefined && drawn.version !== version) return true;
  return drawn.segments.length !== segments.length;
}

/** The dialogues of a mock; `paid` is whether the learner's plan gives them more than the examples. */
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
      return { kind: "absent", help: helpWith(content.error), retry: () => void content.refetch() };
    }
    const { folder, segments } = content.data;
    const listed = lists[at]?.data?.find(({ id }) => id === drawn.scenario_id);
    return { kind: "ready", folder, segments, isChanged: isChanged(drawn, content.data, listed?.version) };
  });
}
