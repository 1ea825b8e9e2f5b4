import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildPack } from "../../content/building/build-pack.ts";
import { createWorkspace } from "../../content/building/workspace.ts";
import { listFiles } from "../../content/files/list-files.ts";
import { startMp3Decoder } from "../../content/sound/mp3.ts";
import { root } from "../support/child-app.ts";

const [directory] = process.argv.slice(2);
if (!directory) throw new Error("Which directory?");
const pack = join(root, "content", "pack");
const samples = [...(await listFiles(pack)).keys()].filter((name) => name.endsWith(".mp3"));
const decoder = await startMp3Decoder();
let said = 0;
const built = await buildPack({
  workspace: createWorkspace(directory),
  voices: [
    {
      // This voice synthesises nothing, so the measured time contains no synthesis.
      name: "espeak-ng",
      speaks: () => true,
      fitFor: () => "model",
      speakerOf: () => null,
      recipeOf: ({ text }) => text,
      priceOf: () => 0,
      say: async () => {
        const sound = await decoder.decode(await readFile(join(pack, samples[said++ % samples.length] ?? "")));
        if (!sound) throw new Error("A sample cannot be decoded.");
        return sound;
      },
    },
  ],
});
decoder.free();
process.stdout.write(`${built.made} made, ${built.reused} kept\n`);
