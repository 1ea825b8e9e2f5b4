import { DescribeAlarmHistoryCommand, DescribeAlarmsCommand, SetAlarmStateCommand } from "@aws-sdk/client-cloudwatch";
import { CommandError } from "../command-line/explain-error.ts";
import type { Deployment } from "../stage/deployment.ts";
import { findStack } from "../stage/stack.ts";
import { describeMissingSubscription } from "./checks/watching.ts";

/** With the pauses, the polls take about half a minute. */
const polls = 15;

/** For example, a message to the alarm's topic. */
type AlarmAction = { at: number; summary: string };

async function findLastAction({ aws }: Deployment, AlarmName: string): Promise<AlarmAction | null> {
  const input = { AlarmName, HistoryItemType: "Action", ScanBy: "TimestampDescending", MaxRecords: 1 } as const;
  const { AlarmHistoryItems: [item] = [] } = await aws.cloudWatch.send(new DescribeAlarmHistoryCommand(input));
  return item ? { at: item.Timestamp?.getTime() ?? 0, summary: item.HistorySummary ?? "" } : null;
}

async function waitForAction(deployment: Deployment, alarm: string, before: AlarmAction | null) {
  for (let poll = 0; poll < polls; poll += 1) {
    const action = await findLastAction(deployment, alarm);
    if (action && action.at !== before?.at) return action;
    await deployment.pause();
  }
  return null;
}

async function findTestAlarm(deployment: Deployment): Promise<string> {
  const { aws, stage, stackName } = deployment;
  const name = (await findStack(deployment))?.outputs["TestAlarm"];
  if (!name) throw new CommandError(`${stackName} is not deployed, or by an older version: deploy it first.`);
  const { MetricAlarms: [alarm] = [] } = await aws.cloudWatch.send(new DescribeAlarmsCommand({ AlarmNames: [name] }));
  if (!alarm) throw new CommandError(`The alarm ${name} does not exist: deploy ${stage} again.`);
  // CloudWatch sends an alarm's message to SNS only when the alarm's state changes.
  if (alarm.StateValue === "ALARM") {
    throw new CommandError(`The alarm ${name} is active, so it cannot be tested: end its cause first.`);
  }
  return name;
}

/**
 * Raises one alarm of the stage for a moment, to test the path from CloudWatch to SNS. CloudWatch soon returns the
 * alarm to its true state:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_SetAlarmState.html (read on 2026-11-25)
 * @returns the exit code
 * @throws CommandError, for example if CloudWatch cannot send the alarm
 */
export async function runTestAlarm(deployment: Deployment): Promise<number> {
  const { aws, config, print, stage } = deployment;
  if (!config.alarmEmail) throw new CommandError(`stages/${stage}.json has no alarmEmail: add it, then deploy.`);
  const alarm = await findTestAlarm(deployment);
  const missing = await describeMissingSubscription(deployment);
  if (missing) throw new CommandError(missing);
  const before = await findLastAction(deployment, alarm);
  const StateReason = `Nothing is wrong. This is a test: npm run doctor -- --stage ${stage} --test-alarm`;
  await aws.cloudWatch.send(new SetAlarmStateCommand({ AlarmName: alarm, StateValue: "ALARM", StateReason }));
  const action = await waitForAction(deployment, alarm, before);
  if (!action) {
    throw new CommandError(`CloudWatch recorded no message of ${alarm} within half a minute: read its history there.`);
  }
  if (!action.summary.startsWith("Successfully")) {
    throw new CommandError(`CloudWatch could not send the alarm: ${action.summary}. Check the topic's policy and key.`);
  }
  print(`✓ CloudWatch raised ${alarm} for a moment, and SNS accepted its message.`);
  print(`Look for the email at ${config.alarmEmail}. Without it after five minutes, look among the spam.`);
  return 0;
}
