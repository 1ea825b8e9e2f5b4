import type { QueryClient } from "@tanstack/react-query";
import type { LanguageName } from "../../../../domain/content/language.ts";
import type { TopicId } from "../../../../domain/content/scenario.ts";
import {
  type DialogueOfTerms,
  type ReadyTerm,
  readyList,
  readyListLength,
} from "../../../../domain/study/ready-list.ts";
import type { Term } from "../../../../domain/study/study-change.ts";
import { scenariosQuery } from "../content/scenarios.ts";
import { scenarioQuery } from "../scenario/scenario.ts";

export type ReadyListRequest = {
  userId: string;
  paid: boolean;
  language: LanguageName;
  topicId: TopicId;
  /** The learner's terms, which the ready list leaves out. */
  own: readonly Term[];
};

/** Rejects if the list of dialogues or a dialogue cannot be loaded. */
export async function loadReadyList(queries: QueryClient, request: ReadyListRequest): Promise<ReadyTerm[]> {
  const { userId, paid, language, topicId, own } = request;
  const listed = await queries.fetchQuery({ ...scenariosQuery(userId, language, topicId), retry: false });
  const dialogues: DialogueOfTerms[] = [];
  let list: ReadyTerm[] = [];
  for (const { id } of listed) {
    const query = scenarioQuery({ userId, scenarioId: id, preference: language, paid });
    const { segments } = await queries.fetchQuery({ ...query, retry: false });
    dialogues.push({ scenarioId: id, segments });
    list = readyList(dialogues, language, own);
    if (list.length === readyListLength) break;
  }
  return list;
}
