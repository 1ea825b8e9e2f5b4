export const stackNameOf = (stage: string) => `parlance-${stage}`;

/** A tag of a dead-letter queue: the path of its handler below lambdas/. */
export const deadLettersTag = "dead-letters-of";

/**
 * Returns the name of the secret that contains `{clientSecret}` of the OAuth client at Google, as JSON. The secret must
 * exist before the stack, because the stack reads it.
 */
export const googleSecretName = (stackName: string) => `${stackName}/google`;
