import { paginateListSubscriptionsByTopic } from "@aws-sdk/client-sns";
import { advice, type Deployment, type Finding, problem } from "../../stage/deployment.ts";
import { findStack } from "../../stage/stack.ts";

/** The monthly cost with 100 learners, rounded from docs/cost.md. */
const smallestStageUsd = 10;
/** The monthly cost of a learner in a large stage, rounded from docs/cost.md. */
const learnerUsd = 0.02;
/** Limits may allow this multiple of the budget without advice, because a single busy day is harmless. */
const enoughRoom = 2;

/** Without an alarm address and a budget, nobody would notice failures or high costs of a live stage. */
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
 * SNS deletes a subscription that is not confirmed within 48 hours:
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
