import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { importTable } from "../../../operations/content/import.ts";
import { captureOutput } from "../../content/capture-output.ts";
import { createTemporaryDirectory } from "../../content/sample-pack.ts";
import { concatenate, encodeTestWav, silence, syllables } from "../../content/sound/generated-sound.ts";

const printed = captureOutput();
const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;

const rows = {
  name: "What is your name?,तपाईंको नाम के हो?",
  answer: "मेरो नाम सीता हो।,My name is Sita.",
  home: "Where do you live?,तपाईं कहाँ बस्नुहुन्छ?",
};
const script = {
  id: "health-1",
  title: "At the clinic",
  briefing: "A receptionist and a patient.",
  licence: "By Asha Rai",
  voices: { english: "man", nepali: "woman" },
  segments: [
    {
      ...{ role: "Receptionist", speaker: "english", original: "What is your name?" },
      ...{ translation: "तपाईंको नाम के हो?", units: [{ kind: "key-idea", original: "your name", translation: "नाम" }] },
    },
    { role: "Patient", speaker: "nepali", original: "मेरो नाम सीता हो।", translation: "My name is Sita." },
  ],
};

async function createDialogue(recordings: Readonly<Record<string, string | Buffer>> = {}, content: object = script) {
  const to = await createTemporaryDirectory();
  const write = async (name: string, content: string | Buffer) => {
    await mkdir(path.dirname(path.join(to, name)), { recursive: true });
    await writeFile(path.join(to, name), content);
  };
  await write("scripts/nepali/health/health-1.json", JSON.stringify(content));
  for (const [name, content] of Object.entries(recordings)) {
    await write(`recordings/nepali/health/health-1/${name}`, content);
  }
  const replace = async (table: string, ...more: string[]) => {
    await write("health-1.csv", table);
    const place = ["--language", "nepali", "--topic", "health", "--to", to];
    return await importTable.run([path.join(to, "health-1.csv"), ...place, "--replace", ...more]);
  };
  const namesIn = async (folder: string) => (await readdir(path.join(to, folder)).catch(() => [])).toSorted();
  const read = async (name: string) => await readFile(path.join(to, name), "utf8");
  const readScript = async () => JSON.parse(await read("scripts/nepali/health/health-1.json"));
  return { replace, read, readScript, namesIn };
}

const ofDialogue = "recordings/nepali/health/health-1";
const backup = "replaced/nepali/health/health-1/1";

describe("importing a corrected table with --replace", () => {
  it("shows the changes segment by segment, and makes them with --yes", async () => {
    const { replace, readScript, read } = await createDialogue();
    const corrected = rows.answer.replace("My name is Sita.", "My name is Sita Rai.");
    expect(await replace([rows.name, rows.home, corrected].join("\n"), "--yes"), printed.error).toBe(0);
    expect(printed.out.split("\n").slice(0, 5)).toEqual([
      "nepali/health/health-1:",
      "  segment 2 is new: “Where do you live?” – “तपाईं कहाँ बस्नुहुन्छ?”",
      "  segment 3 (was 2), translation: “My name is Sita.” becomes “My name is Sita Rai.”",
      "  unchanged segments: 1",
      expect.stringMatching(/^nepali\/health\/health-1 is replaced\. Its former version is in .*replaced/),
    ]);
    const { segments } = await readScript();
    expect(segments.map(({ translation }: { translation: string }) => translation)).toEqual([
      "तपाईंको नाम के हो?",
      "तपाईं कहाँ बस्नुहुन्छ?",
      "My name is Sita Rai.",
    ]);
    expect(JSON.parse(await read(`${backup}/health-1.json`))).toEqual(script);
  });

  it("preserves title, briefing, licence, voices and units if the table has no columns for them", async () => {
    const { replace, readScript } = await createDialogue();
    expect(await replace(`${rows.name}\n${rows.answer}\n${rows.home}`, "--yes")).toBe(0);
    const replaced = await readScript();
    expect(replaced).toMatchObject({ ...script, segments: [script.segments[0], script.segments[1], {}] });
  });

  it("without a review column, removes the review only if the dialogue's texts change", async () => {
    const review = { by: "Asha Rai", on: "2026-11-01" };
    const { replace, readScript } = await createDialogue(
      {},
      { ...script, review, level: "exam", english_words: ["के"] },
    );
    expect(await replace(`original,translation,speaker\n${rows.name},Nurse\n${rows.answer},Sita`, "--yes")).toBe(0);
    expect(await readScript()).toMatchObject({ review, level: "exam", segments: [{ role: "Nurse" }, {}] });
    expect(await replace(`${rows.name}\n${rows.answer.replace("My name is", "I am")}`, "--yes")).toBe(0);
    expect(printed.out).toContain("review: “Asha Rai, 2026-11-01” is removed");
    const { review: removed, level, english_words } = await readScript();
    expect([removed, level, english_words]).toEqual([undefined, "exam", ["के"]]);
  });

  it("removes the briefing and the units if their columns in the table are empty", async () => {
    const { replace, readScript } = await createDialogue();
    const table = `original,translation,units,briefing\n${rows.name},,\n${rows.answer},,`;
    expect(await replace(table, "--yes")).toBe(0);
    expect(printed.out).toContain("briefing: “A receptionist and a patient.” is removed");
    const replaced = await readScript();
    expect([replaced.briefing, replaced.segments[0].units]).toEqual([undefined, undefined]);
  });

  it("changes nothing without the operator's confirmation", async () => {
    const { replace, readScript, namesIn } = await createDialogue({ "segment-2.wav": "two" });
    expect(await replace(`${rows.name}\n${rows.home}`)).toBe(1);
    expect(printed.error).toContain("Nothing was changed.");
    expect(await readScript()).toEqual(script);
    expect([await namesIn(ofDialogue), await namesIn("replaced")]).toEqual([["segment-2.wav"], []]);
  });

  it("makes no backup and requires no confirmation for a table without changes", async () => {
    const { replace, namesIn } = await createDialogue();
    expect(await replace(`${rows.name}\n${rows.answer}`)).toBe(0);
    expect(printed.out).toContain("nepali/health/health-1: the table changes nothing.");
    expect(await namesIn("replaced")).toEqual([]);
  });

  it("renames the recordings of moved segments, and moves outdated recordings to a backup", async () => {
    const { replace, namesIn, read } = await createDialogue({
      ...{ "segment-1.wav": "name", "segment-1_translated.mp3": "नाम" },
      ...{ "segment-2.wav": "sita", "segment-2_translated.wav": "Sita" },
    });
    const corrected = rows.answer.replace("My name is Sita.", "I am Sita.");
    expect(await replace([rows.name.replace("?", "!"), rows.home, corrected].join("\n"), "--yes")).toBe(0);
    expect(await namesIn(ofDialogue)).toEqual(["segment-1.wav", "segment-1_translated.mp3", "segment-3.wav"]);
    expect(await read(`${ofDialogue}/segment-3.wav`)).toBe("sita");
    expect(await namesIn(backup)).toEqual(["health-1.json", "segment-2.wav", "segment-2_translated.wav"]);
    expect(printed.out).toContain("recording segment-2 becomes segment-3\n");
    expect(printed.out).toContain("recording segment-2_translated is set aside: the new script does not fit it\n");
  });

  it("refuses a dialogue that does not exist", async () => {
    const { replace } = await createDialogue();
    expect(await replace(rows.name, "--id", "health-9", "--yes")).toBe(1);
    expect(printed.error).toContain("There is no dialogue nepali/health/health-9 to replace");
  });

  it("lists the doubts about the table, and does not change the script", async () => {
    const { replace, readScript } = await createDialogue();
    expect(await replace("=A1,नमस्ते", "--yes")).toBe(1);
    expect(printed.error).toContain("row 1, column A: is a formula");
    expect(await readScript()).toEqual(script);
  });
});

describe.skipIf(!hasFfmpeg)("a long recording of a replaced dialogue (skipped where ffmpeg is not installed)", () => {
  const long = (...lengths: number[]) =>
    encodeTestWav(concatenate(...lengths.flatMap((seconds) => [silence(1.5), syllables(seconds)]), silence(1)));

  it("with the originals is cut into the recordings of unchanged segments if a segment is new", async () => {
    const { replace, namesIn } = await createDialogue({ "originals.wav": long(1, 2) });
    expect(await replace([rows.home, rows.name, rows.answer].join("\n"), "--yes"), printed.error).toBe(0);
    expect(await namesIn(ofDialogue)).toEqual(["segment-2.wav", "segment-3.wav"]);
    expect(await namesIn(backup)).toEqual(["health-1.json", "originals.wav"]);
  });

  it("with the originals is not cut if only a translation changes", async () => {
    const { replace, namesIn } = await createDialogue({ "originals.wav": long(1, 2) });
    const corrected = rows.answer.replace("My name is Sita.", "I am Sita.");
    expect(await replace(`${rows.name}\n${corrected}`, "--yes")).toBe(0);
    expect(await namesIn(ofDialogue)).toEqual(["originals.wav"]);
  });

  it("stops the import if the old script has fewer segments than the recording", async () => {
    const { replace, readScript, namesIn } = await createDialogue({ "originals.wav": long(1, 1, 1) });
    expect(await replace(`${rows.home}\n${rows.name}\n${rows.answer}`, "--yes")).toBe(1);
    expect(printed.error).toContain("3 stretches of speech were found, but the script has 2 segments");
    expect([await readScript(), await namesIn(ofDialogue)]).toEqual([script, ["originals.wav"]]);
  });
});
