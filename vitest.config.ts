import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Browser tests that move the clock of the local cloud, or that listen to every sample of a take. */
const alone = [
  "test/e2e/accessibility-plans.test.ts",
  "test/e2e/payments.test.ts",
  "test/e2e/recording.test.ts",
  "test/e2e/studio-model.test.ts",
];

/** Tests that are right at any speed, and slow: they would make the unit tests wait. */
const thorough = ["test/runner/runner.test.ts"];

/** What takes longest begins first, so that nothing is left to wait for when all else is done. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith("/whole-scenario.test.ts");
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

const inBrowser = {
  globalSetup: "test/e2e/support/app-setup.ts",
  expect: { poll: { timeout: 15_000 } },
  testTimeout: 120_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "test/*.test.ts",
            "test/runner/second-try.test.ts",
            "test/billing/**/*.test.ts",
            "test/domain/**/*.test.ts",
            "test/web/**/*.test.ts",
            "test/content/**/*.test.ts",
          ],
        },
      },
      { test: { name: "thorough", include: thorough, testTimeout: 120_000 } },
      { test: { name: "local", include: ["test/local/**/*.test.ts"], testTimeout: 20_000 } },
      {
        test: {
          name: "infrastructure",
          include: ["test/lib/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "lambdas",
          include: ["test/lambdas/**/*.test.ts"],
          globalSetup: ["test/lambdas/support/cloud-setup.ts"],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      // Most of a browser test's time is listening, so three of them share two cores well.
      { test: { ...inBrowser, name: "browser", include: ["test/e2e/**/*.test.ts"], exclude: alone, maxWorkers: 3 } },
      { test: { ...inBrowser, name: "browser-alone", include: alone, fileParallelism: false } },
    ],
  },
});
