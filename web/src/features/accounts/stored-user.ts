import { listStored, storedKey } from "../../browser/storage.ts";
import { signInItem } from "../../browser/stored-before-app.ts";

const lastUser = "LastAuthUser";

/** Name of the item in which Amplify stores the signed-in user. */
export const lastUserName = (clientId: string) => `${clientId}.${lastUser}`;

/** Includes users of any user pool client. */
export function isAnyoneSignedIn(): boolean {
  return listStored(signInItem, {}).some(([name]) => name.endsWith(`.${lastUser}`));
}

/** Amplify writes this key after all tokens, at a sign-in and at a renewal. */
export const isLastSignInKey = (key: string) =>
  key.startsWith(storedKey(signInItem, { name: "" })) && key.endsWith(".clockDrift");
