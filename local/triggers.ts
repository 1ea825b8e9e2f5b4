import type { Context } from "aws-lambda";
import type { Triggers } from "../fakes/cognito/pool/triggers.ts";
import { asFunction } from "../fakes/iam/running-function.ts";

type TriggerModule = { handler: (event: unknown, context: Context) => Promise<unknown> };

async function loadTrigger(name: string) {
  const { handler }: TriggerModule = await import(`../lambdas/identity/${name}.ts`);
  // The handlers read no more of their context than this, and nothing here ends a function.
  const context = { functionName: name, awsRequestId: name, getRemainingTimeInMillis: () => 900_000 } as Context;
  return asFunction(`identity/${name}`, (event: unknown) => handler(event, context));
}

/** The user pool's triggers: the same handlers that are deployed. */
export async function loadTriggers(): Promise<Triggers> {
  const [preSignUp, customMessage, postConfirmation] = await Promise.all([
    loadTrigger("pre-sign-up"),
    loadTrigger("custom-message"),
    loadTrigger("post-confirmation"),
  ]);
  return { preSignUp, preAuthentication: preSignUp, customMessage, postConfirmation };
}
