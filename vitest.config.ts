import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { scaledTimeoutMs } from "./test/support/limits.ts";
import { stylesheetTexts } from "./test/support/stylesheet-texts.ts";
import { sampleSegment } from "./web/sample-segment-plugin.ts";
import { theme } from "./web/theme-plugin.ts";

/** Browser tests that run one at a time, because they measure time or load the machine. */
const alone = [
  "test/e2e/playback-and-recording.test.ts",
  "test/e2e/recording.test.ts",
  "test/e2e/sound-server.test.ts",
  "test/e2e/spoken-recordings.test.ts",
  "test/e2e/studio-model.test.ts",
];

const journeys = [
  "test/e2e/accounts-email.test.ts",
  "test/e2e/first-page.test.ts",
  "test/e2e/journey.test.ts",
  "test/e2e/payments.test.ts",
  "test/e2e/whole-scenario.test.ts",
];

/** Slow tests, which have their own project. */
export const thorough = [
  "test/billing/histories.test.ts",
  "test/content/building/*.test.ts",
  "test/content/committed-pack.test.ts",
  "test/content/damaged/damaged-files.test.ts",
  "test/content/publishing/*.test.ts",
  "test/content/sound/decode-file.test.ts",
  "test/content/sound/finish-audio.test.ts",
  "test/lambdas/store/stores-on-dynamodb-local.test.ts",
  "test/runner/runner.test.ts",
  "test/web/audio/known-silences.test.ts",
  "test/web/audio/signal-support.test.ts",
  "test/web/audio/speech-detectors.test.ts",
];

/**
 * Tests of the app that mock or reload modules. Each file needs its own process, because otherwise the modules stay
 * loaded for later files.
 */
const replacing = globSync("test/web/**/*.test.ts", { cwd: import.meta.dirname }).filter((file) =>
  /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(join(import.meta.dirname, file), "utf8")),
);

const longest = [
  "/content/committed-pack.test.ts",
  "/billing/histories.test.ts",
  "/lib/app.test.ts",
  "/local/start.test.ts",
  "/lambdas/store/stores-on-dynalite.test.ts",
  "/lambdas/store/stores-on-dynamodb-local.test.ts",
  "/lambdas/api/authorization.test.ts",
  "/e2e/exam-page.test.ts",
  "/e2e/exam-conditions.test.ts",
  "/e2e/exam-interruptions.test.ts",
  "/e2e/payments.test.ts",
  "/e2e/plans-in-time.test.ts",
  "/e2e/local-cloud-crash.test.ts",
  "/e2e/whole-exam.test.ts",
  "/e2e/whole-scenario.test.ts",
];

/**
 * The slow files of each project start first, so that none of them runs alone at the end. The files of a project stay
 * together, so that a process can reuse its loaded modules.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = [...new Set(files.map(({ project }) => project.name))];
    const place = ({ project, moduleId }: TestSpecification) =>
      2 * projects.indexOf(project.name) + (longest.some((file) => moduleId.endsWith(file)) ? 0 : 1);
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

/** @param seconds limit of a test or hook before scaling */
const within = (seconds: number) => ({
  testTimeout: scaledTimeoutMs(seconds * 1_000),
  hookTimeout: scaledTimeoutMs(seconds * 1_000),
  expect: { poll: { timeout: scaledTimeoutMs(15_000) } },
});

/** Plugins for imports that Node cannot load, such as `virtual:sample-segment`. */
const plugins = () => [sampleSegment(), theme(), stylesheetTexts()];

const inBrowser = {
  ...within(60),
  // These files mock no modules.
  isolate: false,
  globalSetup: "test/e2e/support/app-setup.ts",
};

export default defineConfig({
  test: {
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: plugins(),
        test: {
          ...within(5),
          name: "unit",
          include: [
            "test/*.test.ts",
            "test/runner/*.test.ts",
            "test/support/*.test.ts",
            "test/words/*.test.ts",
            "test/domain/**/*.test.ts",
            "test/content/**/*.test.ts",
            "test/operations/{content,deploy}/**/*.test.ts",
          ],
          exclude: thorough,
          // These tests mock no modules, so the test files of a process can share the loaded modules.
          isolate: false,
        },
      },
      {
        plugins: plugins(),
        test: {
          ...within(5),
          name: "unit-web",
          include: ["test/web/**/*.test.ts"],
          exclude: [...thorough, ...replacing],
          isolate: false,
        },
      },
      { plugins: plugins(), test: { ...within(5), name: "unit-web-apart", include: replacing } },
      { test: { ...within(60), name: "thorough", include: thorough } },
      // These tests close the fakes that they start, and mock no modules.
      { test: { ...within(20), name: "fakes", include: ["fakes/*/test/*.test.ts"], isolate: false } },
      { test: { ...within(20), name: "local", include: ["test/local/**/*.test.ts"], isolate: false } },
      {
        test: {
          ...within(60),
          name: "infrastructure",
          include: [
            "test/lib/**/*.test.ts",
            "test/operations/{command-line,cost,redrive,stripe,take-down,throw-away}/**/*.test.ts",
          ],
          // Loading the CDK is slow, so the test files of a process share the loaded CDK.
          isolate: false,
        },
      },
      {
        test: {
          ...within(20),
          name: "lambdas",
          // Loading the handlers is slow, so the test files of a process share the loaded handlers. The setup file
          // resets the process before each test file.
          isolate: false,
          include: ["test/lambdas/**/*.test.ts"],
          exclude: thorough,
          globalSetup: ["test/lambdas/support/cloud-setup.ts"],
          setupFiles: ["test/lambdas/support/reset-process.ts"],
        },
      },
      {
        test: {
          // On AWS, the first call of a handler is slow.
          ...within(60),
          name: "stage",
          include: ["test/stage/*.test.ts"],
          globalSetup: ["test/stage/support/stage-setup.ts"],
        },
      },
      // Browser tests often wait for audio, so three workers share two cores well.
      { test: { ...inBrowser, name: "journeys", include: journeys, maxWorkers: 3 } },
      {
        test: {
          ...inBrowser,
          name: "browser",
          include: ["test/e2e/*.test.ts"],
          exclude: [...alone, ...journeys],
          maxWorkers: 3,
        },
      },
      { test: { ...inBrowser, name: "browser-alone", include: alone, fileParallelism: false } },
      { test: { ...inBrowser, name: "firefox", include: ["test/e2e/firefox/*.test.ts"], fileParallelism: false } },
      // `npm run screens` runs this project, which is not part of `npm test`.
      {
        test: {
          ...inBrowser,
          ...within(300),
          name: "screens",
          include: ["test/screens/*.test.ts"],
          fileParallelism: false,
        },
      },
      { test: { ...inBrowser, name: "webkit", include: ["test/e2e/webkit/*.test.ts"], maxWorkers: 2 } },
    ],
  },
});
