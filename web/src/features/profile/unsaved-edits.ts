import { useEffect, useState } from "react";
import type { ProfileEdits } from "./profile-edits.ts";

// Whose session ends in another tab finds them again after logging in here.
let unsavedEdits: { userId: string; edits: ProfileEdits } | null = null;

/** What a learner has changed on the profile and not saved, kept for them while this page is open. */
export function useUnsavedEdits(userId: string) {
  const [edits, setEdits] = useState<ProfileEdits>(() => (unsavedEdits?.userId === userId ? unsavedEdits.edits : {}));
  useEffect(() => {
    unsavedEdits = { userId, edits };
  }, [userId, edits]);
  return [edits, setEdits] as const;
}

/** Forgets it, once the learner has logged out. */
export function clearUnsavedEdits(): void {
  unsavedEdits = null;
}
