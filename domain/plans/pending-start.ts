/** Says when access by a bank payment starts. `plan` names the plan and is the subject of the sentence. */
export const pendingStartText = (plan: string): string =>
  `${plan} starts when the money arrives, or after your paid time if that ends later.`;
