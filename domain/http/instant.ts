import * as z from "zod/mini";

/** An instant as an ISO 8601 text in UTC, e.g. "2026-11-21T09:30:00.000Z". */
export const Instant = z.iso.datetime();
