import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { StoredShare } from "../../../lambdas/store/share-rows.ts";
import { createTakeDownCommand, type TakeDownServices } from "../../../operations/take-down/take-down.ts";

const shareId = "0b6f3f5c-2f0a-4a52-9f0b-8a1f9a3c7d11";
const token = "AAAAAAAAAAAAAAAAAAAAAA";
const link = `https://app.parlance.example/shared#${token}`;
/** SHA-256 of the token as base64url, calculated with openssl. */
const tokenHash = "ilvbTMFRZBJsbvJmjendJA0pnOY5ekLJWpQRuT0IDtg";

const aShare = (fields: Partial<StoredShare> = {}): StoredShare => ({
  ...{ user_id: "asha", share_id: shareId, state: "open", asker: "Asha", question: "Is it too slow?" },
  ...{ created_at: "2026-11-20T08:00:00.000Z", link_expires_at: "2026-12-04T08:00:00.000Z" },
  ...{ expires_at: 1_800_000_000, link_hash: tokenHash, subject: { kind: "dialogue" } },
  ...{ dialogues: [{ language: "nepali", scenario_id: "example-1", title: "At the counter" }] },
  recordings: [
    { dialogue: 0, segment: 0, seconds: 300, bytes: 1_200_000 },
    { dialogue: 0, segment: 1, seconds: 200, bytes: 800_000 },
  ],
  ...{ received: {}, guests: {}, comments: { [randomUUID()]: "g", [randomUUID()]: "g" }, reports: [] },
  ...{ teachers: ["bina"], voice_comments: [], deleted_comments: [], deleted_guests: [] },
  ...fields,
});

function world(share: StoredShare | null, fails = false) {
  const steps: string[] = [];
  const printed: string[] = [];
  let current = share;
  const services: TakeDownServices = {
    shareLinks: {
      find: async (hash) => (share && hash === tokenHash ? { user_id: "asha", share_id: shareId } : null),
      findOwner: async (id) => (share && id === shareId ? "asha" : null),
    },
    shares: {
      get: async () => current,
      changeState: async (_key, from, to) => {
        steps.push(`${from.join(",")} to ${to}`);
        return current;
      },
      finishExpiry: async () => void steps.push("out of the index"),
    },
    sharedAudio: {
      removeOf: async (id) => {
        if (fails) throw new Error("S3 is out of order");
        steps.push(`audio of ${id} deleted`);
      },
    },
    inboxes: { removeShare: async (teacher) => void steps.push(`out of the inbox of ${teacher}`) },
    shareLedger: { strike: async () => void steps.push("allowance free") },
    emailOf: async () => "asha@example.com",
    now: () => new Date("2026-11-26T10:00:00.000Z"),
  };
  const stages: string[] = [];
  const connect = async (stage: string) => {
    stages.push(stage);
    return services;
  };
  /** @param meanwhile the share after the operator's answer */
  const run = (args: readonly string[], answer = true, meanwhile = current) =>
    createTakeDownCommand(connect, (agrees) => ({
      print: (line) => void printed.push(line),
      printError: (line) => void printed.push(line),
      confirm: async () => {
        current = meanwhile;
        return agrees || answer;
      },
      showProgress: () => undefined,
    })).run(args);
  return { run, steps, stages, text: () => printed.join("\n") };
}

const effects = [
  "open,blocked,revoked to taken-down",
  `audio of ${shareId} deleted`,
  "out of the inbox of bina",
  "allowance free",
  "out of the index",
];

describe("npm run take-down", () => {
  test.each([
    ["--share", shareId],
    ["--link", link],
  ])("ends the share that %s names, and then deletes the audio", async (option, value) => {
    const at = world(aShare());
    expect(await at.run(["--stage", "prod", option, value])).toBe(0);
    expect([at.stages, at.steps]).toEqual([["prod"], effects]);
  });

  test("prints the owner, contents, reports and times of the share", async () => {
    const reports = [
      { reported_at: "2026-11-25T07:00:00.000Z", reason: "This is not a dialogue." },
      { reported_at: "2026-11-25T08:00:00.000Z", reason: "Somebody else speaks.", unsent_id: "1" },
    ];
    const at = world(aShare({ reports }));
    await at.run(["--stage", "prod", "--share", shareId]);
    for (const fact of [
      ...["asha, asha@example.com", '"At the counter"', "2 with 2.0 MB", "2 comments", "2026-11-20T08:00:00.000Z"],
      ...["2026-11-25T07:00:00.000Z: This is not a dialogue.", "(email not sent): Somebody else speaks."],
      ...["Taken down 2026-11-26T10:00:00.000Z"],
    ]) {
      expect(at.text()).toContain(fact);
    }
  });

  test("also removes the share from the inbox of a teacher who kept it before the operator's answer", async () => {
    const at = world(aShare());
    const kept = aShare({ teachers: ["bina", "chandra"] });
    expect(await at.run(["--stage", "prod", "--share", shareId], true, kept)).toBe(0);
    expect(at.steps).toContain("out of the inbox of chandra");
  });

  test("requires the operator's confirmation, except with --yes", async () => {
    const at = world(aShare());
    expect(await at.run(["--stage", "prod", "--share", shareId], false)).toBe(1);
    expect(at.steps).toEqual([]);
    expect(await at.run(["--stage", "prod", "--share", shareId, "--yes"], false)).toBe(0);
    expect(at.steps).toEqual(effects);
  });

  test("reports a share that does not exist, and an invalid link", async () => {
    const at = world(null);
    expect(await at.run(["--stage", "prod", "--share", shareId])).toBe(1);
    expect(at.text()).toContain("There is no such share");
    expect(await at.run(["--stage", "prod", "--link", "https://app.parlance.example/shared"])).toBe(1);
    expect(at.text()).toContain("This is no link of a share");
  });

  test.each([
    { args: ["--share", shareId] },
    { args: ["--stage", "prod"] },
    { args: ["--stage", "prod", "--share", shareId, "--link", link] },
  ])("exits with 2 and changes nothing for the arguments $args", async ({ args }) => {
    const at = world(aShare());
    expect([await at.run(args), at.steps]).toEqual([2, []]);
  });

  test("closes the link even if the deletion of the audio fails", async () => {
    const at = world(aShare(), true);
    await expect(at.run(["--stage", "prod", "--share", shareId])).rejects.toThrow("S3 is out of order");
    expect(at.steps).toEqual(["open,blocked,revoked to taken-down"]);
  });
});
