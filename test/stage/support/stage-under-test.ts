import type { WebConfig } from "../../../domain/http/web-config.ts";

/** The environment variable with the name of the tested stage; "local" by default. */
export const stageVariable = "PARLANCE_STAGE";

export type StageUnderTest = {
  /** "local" for the local cloud. */
  name: string;
  siteUrl: string;
  config: WebConfig;
  /** The mode of Stripe. In "live" mode no test pays. */
  payments: "test" | "live";
};

declare module "vitest" {
  interface ProvidedContext {
    stageUnderTest: StageUnderTest;
  }
}
