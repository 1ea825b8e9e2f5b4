import * as z from "zod/mini";
import { fingerprint } from "../../../domain/content/fingerprint.ts";
import { LinkToken, linkTokenBytes, toLinkToken } from "../../../domain/sharing/link-token.ts";
import { parseStored, readStored, writeStored } from "../browser/storage.ts";
import { storedByGuests } from "../browser/stored-by-guests.ts";

const StoredKey = z.object({ guest_id: z.uuid(), secret: LinkToken });
export type GuestKey = z.infer<typeof StoredKey>;

/** The name does not reveal the token. */
export function linkName(token: string): string {
  return fingerprint(token).toString(16).padStart(8, "0");
}

export function loadGuestKey(link: string): GuestKey {
  const known = parseStored(readStored(storedByGuests.guestKey, { link }), StoredKey);
  if (known) return known;
  return renewGuestKey(link);
}

/** Needed after the guest has deleted everything, because the server may then refuse the former id. */
export function renewGuestKey(link: string): GuestKey {
  const secret = toLinkToken(crypto.getRandomValues(new Uint8Array(linkTokenBytes)));
  const created = { guest_id: crypto.randomUUID(), secret };
  writeStored(storedByGuests.guestKey, JSON.stringify(created), { link });
  return created;
}
