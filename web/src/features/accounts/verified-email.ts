import * as z from "zod/mini";

const Verified = z.object({ verified: z.object({ email: z.string() }) });

/** The state of a navigation to the login for somebody whose e-mail is verified, and whose password is not known here. */
export const verifiedState = (email: string): z.infer<typeof Verified> => ({ verified: { email } });

/** Whose e-mail was just verified, as a navigation's state says; null if nobody's. */
export function verifiedIn(state: unknown): { email: string } | null {
  const parsed = z.safeParse(Verified, state);
  return parsed.success ? parsed.data.verified : null;
}
