import {
  CodeMismatchException,
  CognitoIdentityProviderClient,
  ExpiredCodeException,
  LimitExceededException,
  NotAuthorizedException,
  TooManyFailedAttemptsException,
  UnexpectedLambdaException,
  UserLambdaValidationException,
} from "@aws-sdk/client-cognito-identity-provider";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createSignUpConfirmation } from "../../../lambdas/accounts/sign-up-confirmation.ts";

const signUp = { email: "asha@example.com", code: "123456", fullName: "Asha", passwordClaim: "owed:salt:key" };

function answering(error: Error | null) {
  vi.stubEnv("AWS_REGION", "ap-southeast-2");
  const send = vi.spyOn(CognitoIdentityProviderClient.prototype, "send").mockImplementation(async () => {
    if (error) throw error;
  });
  return { send, confirmed: createSignUpConfirmation("web").confirm(signUp) };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

// Cognito's errors: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ConfirmSignUp.html
const of = { $metadata: {}, message: "Of Cognito." };

describe("the confirmation of a sign-up", () => {
  test("sends the name and the password claim to Cognito as metadata", async () => {
    const { send, confirmed } = answering(null);
    expect(await confirmed).toBe("confirmed");
    expect(send.mock.calls[0]?.[0].input).toEqual({
      ClientId: "web",
      Username: signUp.email,
      ConfirmationCode: signUp.code,
      ClientMetadata: { full_name: "Asha", password_owed: "owed:salt:key" },
    });
  });

  test.each([
    [new CodeMismatchException(of), "code_mismatch"],
    [new ExpiredCodeException(of), "code_expired"],
    [new LimitExceededException(of), "too_many_requests"],
    [new TooManyFailedAttemptsException(of), "too_many_requests"],
  ])("turns Cognito's $name into the refusal $1", async (error, code) => {
    await expect(answering(error).confirmed).rejects.toMatchObject({ name: "Refusal", code });
  });

  test('returns "confirmed before" if Cognito throws a NotAuthorizedException', async () => {
    expect(await answering(new NotAuthorizedException(of)).confirmed).toBe("confirmed before");
  });

  // The trigger runs after the confirmation, so an error of the trigger does not undo the confirmation.
  test.each([new UserLambdaValidationException(of), new UnexpectedLambdaException(of)])(
    "succeeds although the trigger after the confirmation fails: $name",
    async (error) => {
      await expect(answering(error).confirmed).resolves.toBe("confirmed");
    },
  );

  test("throws an error that does not come from Cognito", async () => {
    await expect(answering(new Error("No network")).confirmed).rejects.toThrow("No network");
  });
});
