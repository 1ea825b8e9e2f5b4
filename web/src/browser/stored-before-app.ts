// Entries that are used before the app starts. They have their own file, so that the first scripts stay small.

/** Amplify writes these items, such as the tokens. */
export const signInItem = {
  place: "local",
  key: "CognitoIdentityServiceProvider.{name}",
  owner: "features/accounts",
  lasts: "while logged in",
  clearedBy: "sign-out",
} as const;

/** The time of the last reload by `reload.ts`, in ms since 1970. */
export const reloadedAtItem = {
  place: "session",
  key: "loaded_anew_at",
  owner: "src",
  lasts: "while the tab is open",
  clearedBy: "nothing",
} as const;
