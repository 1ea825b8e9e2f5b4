import { countHeard } from "../../domain/exam/deciding-marking.ts";
import {
  type ExamAttempt,
  ExamAttemptFacts,
  type Marking,
  type MarkingChange,
  type MarkingSummary,
} from "../../domain/exam/exam-attempt.ts";
import { isOwnMarker } from "../../domain/exam/exam-marking.ts";
import type { AttemptKey, ExamAttemptStore } from "../store/exam-attempts.ts";
import type { ExamMarkingStore } from "../store/exam-markings.ts";
import type { Identity } from "./guest-identity.ts";
import type { OpenedLink } from "./open-link.ts";

export type ExamServices = {
  examAttempts: Pick<ExamAttemptStore, "get">;
  examMarkings: Pick<ExamMarkingStore, "get">;
};

/** `exam` is null for a dialogue, and if the exam attempt is deleted or not stored. */
export type SharedExam = { exam: ExamAttemptFacts | null; marking: Marking | null; learnerMarking: Marking | null };

const noExam: SharedExam = { exam: null, marking: null, learnerMarking: null };

export function attemptKeyOf({ key, share: { subject } }: OpenedLink): AttemptKey | null {
  return subject.kind === "exam" ? { userId: key.userId, attemptId: subject.attempt_id } : null;
}

async function readMarking(key: AttemptKey, markingId: string, services: ExamServices): Promise<Marking | null> {
  const stored = await services.examMarkings.get(key, markingId);
  if (!stored) return null;
  const { revision: _, ...marking } = stored;
  return marking;
}

function withoutRemark(change: MarkingChange): MarkingChange {
  return change.type === "note" && change.note ? { ...change, note: { ...change.note, remark: "" } } : change;
}

/** The learner shares the marks, but not the remarks. */
async function readMarks(key: AttemptKey, markingId: string, services: ExamServices): Promise<Marking | null> {
  const marking = await readMarking(key, markingId, services);
  return marking && { ...marking, changes: marking.changes.map(withoutRemark) };
}

/** Why: docs/decisions/0101-marking-by-misses-and-blind.md */
function findComparableMarking(attempt: ExamAttempt, guestId: string): MarkingSummary | undefined {
  const { heard } = countHeard(attempt);
  const complete = attempt.markings.filter(({ marked }) => heard > 0 && marked >= heard);
  if (!complete.some(({ marking_id }) => marking_id === guestId)) return undefined;
  return complete.find(({ marker }) => isOwnMarker(marker));
}

export async function readSharedExam(
  opened: OpenedLink,
  { guestId, known }: Identity,
  services: ExamServices,
): Promise<SharedExam> {
  const key = attemptKeyOf(opened);
  const attempt = key && (await services.examAttempts.get(key));
  if (!key || !attempt || attempt === "deleted") return noExam;
  // Parsing leaves out the markings.
  const exam = ExamAttemptFacts.parse(attempt);
  if (!known?.has_marking) return { ...noExam, exam };
  const { subject } = opened.share;
  const showsMarks = subject.kind === "exam" && subject.shows_marks;
  const learners = showsMarks ? findComparableMarking(attempt, guestId) : undefined;
  const [marking, learnerMarking] = await Promise.all([
    readMarking(key, guestId, services),
    learners ? readMarks(key, learners.marking_id, services) : null,
  ]);
  return { exam, marking, learnerMarking };
}
