import { counted } from "../features/profile/recordings-text.ts";

/** What the server does not have: progress with so many segments, and something of so many mock exams. */
export type Unsent = { segments: number; mocks: number };

/** What logging out would remove, in a sentence; of something there is at least one. */
export function lossText({ segments, mocks }: Unsent): string {
  const progress = `Your progress with ${counted(segments, "segment", "segments")}`;
  const ofMocks = `new of ${counted(mocks, "mock exam", "mock exams")}`;
  const parts = { progress, both: `${progress} and what is ${ofMocks}`, mocks: `What is ${ofMocks}` };
  const what = mocks === 0 ? parts.progress : parts[segments === 0 ? "mocks" : "both"];
  return `${what} could not be sent, and logging out removes it from this browser.`;
}
