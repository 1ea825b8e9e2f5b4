import { describe, expect, it } from "vitest";
import { invalidationPaths } from "../../../content/publishing/apply-publication.ts";
import type { Changes } from "../../../content/publishing/changes.ts";
import { describeChanges } from "../../../content/publishing/describe-changes.ts";

const nothing: Changes = {
  before: {},
  after: {},
  upload: new Map(),
  remove: new Map(),
  overwritten: [],
  unused: new Map(),
  keptForRollback: new Map(),
};
const file = (bytes: number) => ({ md5: "", bytes, read: async () => new Uint8Array() });
const dialogue = (name: string, md5: string) => ({
  [`${name}/metadata.json`]: md5,
  [`${name}/segments/segment-1-0a1b2c3d.mp3`]: "sound",
});

describe("describeChanges", () => {
  it("counts and names the added, changed and removed dialogues of each language", () => {
    const before = { ...dialogue("spanish/health/health-1", "a"), ...dialogue("spanish/legal/legal-1", "a") };
    const after = { ...dialogue("spanish/health/health-1", "b"), ...dialogue("nepali/example/example-2", "a") };
    expect(describeChanges({ ...nothing, before, after })).toEqual([
      "nepali/example: 1 dialogue added: example-2",
      "spanish: 1 dialogue changed: health/health-1",
      "spanish: 1 dialogue removed: legal/legal-1",
    ]);
  });

  it("reports a changed list without changed dialogues", () => {
    const before = { ...dialogue("spanish/health/health-1", "a"), "spanish/health/metadata.json": "a" };
    const after = { ...before, "spanish/health/metadata.json": "b" };
    expect(describeChanges({ ...nothing, before, after })).toEqual([
      "spanish: 1 list changed: spanish/health/metadata.json",
    ]);
  });

  it("reports numbers and sizes of files", () => {
    const changes = {
      ...nothing,
      upload: new Map([
        ["a.mp3", file(1_450_000)],
        ["b.mp3", file(1_000_000)],
      ]),
      remove: new Map([["c.json", 40_000]]),
      overwritten: ["a.mp3"],
      unused: new Map([["d.mp3", 200_000]]),
      keptForRollback: new Map([["e.mp3", 300_000]]),
    };
    expect(describeChanges(changes)).toEqual([
      "To upload: 2 files, 2.5 MB.",
      "Warning: this overwrites 1 audio file with the same name: a.mp3. Learners in a dialogue may hear either version.",
      "To remove: 1 file, 0.0 MB.",
      "No longer used: 1 file, 0.2 MB. They stay; --prune removes them.",
      "Kept for learners in a dialogue, until another publication with --prune: 1 file, 0.3 MB.",
    ]);
  });

  it("returns one short line for ten thousand dialogues", () => {
    const many = Array.from({ length: 10_000 }, (_, nth) => dialogue(`hindi/health/health-${nth}`, "a"));
    const lines = describeChanges({ ...nothing, after: Object.assign({}, ...many) });
    expect(lines).toEqual([
      expect.stringMatching(/^hindi: 10,000 dialogues added: health\/health-0, .* and 9990 more$/),
    ]);
    expect(lines.join("").length).toBeLessThan(300);
  });

  it("reports that everything is published if nothing changes", () => {
    expect(describeChanges(nothing)).toEqual(["Nothing to change: everything is already published."]);
  });
});

describe("the CloudFront invalidation", () => {
  const names = (language: string, count: number) =>
    Array.from({ length: count }, (_, nth) => `${language}/health/health-${nth}/metadata.json`);

  it.each([
    ["each of a few files", names("nepali", 2), names("nepali", 2).map((name) => `/${name}`)],
    [
      "two whole languages for many of their files",
      [...names("nepali", 9), ...names("hindi", 9)],
      ["/nepali/*", "/hindi/*"],
    ],
    ["everything for files of many languages", [..."abcdefghijk"].flatMap((letter) => names(letter, 2)), ["/*"]],
    ["nothing without changed files", [], []],
  ])("covers %s", (_, changed, paths) => {
    expect(invalidationPaths(changed)).toEqual(paths);
  });
});
