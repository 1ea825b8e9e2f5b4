import { describe, expect, it } from "vitest";
import { Refusal } from "../../../domain/http/refusal.ts";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { createTestAccount, type TestAccount } from "./deletion-world.ts";
import { sendCall, writers } from "./writers.ts";

/** Deletions for each number of clients. Use `DELETIONS=200` for a thorough measurement. */
const deletions = Number(process.env["DELETIONS"] ?? 2);

const closing = new Set(["account_closing", "user_gone"]);
const calls = Object.values(writers).filter(({ before }) => before === undefined);

async function write(account: TestAccount, first: number, onCall: () => void): Promise<void> {
  const services = account.services();
  for (let nth = first; ; nth += 1) {
    const call = calls[nth % calls.length];
    if (!call) return;
    try {
      const answer = await sendCall(call, services, account);
      // `realtime-connect` returns this status instead of throwing a `Refusal`.
      if (typeof answer === "object" && answer !== null && "statusCode" in answer && answer.statusCode === 401) return;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (closing.has(error.code)) return;
    }
    onCall();
  }
}

async function deleteBeside(count: number, store: DocumentStore): Promise<string[]> {
  const account = createTestAccount(store);
  const busy = Promise.withResolvers<void>();
  let stored = 0;
  const onCall = () => {
    stored += 1;
    if (stored >= count) busy.resolve();
  };
  const clients = Array.from({ length: count }, (_, nth) => write(account, nth, onCall));
  await busy.promise;
  await Promise.all([account.deleteIt(), ...clients]);
  return account.left();
}

export function describeConcurrentWriters(open: () => DocumentStore): void {
  describe("the deletion of an account", () => {
    it.each([1, 12, 60])(
      "leaves no row except the mark of the account, although %d clients write without a pause",
      async (count) => {
        const left = [];
        for (let nth = 0; nth < deletions; nth += 1) left.push(...(await deleteBeside(count, open())));
        expect(left).toEqual([]);
      },
      20_000 + deletions * 30_000,
    );
  });
}
