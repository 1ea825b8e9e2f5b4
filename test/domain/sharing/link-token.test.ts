import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  LinkToken,
  linkTokenBytes,
  parseLinkFragment,
  shareUrl,
  toLinkToken,
} from "../../../domain/sharing/link-token.ts";

describe("toLinkToken", () => {
  test("encodes 128 bits as Node's base64url does", () => {
    const bytes = fc.uint8Array({ minLength: linkTokenBytes, maxLength: linkTokenBytes });
    fc.assert(fc.property(bytes, (value) => toLinkToken(value) === Buffer.from(value).toString("base64url")));
  });

  test("returns a token that the schema accepts", () => {
    const token = toLinkToken(randomBytes(linkTokenBytes));
    expect(LinkToken.parse(token)).toBe(token);
  });
});

describe("LinkToken", () => {
  test.each([
    ["21 characters", "AAAAAAAAAAAAAAAAAAAAA"],
    ["23 characters", "AAAAAAAAAAAAAAAAAAAAAAA"],
    ["the alphabet of base64", "AAAAAAAAAAAAAAAAAAAA+A"],
    // The last character holds two bits, so only A, Q, g and w end a token.
    ["bits beyond 128", "AAAAAAAAAAAAAAAAAAAAAB"],
    ["a line feed at the end", "AAAAAAAAAAAAAAAAAAAAAA\n"],
  ])("refuses %s", (_, text) => {
    expect(LinkToken.safeParse(text).success).toBe(false);
  });
});

describe("parseLinkFragment", () => {
  const token = "0123456789abcdefghijkg";

  test("reads the token from the link that a learner sends", () => {
    const { hash, pathname } = new URL(shareUrl("https://parlance.example", token));
    expect(pathname).toBe("/shared");
    expect(parseLinkFragment(hash)).toBe(token);
  });

  test("returns null for a fragment that is not a token", () => {
    expect([parseLinkFragment(""), parseLinkFragment("#languages")]).toEqual([null, null]);
  });
});
