// Entries of the register that are used before the app starts. A file of their own keeps the first script small.

/** Tokens, the signed-in user, and a pending sign-in with Google. Amplify writes them. */
export const signInItem = {
  place: "local",
  key: "CognitoIdentityServiceProvider.{name}",
  owner: "features/accounts",
  lasts: "while logged in",
  clearedBy: "sign-out",
} as const;

/** The time of the last automatic reload, in ms since 1970. */
export const reloadedAtItem = {
  place: "session",
  key: "loaded_anew_at",
  owner: "src",
  lasts: "while the tab is open",
  clearedBy: "nothing",
} as const;
