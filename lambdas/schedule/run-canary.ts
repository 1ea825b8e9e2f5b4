import * as z from "zod/mini";
import type { CanaryAccount, Session } from "../canary/canary-account.ts";
import { failureCodeOf } from "../canary/canary-error.ts";
import type { ExampleState, LearnerApp } from "../canary/learner-app.ts";
import { onEvent } from "../on-event.ts";
import { addLogFields, log } from "../runtime/log.ts";
import { canaryAccount, learnerApp } from "../services.ts";

export type CanaryServices = { canaryAccount: CanaryAccount; learnerApp: LearnerApp };

export const canarySteps = ["log in", "content grant", "recording", "live updates", "log out"] as const;
export type CanaryStep = (typeof canarySteps)[number];

export type CanaryReport = { example: ExampleState };

/** A failed step adds fields to the log line with which `onEvent` reports the failure. */
async function runStep<Result>(step: CanaryStep, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const ms = () => Math.round(performance.now() - start);
  try {
    const result = await work();
    log("info", "canary step", { step, ms: ms() });
    return result;
  } catch (error) {
    addLogFields({ step, code: failureCodeOf(error), ms: ms() });
    throw error;
  }
}

async function practise({ accessToken }: Session, { learnerApp }: CanaryServices): Promise<ExampleState> {
  const grant = await runStep("content grant", () => learnerApp.fetchGrant(accessToken));
  const example = await runStep("recording", () => learnerApp.hearExample(grant));
  await runStep("live updates", () => learnerApp.joinChannel(accessToken));
  return example;
}

/**
 * A stage without examples passes.
 * @throws the error of the first step that fails
 */
export async function runCanary(_event: unknown, services: CanaryServices): Promise<CanaryReport> {
  const { canaryAccount } = services;
  const session = await runStep("log in", canaryAccount.logIn);
  let example: ExampleState;
  try {
    example = await practise(session, services);
  } catch (error) {
    // An error of the log-out is ignored, because the failed step matters more.
    await canaryAccount.logOut(session).catch(() => undefined);
    throw error;
  }
  await runStep("log out", () => canaryAccount.logOut(session));
  log("info", "canary passed", { example });
  return { example };
}

export const handler = onEvent("run-canary", z.unknown(), runCanary, { canaryAccount, learnerApp });
