import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { paths } from "../../../domain/http/pages.ts";
import { useSession } from "../features/accounts/session.ts";
import { loadAppModule } from "../reload.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { LandingPage } from "./landing-page.tsx";

const ScenarioListPage = lazy(async () => ({
  default: (await loadAppModule(() => import("../features/dialogues/scenario-list-page.tsx"))).ScenarioListPage,
}));

const ExamCard = lazyPart(
  async () => (await import("../features/exam/exam-card.tsx")).ExamCard,
  <section className="exam-card-place" />,
);

const ExamLink = lazyPart(
  async () => (await import("../features/exam/exam-card.tsx")).ExamLink,
  <Link to={paths.exam}>Mock exam</Link>,
);

/** The landing page for visitors, the dialogues for learners. */
export function HomePage() {
  const session = useSession();
  if (session.kind !== "learner") return <LandingPage />;
  return (
    <Suspense fallback={<Spinner label="Loading your dialogues…" />}>
      <ScenarioListPage
        session={session}
        examLink={<ExamLink userId={session.userId} />}
        examCard={<ExamCard userId={session.userId} />}
      />
    </Suspense>
  );
}
