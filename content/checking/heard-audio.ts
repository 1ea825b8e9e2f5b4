import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { readJson } from "../files/json-file.ts";
import { writeAtomically } from "../files/manifest.ts";
import { readRegularFile } from "../files/regular-file.ts";
import { type AudioFindings, audioCheckVersion } from "./audio-checker.ts";

const Findings = z.object({
  fault: z.optional(z.string()),
  advice: z.array(z.string()),
  seconds: z.number(),
  measured: z.boolean(),
});
const Memory = z.object({ version: z.literal(audioCheckVersion), files: z.record(z.string(), Findings) });

const maxBytes = 64 * 1024 * 1024;
const maxEntries = 100_000;

/** Remembers findings by the SHA-256 digest of an audio file's bytes, so a changed file is checked again. */
export type HeardAudio = {
  /** @param measure true to ignore findings without measured levels */
  find: (mp3: Uint8Array, measure: boolean) => AudioFindings | undefined;
  add: (mp3: Uint8Array, measure: boolean, findings: AudioFindings) => void;
  /** Ignores a failure, because the memory only saves time. */
  save: () => Promise<void>;
};

const digestOf = (mp3: Uint8Array) => createHash("sha256").update(mp3).digest("hex");

export async function openHeardAudio(file: string): Promise<HeardAudio> {
  const bytes = await readRegularFile(file, { most: maxBytes }).catch(() => new Uint8Array());
  const read = readJson(bytes, Memory);
  const files = new Map(Object.entries("data" in read ? read.data.files : {}));
  let isChanged = false;
  return {
    find: (mp3, measure) => {
      const found = files.get(digestOf(mp3));
      if (!found || (measure && !found.measured)) return;
      const { fault, advice, seconds } = found;
      return { fault, advice, seconds };
    },
    add: (mp3, measure, { fault, advice, seconds }) => {
      isChanged = true;
      files.set(digestOf(mp3), { ...(fault ? { fault } : {}), advice: [...advice], seconds, measured: measure });
    },
    save: async () => {
      if (!isChanged) return;
      const kept = Object.fromEntries([...files].slice(-maxEntries));
      await writeAtomically(file, JSON.stringify({ version: audioCheckVersion, files: kept })).catch(() => undefined);
    },
  };
}
