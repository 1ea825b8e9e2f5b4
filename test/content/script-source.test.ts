import { describe, expect, it } from "vitest";
import { readScripts } from "../../content/authoring/script-source.ts";
import { writeFiles } from "./sample-pack.ts";

const segment = { role: "Doctor", speaker: "english", original: "Good morning.", translation: "नमस्ते।" };

async function readOne(file: string, script: unknown) {
  return await readScripts(await writeFiles(new Map([[file, JSON.stringify(script)]])));
}

describe("readScripts", () => {
  it("sorts dialogues by language, then by topic, and then by number", async () => {
    const script = (id: string) => JSON.stringify({ id, title: "T", segments: [segment] });
    const places = [
      "nepali/health/health-10",
      "nepali/health/health-2",
      "nepali/employment/emp-1",
      "arabic/legal/legal-1",
    ];
    const files = places.map((place) => [`${place}.json`, script(place.split("/")[2] ?? "")] as const);
    const scripts = await readScripts(await writeFiles(new Map(files)));
    expect(scripts.map(({ id }) => id)).toEqual(["legal-1", "emp-1", "health-2", "health-10"]);
  });

  it.each([
    ["a folder that is not a language", "klingon/health/health-1.json", {}, /scripts belong in/],
    ["a script in the wrong topic", "nepali/legal/health-1.json", {}, /belongs in nepali\/health\/health-1\.json/],
    ["a script with the wrong name", "nepali/health/health-2.json", {}, /belongs in nepali\/health\/health-1\.json/],
    ["an unknown field", "nepali/health/health-1.json", { notes: "" }, /notes/],
    ["a blank role", "nepali/health/health-1.json", { segments: [{ ...segment, role: " " }] }, /role/],
    ["examples in Hindi", "hindi/example/example-1.json", { id: "example-1" }, /examples exist only in nepali/],
    [
      "a unit of an unknown kind",
      "nepali/health/health-1.json",
      { segments: [{ ...segment, units: [{ kind: "tone", original: "a", translation: "b" }] }] },
      /kind/,
    ],
    ["a vertical bar in english_words", "nepali/health/health-1.json", { english_words: ["A|B"] }, /vertical bar/],
    ["a voice for a third language", "nepali/health/health-1.json", { voices: { hindi: "man" } }, /not for "hindi"/],
    [
      "a direction override",
      "nepali/health/health-1.json",
      { title: "At \u202eeht\u202c doctor" },
      /title: contains a direction override \(U\+202D or U\+202E\)/,
    ],
    ["61 segments", "nepali/health/health-1.json", { segments: Array(61).fill(segment) }, /60/],
    [
      "a speaker of a third language",
      "nepali/health/health-1.json",
      { segments: [{ ...segment, speaker: "hindi" }] },
      /"hindi"/,
    ],
  ])("refuses %s, and names the file", async (_fault, file, change, message) => {
    const reading = readOne(file, { id: "health-1", title: "T", segments: [segment], ...change });
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toThrow(file);
  });

  it("uses a different voice for each language by default", async () => {
    const voicesOf = async (voices: object) => {
      const [script] = await readOne("nepali/health/health-1.json", {
        id: "health-1",
        title: "T",
        segments: [segment],
        voices,
      });
      return script?.voices;
    };
    expect(await voicesOf({})).toEqual({ english: "man", other: "woman" });
    expect(await voicesOf({ english: "woman" })).toEqual({ english: "woman", other: "man" });
    expect(await voicesOf({ nepali: "man" })).toEqual({ english: "woman", other: "man" });
    expect(await voicesOf({ english: "man", nepali: "man" })).toEqual({ english: "man", other: "man" });
  });

  it("joins the lines of a text, and removes direction marks", async () => {
    const written = { ...segment, original: "\u200fGood\n morning.\u00a0" };
    const [script] = await readOne("nepali/health/health-1.json", { id: "health-1", title: "T", segments: [written] });
    expect(script?.segments[0]?.original).toBe("Good morning.");
  });
});
