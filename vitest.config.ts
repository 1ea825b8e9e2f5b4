import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "test/*.test.ts",
            "test/billing/**/*.test.ts",
            "test/domain/**/*.test.ts",
            "test/web/**/*.test.ts",
            "test/content/**/*.test.ts",
          ],
        },
      },
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
      {
        test: {
          name: "browser",
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: "test/e2e/support/app-setup.ts",
          fileParallelism: false,
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
