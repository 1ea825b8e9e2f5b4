/** The tag of a queue that says of which handler its dead letters are, by its path below lambdas/. */
export const deadLettersTag = "dead-letters-of";
