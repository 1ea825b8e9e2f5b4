import type { Subscription } from "../../../../domain/plans/subscription.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";

let isOwed = false;

/** Notes that somebody has logged in, who is greeted once it is known whether they were here before. */
export function oweGreeting(): void {
  isOwed = true;
}

/** Greets whoever has just logged in: as one who is back if they had chosen a plan, which is what everybody does first. */
export function greet(subscription: Subscription | null): void {
  if (!isOwed) return;
  isOwed = false;
  showToast(subscription ? messages.loginSuccessful : messages.firstLogin);
}
