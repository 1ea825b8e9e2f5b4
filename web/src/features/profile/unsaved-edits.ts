import { useEffect, useState } from "react";
import type { ProfileEdits } from "./profile-edits.ts";

// In memory, so that the edits are still there if another tab ends the session and the learner logs in again here.
let unsavedEdits: { userId: string; edits: ProfileEdits } | null = null;

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
