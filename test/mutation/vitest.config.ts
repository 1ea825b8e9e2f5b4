import config, { thorough } from "../../vitest.config.ts";

/** Runs only the tests of the tested area. Stryker's runner has no options for this. */
const { MUTATION_PROJECT = "", MUTATION_TESTS = "" } = process.env;
const { projects = [], ...test } = config.test ?? {};

/**
 * Starts the cloud of the handlers' tests in the process of the tests, because Stryker changes only the code of that
 * process. Relative paths refer to Stryker's copy of the project, which is the only changed copy.
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
    // Each run has a new process. Within a run, loading the CDK or starting a cloud for each file would take too long.
    isolate: !["infrastructure", "lambdas"].includes(MUTATION_PROJECT),
    ...(MUTATION_PROJECT === "lambdas" ? withCloudInside : {}),
  };
  return [{ ...project, test: { ...project.test, ...own } }];
});

export default { ...config, test: { ...test, projects: chosen } };
