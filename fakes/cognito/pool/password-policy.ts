import { CognitoFailure } from "./failure.ts";

const minimumLength = 6;

/**
 * The pool's policy: a minimum length and no classes of characters.
 * @throws CognitoFailure InvalidPasswordException
 */
export function refuseWeakPassword(password: string): void {
  if (password.length >= minimumLength) return;
  throw new CognitoFailure(
    "InvalidPasswordException",
    "Password did not conform with policy: Password not long enough",
  );
}
