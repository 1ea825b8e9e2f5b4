import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { scaledTimeoutMs } from "./test/support/limits.ts";
import { stylesheetTexts } from "./test/support/stylesheet-texts.ts";
import { sampleSegment } from "./web/sample-segment-plugin.ts";
import { theme } from "./web/theme-plugin.ts";

/** Browser tests that hold sound against the clock, or keep the machine busy themselves. */
const alone = [
  "test/e2e/playback-and-recording.test.ts",
  "test/e2e/recording.test.ts",
  "test/e2e/sound-server.test.ts",
  "test/e2e/spoken-recordings.test.ts",
  "test/e2e/studio-model.test.ts",
];

/** Tests that are right at any speed, and slow: they would make the unit tests wait. */
export const thorough = [
  "test/billing/histories.test.ts",
  "test/content/building/*.test.ts",
  "test/content/committed-pack.test.ts",
  "test/content/damaged/damaged-files.test.ts",
  "test/content/publishing/*.test.ts",
  "test/content/sound/decode-file.test.ts",
  "test/content/sound/finish-audio.test.ts",
  "test/runner/runner.test.ts",
  "test/web/audio/known-silences.test.ts",
  "test/web/audio/signal-support.test.ts",
  "test/web/audio/speech-detectors.test.ts",
];

/**
 * Tests of the app that put modules in place of others, or load them anew: whoever comes after them in a process would get
 * those too, or has loaded the others before them.
 */
const replacing = globSync("test/web/**/*.test.ts", { cwd: import.meta.dirname }).filter((file) =>
  /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(join(import.meta.dirname, file), "utf8")),
);

/** Files that take longer than all others of their project. */
const longest = [
  "/content/committed-pack.test.ts",
  "/billing/histories.test.ts",
  "/lib/app.test.ts",
  "/local/start.test.ts",
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
 * What takes longest begins first, so that nothing is left to wait for when all else is done; and one project comes after the
 * other, since a process keeps what it has loaded for files of the same one.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = [...new Set(files.map(({ project }) => project.name))];
    const place = ({ project, moduleId }: TestSpecification) =>
      2 * projects.indexOf(project.name) + (longest.some((file) => moduleId.endsWith(file)) ? 0 : 1);
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

/** How long one test of a project takes at most on a quiet machine, in seconds. */
const within = (seconds: number) => ({
  testTimeout: scaledTimeoutMs(seconds * 1_000),
  hookTimeout: scaledTimeoutMs(seconds * 1_000),
  expect: { poll: { timeout: scaledTimeoutMs(5_000) } },
});

/** What the app's modules import that only the build makes. */
const plugins = () => [sampleSegment(), theme(), stylesheetTexts()];

const inBrowser = {
  ...within(60),
  // Files of a process share its browser. What a test changes is in pages, which are closed after it, and not in modules.
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
          // None of these leaves anything behind in a module, and more time went into loading modules anew than into most tests.
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
      // A fake is what a test starts, and closes again; nothing of it stays in a module.
      { test: { ...within(20), name: "fakes", include: ["fakes/*/test/*.test.ts"], isolate: false } },
      { test: { ...within(20), name: "local", include: ["test/local/**/*.test.ts"], isolate: false } },
      {
        test: {
          ...within(60),
          name: "infrastructure",
          include: ["test/lib/**/*.test.ts", "test/operations/{command-line,cost,redrive,stripe}/**/*.test.ts"],
          // No test of a template leaves anything behind in a module, and to load the CDK anew for each file took two thirds of their time.
          isolate: false,
        },
      },
      {
        test: {
          ...within(20),
          name: "lambdas",
          // What a file leaves behind is taken away before the next one; to load the handlers anew took as long as their tests.
          isolate: false,
          include: ["test/lambdas/**/*.test.ts"],
          globalSetup: ["test/lambdas/support/cloud-setup.ts"],
          setupFiles: ["test/lambdas/support/reset-process.ts"],
        },
      },
      // Most of a browser test's time is listening, so three of them share two cores well.
      { test: { ...inBrowser, name: "browser", include: ["test/e2e/*.test.ts"], exclude: alone, maxWorkers: 3 } },
      { test: { ...inBrowser, name: "browser-alone", include: alone, fileParallelism: false } },
      { test: { ...inBrowser, name: "firefox", include: ["test/e2e/firefox/*.test.ts"], fileParallelism: false } },
      // Not of the tests: `npm run screens` takes pictures with it.
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
