let offsetMs = 0;

/** Takes the server's time from a response that arrived just now; ignores what is not a date. */
export function recordServerTime(header: string | null): void {
  const serverMs = header === null ? Number.NaN : Date.parse(header);
  if (!Number.isNaN(serverMs)) offsetMs = serverMs - Date.now();
}

/** The present by the server's clock: a wrong device clock neither grants nor hides access. */
export function serverNow(): Date {
  return new Date(Date.now() + offsetMs);
}
