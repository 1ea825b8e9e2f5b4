import { paths } from "../http/pages.ts";

/** Where an outside provider's sign-in comes back to, on whichever of the app's origins it began. */
export const signInReturnPath = paths.pricing;
/** Where signing out at the provider's side comes back to. */
const signOutReturnPath = paths.login;

/** The addresses to which sign-in may come back, exactly as they are registered. */
export const signInReturnUrls = (origins: readonly string[]) => origins.map((origin) => origin + signInReturnPath);
/** The addresses to which signing out may come back, exactly as they are registered. */
export const signOutReturnUrls = (origins: readonly string[]) => origins.map((origin) => origin + signOutReturnPath);
