/** The largest request body that a handler accepts, in bytes. */
export const maxBodyBytes = 64 * 1024;
/** Response header with the server's time as ISO 8601 text; the web takes its "now" from it. */
export const serverTimeHeader = "x-server-time";
/** Response headers that pages on other origins may read. */
export const exposedHeaders = [serverTimeHeader, "retry-after"] as const;
