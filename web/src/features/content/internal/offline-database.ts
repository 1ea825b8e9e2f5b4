import type { DBSchema } from "idb";
import type { EncodedAudio } from "../../../audio/player.ts";
import { createDatabaseConnection } from "../../../browser/database.ts";
import { stored } from "../../../browser/stored.ts";

interface Schema extends DBSchema {
  /** Sets of dialogues for exams. */
  dialogues: { key: [userId: string, name: string]; value: unknown };
  sounds: { key: [userId: string, name: string, dialogue: number, segment: number]; value: EncodedAudio };
  kept: { key: [userId: string, folder: string]; value: unknown };
  keptTexts: { key: [userId: string, path: string]; value: unknown };
  keptSounds: { key: [userId: string, path: string]; value: EncodedAudio };
}

const stores = ["dialogues", "sounds", "kept", "keptTexts", "keptSounds"] as const;

export const offlineDatabase = createDatabaseConnection<Schema>(stored.offlineContent, (database) => {
  // The first version has only the first two stores.
  for (const store of stores) if (!database.objectStoreNames.contains(store)) database.createObjectStore(store);
});
