import { utimes } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { findDialogueToShow } from "../../content/previewing/find-dialogue-to-show.ts";
import { writeFiles } from "./sample-pack.ts";

const written = (minute: number) => new Date(Date.UTC(2026, 10, 22, 9, minute));

describe("the preview of scripts", () => {
  let directory: string;
  beforeEach(async () => {
    const times = {
      "hindi/health/health-1.json": 1,
      "nepali/health/health-1.json": 3,
      "nepali/legal/legal-2.json": 2,
      // The files below are newer, and are not dialogues.
      "nepali/legal/health-9.json": 4,
      "klingon/legal/legal-1.json": 4,
      "nepali/legal/legal-1.txt": 4,
      "RULES.json": 4,
    };
    directory = await writeFiles(new Map(Object.keys(times).map((name) => [name, "{}"])));
    for (const [name, minute] of Object.entries(times)) {
      await utimes(path.join(directory, name), written(minute), written(minute));
    }
  });
  const show = (asked?: string) => findDialogueToShow(directory, ".json", asked);

  it("finds the named dialogue, or the last changed dialogue if none is named", async () => {
    expect(await show()).toMatchObject({ language: "nepali", id: "health-1" });
    expect(await show("nepali/legal/legal-2")).toMatchObject({ language: "nepali", id: "legal-2" });
    await utimes(path.join(directory, "hindi/health/health-1.json"), written(5), written(5));
    expect(await show()).toMatchObject({ language: "hindi", id: "health-1" });
  });

  it.each(["nepali/legal/legal-1", "nepali/legal/health-9", "legal-2", "../hindi/health/health-1", ""])(
    "reports %j as missing, and lists existing dialogues",
    async (asked) => {
      await expect(show(asked)).rejects.toThrow(/^There is no dialogue .*\. Found there: hindi\/health\/health-1,/);
    },
  );
});

describe("the preview of a pack", () => {
  it("finds a dialogue, not the lists of its language and topic", async () => {
    const names = ["hindi/metadata.json", "hindi/health/metadata.json", "hindi/health/health-1/metadata.json"];
    const directory = await writeFiles(new Map(names.map((name) => [name, "[]"])));
    expect(await findDialogueToShow(directory, "/metadata.json", undefined)).toMatchObject({
      language: "hindi",
      id: "health-1",
    });
  });

  it("fails if the pack has no dialogue", async () => {
    const directory = await writeFiles(new Map([["hindi/metadata.json", "[]"]]));
    await expect(findDialogueToShow(directory, "/metadata.json", undefined)).rejects.toThrow(
      /^There is no dialogue in /,
    );
  });
});
