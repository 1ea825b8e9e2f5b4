import { parseLogInRefusal, passwordNotSetText } from "../../../../domain/accounts/trigger-refusals.ts";
import { ApiError } from "../../api.ts";

const tooManyAttemptsText = "Too many attempts. Please wait a while and try again.";

const failureTexts: Readonly<Record<string, string>> = {
  NotAuthorizedException: "Incorrect email or password.",
  UserNotFoundException: "Incorrect email or password.",
  CodeMismatchException: "Invalid verification code",
  ExpiredCodeException: "This code has expired or has already been used. Request a new one.",
  LimitExceededException: tooManyAttemptsText,
  TooManyRequestsException: tooManyAttemptsText,
  TooManyFailedAttemptsException: tooManyAttemptsText,
  // A firewall before the user pool refuses addresses from which too much is asked.
  ForbiddenException: tooManyAttemptsText,
  InvalidPasswordException: "Password must be at least 6 characters long",
  InvalidParameterException: "Something you entered is not valid. Please check it and try again.",
  CodeDeliveryFailureException: "The email could not be sent. Please check the address and try again.",
  NetworkError: "Parlance cannot be reached. Check your connection and try again.",
};

/** The name of a failure of the sign-in service, such as "UserNotConfirmedException". */
export function failureName(error: unknown): string {
  return error instanceof Error ? error.name : "";
}

const refusalIn = (error: unknown) => (error instanceof Error ? parseLogInRefusal(error.message) : null);

/** Whether a password was refused because nobody has confirmed the email yet: by the service, or by its trigger. */
export function isUnconfirmed(error: unknown): boolean {
  return failureName(error) === "UserNotConfirmedException" || refusalIn(error) === "unconfirmed";
}

// The service locks an account for a while after wrong passwords, under the name of a wrong password.
const isLocked = (error: unknown) => error instanceof Error && /attempts exceeded/i.test(error.message);

/** Whether the service refused an email or its password as wrong: nothing else is, under the name of a wrong password. */
export function isWrongPassword(error: unknown): boolean {
  const name = failureName(error);
  const isRefused = name === "NotAuthorizedException" || name === "UserNotFoundException";
  return isRefused && !isLocked(error) && refusalIn(error) === null;
}

// A part of the app, such as the sign-in library, is loaded when it is needed.
const isNotLoaded = (error: unknown) => error instanceof TypeError && /import|fetch|load/i.test(error.message);

/** What to tell the learner about a failure of the API or of the sign-in service, whose own words are for developers. */
export function failureText(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (isLocked(error)) return tooManyAttemptsText;
  if (refusalIn(error) === "passwordNotSet") return passwordNotSetText;
  if (isNotLoaded(error)) return failureTexts["NetworkError"] ?? "";
  return failureTexts[failureName(error)] ?? "Something went wrong. Please try again.";
}
