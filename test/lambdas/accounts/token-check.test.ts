import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { createTokenCheck } from "../../../lambdas/accounts/token-check.ts";
import { clientId, startTokenIssuer, type TokenIssuer } from "../realtime/token-issuer.ts";

let issuer: TokenIssuer;
beforeAll(async () => {
  issuer = await startTokenIssuer();
});
afterAll(() => issuer.close());

it("the token check throws while the keys are unavailable", async () => {
  const { check } = createTokenCheck({ issuer: issuer.issuer, clientId });
  const token = await issuer.token("u1");
  issuer.publish("down");
  await expect(check(token)).rejects.toThrow();
  issuer.publish("up");
  expect(await check(token)).toMatchObject({ userId: "u1" });
});

it("the token check fetches the keys once for three tokens", async () => {
  const { check } = createTokenCheck({ issuer: issuer.issuer, clientId });
  const before = issuer.keyReads();
  expect(
    await Promise.all(["a", "b", "c"].map(async (user) => (await check(await issuer.token(user)))?.userId)),
  ).toEqual(["a", "b", "c"]);
  expect(issuer.keyReads()).toBe(before + 1);
});

it("the token check caches the keys for 590 seconds, but not for 610 seconds", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { check } = createTokenCheck({ issuer: issuer.issuer, clientId });
  const token = await issuer.token("u1");
  const start = Date.now();
  const readsAfter = async (seconds: number) => {
    const before = issuer.keyReads();
    vi.setSystemTime(start + seconds * 1000);
    expect(await check(token)).toMatchObject({ userId: "u1" });
    return issuer.keyReads() - before;
  };
  expect([await readsAfter(0), await readsAfter(590), await readsAfter(610)]).toEqual([1, 0, 1]);
});

it("the token check refuses a token that never expires", async () => {
  const { check } = createTokenCheck({ issuer: issuer.issuer, clientId });
  expect(await check(await issuer.token("u1", { expiresIn: null }))).toBeNull();
});

it("the token check returns the remaining lifetime of a token in seconds", async () => {
  const { check } = createTokenCheck({ issuer: issuer.issuer, clientId });
  const checked = await check(await issuer.token("u1", { expiresIn: "10m" }));
  expect(checked?.validForSeconds).toBeGreaterThan(540);
  expect(checked?.validForSeconds).toBeLessThanOrEqual(600);
});
