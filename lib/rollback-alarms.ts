import type { Stack } from "aws-cdk-lib";
import { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import { HandlerFunction } from "./handler-function.ts";

/**
 * CloudFormation accepts at most five alarms that roll a deploy back:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-cfn-rollback-triggers.html (read on 2026-11-25)
 */
const handlers = [
  "identity/pre-sign-up",
  "identity/post-confirmation",
  "api/create-checkout-session",
  "api/refresh-subscription",
  "webhooks/stripe-webhook",
] as const;

/** Stages of every size have these alarms. */
export function findRollbackAlarms(stack: Stack): Alarm[] {
  const functions = stack.node.findAll().filter((construct) => construct instanceof HandlerFunction);
  return handlers.map((handler) => {
    const alarm = functions.find((one) => one.handler === handler)?.node.tryFindChild("Errors");
    if (!(alarm instanceof Alarm)) throw new Error(`The handler ${handler} has no alarm`);
    return alarm;
  });
}
