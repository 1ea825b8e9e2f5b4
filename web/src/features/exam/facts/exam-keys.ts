/** Under which everything that the server said of a learner's mocks is cached. */
export const examKey = (userId: string) => ["exam", userId] as const;

/** Where the learner's mocks are cached. */
export const attemptsKey = (userId: string) => [...examKey(userId), "attempts"] as const;

/** Where the markings of a mock are cached. */
export const markingsKey = (userId: string, attemptId: string) => [...examKey(userId), "markings", attemptId] as const;

/** Where what this browser holds of the learner's mocks is cached. */
export const examsHereKey = (userId: string) => ["exam-here", userId] as const;
