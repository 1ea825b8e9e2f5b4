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

/** A refusal that the client receives. Any other error becomes an internal error. */
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

/** Creates the same error for a wrong password and an unknown user, so that a caller cannot distinguish them. */
export const incorrectCredentials = () => notAuthorized("Incorrect username or password.");

/** Creates the error for calls that may reveal which users exist: admin calls and calls with a token. */
export const userNotFound = () => new CognitoFailure("UserNotFoundException", "User does not exist.");

export const attemptLimitExceeded = () =>
  new CognitoFailure("LimitExceededException", "Attempt limit exceeded, please try after some time.");

/**
 * Creates the error for a feature that this fake does not have. Also logs the feature, so that a developer does not
 * mistake the error for a refusal by AWS.
 */
export function notModelled(what: string): CognitoFailure {
  console.error(`Local Cognito: not modelled: ${what}`);
  return new CognitoFailure("UnsupportedOperationException", `The local Cognito does not model ${what}.`);
}
