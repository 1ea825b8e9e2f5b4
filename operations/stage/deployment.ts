import type { StageConfig } from "../../lib/config.ts";
import type { AwsClients } from "./aws.ts";
import type { Dns } from "./dns.ts";
import type { Checkout } from "./git.ts";

/** An error stops the deploy. Advice does not. */
export type Finding = { level: "error" | "advice"; text: string };

export const problem = (text: string): Finding => ({ level: "error", text });
export const advice = (text: string): Finding => ({ level: "advice", text });

/** Secrets from the environment. */
export type OperatorSecrets = { stripeApiKey: string | undefined; googleClientSecret: string | undefined };

export type Deployment = {
  stage: string;
  config: StageConfig;
  stackName: string;
  aws: AwsClients;
  given: OperatorSecrets;
  /** The base URL of a fake of Stripe; undefined for Stripe itself. */
  stripeApiUrl: string | undefined;
  contentDirectory: string | undefined;
  dns: Dns;
  operator: Readonly<Record<string, string>>;
  /** As `readCommit` returns it. */
  commit: string;
  checkOut: (commit: string) => Promise<Checkout>;
  ignoresAlarms: boolean;
  /** Logical ids of protected resources that this deploy may replace or delete. */
  allowedReplacements: readonly string[];
  assemblyDirectory: string;
  /** `directory` is this checkout by default. Returns the exit code. */
  runProgram: (
    program: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    directory?: string,
  ) => Promise<number>;
  siteDirectory: string;
  /** Empties `siteDirectory` first. */
  buildSite: () => Promise<void>;
  /** Waits between two polls of AWS. */
  pause: () => Promise<void>;
  print: (line: string) => void;
};

/** `run` returns the step's result, for the operator. */
export type Step = { name: string; run: (deployment: Deployment) => Promise<string> };
