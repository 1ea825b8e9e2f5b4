/** What somebody typed who has yet to confirm the e-mail. */
export type Credentials = { email: string; password: string; fullName?: string };

// In this page's memory alone: a password is stored nowhere.
let held: Credentials | null = null;

/** Keeps, while this page is open, what is to hold once the e-mail is confirmed. */
export function holdCredentials(credentials: Credentials): void {
  held = credentials;
}

/** What was typed for that e-mail on this page; null after a reload, in another tab, and for anybody else. */
export function heldCredentials(email: string | undefined): Credentials | null {
  return held !== null && held.email === email ? held : null;
}

/** Forgets it, once somebody is signed in. */
export function dropCredentials(): void {
  held = null;
}
