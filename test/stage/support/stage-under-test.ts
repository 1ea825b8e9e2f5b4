import type { WebConfig } from "../../../domain/http/web-config.ts";

/** The environment variable with the name of the tested stage, by default "local". */
export const stageVariable = "PARLANCE_STAGE";

export type StageUnderTest = {
  /** "local" for the local cloud. */
  name: string;
  siteUrl: string;
  config: WebConfig;
  /** The mode of Stripe. */
  payments: "test" | "live";
};

declare module "vitest" {
  interface ProvidedContext {
    stageUnderTest: StageUnderTest;
  }
}
