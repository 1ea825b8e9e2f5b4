import { describe, expect, it } from "vitest";
import { formerLanguage } from "../../../web/src/features/practice/former-language.ts";

describe("the language of takes that were stored without one", () => {
  it("is that in which alone the scenario's topic was listed", () => {
    const cached = ["topics_mandarin", "scenarios_mandarin_health", "scenarios_nepali_legal", "current_page"];
    expect(formerLanguage(cached, "health-1")).toBe("mandarin");
    expect(formerLanguage(cached, "legal-1")).toBe("nepali");
  });

  it("is an example's own", () => {
    expect(formerLanguage(["scenarios_mandarin_employment"], "example-1")).toBe("nepali");
  });

  it("is not guessed where several were listed, or none", () => {
    expect(formerLanguage(["scenarios_mandarin_health", "scenarios_nepali_health"], "health-1")).toBe("unknown");
    expect(formerLanguage(["scenarios_mandarin_legal", "topics_nepali"], "health-1")).toBe("unknown");
    expect(formerLanguage([], "health-1")).toBe("unknown");
  });
});
