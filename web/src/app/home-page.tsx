import { type ComponentType, lazy, Suspense, useState } from "react";
import { type Session, useSession } from "../features/accounts/session.ts";
import { loadAppModule } from "../reload.ts";
import { Spinner } from "../ui/spinner.tsx";
import { LandingPage } from "./landing-page.tsx";

type Home = ComponentType<{ session: Session & { kind: "learner" } }>;

const load = async (): Promise<{ default: Home }> => ({
  default: (await loadAppModule(() => import("./learner-home.tsx"))).LearnerHome,
});
const LazyHome = lazy(load);
let preloaded: Home | null = null;

/** Avoids a second spinner, which React may show for up to 300 ms even if the module loads sooner. */
export function preloadLearnerHome(): void {
  load().then(
    (module) => {
      preloaded = module.default;
    },
    // Ignores a failure, because `LazyHome` then imports the module again.
    () => undefined,
  );
}

export function HomePage() {
  const session = useSession();
  const [LearnerHome] = useState<Home>(() => preloaded ?? LazyHome);
  if (session.kind !== "learner") return <LandingPage />;
  return (
    <Suspense fallback={<Spinner label="Loading your dialogues…" />}>
      <LearnerHome session={session} />
    </Suspense>
  );
}
