import { describe, expect, it } from "vitest";
import { findTextFault } from "../../content/authoring/text-faults.ts";
import { checkPack } from "../../content/checking/check-pack.ts";
import { createSamplePack, sampleSegment, writeFiles } from "./sample-pack.ts";

// https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters
const [LRE, RLE, PDF, LRO, RLO] = ["\u202a", "\u202b", "\u202c", "\u202d", "\u202e"];
const [LRI, RLI, FSI, PDI] = ["\u2066", "\u2067", "\u2068", "\u2069"];

describe("findTextFault", () => {
  it.each([
    ["direction marks", "السعر 5 USD\u200f، أو 7 EUR\u200e. \u061c12"],
    ["closed isolates", `موعدك مع ${LRI}Dr Smith${PDI} في ${FSI}Room 4${PDI} ${RLI}غرفة${PDI}`],
    ["closed embeddings", `قال ${LRE}Good morning${PDF} ثم ${RLE}مرحبا${PDF}`],
    ["nested isolates and embeddings", `${RLI}أ ${LRE}b ${FSI}c${PDI}${PDF}${PDI}`],
    ["isolates closed in each of two paragraphs", `${LRI}a${PDI}\n${LRI}b${PDI}`],
    ["joiners and zero-width spaces", "क्\u200dष من\u200cخواهم ကို\u200bသွား"],
    ["tabs and line ends", "one\ttwo\r\nthree"],
    ["characters beyond the first plane", "𐐷 😀"],
  ])("accepts %s", (_what, text) => {
    expect(findTextFault(text)).toBeUndefined();
  });

  // UAX #9, section 2.2, about overrides: "They are to be avoided wherever possible, because of security concerns".
  it.each([
    ["a left-to-right override", `a${LRO}b${PDF}`, /contains a left-to-right override \(U\+202D\)/],
    ["a right-to-left override", `a${RLO}b${PDF}`, /contains a right-to-left override \(U\+202E\)/],
    ["an override within an isolate", `${LRI}${RLO}b${PDF}${PDI}`, /right-to-left override/],
    // An embedding or isolate that is not closed has an effect until the end of the paragraph (BD9, X8).
    ["an embedding that is not closed", `a${RLE}b`, /does not close a right-to-left embedding \(U\+202B\)/],
    ["an isolate that is not closed", `a${FSI}b`, /does not close a first strong isolate \(U\+2068\)/],
    ["two isolates of which only one is closed", `${LRI}a${LRI}b${PDI}`, /does not close a left-to-right isolate/],
    ["an isolate closed in the next paragraph", `${LRI}a\nb${PDI}`, /does not close a left-to-right isolate/],
    ["an isolate closed after a paragraph separator", `${LRI}a\u2029b${PDI}`, /does not close/],
    // PDF does not close an isolate, and has no effect outside of the isolate that contains it (BD11, X7).
    ["an isolate with the end of an embedding", `${RLI}a${PDF}`, /does not close a right-to-left isolate/],
    ["an embedding with the end of an isolate", `${LRE}a${PDI}`, /does not close a left-to-right embedding/],
    ["an embedding closed within an isolate", `${LRE}${LRI}a${PDF}${PDI}`, /does not close/],
    // An extra PDI would close an isolate around the text.
    [
      "the end of an isolate that was not opened",
      `a${PDI}b`,
      /contains a pop directional isolate \(U\+2069\) that closes noth/,
    ],
    [
      "the end of an embedding that was not opened",
      `a${PDF}b`,
      /contains a pop directional formatting \(U\+202C\) that clos/,
    ],
    ["an escape character", "a\u001b[31mb", /contains the control character U\+001B/],
    ["a control sequence introducer", "a\u009b31mb", /contains the control character U\+009B/],
    ["a null character", "a\u0000", /U\+0000/],
    ["a backspace", "a\bb", /U\+0008/],
    ["a delete character", "a\u007f", /U\+007F/],
    ["half of a surrogate pair", "a\ud83d", /unpaired surrogate/],
  ])("finds %s", (_what, text, fault) => {
    expect(findTextFault(text)).toMatch(fault);
  });
});

describe("checkPack", () => {
  it.each([
    [200, []],
    [201, [expect.stringMatching(/"health-1" has a title of more than 200 characters/)]],
    [
      2_000_000,
      [expect.stringMatching(/0\.scenario is longer than 2,000 ch/), expect.stringMatching(/has a title of/)],
    ],
  ])("checks a dialogue's title of %i characters against the maximum of 200", async (length, problems) => {
    const list = JSON.stringify([{ id: "health-1", scenario: "x".repeat(length) }]);
    const pack = await writeFiles((await createSamplePack()).set("nepali/health/metadata.json", list));
    expect((await checkPack(pack, { decode: false })).map(({ problem }) => problem)).toEqual(problems);
  });

  it("reports a dialogue whose version, words and segments exceed their maximums", async () => {
    const list = JSON.stringify([{ id: "health-1", scenario: "Health", version: "x".repeat(101), words: 10_001 }]);
    const folder = "nepali/health/health-1";
    const segments = Array.from({ length: 61 }, (_, nth) => ({ ...sampleSegment, audio: `segment-${nth + 1}.mp3` }));
    const files = (await createSamplePack())
      .set("nepali/health/metadata.json", list)
      .set(`${folder}/metadata.json`, JSON.stringify(segments));
    const problems = (await checkPack(await writeFiles(files), { decode: false })).map(({ problem }) => problem);
    expect(problems).toEqual(
      expect.arrayContaining([
        '"health-1" has a version of more than 100 characters',
        '"health-1" has more than 10,000 words',
        '"health-1" has 61 segments: 60 are the most',
      ]),
    );
  });

  const turned = `At ${RLO}eht${PDF} doctor`;
  const places: [string, string, string, unknown][] = [
    ["name of a topic", "nepali/metadata.json", "0.name", [{ id: "health", name: turned }]],
    ["title", "nepali/health/metadata.json", "0.scenario", [{ id: "health-1", scenario: turned }]],
    ...[
      { version: turned },
      { briefing: turned },
      { speakers: [{ name: turned, language: "english" }] },
      { licence: { text: turned, voices: "human" } },
    ].map((more): [string, string, string, unknown] => {
      const [field = ""] = Object.keys(more);
      return [field, "nepali/health/metadata.json", `0.${field}`, [{ id: "health-1", scenario: "X", ...more }]];
    }),
    ...(["name", "original_script", "translated_script"] as const).map((field): [string, string, string, unknown] => [
      field,
      "nepali/health/health-1/metadata.json",
      `0.${field}`,
      [{ ...sampleSegment, [field]: `${sampleSegment[field]}${RLO}` }],
    ]),
    [
      "unit",
      "nepali/health/health-1/metadata.json",
      "0.units.0.original",
      [{ ...sampleSegment, units: [{ kind: "term", original: `Good${RLO}`, translation: "नमस्ते" }] }],
    ],
  ];

  it.each(places)("finds a direction override in this field: %s", async (_what, name, place, content) => {
    const pack = await writeFiles((await createSamplePack()).set(name, JSON.stringify(content)));
    const problems = await checkPack(pack, { decode: false });
    const found = problems.filter((one) => one.path === name && one.problem.startsWith(place));
    expect(found).toEqual([{ path: name, problem: expect.stringMatching(/right-to-left override \(U\+202E\)/) }]);
  });
});
