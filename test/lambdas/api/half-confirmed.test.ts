import {
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { logInRefusals } from "../../../domain/accounts/trigger-refusals.ts";
import { beginSrp } from "../../../fakes/cognito/test/srp-client.ts";
import type { Cloud } from "../../../local/cloud.ts";
import { createPoolClient, fetchCode, setForgottenPassword, signIn, signUp } from "../../support/learner.ts";
import { callRoute } from "../support/call-api.ts";
import { startOwnCloud } from "../support/own-cloud.ts";

// The cloud runs in this process, so that the tests can make calls of the handlers fail.
let cloud: Cloud;
beforeAll(async () => {
  cloud = await startOwnCloud();
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => cloud.close());

type Command =
  | typeof AdminSetUserPasswordCommand
  | typeof AdminUpdateUserAttributesCommand
  | typeof ConfirmSignUpCommand;
type Fault = { of: Command; nth?: number; when: "before it takes effect" | "after it took effect" };

function failOnce(...faults: Fault[]): void {
  const send = CognitoIdentityProviderClient.prototype.send;
  const seen = new Map<Command, number>();
  vi.spyOn(CognitoIdentityProviderClient.prototype, "send").mockImplementation(async function (
    this: CognitoIdentityProviderClient,
    ...given: Parameters<typeof send>
  ) {
    const kind = faults.find(({ of }) => given[0] instanceof of)?.of;
    const count = kind ? (seen.get(kind) ?? 0) + 1 : 0;
    if (kind) seen.set(kind, count);
    const fault = faults.find(({ of, nth = 1 }) => of === kind && nth === count);
    if (fault?.when === "before it takes effect") throw new Error("The user pool does not answer");
    const answer = await Reflect.apply(send, this, given);
    if (fault) throw new Error("The user pool's answer was lost");
    return answer;
  });
}

/** A stranger signs up with the email of the owner, who can read the code. */
async function contested() {
  const stranger = await signUp(cloud.webUrl, { name: "A Stranger" });
  const { email } = stranger;
  const code = await fetchCode(cloud.webUrl, email);
  const owner = { email, password: "the owner's own" };
  const confirm = (password = owner.password, its = code) =>
    callRoute("confirm-email", { apiUrl: cloud.apiUrl, body: { email, code: its, password } });
  return { stranger, owner, confirm };
}

const lockedOut = (who: { email: string; password: string }) => expect(signIn(cloud.webUrl, who)).rejects.toThrow();
const lost = ["before it takes effect", "after it took effect"] as const;

describe("the confirmation of an email", () => {
  const halfway: Fault[] = [
    { of: ConfirmSignUpCommand, when: "after it took effect" },
    ...lost.map((when) => ({ of: AdminSetUserPasswordCommand, when })),
    { of: AdminUpdateUserAttributesCommand, nth: 2, when: "before it takes effect" },
  ];

  test.each(halfway.map((fault) => [fault.of.name, fault.when, fault] as const))(
    "is completed by a repeated call if the handler's %s fails %s",
    async (...[, , fault]) => {
      const { stranger, owner, confirm } = await contested();
      failOnce(fault);
      expect(await confirm()).toMatchObject({ status: 500 });
      await lockedOut(stranger);
      const refused = { status: 409, body: { code: "password_not_set" } };
      expect(await confirm(owner.password, "000000")).toMatchObject(refused);
      expect(await confirm(stranger.password)).toMatchObject(refused);
      await lockedOut(stranger);
      expect(await confirm()).toMatchObject({ status: 200, body: { confirmed: true } });
      expect(await signIn(cloud.webUrl, owner)).toHaveProperty("AccessToken");
      await lockedOut(stranger);
    },
  );

  test("can be repeated if it failed before the code was checked", async () => {
    const { stranger, owner, confirm } = await contested();
    failOnce({ of: ConfirmSignUpCommand, when: "before it takes effect" });
    expect(await confirm()).toMatchObject({ status: 500 });
    await lockedOut(stranger);
    expect(await confirm()).toMatchObject({ status: 200 });
    expect(await signIn(cloud.webUrl, owner)).toHaveProperty("AccessToken");
  });

  test("lets the owner log in if the last step failed after it took effect", async () => {
    const { stranger, owner, confirm } = await contested();
    failOnce({ of: AdminUpdateUserAttributesCommand, nth: 2, when: "after it took effect" });
    expect(await confirm()).toMatchObject({ status: 500 });
    expect(await confirm(stranger.password)).toMatchObject({ status: 409, body: { code: "already_confirmed" } });
    await lockedOut(stranger);
    expect(await signIn(cloud.webUrl, owner)).toHaveProperty("AccessToken");
  });

  test("succeeds although the post-confirmation trigger fails", async () => {
    const { stranger, owner, confirm } = await contested();
    failOnce({ of: AdminUpdateUserAttributesCommand, when: "before it takes effect" });
    expect(await confirm()).toMatchObject({ status: 200 });
    expect(await signIn(cloud.webUrl, owner)).toHaveProperty("AccessToken");
    await lockedOut(stranger);
  });

  test("requires a password reset if the post-confirmation trigger and the password change fail", async () => {
    const { stranger, owner, confirm } = await contested();
    failOnce(
      { of: AdminUpdateUserAttributesCommand, when: "before it takes effect" },
      { of: AdminSetUserPasswordCommand, when: "before it takes effect" },
    );
    expect(await confirm()).toMatchObject({ status: 500 });
    expect(await confirm()).toMatchObject({ status: 409, body: { code: "password_not_set" } });
    await expect(signIn(cloud.webUrl, stranger)).rejects.toThrow(logInRefusals.passwordNotSet);
    await setForgottenPassword(cloud.webUrl, owner.email, owner.password);
    expect(await signIn(cloud.webUrl, owner)).toHaveProperty("AccessToken");
    await lockedOut(stranger);
  });

  test("must precede a log-in", async () => {
    const { stranger, confirm } = await contested();
    const pool = await createPoolClient(cloud.webUrl);
    await expect(beginSrp(pool, stranger.email)).rejects.toThrow(logInRefusals.unconfirmed);
    pool.client.destroy();
    expect(await confirm()).toMatchObject({ status: 200 });
  });
});
