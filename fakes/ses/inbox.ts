import type { DatabaseSync } from "node:sqlite";

/** `at` is an ISO 8601 instant. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  at: string;
};

export type Inbox = {
  deliver: (mail: Omit<Mail, "at" | "replyTo"> & { replyTo?: string | null }) => void;
  /** Newest first, at most 200. */
  list: (to?: string) => Mail[];
};

/** Inboxes of earlier versions lack the column `reply_to`. */
function addReplyTo(state: DatabaseSync): void {
  const columns = state.prepare("PRAGMA table_info(mail)").all();
  if (!columns.some(({ name }) => name === "reply_to")) state.exec("ALTER TABLE mail ADD COLUMN reply_to TEXT");
}

export function openInbox(state: DatabaseSync): Inbox {
  state.exec(`CREATE TABLE IF NOT EXISTS mail (
    id INTEGER PRIMARY KEY AUTOINCREMENT, recipient TEXT NOT NULL, subject TEXT NOT NULL,
    text TEXT NOT NULL, html TEXT NOT NULL, at TEXT NOT NULL, reply_to TEXT)`);
  addReplyTo(state);
  return {
    deliver: ({ to, subject, text, html, replyTo = null }) => {
      state
        .prepare("INSERT INTO mail (recipient, subject, text, html, at, reply_to) VALUES (?, ?, ?, ?, ?, ?)")
        .run(to, subject, text, html, new Date().toISOString(), replyTo);
    },
    list: (to) =>
      state
        .prepare("SELECT * FROM mail WHERE ?1 IS NULL OR lower(recipient) = lower(?1) ORDER BY id DESC LIMIT 200")
        .all(to ?? null)
        .map((row) => ({
          to: String(row["recipient"]),
          subject: String(row["subject"]),
          text: String(row["text"]),
          html: String(row["html"]),
          ...(row["reply_to"] === null ? {} : { replyTo: String(row["reply_to"]) }),
          at: String(row["at"]),
        })),
  };
}
