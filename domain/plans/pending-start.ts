/** `plan` is the subject of the sentence, such as "The plan". */
export const pendingStartText = (plan: string): string =>
  `${plan} usually starts when the money arrives, or after your paid time if that ends later.`;
