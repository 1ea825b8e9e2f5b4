import { Aws, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";

/**
 * The name of a resource of a global service, such as CloudFront, must be unique in an account, across all regions.
 * Why: docs/decisions/0141-region-in-global-names.md
 * @param part unique among the stack's resources of the same kind
 */
export const globalName = (scope: Construct, part: string) => `${Stack.of(scope).stackName}-${Aws.REGION}-${part}`;
