import { readFile, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { checkPack } from "../../content/checking/check-pack.ts";
import { listFiles } from "../../content/files/list-files.ts";
import { makePack } from "../../content/make-pack.ts";
import { withFakePrograms } from "./fake-programs.ts";
import { temporaryDirectory, writeFiles } from "./sample-pack.ts";

const greeting = { role: "Doctor", speaker: "english", original: "Good morning.", translation: "शुभ प्रभात।" };
const answer = { role: "Patient", speaker: "nepali", original: "नमस्ते।", translation: "Hello." };
const arabic = { role: "Mother", speaker: "arabic", original: "شُكْرًا", translation: "Thank you." };

/** Scripts of an example, of a Nepali dialogue whose patient is a man, and of an Arabic one whose mother is a woman. */
async function sources(change: Partial<typeof greeting> = {}) {
  const script = (id: string, title: string, segments: object[]) => JSON.stringify({ id, title, segments });
  const scripts = await writeFiles(
    new Map([
      ["nepali/example/example-1.json", script("example-1", "A first visit", [greeting])],
      ["nepali/health/health-1.json", script("health-1", "At the doctor's", [{ ...greeting, ...change }, answer])],
      ["arabic/legal/legal-1.json", script("legal-1", "Mediation", [arabic])],
    ]),
  );
  const directory = await temporaryDirectory();
  return { scripts, pack: path.join(directory, "pack"), manifest: path.join(directory, "manifest.json") };
}

const readJson = async (...parts: string[]): Promise<unknown> =>
  JSON.parse(await readFile(path.join(...parts), "utf8"));

describe("making a pack", () => {
  it("gives one that has no problems, laid out as it is published", async () => {
    await withFakePrograms();
    const source = await sources();
    expect(await makePack(source)).toEqual({ spoken: 8, kept: 0, removed: 0 });
    expect(await checkPack(source.pack)).toEqual([]);
    expect([...(await listFiles(source.pack)).keys()].filter((name) => name.endsWith("metadata.json"))).toEqual([
      "arabic/legal/legal-1/metadata.json",
      "arabic/legal/metadata.json",
      "arabic/metadata.json",
      "nepali/example/example-1/metadata.json",
      "nepali/example/metadata.json",
      "nepali/health/health-1/metadata.json",
      "nepali/health/metadata.json",
      "nepali/metadata.json",
    ]);
    expect(await readJson(source.pack, "nepali/metadata.json")).toEqual([{ id: "health", name: "Health" }]);
    expect(await readJson(source.pack, "nepali/health/metadata.json")).toEqual([
      { id: "health-1", scenario: "At the doctor's" },
    ]);
    expect(await readJson(source.pack, "nepali/health/health-1/metadata.json")).toEqual([
      {
        ...{ name: "Doctor", audio: "segment-1.mp3", original_language: "english" },
        ...{ original_script: "Good morning.", translated_script: "शुभ प्रभात।" },
      },
      {
        ...{ name: "Patient", audio: "segment-2.mp3", original_language: "nepali" },
        ...{ original_script: "नमस्ते।", translated_script: "Hello." },
      },
    ]);
  });

  it("ends every text with a line, so that a change of one shows as one", async () => {
    await withFakePrograms();
    const source = await sources();
    await makePack(source);
    const text = await readFile(path.join(source.pack, "nepali/metadata.json"), "utf8");
    expect(text).toBe('[\n  {\n    "id": "health",\n    "name": "Health"\n  }\n]\n');
    const manifest = await readFile(source.manifest, "utf8");
    expect(manifest).toMatch(/^\{\n {2}"arabic\//);
    expect(manifest).toMatch(/\n\}\n$/);
    expect(Object.keys(JSON.parse(manifest))).toEqual(Object.keys(JSON.parse(manifest)).sort());
  });

  it("speaks each text in its language, both voices told apart, and without clipping", async () => {
    const calls = await withFakePrograms();
    await makePack(await sources());
    const spoken = calls().filter(({ program }) => program === "espeak-ng");
    const said = spoken.map(({ args, input }) => {
      expect(args.slice(-2)).toEqual(["--stdin", "--stdout"]);
      return `${args.slice(0, -2).join(" ")} | ${input}`;
    });
    expect(said.sort()).toEqual(
      [
        // The patient is a man, so that the doctor is a woman; in the example it is the other way round.
        "-v en-gb-x-rp+f2 -s 136 -p 50 -a 70 | Good morning.",
        "-v ne+f2 -s 162 -p 50 -a 70 | शुभ प्रभात।",
        "-v ne+m3 -s 162 -p 45 -a 70 | नमस्ते।",
        "-v en-gb-x-rp+m3 -s 136 -p 45 -a 70 | Hello.",
        "-v en-gb-x-rp+m3 -s 136 -p 45 -a 70 | Good morning.",
        "-v ne+m3 -s 162 -p 45 -a 70 | शुभ प्रभात।",
        "-v ar+f2 -s 168 -p 50 -a 70 | شُكْرًا",
        "-v en-gb-x-rp+f2 -s 136 -p 50 -a 70 | Thank you.",
      ].sort(),
    );
    const encoded = calls().filter(({ program }) => program === "lame");
    expect(encoded).toHaveLength(8);
    for (const { args, input } of encoded) {
      expect(args.slice(0, -1).join(" ")).toBe(
        "--quiet -r -s 22.05 --bitwidth 16 --signed --little-endian -m m -b 16 --resample 16 -q 2 -",
      );
      const samples = Array.from({ length: input.length / 2 }, (_, at) => input.readInt16LE(at * 2));
      expect(Math.max(...samples.map(Math.abs)) / 32_767).toBeLessThanOrEqual(0.85);
      const energy = samples.reduce((sum, sample) => sum + (sample / 32_767) ** 2, 0);
      expect(Math.sqrt(energy / samples.length)).toBeCloseTo(0.075, 3);
    }
  });

  it("makes only what has changed again", async () => {
    const calls = await withFakePrograms();
    const first = await sources();
    await makePack(first);
    const before = calls().length;
    expect(await makePack(first)).toEqual({ spoken: 0, kept: 8, removed: 0 });
    expect(calls()).toHaveLength(before);

    const { scripts } = await sources({ original: "Good evening." });
    expect(await makePack({ ...first, scripts })).toEqual({ spoken: 1, kept: 7, removed: 0 });
    expect(calls().at(-2)?.input.toString()).toBe("Good evening.");
  });

  it("leaves lists and texts that are right already untouched", async () => {
    await withFakePrograms();
    const source = await sources();
    await makePack(source);
    const [list, text] = ["nepali/metadata.json", "nepali/health/health-1/metadata.json"].map((name) =>
      path.join(source.pack, name),
    ) as [string, string];
    const before = new Date("2020-01-01");
    for (const file of [list, text]) await utimes(file, before, before);
    const { scripts } = await sources({ role: "Nurse" });
    await makePack({ ...source, scripts });
    expect((await stat(list)).mtime).toEqual(before);
    expect((await stat(text)).mtime).not.toEqual(before);
    expect(await readFile(text, "utf8")).toContain('"name": "Nurse"');
  });

  it("makes again what was changed by hand, and removes what no script calls for", async () => {
    await withFakePrograms();
    const source = await sources();
    await makePack(source);
    await writeFile(path.join(source.pack, "nepali/health/health-1/segments/segment-1.mp3"), "something else");
    await writeFile(path.join(source.pack, "nepali/health/notes.txt"), "mine");
    expect(await makePack(source)).toEqual({ spoken: 1, kept: 7, removed: 1 });
    expect(await checkPack(source.pack)).toEqual([]);
  });

  it("tells how far it has come", async () => {
    await withFakePrograms();
    const report = vi.fn();
    await makePack(await sources(), report);
    expect(report.mock.calls).toEqual(Array.from({ length: 8 }, (_, at) => [at + 1, 8]));
  });

  it("remembers what was made before a text of which nothing is heard", async () => {
    await withFakePrograms();
    const source = await sources({ original: "…" });
    await expect(makePack(source)).rejects.toThrow("Nothing is heard of: …");
    const made = Object.values((await readJson(source.manifest)) as object);
    expect(made.length).toBeGreaterThan(0);
    expect(made.every((fingerprint) => /^[0-9a-f]{20} [0-9a-f]{20}$/.test(fingerprint))).toBe(true);
    const { scripts } = await sources();
    expect(await makePack({ ...source, scripts })).toEqual({ spoken: 8 - made.length, kept: made.length, removed: 0 });
  });

  it("says which voice is missing", async () => {
    const scripts = await writeFiles(
      new Map([
        [
          "hindi/health/health-1.json",
          JSON.stringify({ id: "health-1", title: "T", segments: [{ ...answer, speaker: "hindi" }] }),
        ],
      ]),
    );
    const making = makePack({ ...(await sources()), scripts });
    await expect(making).rejects.toThrow("No voice has been chosen for hindi: add it to content/authoring/voices.ts.");
  });
});
