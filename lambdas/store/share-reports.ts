import { randomUUID } from "node:crypto";
import { retryUntilWritten } from "./conditional-writes.ts";
import type { DocumentStore } from "./document-store.ts";
import type { ShareKey, ShareReport } from "./share-rows.ts";
import { openShareRows } from "./shares.ts";

/** `position` is the index of a report in its share. The index never changes. */
export type AddedReport = { position: number; unsentId: string };

/** Reports of a share to the operator. Works on closed shares too. */
export type ShareReportStore = {
  /**
   * If the share already has `maxReports`, the new report replaces one whose email has failed. "busy" means that the
   * email of an earlier report may still be sent.
   * @throws Refusal "changed_meanwhile"
   */
  add: (key: ShareKey, reason: string, now: Date) => Promise<AddedReport | "enough" | "busy">;
  /** Records that the email of a report is sent, so that the report is not replaced. */
  noteSent: (key: ShareKey, added: AddedReport) => Promise<void>;
};

export const maxReports = 10;
/** The function that sends the email runs for a shorter time (`lib/handler-function.ts`). */
const sendingMs = 60_000;

const hasFailed = ({ reported_at, unsent_id }: ShareReport, now: Date) =>
  unsent_id !== undefined && now.getTime() >= Date.parse(reported_at) + sendingMs;

export function createShareReportStore(store: DocumentStore, tableName: string): ShareReportStore {
  const { get, update } = openShareRows(store, tableName);
  const append = (key: ShareKey, report: ShareReport, position: number) =>
    update(key, {
      UpdateExpression: "SET reports = list_append(reports, :added)",
      ConditionExpression: "size(reports) = :position",
      ExpressionAttributeValues: { ":added": [report], ":position": position },
    });
  const replace = (key: ShareKey, report: ShareReport, position: number, failed: ShareReport) =>
    update(key, {
      UpdateExpression: `SET reports[${position}] = :report`,
      ConditionExpression: `reports[${position}].unsent_id = :failed`,
      ExpressionAttributeValues: { ":report": report, ":failed": failed.unsent_id },
    });
  return {
    add: (key, reason, now) =>
      retryUntilWritten("This link", async () => {
        const share = await get(key);
        if (!share) return "enough";
        const { reports } = share;
        const unsentId = randomUUID();
        const report = { reported_at: now.toISOString(), reason, unsent_id: unsentId };
        if (reports.length < maxReports) {
          const position = reports.length;
          return (await append(key, report, position)) && { position, unsentId };
        }
        const position = reports.findIndex((each) => hasFailed(each, now));
        const failed = reports[position];
        if (failed) return (await replace(key, report, position, failed)) && { position, unsentId };
        return reports.some(({ unsent_id }) => unsent_id !== undefined) ? "busy" : "enough";
      }),
    noteSent: async (key, { position, unsentId }) => {
      await update(key, {
        UpdateExpression: `REMOVE reports[${position}].unsent_id`,
        ConditionExpression: `reports[${position}].unsent_id = :id`,
        ExpressionAttributeValues: { ":id": unsentId },
      });
    },
  };
}
