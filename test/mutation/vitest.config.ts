import config, { thorough } from "../../vitest.config.ts";

/** `try-changes.ts` sets these variables. */
const { MUTATION_PROJECT = "", MUTATION_TESTS = "" } = process.env;
const { projects = [], ...test } = config.test ?? {};

/**
 * Starts the cloud of the handlers' tests in the process of the tests, because a change is active only in that process.
 * Relative paths refer to Stryker's changed copy of the project.
 */
const withCloudInside = {
  globalSetup: [],
  provide: { cloud: {} },
  setupFiles: [
    "test/mutation/count-hooks.ts",
    "test/mutation/share-process.ts",
    "test/lambdas/support/reset-process.ts",
  ],
  sequence: { setupFiles: "list" },
};

const chosen = projects.flatMap((project) => {
  if (typeof project !== "object" || !("test" in project) || project.test?.name !== MUTATION_PROJECT) return [];
  const own = {
    include: MUTATION_TESTS.split(","),
    exclude: thorough,
    // A timeout on a busy machine must not count as a failed test.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Loading the CDK or starting a cloud for each file would take too long.
    isolate: !["infrastructure", "lambdas"].includes(MUTATION_PROJECT),
    ...(MUTATION_PROJECT === "lambdas" ? withCloudInside : {}),
  };
  return [{ ...project, test: { ...project.test, ...own } }];
});

export default { ...config, test: { ...test, projects: chosen } };
