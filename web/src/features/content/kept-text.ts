import { ApiError } from "../../api.ts";
import { isQuotaExceeded } from "../../browser/database.ts";
import { ContentError } from "./content.ts";

export function keepFailureText(error: unknown): string {
  if (isQuotaExceeded(error)) {
    return "There is no room for the dialogue. Delete recordings or kept dialogues in Profile, or free up space. Then try again.";
  }
  if (error instanceof ContentError && error.reason === "premium-required") return "This dialogue needs a paid plan.";
  const isLost = error instanceof ContentError && ["unreachable", "check-needed"].includes(error.reason);
  // Browsers throw a TypeError or a NetworkError if a font cannot be fetched.
  const isFontLost = error instanceof TypeError || (error instanceof DOMException && error.name === "NetworkError");
  if (error instanceof ApiError && error.code !== "unreachable") return error.message;
  if (error instanceof ApiError || isLost || isFontLost) {
    return "The dialogue could not be downloaded. Check your connection and try again.";
  }
  if (error instanceof ContentError) return "A part of the dialogue is not available. Try again later.";
  return "Parlance cannot use this browser's storage for dialogues. Reload the page, or allow site data for Parlance in the browser's settings.";
}

export const notRemovedText = "The dialogue could not be removed. Close other tabs of Parlance and try again.";

/**
 * True on an iPhone or iPad if the page was not opened from the Home Screen. For such pages, Safari removes the data of
 * a site after seven days of Safari use without interaction with it:
 * https://webkit.org/blog/10218/full-third-party-cookie-blocking-and-more/
 */
export function isRemovedBySafari(): boolean {
  return Reflect.get(navigator, "standalone") === false && navigator.maxTouchPoints > 1;
}

export const safariText =
  "iPhones and iPads can remove kept dialogues after a week without a visit. To prevent this, press Share, then Add to Home Screen, and keep your dialogues in that app.";
