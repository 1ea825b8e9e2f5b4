import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openState } from "../../foundation/state.ts";
import { openInbox } from "../inbox.ts";

const mail = (to: string, subject: string) => ({ to, subject, text: `${subject}, as text`, html: `<p>${subject}</p>` });
const subjects = (mails: readonly { subject: string }[]) => mails.map(({ subject }) => subject);

describe("the inbox", () => {
  test("stores a mail unchanged with its time", () => {
    const inbox = openInbox(openState(":memory:"));
    const before = new Date().toISOString();
    const sent = {
      to: "asha@example.com",
      subject: 'नमस्ते "&<',
      text: "It's\nhere; DROP TABLE mail",
      html: "<p>🌸</p>",
    };
    inbox.deliver(sent);
    const [kept, ...others] = inbox.list();
    expect(others).toEqual([]);
    expect(kept).toEqual({ ...sent, at: expect.any(String) });
    expect(String(kept?.at) >= before && String(kept?.at) <= new Date().toISOString()).toBe(true);
  });

  test("lists the newest mail first, for all addresses or for one address", () => {
    const inbox = openInbox(openState(":memory:"));
    inbox.deliver(mail("asha@example.com", "first"));
    inbox.deliver(mail("usha@example.com", "second"));
    inbox.deliver(mail("Asha@Example.com", "third"));
    expect(subjects(inbox.list())).toEqual(["third", "second", "first"]);
    expect(subjects(inbox.list("ASHA@example.com"))).toEqual(["third", "first"]);
    expect(inbox.list("nobody@example.com")).toEqual([]);
    expect(inbox.list("")).toEqual([]);
    expect(inbox.list("%")).toEqual([]);
  });

  test("lists the newest 200 mails, and lists older mail for a single address", () => {
    const inbox = openInbox(openState(":memory:"));
    inbox.deliver(mail("asha@example.com", "oldest"));
    for (let nth = 1; nth <= 200; nth += 1) inbox.deliver(mail("usha@example.com", String(nth)));
    expect(inbox.list()).toHaveLength(200);
    expect(inbox.list()[0]?.subject).toBe("200");
    expect(subjects(inbox.list("asha@example.com"))).toEqual(["oldest"]);
  });

  test("returns the reply address of a mail, if any", () => {
    const inbox = openInbox(openState(":memory:"));
    inbox.deliver({ ...mail("asha@example.com", "first"), replyTo: "usha@example.com" });
    inbox.deliver(mail("asha@example.com", "second"));
    const [second, first] = inbox.list();
    expect(second).not.toHaveProperty("replyTo");
    expect(first).toHaveProperty("replyTo", "usha@example.com");
  });

  test("reads mail that was stored before the reply-address column existed", () => {
    const state = openState(":memory:");
    state.exec(`CREATE TABLE mail (id INTEGER PRIMARY KEY AUTOINCREMENT, recipient TEXT NOT NULL,
      subject TEXT NOT NULL, text TEXT NOT NULL, html TEXT NOT NULL, at TEXT NOT NULL);
      INSERT INTO mail (recipient, subject, text, html, at) VALUES ('asha@example.com', 'old', '', '', '')`);
    const inbox = openInbox(state);
    inbox.deliver(mail("asha@example.com", "new"));
    expect(subjects(openInbox(state).list())).toEqual(["new", "old"]);
  });

  test("has the same mail after a restart", () => {
    const directory = mkdtempSync(join(tmpdir(), "fake-inbox-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const first = openState(directory);
    openInbox(first).deliver(mail("asha@example.com", "kept"));
    const before = openInbox(first).list();
    first.close();
    const second = openState(directory);
    expect(openInbox(second).list()).toEqual(before);
    second.close();
  });
});
