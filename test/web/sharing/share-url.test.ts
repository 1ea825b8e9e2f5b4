// @vitest-environment happy-dom
import { createHash } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { findShareUrl, newLinkToken, rememberToken } from "../../../web/src/features/sharing/shares.ts";

const share_id = "6f9619ff-8b86-4d01-b42d-00c04fc964ff";
const linkIdOf = (token: string) => createHash("sha256").update(token).digest("base64url").slice(0, 16);

afterEach(() => localStorage.clear());

test("findShareUrl returns the address of the link that this browser created", async () => {
  const token = newLinkToken();
  await rememberToken("asha", share_id, token);
  const share = { share_id, link_id: linkIdOf(token) };
  expect(findShareUrl("asha", share)).toBe(`${location.origin}/shared#${token}`);
  expect(findShareUrl("bina", share)).toBeNull();
});

test("findShareUrl returns null for a link that another browser has replaced", async () => {
  await rememberToken("asha", share_id, newLinkToken());
  expect(findShareUrl("asha", { share_id, link_id: linkIdOf(newLinkToken()) })).toBeNull();
});
