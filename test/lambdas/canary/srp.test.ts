import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { formatSrpTime } from "../../../lambdas/canary/canary-account.ts";
import { startSrpExchange } from "../../../lambdas/canary/srp.ts";

function fixedBytes(seed: string, count: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(count / 32) }, (_, at) =>
    createHash("sha256").update(`${seed}${at}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, count);
}

const userPoolId = "ap-southeast-2_AbCdEf123";
const secret = fixedBytes("a", 128);
const challenge = {
  userId: "0f8fad5b-d9cb-469f-a165-70867728950e",
  salt: "2bc990059473448e6ebd442aa16bfaa0",
  serverValue: fixedBytes("B", 383).toString("hex"),
  secretBlock: "PaKJLTeCPZKY4dUBHX3PqvLZ2abUZemb4zr1vh2HwSuaWcX4IpqrVen4VRc++USF",
};
const timestamp = "Sat Nov 7 09:30:00 UTC 2026";

/** The expected values are those of cognito-srp-helper 2.3.4 with the same secret. */
describe("an SRP exchange", () => {
  test("has the public value of its secret", () => {
    const { publicValue } = startSrpExchange(userPoolId, secret);
    expect(publicValue).toMatch(/^7a634810ce1857d5ba7a1581d18ac86bc60958e492e0ee7f4bcdcb198835ba60/);
    expect(createHash("sha256").update(publicValue).digest("hex")).toBe(
      "074989af811498076576e35b460ebc2860d0b1bca73028a694bf1b6a6f2af8f4",
    );
  });

  test("proves the password", () => {
    const { prove } = startSrpExchange(userPoolId, secret);
    expect(prove(challenge, "correct horse", timestamp)).toBe("MJJGQ4nCUECP9Op8lRH5w7GF45my4+krP4XSzfrA2yg=");
  });

  test("proves the password if the first bit of the salt and of the server's value is 1", () => {
    const { prove } = startSrpExchange(userPoolId, secret);
    const { salt, serverValue } = challenge;
    const high = { ...challenge, salt: `80${salt.slice(2)}`, serverValue: `ff${serverValue.slice(2)}` };
    expect(prove(high, "correct horse", timestamp)).toBe("M6LOFA9KHzh0BdYHxu3/MS2PVJIVcnZkSfq5gdxoV9I=");
  });

  test("has another public value than the previous exchange", () => {
    expect(startSrpExchange(userPoolId).publicValue).not.toBe(startSrpExchange(userPoolId).publicValue);
  });
});

test("formatSrpTime writes the time in Cognito's format, without a zero before the day", () => {
  expect(formatSrpTime(new Date("2026-11-07T09:30:00Z"))).toBe(timestamp);
  expect(formatSrpTime(new Date("2026-12-25T23:05:09Z"))).toBe("Fri Dec 25 23:05:09 UTC 2026");
});
