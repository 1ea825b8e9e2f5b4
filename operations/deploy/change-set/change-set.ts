import { DeleteChangeSetCommand, paginateDescribeChangeSet, type ResourceChange } from "@aws-sdk/client-cloudformation";
import { CommandError } from "../../command-line/explain-error.ts";
import type { StackLocation } from "../../stage/stack.ts";

/** Before CDK creates the change set, CDK deletes an older one with this name. */
export const changeSetName = "parlance-deploy";

/**
 * CloudFormation reports a change set without changes as failed, with a reason that starts with one of these sentences.
 * CDK checks the same sentences.
 */
const noChangeReasons = ["The submitted information didn't contain changes.", "No updates are to be performed."];

/**
 * Returns null if there is nothing to execute, and an empty list if only outputs change. Does not request the values of
 * properties, because a response with values can lack changes (https://github.com/aws/aws-cdk-cli/issues/1780).
 * @throws CommandError if CloudFormation could not create the change set
 */
export async function readChangeSet({ aws, stackName }: StackLocation): Promise<ResourceChange[] | null> {
  const changes: ResourceChange[] = [];
  const input = { StackName: stackName, ChangeSetName: changeSetName };
  for await (const page of paginateDescribeChangeSet({ client: aws.cloudFormation }, input)) {
    const { Status, StatusReason = "", Changes = [] } = page;
    if (Status === "FAILED" && noChangeReasons.some((reason) => StatusReason.startsWith(reason))) return null;
    if (Status !== "CREATE_COMPLETE") {
      throw new CommandError(`CloudFormation could not prepare the changes (${Status}): ${StatusReason}`);
    }
    for (const { ResourceChange } of Changes) if (ResourceChange) changes.push(ResourceChange);
  }
  return changes;
}

export async function deleteChangeSet({ aws, stackName }: StackLocation): Promise<void> {
  await aws.cloudFormation.send(new DeleteChangeSetCommand({ StackName: stackName, ChangeSetName: changeSetName }));
}
