import { relative } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { lintProbes } from "./support/lint-probes.ts";

const folders = ["domain", "lambdas", "web", "lib", "bin", "content", "operations", "local", "test"] as const;
type Folder = (typeof folders)[number];

const allowed: Record<Folder, readonly Folder[]> = {
  domain: [],
  lambdas: ["domain"],
  web: ["domain"],
  lib: ["domain"],
  bin: ["lib"],
  content: ["domain"],
  operations: ["domain", "lib", "content", "web"],
  local: ["domain", "lambdas", "content"],
  test: folders,
};

/** `file` is the name of the importing one where the rule is for it alone. */
type Import = { in: string; file?: string; of: string; allowed: boolean };

/** The rooms of the app from the lowest to the highest: none imports one that stands above it. */
const rooms = [
  ...["browser", "audio", "ui"],
  ...["accounts", "legal", "support", "realtime", "content", "plans", "language"].map((name) => `features/${name}`),
  ...["microphone", "shortcuts", "progress", "takes", "scenario", "studio", "screen"].map(
    (name) => `features/practice/${name}`,
  ),
  "features/practice",
  ...["facts", "run", "result", "sheet"].map((name) => `features/exam/${name}`),
  ...["exam", "dialogues", "profile", "trial"].map((name) => `features/${name}`),
  ...["app", "start"],
] as const;

const walled = [
  "content",
  ...["microphone", "takes", "progress", "scenario", "studio"].map((name) => `practice/${name}`),
  ...["facts", "run", "result", "sheet"].map((name) => `exam/${name}`),
];

const betweenFolders: Import[] = folders.flatMap((from) =>
  folders
    .filter((to) => to !== from)
    .map((to) => ({ in: `${from}/deep`, of: `../../${to}/thing.ts`, allowed: allowed[from].includes(to) })),
);

const from = (room: string, other: string) => {
  const path = relative(room, other);
  return path.startsWith(".") ? path : `./${path}`;
};

const betweenRooms: Import[] = [
  ...rooms.flatMap((low, at) =>
    rooms.slice(at + 1).map((high) => ({
      in: `web/src/${low}`,
      of: `${from(low, high)}/thing.ts`,
      allowed: false,
    })),
  ),
  // What a room keeps to itself is for none but itself.
  ...walled.flatMap((name) => {
    const room = `features/${name}`;
    return [
      { in: `web/src/${room}`, of: "./internal/thing.ts", allowed: true },
      { in: `web/src/${room}/internal`, of: "../thing.ts", allowed: true },
      ...rooms
        .filter((other) => other !== room)
        .map((other) => ({ in: `web/src/${other}`, of: `${from(other, room)}/internal/thing.ts`, allowed: false })),
    ];
  }),
  { in: "web/src/features/practice/screen", of: "../studio/studio.ts", allowed: true },
  { in: "web/src/features/exam/sheet", of: "../../practice/takes/takes.ts", allowed: true },
  { in: "web/src/features/exam/sheet", of: "../result/result.tsx", allowed: true },
  { in: "web/src/features/exam", of: "./facts/attempts.ts", allowed: true },
  { in: "web/src/features/trial", of: "../practice/microphone/recorder.ts", allowed: true },
  { in: "web/src/app", of: "../features/plans/plan-list.tsx", allowed: true },
];

/** Stand-ins for services of others: what they need of Parlance is given to them. */
const standIns = ["api-gateway", "cloudfront", "cognito", "iam", "s3", "stripe", "websocket-gateway"];

const ofStandIns: Import[] = [
  ...standIns.flatMap((name) => [
    ...["domain", "lambdas", "content"].flatMap((other) => [
      { in: `local/${name}`, of: `../../${other}/thing.ts`, allowed: false },
      { in: `local/${name}/deep`, of: `../../../${other}/thing.ts`, allowed: false },
    ]),
    { in: `local/${name}`, of: "../cloud-settings.ts", allowed: false },
    { in: `local/${name}/deep`, of: "../../cloud-settings.ts", allowed: false },
    { in: `local/${name}`, of: "./thing.ts", allowed: true },
    { in: `local/${name}`, of: "./deep/thing.ts", allowed: true },
    { in: `local/${name}`, of: "../foundation/listen.ts", allowed: true },
    { in: `local/${name}/deep`, of: "../thing.ts", allowed: true },
  ]),
  { in: "local/foundation", of: "../../domain/thing.ts", allowed: false },
  { in: "local/foundation", of: "../clock.ts", allowed: false },
  { in: "local/foundation", of: "./thing.ts", allowed: true },
  { in: "local", file: "ses", of: "../domain/thing.ts", allowed: false },
  { in: "local", file: "eventbridge", of: "../lambdas/thing.ts", allowed: false },
  { in: "local", file: "eventbridge-delivery", of: "../content/thing.ts", allowed: false },
  { in: "local", file: "eventbridge-schedule", of: "./cloud-settings.ts", allowed: false },
  { in: "local", file: "secrets-manager", of: "./cloud-settings.ts", allowed: false },
  { in: "local/cloudfront", of: "../s3/thing.ts", allowed: true },
  { in: "local", of: "../domain/thing.ts", allowed: true },
];

const imports: Import[] = [
  ...betweenFolders,
  { in: "domain", of: "node:fs", allowed: false },
  { in: "domain", of: "zod", allowed: false },
  { in: "domain", of: "zod/mini", allowed: true },
  { in: "domain", of: "./plan.ts", allowed: true },
  ...betweenRooms,
  ...ofStandIns,
  { in: "web/src", of: "./ui/toast.ts", allowed: true },
  { in: "web/src", of: "./features/plans/offers.ts", allowed: false },
  { in: "web/src/ui", of: "../../../local/clock.ts", allowed: false },
  { in: "web/src/features/content", of: "../../../../content/pack.ts", allowed: false },
  { in: "web/src/features/plans", of: "../../../../domain/plan.ts", allowed: true },
  { in: "web/src/features/plans", of: "../../../../lambdas/clock.ts", allowed: false },
];

const probeOf = (index: number) => `${imports[index]?.in}/${imports[index]?.file ?? `probe-${index}`}.ts`;
let findings: readonly string[] = [];

beforeAll(async () => {
  const probes = imports.map(({ of }, index): [string, string] => [
    probeOf(index),
    `import { thing } from "${of}";\n\nexport const kept = thing;\n`,
  ]);
  findings = await lintProbes(new Map(probes), ["--only=style/noRestrictedImports"]);
});

test("the linter has read every probe", () => {
  const refused = imports.filter((probe) => !probe.allowed).length;
  expect(findings.filter((line) => line.includes("noRestrictedImports"))).toHaveLength(refused);
});

test.each(imports.map((probe, index) => ({ ...probe, index })))("$in may import $of: $allowed", (probe) => {
  expect(findings.some((line) => line.includes(probeOf(probe.index)))).toBe(!probe.allowed);
});
