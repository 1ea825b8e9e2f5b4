import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readScripts, Script } from "../../../content/authoring/script-source.ts";
import { formatUnitCell, guardFormula, parseUnitCell, unguardFormula } from "../../../content/tables/cells.ts";
import { formatDialogueTable } from "../../../content/tables/format-dialogue-table.ts";
import { parseDialogueTable } from "../../../content/tables/parse-dialogue-table.ts";
import { readTable } from "../../../content/tables/read-table.ts";
import { unitKinds } from "../../../domain/content/pack.ts";
import { exportTables } from "../../../operations/content/export.ts";
import { importTable } from "../../../operations/content/import.ts";
import { captureOutput } from "../../content/capture-output.ts";
import { createSamplePack, createTemporaryDirectory, sampleSegment, writeFiles } from "../../content/sample-pack.ts";

const printed = captureOutput();

const pieces = [
  "=",
  "+",
  "-",
  "@",
  "'",
  '"',
  ",",
  ";",
  "|",
  "\\",
  "\t",
  "\n",
  "  ",
  "\u200f",
  ":",
  "sep=",
  "~",
  "<",
  "&#65;",
  "&amp;lt;",
  "＝",
  "two",
  "आज",
  "5",
  "(A1)",
  "é",
];
const words = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 }).map((parts) => parts.join(""));
const text = words.filter((one) => /[\p{Letter}\p{Number}]/u.test(one));
const kind = fc.constantFrom(...unitKinds);
const sex = fc.constantFrom("woman" as const, "man" as const);

/** The fixed sentences make the languages of the texts easier to recognise. */
const segment = fc
  .record({
    role: text,
    isEnglish: fc.boolean(),
    english: text,
    nepali: text,
    units: fc.array(fc.tuple(kind, text, text, fc.array(text, { maxLength: 2 })), { maxLength: 2 }),
  })
  .map(({ role, isEnglish, english, nepali, units }) => {
    const englishUnits = units.map(([, one]) => one);
    const nepaliUnits = units.map(([, , one]) => one);
    const inEnglish = [english, "said with this and that but no more of it there", ...englishUnits].join(" ");
    const inNepali = [nepali, "तपाईंको नाम के हो र तपाईं कहाँ बस्नुहुन्छ", ...nepaliUnits].join(" ");
    return {
      ...{ role, speaker: isEnglish ? "english" : "nepali" },
      original: isEnglish ? inEnglish : inNepali,
      translation: isEnglish ? inNepali : inEnglish,
      units: units.map(([of, one, other, accepted]) => ({
        kind: of,
        original: isEnglish ? one : other,
        translation: isEnglish ? other : one,
        ...(accepted.length > 0 ? { accepted } : {}),
      })),
    };
  });
const opening = {
  ...{ role: "Nurse", speaker: "english", original: "What is your name?", translation: "तपाईंको नाम के हो?" },
};
const closing = { ...{ role: "Patient", speaker: "nepali", original: "धन्यवाद।", translation: "Thank you." } };

/** The opening is in English and the closing in Nepali, so that both voices occur. */
const script = fc.record({
  id: fc.constant("health-1"),
  title: text,
  briefing: fc.option(text, { nil: undefined }),
  licence: fc.option(text, { nil: undefined }),
  review: fc.option(fc.record({ by: text, on: fc.constantFrom("2026-11-26", "2024-02-29") }), { nil: undefined }),
  level: fc.option(fc.constantFrom("introductory", "intermediate", "exam"), { nil: undefined }),
  english_words: fc.option(fc.constantFrom(["नाम"], ["नाम", "के हो"]), { nil: undefined }),
  voices: fc.record({ english: sex, nepali: sex }),
  segments: fc.array(segment, { maxLength: 4 }).map((others) => [opening, ...others, closing]),
});

const lettersOf = (of: string, text: string) => text.match(new RegExp(`\\p{Script=${of}}`, "gu"))?.length ?? 0;

/** The import may refuse texts whose language is unclear. */
function isUnambiguous({
  speaker,
  original,
  translation,
}: {
  speaker: string;
  original: string;
  translation: string;
}): boolean {
  const [english, nepali] = speaker === "english" ? [original, translation] : [translation, original];
  return (
    lettersOf("Devanagari", nepali) > 2 * lettersOf("Latin", nepali) &&
    lettersOf("Latin", english) > 2 * lettersOf("Devanagari", english)
  );
}

const sourceOf = async (content: unknown) =>
  await writeFiles(new Map([["scripts/nepali/health/health-1.json", JSON.stringify(content)]]));

describe("a table", () => {
  it.each(["csv", "tmx"])("in the format %s restores the exported script when imported", async (format) => {
    await fc.assert(
      fc.asyncProperty(script, async (content) => {
        fc.pre(Script.safeParse(content).success);
        const directory = await sourceOf(content);
        const [before] = await readScripts(path.join(directory, "scripts"));
        fc.pre(before?.segments.every(({ original }) => original.split(" ").length <= 35) === true);
        fc.pre(before?.segments.every(isUnambiguous) === true);
        expect(await exportTables.run([directory, "--format", format, "--to", path.join(directory, "tables")])).toBe(0);
        const table = path.join(directory, `tables/nepali/health/health-1.${format}`);
        const place = ["--language", "nepali", "--topic", "health", "--to", path.join(directory, "again")];
        expect(await importTable.run([table, ...place]), printed.error).toBe(0);
        expect(await readScripts(path.join(directory, "again/scripts"))).toEqual([before]);
      }),
      { numRuns: 40 },
    );
  });

  it("in the format csv has a byte order mark, and no cell that a spreadsheet could execute", async () => {
    const csv = formatDialogueTable({
      title: "=1+1",
      voiceOf: () => "man",
      segments: ["=A1", "+1", "-1", "@SUM(A1)", "plain"].map((original) => ({
        ...{ role: "Nurse", speaker: "english" as const, original, translation: "आज" },
      })),
    });
    expect(
      csv.startsWith(
        "\ufeffspeaker,language,original,translation,units,voice,title,briefing,licence,review,level,english_words\r\n",
      ),
    ).toBe(true);
    const file = path.join(await createTemporaryDirectory(), "table.csv");
    await writeFile(file, csv);
    const cells = (await readTable(file)).flatMap((row) => row.cells.map((cell) => cell.text));
    expect(cells).toEqual(expect.arrayContaining(["'=A1", "'+1", "'-1", "'@SUM(A1)", "plain", "'=1+1"]));
    expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
  });

  it("restores random cell texts that were guarded against formulas", () => {
    fc.assert(
      fc.property(words, (one) => unguardFormula(guardFormula(one)) === one),
      { numRuns: 500 },
    );
  });

  it("preserves random scoring units that have no line ends and no outer spaces", () => {
    const unit = fc.record({
      kind,
      original: words.map((one) => one.trim()),
      translation: words.map((one) => one.trim()),
    });
    const written = unit.filter(
      ({ original, translation }) => original !== "" && translation !== "" && !/\n/.test(original + translation),
    );
    fc.assert(
      fc.property(fc.array(written), (units) => {
        expect(parseUnitCell(formatUnitCell(units))).toEqual({ units, faults: [] });
      }),
      { numRuns: 500 },
    );
  });
});

describe("the command content export", () => {
  it("exports a pack without scripts", async () => {
    const pack = await createSamplePack();
    const units = [{ kind: "key-idea", original: "Good", translation: "नमस्ते" }];
    pack.set("nepali/health/health-1/metadata.json", JSON.stringify([{ ...sampleSegment, units }]));
    const listed = {
      id: "health-1",
      scenario: "A visit",
      briefing: "Who speaks.",
      licence: { text: "Free", voices: "human" },
    };
    pack.set("nepali/health/metadata.json", JSON.stringify([listed]));
    const to = await createTemporaryDirectory();
    expect(await exportTables.run([await writeFiles(pack), "--to", to])).toBe(0);
    expect(printed.out).toBe(`2 tables written to ${to}.\n`);
    const told = parseDialogueTable(await readTable(path.join(to, "nepali/health/health-1.csv")), "nepali");
    expect(told).toMatchObject({
      advice: [],
      dialogue: {
        ...{ title: "A visit", briefing: "Who speaks.", licence: "Free", voices: {} },
        segments: [{ role: "Doctor", speaker: "english", original: "Good morning.", translation: "नमस्ते।", units }],
      },
    });
    expect(await readFile(path.join(to, "nepali/example/example-1.csv"), "utf8")).toContain("At the doctor's");
  });

  it("writes nothing if one of the tables already exists", async () => {
    const directory = await writeFiles(await createSamplePack());
    const to = await createTemporaryDirectory();
    await mkdir(path.join(to, "nepali/health"), { recursive: true });
    const mine = path.join(to, "nepali/health/health-1.csv");
    await writeFile(mine, "mine");
    expect(await exportTables.run([directory, "--to", to])).toBe(1);
    expect(printed.error).toBe(
      `These files already exist. Remove them, or choose another folder with --to:\n${mine}\n`,
    );
    expect(await readFile(mine, "utf8")).toBe("mine");
    await expect(readFile(path.join(to, "nepali/example/example-1.csv"))).rejects.toThrow("ENOENT");
  });

  it("names each missing or malformed metadata file of a pack", async () => {
    const pack = await createSamplePack();
    pack.delete("nepali/health/health-1/metadata.json");
    pack.set("nepali/example/example-1/metadata.json", "{");
    expect(await exportTables.run([await writeFiles(pack)])).toBe(1);
    expect(printed.error).toBe(
      "nepali/health/health-1/metadata.json: is missing\nnepali/example/example-1/metadata.json: is not JSON: the error is at line 1, column 2\n",
    );
  });

  it.each<[string, string[], number, RegExp]>([
    ["without a directory", [], 2, /^Give a directory: /],
    ["for a missing directory", ["/nowhere-at-all"], 1, /^There is no directory \/nowhere-at-all\.$/m],
    ["for an unknown format", [".", "--format", "doc"], 2, /There is no format "doc": choose one of csv, tmx\./],
    ["for an unknown option", [".", "--as", "x"], 2, /--as/],
  ])("is refused %s", async (_call, args, code, message) => {
    expect(await exportTables.run(args)).toBe(code);
    expect(printed.error).toMatch(message);
  });
});
