import { describe, expect, test } from "vitest";
import { encodePasswordClaim, matchesPasswordClaim } from "../../../lambdas/accounts/password-ownership.ts";

const claim = { code: "123456", password: "correct horse" };

describe("an encoded password claim", () => {
  test("matches the code and the password that it was made from", async () => {
    expect(await matchesPasswordClaim(claim, await encodePasswordClaim(claim))).toBe(true);
  });

  test.each([
    { ...claim, code: "123457" },
    { ...claim, password: "correct house" },
    { code: "123456\ncorrect", password: "horse" },
  ])("does not match another code or password: %j", async (other) => {
    expect(await matchesPasswordClaim(other, await encodePasswordClaim(claim))).toBe(false);
  });

  test.each(["", "owner", "owed", "owed::", "owed:c2FsdA:", "other:c2FsdA:a2V5"])(
    "does not match a code and a password if the claim is malformed: %j",
    async (noted) => {
      expect(await matchesPasswordClaim(claim, noted)).toBe(false);
    },
  );

  test("does not match its code and password if its prefix changes", async () => {
    const [, salt, key] = (await encodePasswordClaim(claim)).split(":");
    expect(await matchesPasswordClaim(claim, ["other", salt, key].join(":"))).toBe(false);
  });

  test("does not contain the code or the password, and differs if encoded again", async () => {
    const [one, two] = [await encodePasswordClaim(claim), await encodePasswordClaim(claim)];
    expect(one).not.toBe(two);
    expect(one).toMatch(/^owed:[\w-]{1,64}:[\w-]{1,64}$/);
    const decoded = one.split(":").map((part) => Buffer.from(part, "base64url").toString("latin1"));
    expect([one, ...decoded].join("\n")).not.toMatch(/123456|correct|horse/);
  });
});
