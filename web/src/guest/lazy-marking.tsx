/** @jsxImportSource preact */
import { useEffect, useState } from "preact/hooks";
import { KeyedButton } from "./keyed-button.tsx";
import type { MarkingPartProps } from "./marking-part.tsx";
import { isShareClosed } from "./share-session.ts";
import { useObservable } from "./use-observable.ts";

type MarkingModule = typeof import("./marking-part.tsx");

export function LazyMarking(props: MarkingPartProps) {
  const isClosed = isShareClosed(useObservable(props.app.session.state));
  const [module, setModule] = useState<MarkingModule | "loading" | "failed">("loading");
  useEffect(() => {
    if (module !== "loading") return;
    import("./marking-part.tsx").then(setModule, () => setModule("failed"));
  }, [module]);
  if (module === "loading") return <p class="guest-quiet guest-late">Loading the marking…</p>;
  if (module === "failed") {
    return (
      <div class="guest-notice">
        <p>
          The marking could not be loaded. Check your connection, then try again{!isClosed && " or reload the page"}.
        </p>
        <KeyedButton onAct={() => setModule("loading")}>Try again</KeyedButton>
      </div>
    );
  }
  return <module.MarkingPart {...props} />;
}
