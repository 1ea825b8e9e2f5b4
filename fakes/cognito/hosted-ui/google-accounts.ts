import { randomInt } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import * as z from "zod/mini";

/** An account at Google. Its `sub` stays when everything else changes. */
export type GoogleAccount = { sub: string; email: string; name: string };

export type GoogleAccounts = {
  /** All that somebody has been, oldest first. */
  list: () => GoogleAccount[];
  bySub: (sub: string) => GoogleAccount | null;
  /** The account with that e-mail, in any letter case, under that name from now on; made if there is none. */
  findOrCreate: (account: Pick<GoogleAccount, "email" | "name">) => GoogleAccount;
};

const Row = z.object({ sub: z.string(), email: z.string(), name: z.string() });

// Google's are 21 digits.
const newSub = () => `1${Array.from({ length: 20 }, () => randomInt(10)).join("")}`;

/** Google's side of the local cloud, in `state`: whoever is typed in has an account. */
export function openGoogleAccounts(state: DatabaseSync): GoogleAccounts {
  state.exec(`CREATE TABLE IF NOT EXISTS google_accounts (
    sub TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE COLLATE NOCASE, name TEXT NOT NULL)`);
  return {
    list: () =>
      state
        .prepare("SELECT * FROM google_accounts ORDER BY rowid")
        .all()
        .map((row) => Row.parse(row)),
    bySub: (sub) => {
      const row = state.prepare("SELECT * FROM google_accounts WHERE sub = ?").get(sub);
      return row ? Row.parse(row) : null;
    },
    findOrCreate: ({ email, name }) =>
      Row.parse(
        state
          .prepare(
            `INSERT INTO google_accounts VALUES (?, ?, ?)
             ON CONFLICT (email) DO UPDATE SET name = excluded.name RETURNING *`,
          )
          .get(newSub(), email, name),
      ),
  };
}
