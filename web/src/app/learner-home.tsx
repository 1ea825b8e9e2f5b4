import type { Session } from "../features/accounts/session.ts";
import { ScenarioListPage } from "../features/dialogues/scenario-list-page.tsx";
import { useOpenExams } from "../features/exam/open-exams.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

const ExamCard = lazyPart(
  async () => (await import("../features/exam/exam-card.tsx")).ExamCard,
  <section className="exam-card-place" />,
);

export function LearnerHome({ session }: { session: Session & { kind: "learner" } }) {
  const openExams = useOpenExams(session.userId);
  return <ScenarioListPage session={session} openExams={openExams} examCard={<ExamCard userId={session.userId} />} />;
}
