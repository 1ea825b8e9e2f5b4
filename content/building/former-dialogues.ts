import { readFile } from "node:fs/promises";
import path from "node:path";
import type * as z from "zod/mini";
import type { LanguageName } from "../../domain/content/language.ts";
import { audioPaths, type ListedScenario, ScenarioList, SegmentList } from "../../domain/content/pack.ts";
import { metadataPath, scenarioFolder, segmentId, type TopicId, topicFolder } from "../../domain/content/scenario.ts";
import { readAuthoredJson } from "../files/json-file.ts";
import { fingerprint, type Manifest } from "../files/manifest.ts";
import type { ReadyAudio } from "./make-audio-files.ts";
import { referenceAudioSuffix } from "./needed-audio.ts";
import type { Workspace } from "./workspace.ts";

export type DialoguePlace = { language: LanguageName; topic: TopicId; id: string };

/** The version in the pack of a dialogue that cannot be built now. */
export type FormerDialogue = DialoguePlace & {
  listed: ListedScenario;
  /** The text of the dialogue's metadata file. */
  segments: string;
  /** The key of each audio file by its path in the pack. */
  audio: ReadonlyMap<string, string>;
  ready: ReadonlyMap<string, ReadyAudio>;
};

/** Leaves out incomplete and damaged versions. */
export async function readFormerDialogues(
  workspace: Workspace,
  places: readonly DialoguePlace[],
  manifest: Manifest,
): Promise<FormerDialogue[]> {
  const found = await Promise.all(places.map((place) => readFormerDialogue(workspace, place, manifest)));
  return found.filter((one) => one !== null);
}

async function readFormerDialogue(
  { pack }: Workspace,
  place: DialoguePlace,
  manifest: Manifest,
): Promise<FormerDialogue | null> {
  const { language, topic, id } = place;
  const folder = scenarioFolder(language, id);
  const list = await readOrNull(path.join(pack, metadataPath(topicFolder(language, topic))), ScenarioList);
  const file = path.join(pack, metadataPath(folder));
  const segments = await readOrNull(file, SegmentList);
  const listed = list?.find((one) => one.id === id);
  if (!listed || !segments) return null;
  const audio = new Map<string, string>();
  const ready = new Map<string, ReadyAudio>();
  for (const [index, segment] of segments.entries()) {
    const key = `${folder}${segmentId(index)}`;
    const paths = audioPaths(folder, segment);
    audio.set(paths.original, key).set(paths.translation, `${key}${referenceAudioSuffix}`);
  }
  for (const [name, key] of audio) {
    const made = manifest[key];
    const read = () => readFile(path.join(pack, name));
    const bytes = await read().catch(() => null);
    if (!made || !bytes || fingerprint(bytes) !== made.bytes) return null;
    ready.set(key, { made, read });
  }
  return { ...place, listed, segments: await readFile(file, "utf8"), audio, ready };
}

async function readOrNull<Schema extends z.ZodMiniType>(
  file: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const read = await readAuthoredJson(file, schema).catch(() => null);
  return read && "data" in read ? read.data : null;
}
