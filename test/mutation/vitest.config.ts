import config, { thorough } from "../../vitest.config.ts";

/** The tests of the area under test alone; Stryker's runner has no options for them. */
const { MUTATION_PROJECT, MUTATION_TESTS = "" } = process.env;
const { projects = [], ...test } = config.test ?? {};

const chosen = projects.flatMap((project) => {
  if (typeof project !== "object" || !("test" in project) || project.test?.name !== MUTATION_PROJECT) return [];
  const own = {
    include: MUTATION_TESTS.split(","),
    exclude: thorough,
    // A busy machine must not pass for a test that notices something.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A change has to be there as a module is loaded; to load the CDK anew for each file would take too long.
    isolate: MUTATION_PROJECT !== "infrastructure",
  };
  return [{ ...project, test: { ...project.test, ...own } }];
});

export default { ...config, test: { ...test, projects: chosen } };
