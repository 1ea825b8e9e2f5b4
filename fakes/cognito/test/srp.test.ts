import { getDiffieHellman } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { htmlToPlainText } from "../pool/code-mail.ts";
import { beginExchange, bytesOf, deriveVerifier, exchangeKey, isUsablePublicValue } from "../pool/srp.ts";

describe("bytesOf", () => {
  test("returns the shortest bytes that represent a positive number", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 3072n }), (value) => {
        const bytes = bytesOf(value);
        expect(BigInt(`0x${bytes.toString("hex")}`)).toBe(value);
        expect(bytes.readInt8(0)).toBeGreaterThanOrEqual(0);
        if (bytes.length > 1 && bytes.readUInt8(0) === 0) expect(bytes.readUInt8(1)).toBeGreaterThan(127);
      }),
    );
  });

  test.each([
    [0n, "00"],
    [0x7fn, "7f"],
    [0x80n, "0080"],
    [0x100n, "0100"],
    [0xec00n, "00ec00"],
  ])("encodes %s as %s", (value, hex) => {
    expect(bytesOf(value).toString("hex")).toBe(hex);
  });
});

describe("deriveVerifier", () => {
  test("returns the same verifier for the same pool, user, password and salt", () => {
    const derive = (...parts: [string, string, string, string]) => deriveVerifier(...parts).verifier;
    const base = derive("Pool", "user", "secret1", "0a");
    expect(derive("Pool", "user", "secret1", "0a")).toBe(base);
    expect(derive("Pool", "user", "secret1", "000a")).toBe(base);
    const others = [
      derive("Other", "user", "secret1", "0a"),
      derive("Pool", "other", "secret1", "0a"),
      derive("Pool", "user", "secret2", "0a"),
      derive("Pool", "user", "secret1", "0b"),
    ];
    expect(new Set([base, ...others]).size).toBe(5);
  });

  test("creates different salts in two calls without a given salt", () => {
    expect(deriveVerifier("Pool", "user", "secret1")).not.toEqual(deriveVerifier("Pool", "user", "secret1"));
  });
});

test("exchangeKey returns different keys for two exchanges with the same password", () => {
  const password = deriveVerifier("Pool", "user", "secret1");
  const keys = [beginExchange(password), beginExchange(password)].map((e) => exchangeKey(e, "abc123", password));
  expect(keys[0]?.equals(keys[1] ?? Buffer.alloc(0))).toBe(false);
  expect(keys[0]).toHaveLength(16);
});

test("isUsablePublicValue rejects multiples of the modulus, and malformed or overlong numbers", () => {
  const modulus = getDiffieHellman("modp15").getPrime();
  const double = BigInt(`0x${modulus.toString("hex")}`) * 2n;
  expect(isUsablePublicValue("2")).toBe(true);
  const unusable = ["", "0", "000", "xyz", "-1", "1".repeat(1025), modulus.toString("hex"), double.toString(16)];
  for (const value of unusable) expect(isUsablePublicValue(value)).toBe(false);
});

describe("htmlToPlainText", () => {
  test.each([
    ["Your code is 123456", "Your code is 123456"],
    ["<p>Hello&nbsp;Ana,</p>\n<p>your code:<br><b>123456</b></p>", "Hello Ana,\n\nyour code:\n123456"],
    [
      "<style>p { color: red }</style><h1>Welcome</h1><div>A &lt; B &amp;&amp; C &#x2713; &#10003;</div>",
      "Welcome\n\nA < B && C ✓ ✓",
    ],
    ['<a href="https://x.org/?a=1&amp;b=2">Open</a>', "Open (https://x.org/?a=1&b=2)"],
    ['<a class="b" href="https://x.org">https://x.org</a>', "https://x.org"],
    ["a &unknown; b &#1114112;", "a &unknown; b &#1114112;"],
  ])("returns the expected text for %o", (html, text) => {
    expect(htmlToPlainText(html)).toBe(text);
  });

  test("removes the tags around a text without <, > and &", () => {
    fc.assert(
      fc.property(fc.string(), (words) => {
        expect(htmlToPlainText(`<p>${words.replaceAll(/[<>&]/g, "")}</p>`)).not.toMatch(/[<>]/);
        htmlToPlainText(words);
      }),
    );
  });
});
