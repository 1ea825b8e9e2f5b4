/**
 * Where the secret of a stack's OAuth client at Google is kept, as JSON: clientSecret. It is there before the stack, whose
 * making reads it.
 */
export const googleSecretName = (stackName: string) => `${stackName}/google`;
