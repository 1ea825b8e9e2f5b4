import { beforeEach, expect, test, vi } from "vitest";
import { signInWithPassword } from "../../../web/src/features/accounts/amplify-auth.ts";

const amplify = vi.hoisted(() => ({ signIn: vi.fn(), recordStoredTokens: vi.fn() }));
vi.mock("aws-amplify/auth", () => ({ signIn: amplify.signIn }));
vi.mock("../../../web/src/features/accounts/amplify-tokens.ts", () => ({
  recordStoredTokens: amplify.recordStoredTokens,
}));

beforeEach(() => amplify.recordStoredTokens.mockReset());

// The steps after a sign-in: https://docs.amplify.aws/react/build-a-backend/auth/connect-your-frontend/sign-in/
const answerWith = (signInStep: string) => amplify.signIn.mockResolvedValue({ nextStep: { signInStep } });

test.each([
  ["DONE", "signed-in", 1],
  ["CONFIRM_SIGN_UP", "unconfirmed", 0],
])("signInWithPassword for the step %s returns %s", async (step, result, records) => {
  answerWith(step);
  expect(await signInWithPassword("asha@example.com", "battery staple")).toBe(result);
  expect(amplify.recordStoredTokens).toHaveBeenCalledTimes(records);
});

test.each(["RESET_PASSWORD", "CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED"])(
  "signInWithPassword for the step %s throws an error and records no tokens",
  async (step) => {
    answerWith(step);
    await expect(signInWithPassword("asha@example.com", "battery staple")).rejects.toMatchObject({
      name: "PasswordResetRequiredException",
    });
    expect(amplify.recordStoredTokens).not.toHaveBeenCalled();
  },
);
