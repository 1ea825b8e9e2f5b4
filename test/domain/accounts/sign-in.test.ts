import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeLink, parseCodeLink } from "../../../domain/accounts/code-link.ts";
import { signInReturnUrls, signOutReturnUrls } from "../../../domain/accounts/redirect.ts";
import { conflictCodes, parseConflict } from "../../../domain/accounts/trigger-refusals.ts";
import { networkKeyOf } from "../../../domain/http/network-address.ts";

describe("parseConflict", () => {
  test.each(["email", "google"] as const)(
    "returns the provider %s from Cognito's message of a conflict",
    (provider) => {
      expect(parseConflict(`PreSignUp failed with error ${conflictCodes[provider]}. `)).toBe(provider);
    },
  );

  test.each(["", "PreSignUp failed with error Timeout.", "access_denied"])("finds no conflict in %j", (message) => {
    expect(parseConflict(message)).toBeNull();
  });
});

describe("the code link of an email", () => {
  const origin = "https://parlance.example";

  test.each([
    ["signup", `${origin}/otp-verification#email=a%2Bb%40example.com&code=012345`],
    ["reset", `${origin}/new-password#email=a%2Bb%40example.com&code=012345`],
  ] as const)("for the purpose %s is %s", (purpose, link) => {
    expect(codeLink(purpose, origin, { email: "a+b@example.com", code: "012345" })).toBe(link);
  });

  test("has neither email nor code in its path and query, which browsers send to servers", () => {
    const { pathname, search } = new URL(codeLink("signup", origin, { email: "a@example.com", code: "012345" }));
    expect([pathname, search]).toEqual(["/otp-verification", ""]);
  });

  test("can be parsed to its email and code, for random emails", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 100, unit: "grapheme" }), (email) => {
        const link = new URL(codeLink("reset", origin, { email, code: "123456" }));
        expect(parseCodeLink(link.hash)).toEqual({ email, code: "123456" });
        expect(parseCodeLink(link.hash.slice(1))).toEqual({ email, code: "123456" });
      }),
    );
  });

  test.each([")", ".", ">", ").", '"', "”", "»."])("is parsed even if a mail program appends %s", (behind) => {
    const link = codeLink("signup", origin, { email: "a@example.com", code: "012345" });
    expect(parseCodeLink(new URL(`${link}${behind}`).hash)).toEqual({
      email: "a@example.com",
      code: "012345",
    });
  });

  test.each([
    "",
    "#",
    "#email=a%40example.com",
    "#code=123456",
    "#email=&code=123456",
    "#email=%E0%A4%A&code=123456",
    "#email=a&code=12345",
    "#email=a&code=1234567",
    "#email=a&code={####}",
    "#email=a&code=123456&more=1",
    "more#email=a&code=123456",
    "more=1&email=a&code=123456",
    `#email=${"a".repeat(1001)}&code=123456`,
  ])("is refused if its fragment is %j", (hash) => {
    expect(parseCodeLink(hash)).toBeNull();
  });
});

describe("networkKeyOf", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:192.168.100.255", "192.168.100.255"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["2001:DB8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002::", "2001:db8:1:2::/64"],
    ["2001:db8::9", "2001:db8:0:0::/64"],
    ["1::3:4:5:6:7:8", "1:0:3:4::/64"],
    ["::3:4:5:6:7:8", "0:0:3:4::/64"],
    ["fe80::1%eth0", "fe80::1%eth0"],
    [" 2001:db8::9", " 2001:db8::9"],
    ["x::ffff:203.0.113.7", "x::ffff:203.0.113.7"],
    ["::ffff:203.0.113.7:9", "0:0:0:0::/64"],
    ["", ""],
    ["unknown", "unknown"],
  ])("maps the address %j to the key %j", (address, network) => {
    expect(networkKeyOf(address)).toBe(network);
  });
});

test("the return URL of each origin is /pricing after a log-in with Google, and /login after log-out", () => {
  const origins = ["https://parlance.example", "http://localhost:5173"];
  expect(signInReturnUrls(origins)).toEqual(["https://parlance.example/pricing", "http://localhost:5173/pricing"]);
  expect(signOutReturnUrls(origins)).toEqual(["https://parlance.example/login", "http://localhost:5173/login"]);
});
