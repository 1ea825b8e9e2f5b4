import { listStored, storedKey } from "../../browser/storage.ts";
import { signInItem } from "../../browser/stored-before-app.ts";

const lastUser = "LastAuthUser";

/** Name of the item in which Amplify stores the signed-in user. Amplify removes the item at sign-out. */
export const lastUserName = (clientId: string) => `${clientId}.${lastUser}`;

/** True if this browser stores a signed-in user of any client. */
export function isAnyoneSignedIn(): boolean {
  return listStored(signInItem, {}).some(([name]) => name.endsWith(`.${lastUser}`));
}

/** True for the key that Amplify writes after all tokens, at a sign-in and at a renewal, for any client. */
export const isLastSignInKey = (key: string) =>
  key.startsWith(storedKey(signInItem, { name: "" })) && key.endsWith(".clockDrift");
