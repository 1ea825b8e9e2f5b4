/** The tag of a queue that says of which handler its dead letters are, by its path below lambdas/. */
export const deadLettersTag = "dead-letters-of";

/**
 * Where the secret of a stack's OAuth client at Google is kept, as JSON: clientSecret. It is there before the stack, whose
 * making reads it.
 */
export const googleSecretName = (stackName: string) => `${stackName}/google`;
