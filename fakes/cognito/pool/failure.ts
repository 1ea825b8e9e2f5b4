export type FailureType =
  | "AccessDeniedException"
  | "CodeDeliveryFailureException"
  | "CodeMismatchException"
  | "ExpiredCodeException"
  | "InternalErrorException"
  | "InvalidLambdaResponseException"
  | "InvalidParameterException"
  | "InvalidPasswordException"
  | "LimitExceededException"
  | "MissingAuthenticationTokenException"
  | "NotAuthorizedException"
  | "RefreshTokenReuseException"
  | "RequestEntityTooLargeException"
  | "ResourceNotFoundException"
  | "SerializationException"
  | "UnknownOperationException"
  | "UnsupportedOperationException"
  | "UnsupportedTokenTypeException"
  | "UserLambdaValidationException"
  | "UserNotConfirmedException"
  | "UserNotFoundException"
  | "UsernameExistsException";

export class CognitoFailure extends Error {
  readonly type: FailureType;

  constructor(type: FailureType, message: string) {
    super(message);
    this.name = type;
    this.type = type;
  }
}

export const invalidParameter = (message: string) => new CognitoFailure("InvalidParameterException", message);

export const notAuthorized = (message: string) => new CognitoFailure("NotAuthorizedException", message);

/** A wrong password and an unknown user cause the same error, so that a caller cannot distinguish them. */
export const incorrectCredentials = () => notAuthorized("Incorrect username or password.");

/** Only for calls that may reveal which users exist: admin calls and calls with a token. */
export const userNotFound = () => new CognitoFailure("UserNotFoundException", "User does not exist.");

export const attemptLimitExceeded = () =>
  new CognitoFailure("LimitExceededException", "Attempt limit exceeded, please try after some time.");

/** Logs the missing feature, so that a developer does not mistake the error for a refusal by AWS. */
export function notModelled(what: string): CognitoFailure {
  console.error(`Local Cognito: not modelled: ${what}`);
  return new CognitoFailure("UnsupportedOperationException", `The local Cognito does not model ${what}.`);
}
