import { parseLogInRefusal, passwordNotSetText } from "../../../../domain/accounts/trigger-refusals.ts";
import { ApiError } from "../../api.ts";

const tooManyAttemptsText = "Too many attempts. Please wait a while and try again.";

const failureTexts: Readonly<Record<string, string>> = {
  NotAuthorizedException: "Incorrect email or password.",
  UserNotFoundException: "Incorrect email or password.",
  PasswordResetRequiredException: "You have to set a new password. On the log-in page, press “Forgot password?”.",
  CodeMismatchException: "Invalid verification code",
  ExpiredCodeException: "This code is no longer valid. Request a new one.",
  LimitExceededException: tooManyAttemptsText,
  TooManyRequestsException: tooManyAttemptsText,
  TooManyFailedAttemptsException: tooManyAttemptsText,
  // A stage may have a firewall, which blocks network addresses that send too many requests to the user pool.
  ForbiddenException: tooManyAttemptsText,
  InvalidPasswordException: "Password must be at least 6 characters long",
  InvalidParameterException: "This could not be done. Please check what you entered and try again.",
  CodeDeliveryFailureException: "The email could not be sent. Please check the address and try again.",
  NetworkError: "Parlance cannot be reached. Check your connection and try again.",
};

/** After a deployment, the script may no longer exist. Then only a reload helps. */
const notLoadedText = "A part of Parlance could not be loaded. Check your connection, then reload the page.";

/** Errors of Amplify have names such as "UserNotConfirmedException". */
export function failureName(error: unknown): string {
  return error instanceof Error ? error.name : "";
}

const refusalIn = (error: unknown) => (error instanceof Error ? parseLogInRefusal(error.message) : null);

/** The user pool and its trigger report an unconfirmed email with different errors. */
export function isUnconfirmed(error: unknown): boolean {
  return failureName(error) === "UserNotConfirmedException" || refusalIn(error) === "unconfirmed";
}

// After several wrong passwords, the user pool locks an account for a while. The error then has the same name as the
// error for a wrong password.
const isLocked = (error: unknown) => error instanceof Error && /attempts exceeded/i.test(error.message);

export function isWrongPassword(error: unknown): boolean {
  const name = failureName(error);
  const isRefused = name === "NotAuthorizedException" || name === "UserNotFoundException";
  return isRefused && !isLocked(error) && refusalIn(error) === null;
}

// Browsers throw a TypeError if a lazy module, such as the sign-in library, fails to load.
const isNotLoaded = (error: unknown) => error instanceof TypeError && /import|fetch|load/i.test(error.message);

/** Does not return the user pool's own messages, because they are for developers. */
export function failureText(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (isLocked(error)) return tooManyAttemptsText;
  if (refusalIn(error) === "passwordNotSet") return passwordNotSetText;
  if (isNotLoaded(error)) return notLoadedText;
  return failureTexts[failureName(error)] ?? "Something went wrong. Please try again.";
}
