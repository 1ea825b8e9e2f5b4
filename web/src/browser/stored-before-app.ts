// The part of the register that is used before the app is there, apart from the rest so that little is loaded for it.

/** Tokens, who is signed in, and that a tab is away at Google; written by Amplify. */
export const signInItem = {
  place: "local",
  key: "CognitoIdentityServiceProvider.{name}",
  owner: "features/accounts",
  lasts: "while logged in",
  clearedBy: "sign-out",
} as const;

/** When the page was last loaded anew by itself, in ms since 1970. */
export const reloadedAtItem = {
  place: "session",
  key: "loaded_anew_at",
  owner: "src",
  lasts: "while the tab is open",
  clearedBy: "nothing",
} as const;
