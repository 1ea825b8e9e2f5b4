import { Aws, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";

export const stackNameOf = (stage: string) => `parlance-${stage}`;

/** A tag of a dead-letter queue: the path of its handler below lambdas/. */
export const deadLettersTag = "dead-letters-of";

/**
 * Returns the name of the secret that holds `{clientSecret}` of the OAuth client at Google, as JSON. It has to exist
 * before the stack, which reads it.
 */
export const googleSecretName = (stackName: string) => `${stackName}/google`;

/**
 * Returns the name of a resource of a global service, such as CloudFront. An account may have each such name once, in all
 * regions together.
 * Why: docs/decisions/0142-region-in-global-names.md
 * @param part unique in the stack
 */
export const globalName = (scope: Construct, part: string) => `${Stack.of(scope).stackName}-${Aws.REGION}-${part}`;
