export type Area = {
  name: string;
  files: readonly string[];
  tsconfig: string;
  /** The name of a project in the `vitest.config.ts` of the root. */
  project: string;
  tests: readonly string[];
  sample: number;
  /** The smallest accepted share of noticed changes, in percent. */
  goal: number;
};

/** Screens and components (`*.tsx`) are left out, because no browser tests run. */
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
    // The test of `bin` starts a separate process, in which no change is active.
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
    tests: ["test/*.test.ts", "test/web/**/*.test.ts"],
    sample: 60,
    goal: 80,
  },
];
