/** The names of AWS's refusals that this fake gives. */
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

/** A refusal that the client reads; everything else that is thrown is answered as an internal error. */
export class CognitoFailure extends Error {
  readonly type: FailureType;

  constructor(type: FailureType, message: string) {
    super(message);
    this.name = type;
    this.type = type;
  }
}

/** A refusal for a parameter that does not do. */
export const invalidParameter = (message: string) => new CognitoFailure("InvalidParameterException", message);

/** A refusal for credentials that do not do. */
export const notAuthorized = (message: string) => new CognitoFailure("NotAuthorizedException", message);

/** The one answer to a wrong password and to an unknown user, so that neither can be told from the other. */
export const incorrectCredentials = () => notAuthorized("Incorrect username or password.");

/** For calls that need not hide who exists: admin calls, and those with an access token. */
export const userNotFound = () => new CognitoFailure("UserNotFoundException", "User does not exist.");

/** The answer after too many wrong codes or passwords where AWS counts tries. */
export const attemptLimitExceeded = () =>
  new CognitoFailure("LimitExceededException", "Attempt limit exceeded, please try after some time.");

/** A part of Cognito that this fake lacks: said aloud, so that nobody takes it for a refusal by AWS. */
export function notModelled(what: string): CognitoFailure {
  console.error(`Local Cognito: not modelled: ${what}`);
  return new CognitoFailure("UnsupportedOperationException", `The local Cognito does not model ${what}.`);
}
