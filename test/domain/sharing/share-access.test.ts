import { describe, expect, test } from "vitest";
import { closedReason, exceededAllowance, sumSharedBytes } from "../../../domain/sharing/share-access.ts";

const expiry = "2026-11-26T10:00:00.000Z";
const before = new Date("2026-11-26T09:59:59.999Z");
const at = new Date(expiry);

describe("closedReason", () => {
  test.each([
    ["open", before, null],
    ["open", at, "expired"],
    ["blocked", before, "blocked"],
    ["blocked", at, "expired"],
    ["revoked", before, "ended"],
    ["revoked", at, "ended"],
    ["taken-down", before, "ended"],
  ] as const)("for a share in state %s that expires at 10:00 UTC, at %s, returns %s", (state, now, reason) => {
    expect(closedReason({ state, expires_at: expiry }, now)).toBe(reason);
  });
});

const megabyte = 1_000_000;
const live = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, at) => ({ share_id: `share ${at}`, bytes }));
const added = (bytes: number) => ({ share_id: "new", bytes });

describe("exceededAllowance", () => {
  test.each([
    { plan: "free", links: 3, megabytes: 20, isPaid: false },
    { plan: "paying", links: 20, megabytes: 200, isPaid: true },
  ])("allows a $plan learner $links links and $megabytes MB", ({ links, megabytes, isPaid }) => {
    expect(exceededAllowance(live(links - 1, 1), added(1), isPaid)).toBeNull();
    expect(exceededAllowance(live(links, 1), added(1), isPaid)).toEqual({ limit: "links", most: links });
    const most = megabytes * megabyte;
    expect(exceededAllowance(live(1, megabyte), added(most - megabyte), isPaid)).toBeNull();
    expect(exceededAllowance(live(1, megabyte), added(most - megabyte + 1), isPaid)).toEqual({ limit: "bytes", most });
  });

  test("allows a repeated request for an existing share at the limit", () => {
    expect(exceededAllowance(live(3, 6 * megabyte), { share_id: "share 2", bytes: 6 * megabyte }, false)).toBeNull();
  });
});

test("sumSharedBytes adds the sizes of all recordings", () => {
  expect(sumSharedBytes([{ bytes: 1 }, { bytes: 20 }, { bytes: 300 }])).toBe(321);
});
