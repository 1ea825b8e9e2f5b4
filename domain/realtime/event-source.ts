/** The event bus's name for the sender of the product's events. */
export const eventSource = "parlance";
