import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LanguageName } from "../../../domain/content/language.ts";
import { type StoredSession, sessionValidity } from "../../../web/src/features/scenario/internal/scenario-session.ts";
import {
  readSession,
  removeSession,
  removeSessions,
  writeSession,
} from "../../../web/src/features/scenario/scenario-session-store.ts";
import { memoryStorage } from "../browser/memory-storage.ts";

const now = 1_800_000_000_000;
const hour = 60 * 60 * 1000;
const day = 24 * hour;

const segment = { name: "Doctor", audio: "segment-1.mp3", original_script: "Hello", translated_script: "नमस्ते" };
function session(
  scenarioId: string,
  { fetchedAt = now, usedAt = now, userLanguage = "nepali" as LanguageName } = {},
): StoredSession {
  return {
    version: 1,
    timestamp: fetchedAt,
    session: {
      scenarioId,
      segments: [segment],
      scenarioTitle: "Seeing a doctor",
      topicId: "health",
      userLanguage,
      currentSegmentIndex: 0,
      lastAccessTime: usedAt,
      attemptMap: { "0": 2 },
      completedSet: [0],
    },
  };
}

const nepali = (scenarioId: string) => ({ language: "nepali", scenarioId }) as const;

describe("sessionValidity", () => {
  it.each([
    ["that was just stored", now, now, "fresh"],
    ["with segments an hour old", now - hour, now, "fresh"],
    ["with segments older than an hour", now - hour - 1, now, "fallback"],
    ["that was used seven days ago", now - 8 * day, now - 7 * day, "fallback"],
    ["that was used more than seven days ago", now - 8 * day, now - 7 * day - 1, "none"],
    ["from the future", now + 1, now + 1, "none"],
  ])("for a session $0 returns $3", (_, fetchedAt, usedAt, use) => {
    expect(sessionValidity(session("health-1", { fetchedAt, usedAt }), now)).toBe(use);
  });

  it("never improves as a session becomes older, unless the session is from the future", () => {
    const order = ["none", "fallback", "fresh"];
    fc.assert(
      fc.property(fc.nat(10 * day), fc.nat(10 * day), fc.nat(10 * day), (age, idle, later) => {
        const stored = session("health-1", { fetchedAt: now - Math.max(age, idle), usedAt: now - idle });
        const [before, after] = [sessionValidity(stored, now), sessionValidity(stored, now + later)];
        expect(order.indexOf(after)).toBeLessThanOrEqual(order.indexOf(before));
      }),
    );
  });
});

describe("stored sessions", () => {
  beforeEach(() => void vi.stubGlobal("localStorage", memoryStorage()));
  afterEach(() => void vi.unstubAllGlobals());

  it("are returned only for their own learner and dialogue", () => {
    writeSession("asha", session("health-1"));
    expect(readSession("asha", nepali("health-1"), now)).toEqual(session("health-1"));
    expect(readSession("ben", nepali("health-1"), now)).toBeNull();
    expect(readSession("asha", nepali("health-2"), now)).toBeNull();
    expect(readSession("asha", { language: "arabic", scenarioId: "health-1" }, now)).toBeNull();
  });

  it("are removed one by one, or together for one learner", () => {
    for (const id of ["health-1", "legal-1", "emp-1"]) writeSession("asha", session(id));
    writeSession("ben", session("health-1"));
    removeSession("asha", nepali("health-1"));
    expect(readSession("asha", nepali("health-1"), now)).toBeNull();
    expect(readSession("asha", nepali("legal-1"), now)).not.toBeNull();
    removeSessions("asha");
    for (const id of ["legal-1", "emp-1"]) expect(readSession("asha", nepali(id), now)).toBeNull();
    expect(readSession("ben", nepali("health-1"), now)).not.toBeNull();
  });

  it("are separate by language for dialogues with the same id", () => {
    const mandarin = { language: "mandarin", scenarioId: "health-1" } as const;
    const stored = session("health-1", { userLanguage: "mandarin" });
    writeSession("asha", session("health-1"));
    expect(readSession("asha", mandarin, now)).toBeNull();
    writeSession("asha", stored);
    expect(readSession("asha", mandarin, now)).toEqual(stored);
    expect(readSession("asha", nepali("health-1"), now)).toEqual(session("health-1"));
    removeSession("asha", mandarin);
    expect(readSession("asha", mandarin, now)).toBeNull();
    expect(readSession("asha", nepali("health-1"), now)).not.toBeNull();
  });

  it("are removed when another session is stored more than seven days later", () => {
    writeSession("asha", session("health-1"));
    writeSession("asha", session("legal-1", { fetchedAt: now + 8 * day, usedAt: now + 8 * day }));
    expect(localStorage.length).toBe(1);
  });

  it.each([
    ["not JSON", "{"],
    ["of an unknown shape", JSON.stringify({ version: 1, timestamp: now, session: { segments: "all" } })],
    ["invalid because of an attempt number of 0", JSON.stringify(session("health-1")).replace('"0":2', '"0":0')],
    ["of a different dialogue", JSON.stringify(session("legal-1"))],
    ["of an unknown version", JSON.stringify({ ...session("health-1"), version: 2 })],
  ])("are not used if they are %s", (_, text) => {
    writeSession("asha", session("health-1"));
    expect(localStorage.length).toBe(1);
    localStorage.setItem(localStorage.key(0) ?? "", text);
    expect(readSession("asha", nepali("health-1"), now)).toBeNull();
  });

  it("are kept in memory while local storage is unavailable", () => {
    vi.stubGlobal("localStorage", undefined);
    writeSession("asha", session("health-1"));
    expect(readSession("asha", nepali("health-1"), now)).toEqual(session("health-1"));
    removeSessions("asha");
    expect(readSession("asha", nepali("health-1"), now)).toBeNull();
  });
});
