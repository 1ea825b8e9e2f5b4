import { listStored, storedKey } from "../../browser/storage.ts";
import { signInItem } from "../../browser/stored-before-app.ts";

const lastUser = "LastAuthUser";

/** Under which name Amplify stores who is signed in with a client; it is taken away at sign-out. */
export const lastUserName = (clientId: string) => `${clientId}.${lastUser}`;

/** Whether somebody is signed in in this browser, as far as it knows, whatever the client. */
export function isAnyoneSignedIn(): boolean {
  return listStored(signInItem, {}).some(([name]) => name.endsWith(`.${lastUser}`));
}

/** Whether a key is the last that Amplify writes when somebody signs in, whatever the client. */
export const isLastSignInKey = (key: string) =>
  key.startsWith(storedKey(signInItem, { name: "" })) && key.endsWith(".clockDrift");
