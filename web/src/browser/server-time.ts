let offsetMs = 0;

/** Records the server's time from a response's Date header; ignores an invalid date. */
export function recordServerTime(header: string | null): void {
  const serverMs = header === null ? Number.NaN : Date.parse(header);
  if (!Number.isNaN(serverMs)) offsetMs = serverMs - Date.now();
}

/**
 * Returns the time by the server's clock, because a device clock may be wrong and must neither grant nor hide access.
 */
export function serverNow(): Date {
  return new Date(Date.now() + offsetMs);
}
