/** @jsxImportSource preact */
import { useEffect, useState } from "preact/hooks";
import { KeyedButton } from "./keyed-button.tsx";
import type { MarkingPartProps } from "./marking-part.tsx";

type MarkingModule = typeof import("./marking-part.tsx");

export function LazyMarking(props: MarkingPartProps) {
  const [module, setModule] = useState<MarkingModule | "loading" | "failed">("loading");
  useEffect(() => {
    if (module !== "loading") return;
    import("./marking-part.tsx").then(setModule, () => setModule("failed"));
  }, [module]);
  if (module === "loading") return <p class="guest-quiet guest-late">Loading the marking…</p>;
  if (module === "failed") {
    return (
      <div class="guest-notice">
        <p>The marking could not be loaded. Check your connection, then try again or reload the page.</p>
        <KeyedButton onAct={() => setModule("loading")}>Try again</KeyedButton>
      </div>
    );
  }
  return <module.MarkingPart {...props} />;
}
