// This file has no imports, because the store must not load the schemas of the routes.

/** Maximum batches of one learner. At 20 a day, five times the expected number, they last for more than two years. */
export const maxBatches = 20_000;

/**
 * Maximum size of a page's changes as JSON in UTF-8, in bytes. A response of Lambda has at most 6 MB. The response may
 * be twice as large as the page, because its JSON escapes quotes and backslashes again.
 */
export const maxPageBytes = 2.5 * 1024 * 1024;
