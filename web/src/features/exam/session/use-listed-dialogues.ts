import { useQueries } from "@tanstack/react-query";
import type { ExamDialogue } from "../../../../../domain/exam/exam-attempt.ts";
import type { DialogueToDownload } from "../../content/offline-content.ts";
import { scenariosQuery } from "../../content/scenarios.ts";

export function useListedDialogues(
  userId: string,
  dialogues: readonly ExamDialogue[],
): readonly DialogueToDownload[] | null {
  const lists = useQueries({
    queries: dialogues.map(({ language, topic_id }) => scenariosQuery(userId, language, topic_id)),
  });
  if (lists.some(({ isPending }) => isPending)) return null;
  return dialogues.map(({ language, topic_id: topicId, scenario_id: id, title }, at) => {
    const listed = lists[at]?.data?.find((each) => each.id === id);
    return { language, topicId, listed: listed ?? { id, scenario: title } };
  });
}
