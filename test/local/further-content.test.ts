import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { addFurtherContent } from "../../local/further-content.ts";
import {
  answer,
  createTestWorkspace,
  dialogue,
  greeting,
  writeTestScript,
} from "../content/building/test-workspace.ts";
import { limitPathTo, withFakeProgram } from "../content/fake-program.ts";
import { concatenate, encodeTestWav, sine, syllables } from "../content/sound/generated-sound.ts";

async function add(directory: string, isPublished = true) {
  const printed: string[] = [];
  let refreshed = 0;
  const refreshContent = async () => {
    refreshed += 1;
    return isPublished;
  };
  await addFurtherContent({ directory, refreshContent, print: (line) => printed.push(line) });
  return { printed, refreshed };
}

test("addFurtherContent builds content and requests publication once, and again after a script changes", async () => {
  const sound = Buffer.from(encodeTestWav(concatenate(syllables(0.5), sine(0.1, -20, 200))));
  await withFakeProgram("espeak-ng", { writes: sound });
  const workspace = await createTestWorkspace(dialogue());
  const { pack } = workspace;
  const directory = path.dirname(pack);
  expect(await add(directory)).toEqual({
    printed: [
      "Making 4 recordings of further languages. The app works meanwhile.",
      "The further languages are ready. Reload the app to see them.",
    ],
    refreshed: 1,
  });
  expect(existsSync(path.join(pack, "nepali/health/health-1/metadata.json"))).toBe(true);
  expect(await add(directory)).toEqual({ printed: [], refreshed: 0 });
  const changed = { ...greeting, original: "Good evening.", translation: "शुभ सन्ध्या।" };
  await writeTestScript(workspace, dialogue({ segments: [changed, answer] }));
  expect(await add(directory)).toEqual({
    printed: [
      "Making 2 recordings of further languages. The app works meanwhile.",
      "The further languages are ready. Reload the app to see them.",
    ],
    refreshed: 1,
  });
  const metadata = await readFile(path.join(pack, "nepali/health/health-1/metadata.json"), "utf8");
  expect(metadata).toContain("Good evening.");
  expect(metadata).not.toContain("Good morning.");
});

test("the output says that built content is not published if another command made the latest publication", async () => {
  const sound = Buffer.from(encodeTestWav(concatenate(syllables(0.5), sine(0.1, -20, 200))));
  await withFakeProgram("espeak-ng", { writes: sound });
  const { pack } = await createTestWorkspace(dialogue());
  const { printed } = await add(path.dirname(pack), false);
  expect(printed.at(-1)).toBe(
    "The further languages are built, but not published, because another command made the latest publication.",
  );
});

test("further content is not built without espeak-ng, and the output says what to install", async () => {
  const { pack } = await createTestWorkspace(dialogue());
  limitPathTo(path.dirname(pack));
  const { printed, refreshed } = await add(path.dirname(pack));
  expect(printed.join("\n")).toMatch(/^Further languages are left out\. This needs espeak-ng: install it/);
  expect(refreshed).toBe(0);
  expect(existsSync(pack)).toBe(false);
});
