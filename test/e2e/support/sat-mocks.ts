import type { ExamAttemptFacts, MarkingChange, SegmentFacts } from "../../../domain/exam-attempt.ts";
import { readConfig, signIn } from "../../support/learner.ts";
import type { NewLearner } from "./learner.ts";

/** A mock of two examples of three segments each that was sat, and what its marking has come to. */
type SatMock = {
  /** An instant of the learner's own clock. */
  at: string;
  /** How many of its six segments are marked, and what each dialogue lost. */
  marked: number;
  lost: readonly [number, number];
};

const segmentsOfEach = 3;
const titles = { "example-1": "Seeing a doctor about a cough", "example-2": "Applying to rent a flat" } as const;

function factsOf(at: string): ExamAttemptFacts {
  const heard: SegmentFacts = { heard_at: at, repeats: 0, take_seconds: 4, interrupted: false };
  const dialogue = (id: keyof typeof titles) => {
    const facts = { language: "nepali", scenario_id: id, topic_id: "example", title: titles[id] } as const;
    return { ...facts, segments: Array.from({ length: segmentsOfEach }, () => heard) };
  };
  const dialogues = [dialogue("example-1"), dialogue("example-2")];
  const times = { started_at: at, ended_at: at };
  return { exam: "naati-ccl", seed: 1, ...times, outcome: "finished", revision: 8, dialogues, interruptions: [] };
}

function changesOf({ at, marked, lost }: SatMock): MarkingChange[] {
  const segments = Array.from({ length: marked }, (_, number) => ({
    ...{ type: "segment" as const, changed_at: at, marked: true },
    ...{ dialogue: Math.floor(number / segmentsOfEach), segment: number % segmentsOfEach },
  }));
  const notes = lost.map((deduction, dialogue) => {
    const note = { dialogue, segment: 0, kind: "omission" as const, at_seconds: 1, deduction, remark: "" };
    return { type: "note" as const, id: crypto.randomUUID(), changed_at: at, note };
  });
  return [...segments, ...notes];
}

/** Has a learner sat and marked mocks, in another browser as it were; gives back their ids. */
export async function sitMocks(appUrl: string, learner: NewLearner, mocks: readonly SatMock[]): Promise<string[]> {
  const [{ apiUrl }, { AccessToken }] = await Promise.all([readConfig(appUrl), signIn(appUrl, learner)]);
  const send = async (method: string, path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${AccessToken}`, "content-type": "application/json" };
    const response = await fetch(apiUrl + path, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`);
  };
  const ids: string[] = [];
  for (const mock of mocks) {
    const path = `/exam-attempts/${crypto.randomUUID()}`;
    await send("PUT", path, factsOf(mock.at));
    const changes = changesOf(mock);
    await send("PATCH", `${path}/markings/${crypto.randomUUID()}`, { created_at: mock.at, changes });
    ids.push(path.slice("/exam-attempts/".length));
  }
  return ids;
}

/** Deletes a mock, in another browser as it were. */
export async function deleteMock(appUrl: string, learner: NewLearner, attemptId: string): Promise<void> {
  const [{ apiUrl }, { AccessToken }] = await Promise.all([readConfig(appUrl), signIn(appUrl, learner)]);
  const headers = { authorization: `Bearer ${AccessToken}` };
  const response = await fetch(`${apiUrl}/exam-attempts/${attemptId}`, { method: "DELETE", headers });
  if (!response.ok) throw new Error(`The deletion was refused: ${await response.text()}`);
}
