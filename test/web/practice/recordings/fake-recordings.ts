import { createObservable } from "../../../../web/src/browser/observable.ts";
import type { DialogueRecordings } from "../../../../web/src/features/practice/recordings/dialogue-recordings.ts";
import type { UnsavedRecording } from "../../../../web/src/features/recording/store/unsaved-recordings.ts";

function throwUnexpected(): never {
  throw new Error("The test does not provide this member of its recordings");
}

export function fakeDialogueRecordings(given: Partial<DialogueRecordings>): DialogueRecordings {
  return {
    restore: throwUnexpected,
    whenCounted: () => Promise.resolve(),
    startJournal: throwUnexpected,
    save: throwUnexpected,
    saveInterrupted: throwUnexpected,
    loadAudio: throwUnexpected,
    loadPeaks: throwUnexpected,
    remove: throwUnexpected,
    unsaved: createObservable<readonly UnsavedRecording[]>([]),
    count: createObservable({ all: 0, here: 0, bytes: 0 }),
    dispose: throwUnexpected,
    ...given,
  };
}
