const key = "verify_email";

/** Remembers, for this tab, which e-mail awaits its code. */
export function rememberVerifyEmail(email: string): void {
  sessionStorage.setItem(key, email);
}

/** The e-mail that awaits its code in this tab. */
export function verifyEmail(): string | null {
  return sessionStorage.getItem(key);
}

/** Forgets the e-mail once it is verified. */
export function forgetVerifyEmail(): void {
  sessionStorage.removeItem(key);
}
