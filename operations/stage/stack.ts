import {
  type CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from "@aws-sdk/client-cloudformation";
import * as z from "zod/mini";
import { WebOutputs } from "../../domain/http/web-config.ts";
import { CommandError } from "../command-line/explain-error.ts";
import type { Deployment } from "./deployment.ts";

const StackOutputs = z.extend(WebOutputs, {
  ContentBucket: z.string(),
  ContentDistribution: z.string(),
  SharedAudioOrigin: z.string(),
  SiteAppId: z.string(),
  SiteBranch: z.string(),
  SiteUrl: z.string(),
  StripeSecret: z.string(),
  StripeWebhookUrl: z.string(),
  /** Origins, separated by commas. */
  ConnectOrigins: z.optional(z.string()),
  /** Alarm ARNs, separated by commas. */
  RollbackAlarms: z.optional(z.string()),
  GoogleRedirectUrl: z.optional(z.string()),
  SiteDomainRecord: z.optional(z.string()),
  ApiDomainTarget: z.optional(z.string()),
  ContentDomainTarget: z.optional(z.string()),
  SignInDomainTarget: z.optional(z.string()),
});
export type StackOutputs = z.infer<typeof StackOutputs>;

export type StackLocation = Pick<Deployment, "aws" | "stackName">;

export type DeployedStack = { status: string; outputs: Readonly<Record<string, string>> };

/** For a missing stack, CloudFormation has no error name of its own. */
const isMissingStackError = (error: unknown) =>
  error instanceof Error && error.name === "ValidationError" && /does not exist/.test(error.message);

export async function findStack({ aws, stackName }: StackLocation): Promise<DeployedStack | null> {
  try {
    const { Stacks } = await aws.cloudFormation.send(new DescribeStacksCommand({ StackName: stackName }));
    const [stack] = Stacks ?? [];
    if (!stack) return null;
    const outputs = (stack.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey ?? "", OutputValue ?? ""]);
    return { status: stack.StackStatus ?? "", outputs: Object.fromEntries(outputs) };
  } catch (error) {
    if (isMissingStackError(error)) return null;
    throw error;
  }
}

export type StackResource = { type: string; physicalId: string };

export async function listStackResources(
  cloudFormation: CloudFormationClient,
  stackName: string,
): Promise<StackResource[]> {
  const resources: StackResource[] = [];
  try {
    const pages = paginateListStackResources({ client: cloudFormation }, { StackName: stackName });
    for await (const { StackResourceSummaries = [] } of pages) {
      for (const { ResourceType: type, PhysicalResourceId: physicalId, ResourceStatus } of StackResourceSummaries) {
        if (type && physicalId && ResourceStatus !== "DELETE_COMPLETE") resources.push({ type, physicalId });
      }
    }
  } catch (error) {
    if (!isMissingStackError(error)) throw error;
  }
  return resources;
}

/** @throws CommandError if a required output is missing, for example because the stack is not deployed */
export async function readOutputs(place: StackLocation): Promise<StackOutputs> {
  const stack = await findStack(place);
  const { success, data } = StackOutputs.safeParse(stack?.outputs);
  if (success) return data;
  throw new CommandError(`The stack ${place.stackName} is not deployed, or by an older version: deploy it first.`);
}
