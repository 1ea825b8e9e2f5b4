import { ListDistributionsCommand } from "@aws-sdk/client-cloudfront";
import { GetAccountSettingsCommand } from "@aws-sdk/client-lambda";
import { GetParameterCommand, ParameterNotFound, paginateGetParametersByPath } from "@aws-sdk/client-ssm";
import { GetCallerIdentityCommand } from "@aws-sdk/client-sts";
import { advice, type Deployment, type Finding, problem } from "../../stage/deployment.ts";
import { findStack } from "../../stage/stack.ts";

/** Names by the ids in AWS's list of services. */
const requiredServices: Readonly<Record<string, string>> = {
  amplify: "Amplify Hosting",
  "cognito-idp": "Cognito user pools",
  dynamodb: "DynamoDB",
  lambda: "Lambda",
  ses: "SES",
};

/** The SSM parameter in which CDK's bootstrap stores its version. */
const bootstrapParameter = "/cdk-bootstrap/hnb659fds/version";
/** A new account can have a quota of ten. The default quota is a thousand. */
const enoughConcurrency = 100;

/** @throws the error of the SDK, for example if the credentials are missing or expired */
export async function fetchCaller({ aws }: Deployment): Promise<{ account: string; arn: string }> {
  const { Account = "", Arn = "" } = await aws.sts.send(new GetCallerIdentityCommand({}));
  return { account: Account, arn: Arn };
}

export async function isBootstrapped({ aws }: Deployment): Promise<boolean> {
  try {
    await aws.ssm.send(new GetParameterCommand({ Name: bootstrapParameter }));
    return true;
  } catch (error) {
    if (error instanceof ParameterNotFound) return false;
    throw error;
  }
}

export async function checkBootstrap(deployment: Deployment): Promise<Finding[]> {
  if (await isBootstrapped(deployment)) return [];
  const { region } = deployment.config;
  return [advice(`The account is not prepared for CDK in ${region} yet: npm run deploy does that.`)];
}

/**
 * AWS's list of the services of a region:
 * https://docs.aws.amazon.com/systems-manager/latest/userguide/parameter-store-public-parameters-global-infrastructure.html
 */
export async function checkServices({ aws, config: { region }, stage }: Deployment): Promise<Finding[]> {
  const Path = `/aws/service/global-infrastructure/regions/${region}/services`;
  const found = new Set<string>();
  for await (const page of paginateGetParametersByPath({ client: aws.serviceLists }, { Path })) {
    for (const { Value } of page.Parameters ?? []) if (Value) found.add(Value);
  }
  if (found.size === 0) return [problem(`AWS lists no services in ${region}: correct region in stages/${stage}.json.`)];
  return Object.entries(requiredServices).flatMap(([id, name]) =>
    found.has(id) ? [] : [problem(`AWS has no ${name} in ${region}: choose another region in stages/${stage}.json.`)],
  );
}

export async function checkConcurrency({ aws, config: { region } }: Deployment): Promise<Finding[]> {
  const { AccountLimit } = await aws.lambda.send(new GetAccountSettingsCommand({}));
  const most = AccountLimit?.ConcurrentExecutions ?? 0;
  if (most >= enoughConcurrency) return [];
  const page = `https://${region}.console.aws.amazon.com/servicequotas/home/services/lambda/quotas/L-B99A9384`;
  return [
    advice(
      `This account runs at most ${most} handlers at once, and Lambda refuses further calls: request 1,000 at ${page}`,
    ),
  ];
}

/**
 * CloudFront may respond "Your account must be verified before you can add new CloudFront resources":
 * https://github.com/aws-samples/aws-cdk-examples/issues/279 (read on 2026-11-25). No API reports the verification, but
 * an account with a distribution is verified.
 */
export async function checkCloudFront({ aws }: Deployment): Promise<Finding[]> {
  const { DistributionList } = await aws.cloudFront.send(new ListDistributionsCommand({ MaxItems: 1 }));
  if ((DistributionList?.Items ?? []).length > 0) return [];
  return [
    advice(
      'This account has no CloudFront distribution yet. A new account can create one only after AWS has verified it: before the first deploy, open a case at https://console.aws.amazon.com/support/home#/case/create under "Account and billing", which is free, and ask to verify the account for CloudFront.',
    ),
  ];
}

export async function checkStack(deployment: Deployment): Promise<Finding[]> {
  const { stackName, config } = deployment;
  const { status = "" } = (await findStack(deployment)) ?? {};
  const run = (command: string) =>
    `run aws cloudformation ${command} --region ${config.region} --stack-name ${stackName}`;
  // In the state REVIEW_IN_PROGRESS, no change set of the new stack has been executed yet.
  if (status.endsWith("_IN_PROGRESS") && status !== "REVIEW_IN_PROGRESS") {
    return [problem(`${stackName} is already being changed (${status}): wait until that ends.`)];
  }
  if (status === "UPDATE_ROLLBACK_FAILED") {
    return [problem(`${stackName} could not be rolled back (${status}): ${run("continue-update-rollback")}`)];
  }
  if (status === "ROLLBACK_FAILED" || status === "DELETE_FAILED") {
    const unprotect = "turn off the deletion protection of the resources in its events";
    return [problem(`${stackName} was only partly deleted (${status}): ${unprotect}, then ${run("delete-stack")}`)];
  }
  return [];
}
