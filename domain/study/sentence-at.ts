/** The Unicode rules for sentences do not know these abbreviations. */
const abbreviation = /(?:^|[\s(])(?:Dr|Mr|Mrs|Ms|Prof|St|No|vs|approx|e\.g|i\.e|[A-Z])\.\s*$/u;

function sentencesOf(text: string, tag: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of new Intl.Segmenter(tag, { granularity: "sentence" }).segment(text)) {
    const last = sentences.at(-1);
    if (last !== undefined && abbreviation.test(last)) sentences[sentences.length - 1] = last + segment;
    else sentences.push(segment);
  }
  return sentences;
}

/** @param tag BCP 47 tag of the text's language */
export function sentenceAt(text: string, { start, end }: { start: number; end: number }, tag: string): string {
  let position = 0;
  let found = "";
  for (const sentence of sentencesOf(text, tag)) {
    const next = position + sentence.length;
    if (position < Math.max(end, start + 1) && next > start) found += sentence;
    position = next;
  }
  return found.trim();
}
