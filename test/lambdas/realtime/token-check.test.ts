import { afterAll, beforeAll, expect, it } from "vitest";
import { openTokenCheck } from "../../../lambdas/token-check.ts";
import { clientId, startTokenIssuer, type TokenIssuer } from "./token-issuer.ts";

let issuer: TokenIssuer;
beforeAll(async () => {
  issuer = await startTokenIssuer();
});
afterAll(() => issuer.close());

it("fails, and does not refuse, while the keys cannot be had", async () => {
  const { userOf } = openTokenCheck({ issuer: issuer.issuer, clientId });
  const token = await issuer.token("u1");
  issuer.publish("down");
  await expect(userOf(token)).rejects.toThrow();
  issuer.publish("up");
  expect(await userOf(token)).toBe("u1");
});

it("reads the keys once for many tokens", async () => {
  const { userOf } = openTokenCheck({ issuer: issuer.issuer, clientId });
  const before = issuer.keyReads();
  expect(await Promise.all(["a", "b", "c"].map(async (user) => userOf(await issuer.token(user))))).toEqual([
    "a",
    "b",
    "c",
  ]);
  expect(issuer.keyReads()).toBe(before + 1);
});
