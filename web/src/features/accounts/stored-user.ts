const prefix = "CognitoIdentityServiceProvider";

/** What Amplify's keys begin with that belong to a client of the user pool. */
export const keysOf = (clientId: string) => `${prefix}.${clientId}.`;

/** Where Amplify stores who is signed in; it is taken away at sign-out. */
export const lastUserKey = (clientId: string) => `${keysOf(clientId)}LastAuthUser`;

/** Whether somebody is signed in in this browser, as far as it knows, whatever the client. */
export function isAnybodyStored(storage: Storage): boolean {
  return Object.keys(storage).some((key) => key.startsWith(`${prefix}.`) && key.endsWith(".LastAuthUser"));
}

/** Whether a key is the last that Amplify writes when somebody signs in, whatever the client. */
export const endsAnySignIn = (key: string) => key.startsWith(`${prefix}.`) && key.endsWith(".clockDrift");
