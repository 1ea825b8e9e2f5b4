import * as z from "zod/mini";
import { languageNames } from "../../../../../domain/content/language.ts";
import { ListedScenario, SegmentList } from "../../../../../domain/content/pack.ts";
import { topicIds } from "../../../../../domain/content/scenario.ts";
import type { EncodedAudio } from "../../../audio/player.ts";
import { prefixKeyRange } from "../../../browser/database.ts";
import { offlineDatabase } from "./offline-database.ts";

export const OfflineDialogue = z.object({
  language: z.enum(languageNames),
  topicId: z.enum(topicIds),
  listed: ListedScenario,
  segments: SegmentList,
});
export type OfflineDialogue = z.infer<typeof OfflineDialogue>;

export type OfflineKey = { userId: string; name: string };

const stores = ["dialogues", "sounds"] as const;

const { connect } = offlineDatabase;

/** Sets of dialogues for exams. Every call rejects if the browser blocks storage. */
export const offlineStore = {
  putSound: async (
    { userId, name }: OfflineKey,
    dialogue: number,
    segment: number,
    sound: EncodedAudio,
  ): Promise<void> => {
    await (await connect()).put("sounds", sound, [userId, name, dialogue, segment]);
  },
  /** Marks the set as complete. Call this function after the set's audio is stored. */
  putDialogues: async ({ userId, name }: OfflineKey, dialogues: readonly OfflineDialogue[]): Promise<void> => {
    await (await connect()).put("dialogues", dialogues, [userId, name]);
  },
  dialogues: async ({ userId, name }: OfflineKey): Promise<readonly OfflineDialogue[] | null> => {
    const found = z.array(OfflineDialogue).safeParse(await (await connect()).get("dialogues", [userId, name]));
    return found.success ? found.data : null;
  },
  sound: async ({ userId, name }: OfflineKey, dialogue: number, segment: number): Promise<EncodedAudio | null> =>
    (await (await connect()).get("sounds", [userId, name, dialogue, segment])) ?? null,
  clear: async (userId: string, kept?: string): Promise<void> => {
    const transaction = (await connect()).transaction(stores, "readwrite");
    for (const store of stores) {
      const objects = transaction.objectStore(store);
      for (const key of await objects.getAllKeys(prefixKeyRange(userId))) {
        if (key[1] !== kept) await objects.delete(key);
      }
    }
    await transaction.done;
  },
};
