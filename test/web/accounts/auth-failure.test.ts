import { expect, test } from "vitest";
import { ApiError } from "../../../web/src/api.ts";
import { failureName, failureText, isWrongPassword } from "../../../web/src/features/accounts/auth-failure.ts";

const failure = (name: string, message = "Of the service.") => Object.assign(new Error(message), { name });

test.each([
  ["NotAuthorizedException", "Incorrect email or password."],
  ["UserNotFoundException", "Incorrect email or password."],
  ["PasswordResetRequiredException", "You have to set a new password. On the log-in page, press “Forgot password?”."],
  ["CodeMismatchException", "Invalid verification code"],
  ["ExpiredCodeException", "This code is no longer valid. Request a new one."],
  ["LimitExceededException", "Too many attempts. Please wait a while and try again."],
  ["TooManyRequestsException", "Too many attempts. Please wait a while and try again."],
  ["TooManyFailedAttemptsException", "Too many attempts. Please wait a while and try again."],
  ["ForbiddenException", "Too many attempts. Please wait a while and try again."],
  ["InvalidPasswordException", "Password must be at least 6 characters long"],
  ["InvalidParameterException", "This could not be done. Please check what you entered and try again."],
  ["CodeDeliveryFailureException", "The email could not be sent. Please check the address and try again."],
  ["NetworkError", "Parlance cannot be reached. Check your connection and try again."],
  ["UserLambdaValidationException", "Something went wrong. Please try again."],
  ["InternalErrorException", "Something went wrong. Please try again."],
])("failureText describes %s as: %s", (name, words) => {
  expect(failureText(failure(name, "PreSignUp failed with error x."))).toBe(words);
});

test("failureText asks to wait if the account is locked after wrong passwords", () => {
  expect(failureText(failure("NotAuthorizedException", "Password attempts exceeded"))).toBe(
    "Too many attempts. Please wait a while and try again.",
  );
});

test.each([
  "Failed to fetch dynamically imported module: /assets/amplify-auth.js",
  "error loading dynamically imported module",
  "Importing a module script failed.",
])("failureText advises a reload if a script cannot be loaded: %s", (words) => {
  expect(failureText(new TypeError(words))).toBe(
    "A part of Parlance could not be loaded. Check your connection, then reload the page.",
  );
});

test("failureText returns the text of an API error unchanged", () => {
  expect(failureText(new ApiError("too_many_requests", "Wait five minutes."))).toBe("Wait five minutes.");
});

test("failureText returns a general text for a value that is not an error", () => {
  expect([failureName("text"), failureText("text")]).toEqual(["", "Something went wrong. Please try again."]);
});

test.each([
  ["a refused password", true, failure("NotAuthorizedException", "Incorrect username or password.")],
  ["an unknown email", true, failure("UserNotFoundException")],
  ["a locked account", false, failure("NotAuthorizedException", "Password attempts exceeded")],
  [
    "a password that is not set yet",
    false,
    failure("NotAuthorizedException", "PreAuthentication failed with error PARLANCE_PASSWORD_NOT_SET."),
  ],
  ["no network", false, failure("NetworkError")],
])("isWrongPassword for %s returns %s", (_, isWrong, error) => {
  expect(isWrongPassword(error)).toBe(isWrong);
});
