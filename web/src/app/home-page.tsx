import { lazy, Suspense } from "react";
import { useSession } from "../features/accounts/session.ts";
import { loadAppModule } from "../reload.ts";
import { Spinner } from "../ui/spinner.tsx";
import { LandingPage } from "./landing-page.tsx";

const LearnerHome = lazy(async () => ({
  default: (await loadAppModule(() => import("./learner-home.tsx"))).LearnerHome,
}));

/** The landing page for visitors, the dialogues for learners. */
export function HomePage() {
  const session = useSession();
  if (session.kind !== "learner") return <LandingPage />;
  return (
    <Suspense fallback={<Spinner label="Loading your dialogues…" />}>
      <LearnerHome session={session} />
    </Suspense>
  );
}
