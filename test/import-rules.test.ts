import { globSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { root } from "./support/child-app.ts";
import { lintProbes } from "./support/lint-probes.ts";

const folders = ["domain", "lambdas", "web", "lib", "bin", "content", "operations", "local", "fakes", "test"] as const;
type Folder = (typeof folders)[number];

const allowed: Record<Folder, readonly Folder[]> = {
  domain: [],
  lambdas: ["domain"],
  web: ["domain"],
  lib: ["domain"],
  bin: ["lib"],
  content: ["domain"],
  operations: ["domain", "lambdas", "lib", "content", "web"],
  local: ["domain", "lambdas", "content", "fakes"],
  fakes: [],
  test: folders,
};

type Import = { in: string; of: string; allowed: boolean };

/** Folders of the web app from the lowest to the highest. A folder must not import a higher folder. */
const rooms = [
  ...["browser", "audio", "ui", "worker"],
  ...["accounts", "legal", "support", "realtime", "content", "language", "plans"].map((name) => `features/${name}`),
  ...["recording/microphone", "recording/store", "recording"].map((name) => `features/${name}`),
  "features/shortcuts",
  ...["recognition", "progress", "study", "sharing", "inbox", "scenario"].map((name) => `features/${name}`),
  "features/glossary",
  ...["recordings", "studio", "notes", "screen"].map((name) => `features/practice/${name}`),
  "features/practice",
  "features/review",
  ...["recordings", "attempts", "session", "result", "sheet"].map((name) => `features/exam/${name}`),
  ...["exam", "progress-page", "dialogues", "profile", "trial"].map((name) => `features/${name}`),
  ...["app", "start", "guest"],
] as const;

const walled = [
  "content",
  ...["microphone", "store"].map((name) => `recording/${name}`),
  ...["recognition", "progress", "study", "sharing", "scenario"],
  ...["recordings", "studio"].map((name) => `practice/${name}`),
  ...["attempts", "session", "result", "sheet"].map((name) => `exam/${name}`),
];

const within = (feature: string) => [
  ...rooms.filter((room) => `${room}/`.startsWith(`features/${feature}/`)),
  ...walled.filter((room) => room.startsWith(`${feature}/`)).map((room) => `features/${room}/internal`),
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
  ...within("exam").flatMap((exam) =>
    within("practice").flatMap((practice) => [
      { in: `web/src/${exam}`, of: `${from(exam, practice)}/thing.ts`, allowed: false },
      { in: `web/src/${practice}`, of: `${from(practice, exam)}/thing.ts`, allowed: false },
    ]),
  ),
  // In the web app, only a folder itself may import its internal files.
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
  { in: "web/src/features/practice/screen", of: "../notes/use-notes-pad.ts", allowed: true },
  { in: "web/src/features/practice/screen", of: "../../glossary/add-term.tsx", allowed: true },
  { in: "web/src/features/exam/sheet", of: "../../recording/recording-labels.ts", allowed: true },
  { in: "web/src/features/exam/recordings", of: "../../recording/store/recording-store.ts", allowed: true },
  { in: "web/src/features/practice/recordings", of: "../../recording/store/recording-store.ts", allowed: true },
  { in: "web/src/features/practice/studio", of: "../../recording/microphone/recorder.ts", allowed: true },
  { in: "web/src/features/exam/sheet", of: "../result/result.tsx", allowed: true },
  { in: "web/src/features/exam", of: "./attempts/exam-attempts.ts", allowed: true },
  { in: "web/src/features/trial", of: "../recording/microphone/recorder.ts", allowed: true },
  { in: "web/src/features/trial", of: "../recording/journaled-recorder.ts", allowed: true },
  { in: "web/src/features/trial", of: "../recording/store/recording-store.ts", allowed: false },
  { in: "web/src/features/progress-page", of: "../exam/attempts/exam-attempts.ts", allowed: true },
  { in: "web/src/app", of: "../features/plans/plan-list.tsx", allowed: true },
  { in: "web/src/app", of: "../worker/take-over-message.ts", allowed: true },
  { in: "web/src/worker", of: "../browser/stored-by-worker.ts", allowed: true },
  { in: "web/src/guest", of: "../browser/storage.ts", allowed: true },
  { in: "web/src/guest", of: "../audio/element-player.ts", allowed: true },
  { in: "web/src/guest", of: "../ui/base.css", allowed: true },
  { in: "web/src/guest", of: "../ui/writing-systems.ts", allowed: true },
  { in: "web/src/guest", of: "../ui/moment.ts", allowed: true },
  { in: "web/src/guest", of: "../ui/counted-text.ts", allowed: true },
  { in: "web/src/guest", of: "../ui/button.tsx", allowed: false },
  { in: "web/src/guest", of: "../api.ts", allowed: false },
  { in: "web/src/guest", of: "../features/exam/attempts/exam-attempts.ts", allowed: false },
  { in: "web/src/guest", of: "../app/layout.tsx", allowed: false },
  { in: "web/src/guest", of: "react", allowed: false },
  { in: "web/src/guest", of: "preact/hooks", allowed: true },
];

const fakes = [
  ...["api-gateway", "cloudfront", "cognito", "dynamodb", "eventbridge", "iam"],
  ...["s3", "secrets-manager", "ses", "stripe", "websocket-gateway"],
];

const product = folders.filter((name) => name !== "fakes");

const ofFakes: Import[] = [
  ...[...fakes, "foundation"].flatMap((name) => [
    ...product.flatMap((other) => [
      { in: `fakes/${name}`, of: `../../${other}/thing.ts`, allowed: false },
      { in: `fakes/${name}/deep`, of: `../../../${other}/thing.ts`, allowed: false },
      { in: `fakes/${name}/test`, of: `../../../${other}/thing.ts`, allowed: false },
    ]),
    { in: `fakes/${name}`, of: "./thing.ts", allowed: true },
    { in: `fakes/${name}`, of: "./deep/thing.ts", allowed: true },
    { in: `fakes/${name}`, of: "./test/thing.ts", allowed: false },
    { in: `fakes/${name}`, of: "../test-support/thing.ts", allowed: false },
    { in: `fakes/${name}/deep`, of: "../thing.ts", allowed: true },
    { in: `fakes/${name}/deep`, of: "../test/thing.ts", allowed: false },
    { in: `fakes/${name}/test`, of: "../thing.ts", allowed: true },
    { in: `fakes/${name}/test`, of: "../../foundation/listen.ts", allowed: true },
    { in: `fakes/${name}/test`, of: "../../test-support/thing.ts", allowed: true },
  ]),
  ...fakes.map((name) => ({ in: `fakes/${name}`, of: "../foundation/listen.ts", allowed: true })),
  { in: "fakes/foundation", of: "../s3/thing.ts", allowed: false },
  { in: "fakes/cognito", of: "../s3/thing.ts", allowed: false },
  { in: "fakes/cloudfront", of: "../s3/thing.ts", allowed: true },
  { in: "fakes/cloudfront/test", of: "../../s3/test/thing.ts", allowed: true },
  ...product.map((other) => ({ in: "fakes/test-support", of: `../../${other}/thing.ts`, allowed: false })),
  { in: "local", of: "../domain/thing.ts", allowed: true },
  { in: "local", of: "../fakes/stripe/thing.ts", allowed: true },
];

const imports: Import[] = [
  ...betweenFolders,
  { in: "domain", of: "node:fs", allowed: false },
  { in: "domain", of: "zod", allowed: false },
  { in: "domain", of: "zod/mini", allowed: true },
  { in: "domain", of: "ts-fsrs", allowed: false },
  { in: "domain/practice", of: "ts-fsrs", allowed: false },
  { in: "domain/study", of: "ts-fsrs", allowed: true },
  { in: "domain/study", of: "zod/mini", allowed: true },
  { in: "domain/study", of: "node:fs", allowed: false },
  { in: "domain", of: "./plan.ts", allowed: true },
  ...betweenRooms,
  ...ofFakes,
  { in: "web/src", of: "./ui/toast.ts", allowed: true },
  { in: "web/src", of: "./features/plans/offers.ts", allowed: false },
  { in: "web/src/ui", of: "../../../local/clock.ts", allowed: false },
  { in: "web/src/features/content", of: "../../../../content/pack.ts", allowed: false },
  { in: "web/src/features/plans", of: "../../../../domain/plan.ts", allowed: true },
  { in: "web/src/features/plans", of: "../../../../lambdas/clock.ts", allowed: false },
];

const probeOf = (index: number) => `${imports[index]?.in}/probe-${index}.ts`;
let findings: readonly string[] = [];

beforeAll(async () => {
  const probes = imports.map(({ of }, index): [string, string] => [
    probeOf(index),
    `import { thing } from "${of}";\n\nexport const kept = thing;\n`,
  ]);
  findings = await lintProbes(new Map(probes), ["--only=style/noRestrictedImports"]);
});

test("Biome reports as many imports as are forbidden", () => {
  const refused = imports.filter((probe) => !probe.allowed).length;
  expect(findings.filter((line) => line.includes("noRestrictedImports"))).toHaveLength(refused);
});

test.each(imports.map((probe, index) => ({ ...probe, index })))("a file in $in may import $of: $allowed", (probe) => {
  expect(findings.some((line) => line.includes(probeOf(probe.index)))).toBe(!probe.allowed);
});

test("the checked folders are those of the web app", () => {
  const files = globSync("*/**/*.{ts,tsx}", { cwd: join(root, "web/src") });
  const found = new Set(files.map((file) => dirname(file).replace(/\/internal$/, "")));
  expect([...found].sort()).toEqual([...rooms].sort());
});
