import { createHmac } from "node:crypto";

/** What a stranger is told instead of "no such user": always the same for the same login, as for a real user. */
export type SimulatedUser = { username: string; salt: string };

/** Makes up a user for a login that nobody has. `secret` keeps outsiders from doing the same. */
export function simulateUser(secret: string, login: string): SimulatedUser {
  const digest = createHmac("sha256", secret).update(login.toLowerCase()).digest();
  const id = digest.subarray(0, 16);
  // The marks of a version 4 UUID, without which the made-up name would stand out.
  id.writeUInt8((id.readUInt8(6) & 0x0f) | 0x40, 6);
  id.writeUInt8((id.readUInt8(8) & 0x3f) | 0x80, 8);
  const username = id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { username, salt: digest.subarray(16).toString("hex") };
}
