import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createWorkspace, type Workspace } from "../../../content/building/workspace.ts";
import { listFiles } from "../../../content/files/list-files.ts";
import type { Utterance, Voice } from "../../../content/voices/voice.ts";
import { createTemporaryDirectory } from "../sample-pack.ts";
import { concatenate, sine, syllables } from "../sound/generated-sound.ts";

export const greeting = { role: "Doctor", speaker: "english", original: "Good morning.", translation: "शुभ प्रभात।" };
export const answer = { role: "Patient", speaker: "nepali", original: "नमस्ते।", translation: "Hello." };

export const dialogue = (more: object = {}) => ({
  id: "health-1",
  title: "At the doctor's",
  segments: [greeting, answer],
  ...more,
});

export async function writeTestScript(
  { scripts }: Workspace,
  script: { id: string },
  language = "nepali",
): Promise<void> {
  const topic = script.id.startsWith("example") ? "example" : "health";
  const file = path.join(scripts, language, topic, `${script.id}.json`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(script));
}

/** The directory is removed after the test. */
export async function createTestWorkspace(...dialogues: { id: string }[]): Promise<Workspace> {
  const workshop = createWorkspace(await createTemporaryDirectory());
  for (const one of dialogues) await writeTestScript(workshop, one);
  return workshop;
}

export async function addRecording({ recordings }: Workspace, name: string, content: Buffer | string): Promise<void> {
  const file = path.join(recordings, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

export async function readFilesIn(directory: string): Promise<Record<string, string>> {
  const names = [...(await listFiles(directory)).keys()];
  const read = async (name: string) => [name, await readFile(path.join(directory, name), "base64")] as const;
  return Object.fromEntries(await Promise.all(names.map(read)));
}

export function createBuzzingVoice(more: Partial<Voice> = {}) {
  const said: Utterance[] = [];
  const voice: Voice = {
    name: "espeak-ng",
    speaks: () => true,
    fitFor: () => "model",
    recipeOf: (utterance) => JSON.stringify(utterance),
    speakerOf: () => null,
    priceOf: () => 0,
    say: async (utterance) => {
      said.push(utterance);
      const characters = [...JSON.stringify(utterance)].reduce((sum, one) => sum + (one.codePointAt(0) ?? 0), 0);
      return concatenate(syllables(0.5), sine(0.1, -20, 200 + (characters % 997)));
    },
    ...more,
  };
  return { voice, said };
}
