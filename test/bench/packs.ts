import { mkdir, readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { buildPack } from "../../content/building/build-pack.ts";
import { workshopIn } from "../../content/building/workshop.ts";
import { listFiles } from "../../content/files/list-files.ts";
import { startMp3Decoder } from "../../content/sound/mp3.ts";
import type { Voice } from "../../content/voices/voice.ts";
import { root } from "../support/child-app.ts";
import { elapsedMs } from "./elapsed.ts";
import { limited, type Row } from "./row.ts";

const segmentsBuilt = 100;
const mostSecondsPerSegment = 1;

/** The sample pack's recordings: speech, of the lengths that dialogues have. */
async function recordings(): Promise<Buffer[]> {
  const pack = join(root, "content", "pack");
  const names = [...(await listFiles(pack)).keys()].filter((name) => name.endsWith(".mp3")).slice(0, 200);
  return await Promise.all(names.map((name) => readFile(join(pack, name))));
}

const nth = <T>(list: readonly T[], at: number): T => {
  const found = list[at % list.length];
  if (found === undefined) throw new Error("The sample pack has no recordings.");
  return found;
};

async function writeJson(file: string, content: unknown): Promise<void> {
  await mkdir(join(file, ".."), { recursive: true });
  await writeFile(file, JSON.stringify(content));
}

/** A voice that says one sample after the other, so that the making alone takes time. */
function sampleVoice(samples: readonly Buffer[], decoder: Awaited<ReturnType<typeof startMp3Decoder>>): Voice {
  let said = 0;
  return {
    name: "espeak-ng",
    speaks: () => true,
    recipeOf: ({ text }) => text,
    priceOf: () => 0,
    say: async () => {
      const sound = await decoder.decode(nth(samples, said++));
      if (!sound) throw new Error("A sample cannot be decoded.");
      return sound;
    },
  };
}

/** How long the recordings of segments take: brought to their level, encoded, and measured. */
export async function measureBuilding(directory: string): Promise<Row[]> {
  const workshop = workshopIn(join(directory, "workshop"));
  const segments = Array.from({ length: segmentsBuilt }, (_, at) => ({
    role: "Doctor",
    speaker: "english",
    original: `Please come back at ${at} tomorrow.`,
    translation: `Tule takaisin huomenna kello ${at}.`,
  }));
  await writeJson(join(workshop.scripts, "finnish/health/health-1.json"), { id: "health-1", title: "Long", segments });
  const decoder = await startMp3Decoder();
  try {
    const voices = [sampleVoice(await recordings(), decoder)];
    const seconds = (await elapsedMs(() => buildPack({ workshop, voices }))) / 1_000;
    const name = `Building ${segmentsBuilt} segments (${2 * segmentsBuilt} recordings) on ${availableParallelism()} cores`;
    return [limited(name, seconds, "s", segmentsBuilt * mostSecondsPerSegment)];
  } finally {
    decoder.free();
  }
}
