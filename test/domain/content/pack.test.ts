import { describe, expect, test } from "vitest";
import {
  audioPaths,
  interpretingDirectionOf,
  ScenarioList,
  SegmentList,
  TopicList,
} from "../../../domain/content/pack.ts";
import { accepts } from "../support/accepts.ts";

const segment = { name: "One", audio: "seg-1.mp3", original_script: "Hello", translated_script: "नमस्ते" };

describe("audioPaths", () => {
  test("returns the paths of a segment's original and reference audio", () => {
    expect(audioPaths("tamil/legal/legal-1/", segment)).toEqual({
      original: "tamil/legal/legal-1/segments/seg-1.mp3",
      translation: "tamil/legal/legal-1/segments/seg-1_translated.mp3",
    });
  });

  test("derives the reference's file name by replacing only the ending", () => {
    const odd = { ...segment, audio: "a_mp3-mp3.mp3" };
    expect(audioPaths("", odd).translation).toBe("segments/a_mp3-mp3_translated.mp3");
  });
});

test("interpretingDirectionOf returns the two languages if the segment names its original language", () => {
  expect(interpretingDirectionOf({ ...segment, original_language: "english" }, "tamil")).toEqual({
    from: "english",
    to: "tamil",
  });
  expect(interpretingDirectionOf({ ...segment, original_language: "tamil" }, "tamil")).toEqual({
    from: "tamil",
    to: "english",
  });
  expect(interpretingDirectionOf(segment, "tamil")).toBeUndefined();
});

describe("the schemas of a pack", () => {
  test("accept as audio only a plain file name that ends in .mp3", () => {
    const withAudio = (audio: unknown) => accepts(SegmentList, [{ ...segment, audio }]);
    for (const audio of ["1.mp3", "Seg_1-a.mp3"]) expect([audio, withAudio(audio)]).toEqual([audio, true]);
    const outside = ["../seg.mp3", "a/b.mp3", "a\\b.mp3", "..mp3", "%2e%2e%2fa.mp3", "a#b.mp3", "a?b.mp3"];
    const malformed = [".mp3", "a.MP3", "a.wav", "a.mp3.exe", "a.mp3\n", "a b.mp3", "", 1, undefined];
    for (const audio of [...outside, ...malformed]) expect([audio, withAudio(audio)]).toEqual([audio, false]);
  });

  test("accept segments only in an array", () => {
    expect(accepts(SegmentList, [segment, { ...segment, original_language: "english" }])).toBe(true);
    expect(accepts(SegmentList, [])).toBe(true);
    for (const value of [{}, { 0: segment, length: 1 }, { segments: [segment] }, segment, "[]", null, undefined]) {
      expect([value, accepts(SegmentList, value)]).toEqual([value, false]);
    }
  });

  test.each(["name", "audio", "original_script", "translated_script"])(
    "refuse a segment whose %s is missing or a number",
    (field) => {
      expect(accepts(SegmentList, [{ ...segment, [field]: undefined }])).toBe(false);
      expect(accepts(SegmentList, [{ ...segment, [field]: 7 }])).toBe(false);
    },
  );

  test("refuse an original language that is not on offer", () => {
    expect(accepts(SegmentList, [{ ...segment, original_language: "klingon" }])).toBe(false);
  });

  test("drop all scoring units of a segment if one is malformed, and keep the segment", () => {
    const unit = { kind: "number", original: "two", translation: "दुई" };
    const unitsOf = (units: unknown) => SegmentList.parse([{ ...segment, units }])[0]?.units;
    expect(unitsOf([unit])).toEqual([unit]);
    for (const units of [[{ ...unit, kind: "tone" }], [unit, { kind: "number" }], "two", null, 7]) {
      expect([units, unitsOf(units)]).toEqual([units, []]);
    }
    expect(SegmentList.parse([segment])).toEqual([segment]);
  });

  test("accept a topic only with a known id and a name", () => {
    expect(accepts(TopicList, [{ id: "legal", name: "Legal" }])).toBe(true);
    for (const topic of [{ id: "sport", name: "Sport" }, { id: "legal", name: "" }, { id: "legal" }]) {
      expect(accepts(TopicList, [topic])).toBe(false);
    }
    expect(accepts(TopicList, { id: "legal", name: "Legal" })).toBe(false);
  });

  test("accept a scenario only with a well-formed id and a title", () => {
    expect(accepts(ScenarioList, [{ id: "legal-1", scenario: "At the court" }])).toBe(true);
    for (const item of [{ id: "../legal-1", scenario: "x" }, { id: "legal-1", scenario: "" }, { id: "legal-1" }]) {
      expect(accepts(ScenarioList, [item])).toBe(false);
    }
  });
});
