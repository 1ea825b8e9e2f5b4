import type { DatabaseSync } from "node:sqlite";

export type MovableClock = {
  now: () => Date;
  /** @throws RangeError */
  advance: (ms: number) => void;
};

/** From the year 10000 on, dates in ISO 8601 would not match the schemas. */
const latestMs = Date.UTC(9999, 0);

/** `state` stores the offset, so that the offset survives a restart. */
export function createClock(state: DatabaseSync): MovableClock {
  state.exec("CREATE TABLE IF NOT EXISTS clock (id INTEGER PRIMARY KEY CHECK (id = 1), offset_ms INTEGER NOT NULL)");
  state.exec("INSERT OR IGNORE INTO clock (id, offset_ms) VALUES (1, 0)");
  const row = state.prepare("SELECT offset_ms FROM clock").get();
  let offsetMs = Number(row?.["offset_ms"] ?? 0);
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance: (ms) => {
      if (!(ms >= 0)) throw new RangeError("The local clock only moves forward");
      if (Date.now() + offsetMs + ms > latestMs) throw new RangeError("The local clock ends with the year 9998");
      offsetMs += ms;
      state.prepare("UPDATE clock SET offset_ms = ?").run(offsetMs);
    },
  };
}

const durationPattern = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const unitMs = [7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1000];

/** Converts an ISO 8601 duration such as "P35D" to ms. Accepts no years and no months. */
export function parseDuration(text: string): number | null {
  const parts = durationPattern.exec(text)?.slice(1);
  if (!parts || parts.every((part) => part === undefined)) return null;
  return parts.reduce((sum, part, at) => sum + Number(part ?? 0) * (unitMs[at] ?? 0), 0);
}
