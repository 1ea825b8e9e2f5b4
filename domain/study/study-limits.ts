// This file has no imports, because the store must not load the schemas of the routes.

/** Maximum batches of one learner. At 20 a day, they last for more than two years. */
export const maxBatches = 20_000;

/**
 * Maximum size of a page's changes as JSON in UTF-8, in bytes. Lambda puts the page's JSON into another JSON text and
 * escapes its quotes and backslashes, which may double the size. A response of Lambda has at most 6 MB.
 */
export const maxPageBytes = 2.5 * 1024 * 1024;
