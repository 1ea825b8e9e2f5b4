import { paginateListSubscriptionsByTopic } from "@aws-sdk/client-sns";
import { advice, type Deployment, type Finding, problem } from "../../stage/deployment.ts";
import { findStack } from "../../stage/stack.ts";

/** The monthly cost of the smallest stage, with 100 learners, in USD. Rounded from docs/cost.md. */
const smallestStageUsd = 10;
/** The monthly cost of a learner in a large stage, in USD. Rounded from docs/cost.md. */
const learnerUsd = 0.02;
/**
 * The stage's limits may allow costs of up to this multiple of its budget without advice, because a single busy day is
 * harmless.
 */
const enoughRoom = 2;

/** Finds missing settings of a live stage. Without these settings, nobody would notice failures or high costs. */
export async function checkWatching({ stage, config }: Deployment): Promise<Finding[]> {
  if (config.payments !== "live") return [];
  const { alarmEmail, monthlyBudgetUsd, learners } = config;
  const findings: Finding[] = [];
  const say = (text: string) => `stages/${stage}.json: ${text}`;
  if (!alarmEmail) {
    findings.push(problem(say("a live stage needs alarmEmail: add the address of a mailbox that is read every day.")));
  }
  if (monthlyBudgetUsd === undefined || monthlyBudgetUsd < smallestStageUsd) {
    const fault =
      monthlyBudgetUsd === undefined
        ? "a live stage needs monthlyBudgetUsd"
        : `monthlyBudgetUsd is ${monthlyBudgetUsd}, and the smallest stage costs ${smallestStageUsd}`;
    return [...findings, problem(say(`${fault}: set the monthly bill from which AWS has to warn you.`))];
  }
  const allowedUsd = smallestStageUsd + learnerUsd * learners;
  if (allowedUsd > enoughRoom * monthlyBudgetUsd) {
    findings.push(
      advice(
        say(
          `the limits for ${learners} learners allow about ${allowedUsd} USD a month, and monthlyBudgetUsd is ${monthlyBudgetUsd}: lower learners to the number that you expect, or raise the budget.`,
        ),
      ),
    );
  }
  return findings;
}

export type AlarmSubscription = { topicArn: string; status: "confirmed" | "pending" | "missing" };

/**
 * Returns the subscription of the alarm address, or null if the stage has no such address or no deployed topic. SNS
 * deletes a subscription that is not confirmed within 48 hours:
 * https://docs.aws.amazon.com/sns/latest/dg/sns-delete-subscription-topic.html (read on 2026-11-25)
 */
export async function findAlarmSubscription(deployment: Deployment): Promise<AlarmSubscription | null> {
  const { aws, config } = deployment;
  const topicArn = (await findStack(deployment))?.outputs["AlarmTopic"];
  if (!config.alarmEmail || !topicArn) return null;
  for await (const page of paginateListSubscriptionsByTopic({ client: aws.sns }, { TopicArn: topicArn })) {
    const own = page.Subscriptions?.find(({ Endpoint }) => Endpoint === config.alarmEmail);
    // SNS returns "PendingConfirmation" instead of an ARN:
    // https://docs.aws.amazon.com/sns/latest/api/API_ListSubscriptionsByTopic.html
    if (own) return { topicArn, status: own.SubscriptionArn === "PendingConfirmation" ? "pending" : "confirmed" };
  }
  return { topicArn, status: "missing" };
}

/**
 * Returns the steps that the operator must take to receive alarms; null if none are needed, or if the stage has no
 * alarm address or topic.
 */
export async function describeMissingSubscription(deployment: Deployment): Promise<string | null> {
  const { alarmEmail, region } = deployment.config;
  const subscription = await findAlarmSubscription(deployment);
  switch (subscription?.status) {
    case "pending":
      return `No alarm reaches ${alarmEmail} yet: open the link that AWS emailed there within 48 hours.`;
    case "missing":
      return `No alarm reaches ${alarmEmail}, because its subscription is missing. If you have just changed alarmEmail, deploy. Otherwise it was not confirmed within 48 hours or was cancelled, so subscribe again: aws sns subscribe --region ${region} --topic-arn ${subscription.topicArn} --protocol email --notification-endpoint ${alarmEmail}`;
    default:
      return null;
  }
}

export async function checkAlarmSubscription(deployment: Deployment): Promise<Finding[]> {
  const missing = await describeMissingSubscription(deployment);
  return missing === null ? [] : [advice(missing)];
}
