import type { RecordingsHere } from "./recordings-here.ts";

/** What the server does not have: progress with so many segments, and something of so many mock exams. */
export type Unsent = { segments: number; mocks: number };

const counted = (count: number, one: string, many: string) => (count === 1 ? `one ${one}` : `${count} ${many}`);

/** What logging out would remove, in a sentence; of something there is at least one. */
export function lossText({ segments, mocks }: Unsent): string {
  const progress = `Your progress with ${counted(segments, "segment", "segments")}`;
  const ofMocks = `new of ${counted(mocks, "mock exam", "mock exams")}`;
  const parts = { progress, both: `${progress} and what is ${ofMocks}`, mocks: `What is ${ofMocks}` };
  const what = mocks === 0 ? parts.progress : parts[segments === 0 ? "mocks" : "both"];
  return `${what} could not be sent, and logging out removes it from this browser.`;
}

/** Which finished recordings logging out deletes; there is at least one. */
export function recordingsText({ practice, exams }: Pick<RecordingsHere, "practice" | "exams">): string {
  const ofPractice = practice > 0 ? [counted(practice, "practice recording", "practice recordings")] : [];
  const ofExams = exams > 0 ? [counted(exams, "mock exam recording", "mock exam recordings")] : [];
  const what = [...ofPractice, ...ofExams].join(" and ");
  const them = practice + exams === 1 ? "it" : "them";
  return `Only this device has ${what}. Logging out deletes ${them}. To keep ${them}, save a file first.`;
}

/** Which unfinished recordings logging out deletes, and how to keep them; there is at least one. */
export function unfinishedText(count: number): string {
  return count === 1
    ? "One recording is not finished in another tab. Finish it there first, or logging out deletes it too."
    : `${count} recordings are not finished in other tabs. Finish them there first, or logging out deletes them too.`;
}
