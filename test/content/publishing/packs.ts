import { createHash } from "node:crypto";
import { type PackFiles, readSound, sampleSegment } from "../sample-pack.ts";

type Sound = Parameters<typeof readSound>[0];
type Dialogue = { sound?: Sound; words?: string; isPlain?: boolean };

/** Dialogues by path, such as "spanish/health/health-1". */
export type Dialogues = Readonly<Record<string, Dialogue>>;

const greetings: Readonly<Record<string, string>> = {
  arabic: "صباح الخير.",
  finnish: "Hyvää huomenta.",
  spanish: "Buenos días.",
};

async function addDialogue(files: PackFiles, dialogue: string, { sound = "tone", words, isPlain }: Dialogue) {
  const bytes = await readSound(sound);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
  const name = isPlain ? "segment-1" : `segment-1-${hash}`;
  const segment = { ...sampleSegment, audio: `${name}.mp3`, original_script: words ?? sampleSegment.original_script };
  const greeting = greetings[dialogue.split("/")[0] ?? ""];
  const spoken = greeting ? { ...segment, translated_script: greeting } : segment;
  files.set(`${dialogue}/metadata.json`, JSON.stringify([spoken]));
  files.set(`${dialogue}/segments/${name}.mp3`, bytes);
  files.set(`${dialogue}/segments/${name}_translated.mp3`, bytes);
}

export async function createPack(dialogues: Dialogues): Promise<PackFiles> {
  const files: PackFiles = new Map();
  for (const [dialogue, content] of Object.entries(dialogues)) await addDialogue(files, dialogue, content);
  const paths = Object.keys(dialogues).map((dialogue) => dialogue.split("/"));
  for (const [topic, ids] of Map.groupBy(paths, ([language, topic]) => `${language}/${topic}`)) {
    files.set(`${topic}/metadata.json`, JSON.stringify(ids.map(([, , id]) => ({ id, scenario: `About ${id}` }))));
  }
  const listed = paths.filter(([, topic]) => topic !== "example");
  for (const [language, entries] of Map.groupBy(listed, ([language]) => language)) {
    const topics = [...new Set(entries.map(([, topic]) => topic))];
    files.set(`${language}/metadata.json`, JSON.stringify(topics.map((id) => ({ id, name: `About ${id}` }))));
  }
  return files;
}
