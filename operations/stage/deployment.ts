import type { StageConfig } from "../../lib/config.ts";
import type { AwsClients } from "./aws.ts";

/** What is there to be said of a stage before it is deployed. Errors keep it from being deployed, advice does not. */
export type Finding = { level: "error" | "advice"; text: string };

export const problem = (text: string): Finding => ({ level: "error", text });
export const advice = (text: string): Finding => ({ level: "advice", text });

/** Which of the operator's secrets stand in the environment. They go to where they belong, and nowhere else. */
export type OperatorSecrets = { stripeApiKey: string | undefined; googleClientSecret: string | undefined };

/** What the commands for a stage work with. */
export type Deployment = {
  stage: string;
  config: StageConfig;
  stackName: string;
  aws: AwsClients;
  given: OperatorSecrets;
  /** Base URL of Stripe's API, if it is not Stripe's own. */
  stripeApiUrl: string | undefined;
  /** A pack to publish. */
  contentDirectory: string | undefined;
  /** Where the operator's name stands in the web app's sources, as it is built. */
  operator: Readonly<Record<string, string>>;
  /** Runs a program whose output the operator sees; answers with its exit code. */
  runProgram: (program: string, args: readonly string[], env: Readonly<Record<string, string>>) => Promise<number>;
  /** Builds the web app into a folder and answers with that. */
  buildSite: () => Promise<string>;
  /** Waits between two looks at something that goes on at AWS. */
  pause: () => Promise<void>;
  print: (line: string) => void;
};

/** One part of bringing a stage up. It says what it has done, and does nothing the second time. */
export type Step = { name: string; run: (deployment: Deployment) => Promise<string> };
