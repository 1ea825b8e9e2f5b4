import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parseDialogueTable } from "../../content/tables/parse-dialogue-table.ts";
import { formatDialogueTmx, readTmx } from "../../content/tables/tmx.ts";
import { createTemporaryDirectory } from "./sample-pack.ts";

async function fileOf(content: string | Buffer): Promise<string> {
  const file = path.join(await createTemporaryDirectory(), "a.tmx");
  await writeFile(file, content);
  return file;
}
const dialogueIn = async (content: string | Buffer) =>
  parseDialogueTable(await readTmx(await fileOf(content), "nepali"), "nepali");

/**
 * A TMX document (https://www.gala-global.org/tmx-14b) with a document type, notes, properties, further languages and
 * inline codes.
 */
const sample = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
  <header creationtool="Tool" creationtoolversion="2.1" datatype="PlainText" segtype="sentence" adminlang="en-us"
    srclang="en" o-tmf="TM" creationdate="20260101T090000Z" creationid="asha" o-encoding="utf-8">
    <note>About the file.</note>
    <prop type="domain">Health</prop>
  </header>
  <body>
    <tu tuid="1" datatype="Text" usagecount="2">
      <note>Checked.</note>
      <prop type="Domain">Clinic</prop>
      <tuv xml:lang="fr-CA"><seg>Comment vous appelez-vous ?</seg></tuv>
      <tuv xml:lang="ne-NP" changeid="bina"><seg>तपाईंको <hi type="bold">नाम</hi> के हो?</seg></tuv>
      <tuv xml:lang="en-AU"><prop type="Origin">MT</prop><seg>What is your <bpt i="1" x="1">&lt;b&gt;</bpt>name<ept i="1">&lt;/b&gt;</ept>?<ph x="2">{1}</ph></seg></tuv>
    </tu>
    <tu srclang="ne">
      <tuv lang="EN"><seg>I have Tom &amp; Sita&#x2019;s card.</seg></tuv>
      <tuv lang="NE"><seg>मसँग टम र सीताको कार्ड छ।</seg></tuv>
    </tu>
    <tu><tuv xml:lang="de"><seg>Nur Deutsch.</seg></tuv></tu>
  </body>
</tmx>
`;
const sampleSegments = [
  { speaker: "english", original: "What is your name?", translation: "तपाईंको नाम के हो?" },
  { speaker: "nepali", original: "मसँग टम र सीताको कार्ड छ।", translation: "I have Tom & Sita’s card." },
];

describe("readTmx", () => {
  it("reads units in English and Nepali from a document with notes, properties and inline codes", async () => {
    expect(await dialogueIn(sample)).toMatchObject({ dialogue: { segments: sampleSegments } });
  });

  it.each([
    ["UTF-16", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
    ["big-endian UTF-16", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
    ["UTF-8 with a byte order mark", (text: string) => Buffer.from(`\ufeff${text}`)],
  ])("reads %s", async (_, encode) => {
    const content = encode(sample.replace(' encoding="UTF-8"', ""));
    expect(await dialogueIn(content)).toMatchObject({ dialogue: { segments: sampleSegments } });
  });

  it.each([
    ["text that is not XML", "<tmx><body>", /^The file is not XML: .*line 1/],
    ["XML that is not TMX", "<html/>", "The file is not TMX: its first element is not “tmx”."],
    ["a document that declares entities", '<!DOCTYPE tmx [<!ENTITY a "b">]><tmx/>', /declares entities/],
    [
      "a document without a unit in English and Nepali",
      sample.replaceAll(/ne-NP|"NE"/g, '"hi"').replaceAll('""hi""', '"hi"'),
      /no translation unit in English and nepali/,
    ],
    [
      "an encoding other than UTF-8 and UTF-16",
      Buffer.from(sample, "latin1").fill(0xe9, 400, 410),
      /neither UTF-8 nor UTF-16/,
    ],
  ])("refuses %s", async (_, content, message) => {
    await expect(readTmx(await fileOf(content), "nepali")).rejects.toThrow(message);
  });
});

describe("formatDialogueTmx", () => {
  const units = [{ kind: "term" as const, original: "card", translation: "कार्ड", accepted: ["card"] }];
  const segments = [
    {
      role: 'Nurse "A" <1>',
      speaker: "english" as const,
      original: "=Is this the card & form?",
      translation: "यो कार्ड हो?",
      units,
    },
    { role: "Patient", speaker: "nepali" as const, original: "मेरो नाम सीता हो।", translation: "My name is Sita." },
  ];
  const about = {
    title: "At <the> clinic",
    briefing: "A & B.",
    licence: "CC0",
    level: "exam" as const,
    english_words: ["A", "B C"],
  };
  const review = { by: "Asha Rai", on: "2026-11-01" };

  it("writes a dialogue that can be read back with all its facts", async () => {
    const text = formatDialogueTmx({ ...about, review, voiceOf: () => "man", segments }, "nepali");
    expect(await dialogueIn(text)).toMatchObject({
      advice: [],
      dialogue: { ...about, review, voices: { english: "man", nepali: "man" }, segments },
    });
  });

  it("finds the languages of a dialogue that does not state them", async () => {
    const unstated = segments.map(({ speaker: _, ...segment }) => segment);
    const text = formatDialogueTmx({ ...about, voiceOf: () => undefined, segments: unstated }, "nepali");
    expect(await dialogueIn(text)).toMatchObject({
      dialogue: { segments: [{ speaker: "english" }, { speaker: "nepali" }] },
    });
  });

  it("writes the attributes that the standard requires of a header", () => {
    const text = formatDialogueTmx({ ...about, voiceOf: () => undefined, segments }, "nepali");
    expect(text).toContain('<tmx version="1.4">');
    const [header = ""] = /<header [^>]*>/.exec(text) ?? [];
    for (const name of [
      "creationtool",
      "creationtoolversion",
      "segtype",
      "o-tmf",
      "adminlang",
      "srclang",
      "datatype",
    ]) {
      expect(header).toMatch(new RegExp(` ${name}="[^"]+"`));
    }
  });
});
