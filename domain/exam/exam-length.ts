/** An exam's dialogue has about 300 words, counted in what is heard. */
export const examWords = { least: 270, most: 330 };

/** Whether a dialogue of so many words is as long as the exam's. */
export function isOfExamLength(words: number): boolean {
  return words >= examWords.least && words <= examWords.most;
}
