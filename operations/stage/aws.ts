import { AmplifyClient } from "@aws-sdk/client-amplify";
import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { CloudFrontClient } from "@aws-sdk/client-cloudfront";
import { CloudWatchClient } from "@aws-sdk/client-cloudwatch";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { S3Client } from "@aws-sdk/client-s3";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { SNSClient } from "@aws-sdk/client-sns";
import { SSMClient } from "@aws-sdk/client-ssm";
import { STSClient } from "@aws-sdk/client-sts";

/** The SDK finds credentials and endpoints itself, for example in the environment. */
export type AwsClients = ReturnType<typeof createAwsClients>;

export function createAwsClients(region: string) {
  const settings = { region };
  return {
    amplify: new AmplifyClient(settings),
    cloudFormation: new CloudFormationClient(settings),
    cloudFront: new CloudFrontClient(settings),
    cloudWatch: new CloudWatchClient(settings),
    lambda: new LambdaClient(settings),
    s3: new S3Client(settings),
    secrets: new SecretsManagerClient(settings),
    ses: new SESv2Client(settings),
    sns: new SNSClient(settings),
    ssm: new SSMClient(settings),
    /** For AWS's lists of services, which AWS publishes in only some regions, such as us-east-1. */
    serviceLists: new SSMClient({ region: "us-east-1" }),
    sts: new STSClient(settings),
  };
}
