import { listStored, parseStored, removeListed, removeStored, writeStored } from "../../../browser/storage.ts";
import { stored } from "../../../browser/stored.ts";
import { isSupersededBy, maxQueuedSaves, planSending, QueuedSave } from "../progress-queue.ts";

export type ProgressStore = {
  add: (userId: string, save: QueuedSave) => void;
  /** Removes unreadable saves. */
  list: (userId: string) => readonly QueuedSave[];
  /** Also removes the older saves of the segment. */
  remove: (userId: string, sent: QueuedSave) => void;
  /** For all learners. */
  removeUnreadable: () => void;
};

type Options = {
  log: (message: string, detail: unknown) => void;
  most?: number;
};

/** The name contains the time, so that tabs can store saves of the same segment without a lock. */
function nameOf({ language, scenarioId, segmentId, last_attempt_at }: QueuedSave): string {
  const dialogue = language === undefined ? scenarioId : `${language}_${scenarioId}`;
  return `${dialogue}_${segmentId}_${Date.parse(last_attempt_at)}`;
}

const item = stored.queuedProgress;
const isUnreadable = (text: string) => parseStored(text, QueuedSave) === undefined;

export function createProgressStore({ log, most = maxQueuedSaves }: Options): ProgressStore {
  const removeSave = (userId: string, save: QueuedSave) => removeStored(item, { learner: userId, name: nameOf(save) });
  const all = (userId: string): QueuedSave[] => {
    removeListed(item, { learner: userId }, (name, text) => {
      const isToGo = isUnreadable(text);
      if (isToGo) log("Queued progress could not be read and was dropped", name);
      return isToGo;
    });
    return listStored(item, { learner: userId }).flatMap(([, text]) => parseStored(text, QueuedSave) ?? []);
  };
  const tidy = (userId: string) => {
    const { superseded, overflow } = planSending(all(userId), most);
    for (const save of overflow) log("Too much progress is queued; the oldest was dropped", save);
    for (const save of [...superseded, ...overflow]) removeSave(userId, save);
  };

  return {
    add: (userId, save) => {
      writeStored(item, JSON.stringify(save), { learner: userId, name: nameOf(save) });
      tidy(userId);
    },
    list: (userId) => planSending(all(userId), most).send,
    remove: (userId, sent) => {
      for (const save of all(userId)) if (isSupersededBy(save, sent)) removeSave(userId, save);
    },
    removeUnreadable: () => removeListed(item, {}, (_, text) => isUnreadable(text)),
  };
}
