import { afterAll, beforeAll } from "vitest";

/** Stryker's state in this process. `perTest` has counts by the test's id and the change's id. */
type Stryker = {
  currentTestId?: string | undefined;
  mutantCoverage?: { perTest: Record<string, Record<string, number>> };
};

// Stryker runs the tests that run the changed code. If the code runs outside of a test, Stryker runs all tests. But the
// hooks of a file concern only the tests of that file. So this module counts code that a hook runs as if each test of
// the file had run the code.
const stryker: Stryker = Reflect.get(globalThis, "__stryker__") ?? {};
const hooks = "hooks";
const tests = new Set<string>();
let test: string | undefined;
let outsideTests: string | undefined;

Object.defineProperty(stryker, "currentTestId", {
  configurable: true,
  get: () => test ?? outsideTests,
  set: (id: string | undefined) => {
    test = id;
    if (id !== undefined) tests.add(id);
  },
});

beforeAll(() => {
  outsideTests = hooks;
});

afterAll(() => {
  outsideTests = undefined;
  const { perTest = {} } = stryker.mutantCoverage ?? {};
  const { [hooks]: byHooks = {} } = perTest;
  delete perTest[hooks];
  for (const id of tests) {
    const byTest = perTest[id] ?? {};
    for (const [change, count] of Object.entries(byHooks)) byTest[change] = (byTest[change] ?? 0) + count;
    perTest[id] = byTest;
  }
});
