import { useEffect, useState } from "react";
import type { ProfileEdits } from "./profile-edits.ts";

// Kept only in memory. After the session ends in another tab, the learner finds the edits at the next log-in in this
// tab.
let unsavedEdits: { userId: string; edits: ProfileEdits } | null = null;

/** A learner's unsaved edits of the profile, kept while this page is open. */
export function useUnsavedEdits(userId: string) {
  const [edits, setEdits] = useState<ProfileEdits>(() => (unsavedEdits?.userId === userId ? unsavedEdits.edits : {}));
  useEffect(() => {
    unsavedEdits = { userId, edits };
  }, [userId, edits]);
  return [edits, setEdits] as const;
}

export function clearUnsavedEdits(): void {
  unsavedEdits = null;
}
