import { expect, test } from "vitest";
import { askFrom } from "../support/ask-from.ts";
import { fillCount, readCounts } from "../support/fill-count.ts";
import { goodRequests } from "../support/good-requests.ts";
import { expectRefused } from "../support/refused.ts";
import { aToken } from "../support/share-builders.ts";
import { aSharer } from "../support/shared-links.ts";

const callsOfLink = 600;
const callsOfNetwork = 1500;

type Guest = ReturnType<Awaited<ReturnType<typeof aSharer>>["guest"]>;

const openFrom = (address: string, { token, guest }: Guest) => askFrom(address, "open-share", { token, guest });

test("the links of a share accept 600 calls in a window from all networks together", async () => {
  const { guest, shareId } = await aSharer();
  await fillCount("shared-link", shareId, callsOfLink - 2);
  for (const address of ["127.0.0.71", "127.0.0.72"]) expect((await openFrom(address, guest())).status).toBe(200);
  for (const address of ["127.0.0.71", "127.0.0.73"]) {
    expectRefused(await openFrom(address, guest()), "too_many_requests");
  }
});

test("a share at its limit does not affect calls to another share from the same network", async () => {
  const [full, other] = [await aSharer(), await aSharer()];
  await fillCount("shared-link", full.shareId, callsOfLink);
  expectRefused(await openFrom("127.0.0.74", full.guest()), "too_many_requests");
  expect((await openFrom("127.0.0.74", other.guest())).status).toBe(200);
});

test("a share at its limit refuses every call of a guest, and get-share returns unchanged data", async () => {
  const { guest, shareId, shown } = await aSharer();
  await guest().comment();
  const before = await shown();
  await fillCount("shared-link", shareId, callsOfLink);
  const names = ["open-share", "save-guest-comment", "delete-guest-writing", "mark-shared-exam"] as const;
  for (const name of [...names, "report-share", "add-reusable-comment"] as const) {
    const { token } = guest();
    const refused = await askFrom("127.0.0.75", name, { ...goodRequests[name].body, token });
    expectRefused(refused, "too_many_requests");
  }
  expect(await shown()).toEqual(before);
});

test("a network can make 1,500 calls in a window to all links together", async () => {
  const [one, other] = [await aSharer(), await aSharer()];
  const [full, free] = ["127.0.0.76", "127.0.0.77"];
  await fillCount("shared-network", full, callsOfNetwork - 2);
  for (const { guest } of [one, other]) expect((await openFrom(full, guest())).status).toBe(200);
  for (const { guest } of [one, other]) expectRefused(await openFrom(full, guest()), "too_many_requests");
  expect((await openFrom(free, one.guest())).status).toBe(200);
});

test("calls with unknown tokens do not count towards the limits of calls with valid tokens", async () => {
  const { guest, shareId } = await aSharer();
  const address = "127.0.0.78";
  await fillCount("shared-link", shareId, callsOfLink - 1);
  await fillCount("shared-network", address, callsOfNetwork - 1);
  for (let nth = 0; nth < 3; nth += 1) {
    expectRefused(await openFrom(address, { ...guest(), token: aToken() }), "link_unknown");
  }
  expect((await openFrom(address, guest())).status).toBe(200);
});

test("the windows of a share and of a network last for five minutes", async () => {
  const { guest, shareId } = await aSharer();
  const address = "127.0.0.80";
  const endAfterNow = () => Math.ceil(Date.now() / 1000) + 300;
  const earliest = endAfterNow();
  for (let nth = 0; nth < 2; nth += 1) expect((await openFrom(address, guest())).status).toBe(200);
  const latest = endAfterNow();
  for (const counts of [await readCounts("shared-link", shareId), await readCounts("shared-network", address)]) {
    expect(counts).toMatchObject([{ calls: 2 }]);
    const end = Number(counts[0]?.["expires_at"]);
    expect(end).toBeGreaterThanOrEqual(earliest);
    expect(end).toBeLessThanOrEqual(latest);
  }
});

test("calls of an ended window do not count towards a share's limit", async () => {
  const { guest, shareId } = await aSharer();
  await fillCount("shared-link", shareId, callsOfLink, -1);
  expect((await openFrom("127.0.0.79", guest())).status).toBe(200);
});
