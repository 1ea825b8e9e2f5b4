import { createHmac } from "node:crypto";
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import * as z from "zod/mini";
import type { PasswordVerifier } from "./srp.ts";

/** FORCE_CHANGE_PASSWORD: an administrator created the user, who has to replace the temporary password. */
const statuses = ["UNCONFIRMED", "CONFIRMED", "FORCE_CHANGE_PASSWORD", "EXTERNAL_PROVIDER"] as const;

/** `attributes` contains `sub`. As in Cognito, a boolean attribute is "true" or "false". */
export type User = {
  username: string;
  status: (typeof statuses)[number];
  attributes: Record<string, string>;
  /** Null for a user of an external identity provider. */
  password: PasswordVerifier | null;
  createdAt: number;
  modifiedAt: number;
};

export type NewUser = Pick<User, "username" | "status" | "attributes" | "password"> & {
  signInEmail: string | null;
};

export type UserFilter = { field: "email" | "sub" | "username"; value: string };

export type Users = {
  byUsername: (username: string) => User | null;
  /** Finds a user by sign-in email or username, in any letter case. A user of Google has no sign-in email. */
  byLogin: (login: string) => User | null;
  add: (user: NewUser) => User;
  /** Also verifies the email, because the code was sent by email. */
  confirm: (username: string) => User;
  confirmUnverified: (username: string) => void;
  setPassword: (username: string, password: PasswordVerifier) => void;
  setAttributes: (username: string, attributes: Record<string, string>) => void;
  remove: (username: string) => void;
  /** Oldest first. */
  list: (filter: UserFilter | null, limit: number, skip: number) => User[];
};

const Row = z.object({
  username: z.string(),
  status: z.enum(statuses),
  attributes: z.string(),
  salt: z.nullable(z.string()),
  verifier: z.nullable(z.string()),
  created_at: z.number(),
  modified_at: z.number(),
});
const Attributes = z.record(z.string(), z.string());

function toUser(row: Record<string, SQLOutputValue>): User {
  const { username, status, attributes, salt, verifier, created_at, modified_at } = Row.parse(row);
  return {
    username,
    status,
    attributes: Attributes.parse(JSON.parse(attributes)),
    password: salt !== null && verifier !== null ? { salt, verifier } : null,
    createdAt: created_at,
    modifiedAt: modified_at,
  };
}

const conditions: Record<UserFilter["field"], string> = {
  email: "lower(json_extract(attributes, '$.email')) = lower(?)",
  sub: "json_extract(attributes, '$.sub') = ?",
  username: "username = ?",
};

const createTable = `CREATE TABLE IF NOT EXISTS cognito_users (
  username TEXT PRIMARY KEY,
  sign_in_email TEXT UNIQUE,
  status TEXT NOT NULL,
  attributes TEXT NOT NULL,
  salt TEXT,
  verifier TEXT,
  created_at INTEGER NOT NULL,
  modified_at INTEGER NOT NULL
)`;

function insert(state: DatabaseSync, { username, signInEmail, status, attributes, password }: NewUser, at: number) {
  const email = signInEmail?.toLowerCase() ?? null;
  const { salt, verifier } = password ?? { salt: null, verifier: null };
  state
    .prepare("INSERT INTO cognito_users VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    .run(username, email, status, JSON.stringify(attributes), salt, verifier, at, at);
}

function list(state: DatabaseSync, filter: UserFilter | null, limit: number, skip: number): User[] {
  const condition = filter ? conditions[filter.field] : "1";
  const values = filter ? [filter.value] : [];
  return state
    .prepare(`SELECT * FROM cognito_users WHERE ${condition} ORDER BY created_at, rowid LIMIT ? OFFSET ?`)
    .all(...values, limit, skip)
    .map(toUser);
}

export function openUsers(state: DatabaseSync, now: () => Date): Users {
  state.exec(createTable);
  const one = (condition: string, value: string) => {
    const row = state.prepare(`SELECT * FROM cognito_users WHERE ${condition}`).get(value);
    return row ? toUser(row) : null;
  };
  const byUsername = (username: string) => one("username = ?", username);
  const existing = (username: string) => {
    const user = byUsername(username);
    if (!user) throw new Error("The user was removed meanwhile");
    return user;
  };
  const change = (username: string, assignment: string, ...values: string[]) =>
    state
      .prepare(`UPDATE cognito_users SET ${assignment}, modified_at = ? WHERE username = ?`)
      .run(...values, now().getTime(), username);
  const setAttributes = (username: string, attributes: Record<string, string>) => {
    const merged = { ...existing(username).attributes, ...attributes };
    change(username, "attributes = ?", JSON.stringify(merged));
  };
  return {
    byUsername,
    byLogin: (login) => one("sign_in_email = ?", login.toLowerCase()) ?? byUsername(login.toLowerCase()),
    add: (user) => {
      insert(state, user, now().getTime());
      return existing(user.username);
    },
    confirm: (username) => {
      change(username, "status = 'CONFIRMED', attributes = json_set(attributes, '$.email_verified', 'true')");
      return existing(username);
    },
    confirmUnverified: (username) => change(username, "status = 'CONFIRMED'"),
    setPassword: (username, { salt, verifier }) => change(username, "salt = ?, verifier = ?", salt, verifier),
    setAttributes,
    remove: (username) => state.prepare("DELETE FROM cognito_users WHERE username = ?").run(username),
    list: (filter, limit, skip) => list(state, filter, limit, skip),
  };
}

export type SimulatedUser = { username: string; salt: string };

/**
 * A login gets the same data at each call, because a change would reveal the simulation. `secret` keeps callers from
 * computing the data.
 */
export function simulateUser(secret: string, login: string): SimulatedUser {
  const digest = createHmac("sha256", secret).update(login.toLowerCase()).digest();
  const id = digest.subarray(0, 16);
  // These bits mark a version 4 UUID. Without these bits, the username would differ from those of real users.
  id.writeUInt8((id.readUInt8(6) & 0x0f) | 0x40, 6);
  id.writeUInt8((id.readUInt8(8) & 0x3f) | 0x80, 8);
  const username = id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { username, salt: digest.subarray(16).toString("hex") };
}
