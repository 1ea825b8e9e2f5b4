import * as z from "zod/mini";
import { languageNames } from "../../../../../domain/content/language.ts";
import { ListedScenario } from "../../../../../domain/content/pack.ts";
import { topicIds } from "../../../../../domain/content/scenario.ts";
import type { EncodedAudio } from "../../../audio/player.ts";
import { prefixKeyRange } from "../../../browser/database.ts";
import { offlineDatabase } from "./offline-database.ts";

export const KeptDialogue = z.object({
  /** Identifies the dialogue. */
  folder: z.string(),
  language: z.enum(languageNames),
  topicId: z.enum(topicIds),
  listed: ListedScenario,
  /** Size of the text and the audio. Each UTF-16 unit of the text counts as one byte. */
  bytes: z.number(),
});
export type KeptDialogue = z.infer<typeof KeptDialogue>;

export type CompleteDialogue = {
  dialogue: KeptDialogue;
  textPath: string;
  text: unknown;
  soundPaths: readonly string[];
};

const stores = ["kept", "keptTexts", "keptSounds"] as const;

const { connect } = offlineDatabase;

/** Covers all files in a folder, because no path contains the character U+FFFF. */
const folderRange = (userId: string, folder: string) =>
  IDBKeyRange.bound([userId, folder], [userId, `${folder}\uffff`]);

async function remove(range: IDBKeyRange): Promise<void> {
  const transaction = (await connect()).transaction(stores, "readwrite");
  await Promise.all([...stores.map((store) => transaction.objectStore(store).delete(range)), transaction.done]);
}

/** Every call rejects if the browser blocks storage. */
export const keptStore = {
  putSound: async (userId: string, path: string, sound: EncodedAudio): Promise<void> => {
    await (await connect()).put("keptSounds", sound, [userId, path]);
  },
  /** Marks the dialogue as complete. Call this function after the dialogue's audio is stored. */
  putDialogue: async (userId: string, { dialogue, textPath, text, soundPaths }: CompleteDialogue): Promise<void> => {
    const transaction = (await connect()).transaction(stores, "readwrite");
    const sounds = transaction.objectStore("keptSounds");
    const present = await sounds.getAllKeys(folderRange(userId, dialogue.folder));
    await Promise.all([
      ...present.filter(([, path]) => !soundPaths.includes(path)).map((key) => sounds.delete(key)),
      transaction.objectStore("keptTexts").put(text, [userId, textPath]),
      transaction.objectStore("kept").put(dialogue, [userId, dialogue.folder]),
      transaction.done,
    ]);
  },
  isKept: async (userId: string, folder: string): Promise<boolean> =>
    (await (await connect()).getKey("kept", [userId, folder])) !== undefined,
  list: async (userId: string): Promise<KeptDialogue[]> => {
    const rows = await (await connect()).getAll("kept", prefixKeyRange(userId));
    return rows.flatMap((row) => KeptDialogue.safeParse(row).data ?? []);
  },
  text: async (userId: string, path: string): Promise<unknown> => (await connect()).get("keptTexts", [userId, path]),
  sound: async (userId: string, path: string): Promise<EncodedAudio | undefined> =>
    (await connect()).get("keptSounds", [userId, path]),
  removeFolder: (userId: string, folder: string): Promise<void> => remove(folderRange(userId, folder)),
  clear: (userId: string): Promise<void> => remove(prefixKeyRange(userId)),
};
