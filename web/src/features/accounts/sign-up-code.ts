import { failureName } from "./auth-failure.ts";
import { codeRequest, rememberCodeRequest } from "./code-request.ts";
import { auth } from "./session.ts";

/** How long a code counts as just sent, in ms. It is good for a day, but nobody looks for yesterday's mail. */
const freshMs = 10 * 60_000;

const wasJustSent = (email: string) => {
  const request = codeRequest();
  return request?.email === email && Date.now() - (request.sentAtMs ?? 0) < freshMs;
};

/** Notes that a code to confirm the e-mail is on its way to it. */
export function noteSignUpCode(email: string): void {
  rememberCodeRequest({ email, mode: "signup", sentAtMs: Date.now() });
}

/**
 * Sends another code to confirm an e-mail; "confirmed" if it needs none. `unlessFresh` leaves it at the last one while
 * that is young. Rejects with Amplify's AuthError.
 */
export async function sendSignUpCode(email: string, { unlessFresh = false } = {}): Promise<"sent" | "confirmed"> {
  if (unlessFresh && wasJustSent(email)) return "sent";
  try {
    await (await auth()).resendCode(email);
  } catch (error) {
    if (failureName(error) === "InvalidParameterException") return "confirmed";
    // Somebody has asked for many: the last of them is good, and has come to the same e-mail.
    if (failureName(error) !== "LimitExceededException") throw error;
  }
  noteSignUpCode(email);
  return "sent";
}
