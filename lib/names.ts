export const stackNameOf = (stage: string) => `parlance-${stage}`;

/** A tag of a dead-letter queue: the path of its handler below lambdas/. */
export const deadLettersTag = "dead-letters-of";

/**
 * Returns the name of the secret that holds `{clientSecret}` of the OAuth client at Google, as JSON. It has to exist
 * before the stack, which reads it.
 */
export const googleSecretName = (stackName: string) => `${stackName}/google`;
