import { Refusal } from "../../domain/refusal.ts";

/** What a caller is told whose mock was deleted, on this device or another one. */
export const attemptDeleted = () => new Refusal("attempt_deleted", "This mock exam has been deleted.");

/** The learner deleted the marking, on this device or another one. */
export const markingDeleted = () => new Refusal("marking_deleted", "This marking has been deleted.");

/** What a caller is told of a mock that is not theirs, or has not been sent yet. */
export const attemptNotFound = () => new Refusal("attempt_not_found", "There is no such mock exam.");
