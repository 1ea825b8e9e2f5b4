export const stackNameOf = (stage: string) => `parlance-${stage}`;

/** The tag's value is the path of the handler below lambdas/. */
export const deadLettersTag = "dead-letters-of";

/**
 * The secret contains `{clientSecret}` of the OAuth client at Google, as JSON. The secret must exist before the stack,
 * because the stack reads it.
 */
export const googleSecretName = (stackName: string) => `${stackName}/google`;
