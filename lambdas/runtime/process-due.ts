/** `finished` is false if time ran out. */
export type DueReport = { done: number; failed: number; finished: boolean };

type Due<Row> = {
  /** A run looks back this far, in case the schedule did not run. */
  daysBack: number;
  rowsOn: (day: Date) => AsyncIterable<readonly Row[]>;
  process: (row: Row) => Promise<unknown>;
  onFailure: (row: Row, cause: unknown) => void;
  timeLeftMs: () => number;
};

const dayMs = 86_400_000;
const rowsAtOnce = 10;
const reserveMs = 30_000;

export async function processDue<Row>(now: Date, due: Due<Row>): Promise<DueReport> {
  const report: DueReport = { done: 0, failed: 0, finished: false };
  for (let back = due.daysBack; back >= 0; back -= 1) {
    for await (const page of due.rowsOn(new Date(now.getTime() - back * dayMs))) {
      for (let start = 0; start < page.length; start += rowsAtOnce) {
        if (due.timeLeftMs() < reserveMs) return report;
        const batch = page.slice(start, start + rowsAtOnce);
        const results = await Promise.allSettled(batch.map((row) => due.process(row)));
        for (const [at, row] of batch.entries()) {
          const result = results[at];
          if (result?.status !== "rejected") report.done += 1;
          else {
            report.failed += 1;
            due.onFailure(row, result.reason);
          }
        }
      }
    }
  }
  return { ...report, finished: true };
}
