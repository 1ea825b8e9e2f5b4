const words: Readonly<Record<string, string>> = {
  NotAuthorizedException: "Incorrect email or password.",
  UserNotFoundException: "Incorrect email or password.",
  CodeMismatchException: "Invalid verification code",
  ExpiredCodeException: "This code has expired. Request a new one.",
  LimitExceededException: "Too many attempts. Please wait a while and try again.",
  TooManyRequestsException: "Too many attempts. Please wait a while and try again.",
  TooManyFailedAttemptsException: "Too many attempts. Please wait a while and try again.",
  InvalidPasswordException: "Password must be at least 6 characters long",
  NetworkError: "Parlance cannot be reached. Check your connection and try again.",
};

/** The name of a failure of the sign-in service, such as "UserNotConfirmedException". */
export function failureName(error: unknown): string {
  return error instanceof Error ? error.name : "";
}

/** What to tell the learner about a failure of the sign-in service. */
export function failureText(error: unknown): string {
  const name = failureName(error);
  const throttled = error instanceof Error && /attempts exceeded/i.test(error.message);
  if (throttled) return "Too many attempts. Please wait a while and try again.";
  return words[name] ?? (error instanceof Error && error.message ? error.message : "Something went wrong.");
}
