import { Aws, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";

/**
 * Returns the name of a resource of a global service, such as CloudFront. Such a name must be unique in an account,
 * across all regions.
 * Why: docs/decisions/0141-region-in-global-names.md
 * @param part unique in the stack
 */
export const globalName = (scope: Construct, part: string) => `${Stack.of(scope).stackName}-${Aws.REGION}-${part}`;
