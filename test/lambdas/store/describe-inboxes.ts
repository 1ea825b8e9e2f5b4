import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { InboxItem } from "../../../domain/sharing/inbox.ts";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { createInboxStore } from "../../../lambdas/store/inboxes.ts";
import { localTableName } from "../../../local/dynamodb.ts";
import { allowEveryAccount } from "../support/directory-user.ts";

const anItem = (fields: Partial<InboxItem> = {}): InboxItem => ({
  ...{ share_id: randomUUID(), learner_id: randomUUID(), learner_name: "Asha", question: "Is it too slow?" },
  ...{ kind: "dialogue", titles: ["At the counter"], state: "unheard" },
  ...{ created_at: "2026-11-26T09:00:00.000Z", expires_at: "2026-12-10T09:00:00.000Z" },
  ...fields,
});

export function describeInboxes(open: () => DocumentStore): void {
  const inboxes = () => createInboxStore(open(), localTableName("inboxes"), allowEveryAccount);

  describe("the inbox of a teacher", () => {
    it("lists each share once, newest first, and keeps the state of a repeated share", async () => {
      const teacher = randomUUID();
      const [older, newer] = [anItem(), anItem({ created_at: "2026-11-27T09:00:00.000Z" })];
      for (const item of [older, newer]) expect(await inboxes().addShare(teacher, item)).toEqual(item);
      await inboxes().noteState(teacher, older.share_id, "heard");
      expect(await inboxes().addShare(teacher, older)).toEqual({ ...older, state: "heard" });
      expect(await inboxes().listShares(teacher)).toEqual([newer, { ...older, state: "heard" }]);
    });

    it("does not change an answered share to heard, or recreate a removed share by a new state or link", async () => {
      const teacher = randomUUID();
      const item = anItem();
      await inboxes().addShare(teacher, item);
      for (const state of ["answered", "heard"] as const) await inboxes().noteState(teacher, item.share_id, state);
      expect(await inboxes().getShare(teacher, item.share_id)).toMatchObject({ state: "answered" });
      await inboxes().removeShare(teacher, item.share_id);
      await inboxes().noteState(teacher, item.share_id, "heard");
      expect(await inboxes().replaceLink(teacher, item.share_id, "hash")).toBeNull();
      expect(await inboxes().getShare(teacher, item.share_id)).toBeNull();
    });

    it("returns the former link of a share when the link is replaced", async () => {
      const teacher = randomUUID();
      const item = anItem();
      await inboxes().addShare(teacher, item);
      expect(await inboxes().replaceLink(teacher, item.share_id, "one")).toBeUndefined();
      expect(await inboxes().replaceLink(teacher, item.share_id, "two")).toBe("one");
      expect(await inboxes().getShare(teacher, item.share_id)).toEqual({ ...item, link_hash: "two" });
    });

    it("keeps all successful changes of the reusable comments if several changes are concurrent", async () => {
      const teacher = randomUUID();
      const wanted = ["One.", "Two.", "Three."];
      const add = (text: string) => inboxes().changeComments(teacher, (known) => [...known, text]);
      const added = await Promise.all(wanted.map(add));
      const successful = wanted.filter((_, at) => added[at]);
      expect(successful.length).toBeGreaterThan(0);
      expect((await inboxes().savedComments(teacher)).toSorted()).toEqual(successful.toSorted());
    });

    it("stores learners and reusable comments, and removes them with the inbox", async () => {
      const [teacher, other] = [randomUUID(), randomUUID()];
      const learner = { learner_id: randomUUID(), name: "Asha", since: "2026-11-26T09:00:00.000Z" };
      for (const each of [teacher, other]) await inboxes().putLearner(each, learner);
      expect(await inboxes().savedComments(teacher)).toEqual([]);
      expect(await inboxes().changeComments(teacher, (known) => [...known, "Slower.", "Good."])).toBe(true);
      expect(await inboxes().changeComments(teacher, (known) => known.slice(1))).toBe(true);
      expect(await inboxes().savedComments(teacher)).toEqual(["Good."]);
      expect(await inboxes().changeComments(teacher, () => null)).toBe(false);
      expect(await inboxes().savedComments(teacher)).toEqual(["Good."]);
      expect(await inboxes().listLearners(teacher)).toEqual([learner]);
      await inboxes().removeAll(teacher);
      expect([await inboxes().listLearners(teacher), await inboxes().savedComments(teacher)]).toEqual([[], []]);
      await inboxes().removeLearner(other, learner.learner_id);
      expect(await inboxes().listLearners(other)).toEqual([]);
    });
  });
}
