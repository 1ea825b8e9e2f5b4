import { useEffect, useState } from "react";
import { type KeptDialogue, listKept, onKeptChanged } from "./keep-dialogue.ts";

/** Returns null while the dialogues load. */
export function useKept(userId: string): readonly KeptDialogue[] | "unreadable" | null {
  const [kept, setKept] = useState<readonly KeptDialogue[] | "unreadable" | null>(null);
  useEffect(() => {
    let isOver = false;
    const read = () =>
      void listKept(userId)
        .catch(() => "unreadable" as const)
        .then((found) => isOver || setKept(found));
    read();
    const stop = onKeptChanged(userId, read);
    return () => {
      isOver = true;
      stop();
    };
  }, [userId]);
  return kept;
}
