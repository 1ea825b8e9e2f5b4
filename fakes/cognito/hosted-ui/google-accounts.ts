import { randomInt } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import * as z from "zod/mini";

export type GoogleAccount = { sub: string; email: string; name: string };

export type GoogleAccounts = {
  list: () => GoogleAccount[];
  bySub: (sub: string) => GoogleAccount | null;
  /** Updates the name of a known account. */
  findOrCreate: (account: Pick<GoogleAccount, "email" | "name">) => GoogleAccount;
};

const Row = z.object({ sub: z.string(), email: z.string(), name: z.string() });

// A `sub` of Google usually has 21 digits.
const newSub = () => `1${Array.from({ length: 20 }, () => randomInt(10)).join("")}`;

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
