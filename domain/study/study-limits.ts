// In a file of their own, because the store must not load the schemas of the routes.

/** Batches of one learner. At 20 a day, which is five times the expected number, they last for more than two years. */
export const maxBatches = 20_000;

/**
 * Of a page's changes as JSON in UTF-8. The JSON of Lambda's response is up to twice as large, because it escapes quotes
 * and backslashes again, and its limit is 6 MB.
 */
export const maxPageBytes = 2.5 * 1024 * 1024;
