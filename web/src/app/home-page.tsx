import { lazy, Suspense } from "react";
import { useSession } from "../features/accounts/session.ts";
import { loadFiles } from "../load-anew.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { LandingPage } from "./landing-page.tsx";

const ScenarioListPage = lazy(async () => ({
  default: (await loadFiles(() => import("../features/dialogues/scenario-list-page.tsx"))).ScenarioListPage,
}));

const InterruptedMock = lazyPart(async () => (await import("../features/exam/interrupted-mock.tsx")).InterruptedMock);

/** The landing for visitors, the dialogues for learners. */
export function HomePage() {
  const session = useSession();
  if (session.kind !== "learner") return <LandingPage />;
  return (
    <Suspense fallback={<Spinner label="Loading your dialogues…" />}>
      <ScenarioListPage session={session} notice={<InterruptedMock userId={session.userId} />} />
    </Suspense>
  );
}
