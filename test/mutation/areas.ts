/** A part of the code with the tests that have to notice a change in it. */
export type Area = {
  name: string;
  /** Globs of the files that are changed. */
  files: readonly string[];
  /** The tsconfig that they are compiled with. */
  tsconfig: string;
  /** The project of `vitest.config.ts` whose surroundings the tests need. */
  project: string;
  /** Globs of the tests that are run against each change: those of the area itself, since they shall do. */
  tests: readonly string[];
  /** How many changes are tried. */
  sample: number;
  /** The least part of the changes that has to be noticed, in percent. */
  goal: number;
};

/**
 * What is changed. Left out are screens and components (`*.tsx`), which browser tests alone can judge, and what is not the
 * product itself: `local`, `fakes`, `bin` and `test`.
 */
export const areas: readonly Area[] = [
  {
    name: "domain",
    files: ["domain/**/*.ts"],
    tsconfig: "domain/tsconfig.json",
    project: "unit",
    tests: ["test/*.test.ts", "test/domain/**/*.test.ts"],
    sample: 60,
    goal: 90,
  },
  {
    name: "lambdas",
    files: ["lambdas/**/*.ts"],
    tsconfig: "tsconfig.json",
    project: "lambdas",
    tests: ["test/lambdas/**/*.test.ts", "test/lib/create-signing-key.test.ts"],
    sample: 60,
    goal: 90,
  },
  {
    name: "lib",
    files: ["lib/**/*.ts"],
    tsconfig: "tsconfig.json",
    project: "infrastructure",
    // The test of `bin` starts a process of its own, in which no change is made.
    tests: ["test/lib/**/!(app).test.ts"],
    sample: 16,
    goal: 90,
  },
  {
    name: "operations",
    files: ["operations/{command-line,cost,redrive,stripe}/**/*.ts"],
    tsconfig: "tsconfig.json",
    project: "infrastructure",
    tests: ["test/operations/{command-line,cost,redrive,stripe}/**/*.test.ts"],
    sample: 16,
    goal: 90,
  },
  {
    name: "content",
    files: ["content/**/*.ts"],
    tsconfig: "tsconfig.json",
    project: "unit",
    tests: ["test/content/**/*.test.ts"],
    sample: 30,
    goal: 80,
  },
  {
    name: "practice",
    files: ["web/src/features/{practice,progress,recording,scenario,shortcuts}/**/*.ts"],
    tsconfig: "web/tsconfig.json",
    project: "unit-web",
    // The support of signals has tests of its own kind, slow and about no code of the product.
    tests: ["test/*.test.ts", "test/web/**/!(signal-support).test.ts"],
    sample: 60,
    goal: 80,
  },
];
