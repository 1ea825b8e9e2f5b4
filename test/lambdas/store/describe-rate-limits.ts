import { createHash, randomUUID } from "node:crypto";
import { GetCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { rateLimitsIn } from "../../../lambdas/store/rate-limits.ts";
import { localTableName } from "../../../local/dynamodb.ts";

const tableName = localTableName("rate_limits");
const start = Date.parse("2026-11-21T09:00:00.400Z");
const hour = 3600;

/** What the rate_limits table must do on any database. */
export function describeRateLimits(open: () => DocumentStore): void {
  describe("rate limits", () => {
    /** Limits by a clock of their own, which stands still unless it is moved. */
    const limits = () => {
      const time = { ms: start };
      const { take } = rateLimitsIn(open(), tableName, { now: () => new Date(time.ms) });
      return { take, passSeconds: (seconds: number) => (time.ms += seconds * 1000) };
    };
    const aKey = () => `test:${randomUUID()}`;
    const allowed = { allowed: true, retryAfterSeconds: 0 };

    it("allow as many as the limit, and then tell when the window ends", async () => {
      const { take, passSeconds } = limits();
      const key = aKey();
      for (let call = 0; call < 3; call += 1) expect(await take(key, 3, hour)).toEqual(allowed);
      passSeconds(60);
      const { allowed: again, retryAfterSeconds } = await take(key, 3, hour);
      expect([again, retryAfterSeconds]).toEqual([false, hour - 59]);
    });

    it("open the next window when the last one is over, not sooner, and refused calls do not put it off", async () => {
      const { take, passSeconds } = limits();
      const key = aKey();
      await take(key, 1, hour);
      passSeconds(hour - 1);
      const { retryAfterSeconds } = await take(key, 1, hour);
      passSeconds(retryAfterSeconds - 1);
      expect((await take(key, 1, hour)).allowed).toBe(false);
      passSeconds(1);
      expect(await take(key, 1, hour)).toEqual(allowed);
      expect((await take(key, 1, hour)).allowed).toBe(false);
    });

    it("count each key by itself", async () => {
      const { take } = limits();
      const key = aKey();
      expect(await take(key, 1, hour)).toEqual(allowed);
      expect(await take(`${key}x`, 1, hour)).toEqual(allowed);
      expect((await take(key, 1, hour)).allowed).toBe(false);
    });

    it("allow no more when all come at once, from several instances", async () => {
      const key = aKey();
      const calls = Array.from({ length: 24 }, () => limits().take(key, 5, hour));
      const answers = await Promise.all(calls);
      expect(answers.filter((answer) => answer.allowed)).toHaveLength(5);
    });

    it("never allow more than the limit within one window, whenever the calls come", async () => {
      const gaps = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(gaps, fc.integer({ min: 1, max: 4 }), async (seconds, limit) => {
          const { take, passSeconds } = limits();
          const key = aKey();
          const windows: number[] = [];
          let endsAt = 0;
          for (const gap of seconds) {
            const now = passSeconds(gap);
            const { allowed: isAllowed, retryAfterSeconds } = await take(key, limit, 60);
            if (now >= endsAt) {
              endsAt = Math.ceil(now / 1000) * 1000 + 60_000;
              windows.push(0);
            }
            const taken = windows.pop() ?? 0;
            expect(isAllowed).toBe(taken < limit);
            if (!isAllowed) expect(retryAfterSeconds).toBe(Math.ceil((endsAt - now) / 1000));
            windows.push(taken + (isAllowed ? 1 : 0));
          }
        }),
        { numRuns: 15 },
      );
    });

    it("store no key in clear, and say when the row may go", async () => {
      const key = `test:${randomUUID()}@example.com`;
      await limits().take(key, 3, hour);
      const limit_key = createHash("sha256").update(key).digest("base64url");
      const { Item } = await open().send(new GetCommand({ TableName: tableName, Key: { limit_key } }));
      expect(Item).toEqual({ limit_key, taken: 1, expires_at: Math.ceil(start / 1000) + hour });
      const { Items = [] } = await open().send(new ScanCommand({ TableName: tableName }));
      expect(JSON.stringify(Items)).not.toContain(key);
    });

    it("fail, and allow nothing, where there is no such table", async () => {
      const { take } = rateLimitsIn(open(), "no-such-table", { now: () => new Date(start) });
      await expect(take(aKey(), 1, hour)).rejects.toMatchObject({ name: "ResourceNotFoundException" });
    });
  });
}
