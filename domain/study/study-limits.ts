// Separate from `study-routes.ts`, so that the store does not load the schemas of the routes.

/** Per learner. At 20 batches a day, a learner reaches this limit after more than two years. */
export const maxBatches = 20_000;

/**
 * Maximum size of a page's changes as JSON in UTF-8. Lambda puts the page's JSON into another JSON text and escapes its
 * quotes and backslashes, which may double the size. A response of Lambda has at most 6 MB.
 */
export const maxPageBytes = 2.5 * 1024 * 1024;
