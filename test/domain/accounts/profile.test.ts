import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { displayName, Profile } from "../../../domain/accounts/profile.ts";

describe("the displayed name", () => {
  test.each([
    [{ profileName: "Asha Rai", accountName: "A. Rai", email: "asha@example.org" }, "Asha Rai"],
    [{ accountName: "A. Rai", email: "asha@example.org" }, "A. Rai"],
    [{ profileName: "", accountName: "A. Rai", email: "asha@example.org" }, "A. Rai"],
    [{ profileName: "   ", accountName: "\t", email: "asha@example.org" }, "asha"],
    [{ email: "asha.rai+ccl@example.org" }, "asha.rai+ccl"],
    [{ profileName: "  Asha Rai  " }, "Asha Rai"],
    [{ email: "@example.org" }, "User"],
    [{ email: "  @example.org" }, "User"],
    [{ email: " asha@example.org" }, "asha"],
    [{ profileName: undefined, accountName: undefined, email: undefined }, "User"],
    [{}, "User"],
  ])("for %j is %s", (facts, name) => {
    expect(displayName(facts)).toBe(name);
  });

  test("is never blank, and contains no @ if it comes from the email", () => {
    const text = fc.option(fc.string(), { nil: undefined });
    const email = fc.option(fc.oneof(fc.emailAddress(), fc.string()), { nil: undefined });
    fc.assert(
      fc.property(text, text, email, (profileName, accountName, address) => {
        expect(displayName({ profileName, accountName, email: address }).trim()).not.toBe("");
        expect(displayName({ email: address })).not.toContain("@");
      }),
    );
  });
});

describe("the Profile schema", () => {
  const profile = { id: "u-1", full_name: "Asha Rai", email: "asha@example.org", language_preference: "nepali" };

  test("accepts the lower-case name of a language, or null", () => {
    expect(Profile.parse(profile)).toEqual(profile);
    expect(Profile.parse({ ...profile, language_preference: null }).language_preference).toBeNull();
  });

  test.each(["Nepali", "ne", "klingon", "", undefined])("refuses the language %j", (language_preference) => {
    expect(Profile.safeParse({ ...profile, language_preference }).success).toBe(false);
  });

  test("accepts an empty name", () => {
    expect(Profile.safeParse({ ...profile, full_name: "" }).success).toBe(true);
  });
});
