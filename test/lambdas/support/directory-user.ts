import type { DirectoryUser } from "../../../lambdas/accounts/user-directory.ts";

/** Asha as the user pool knows her. */
export const aDirectoryUser = (fields: Partial<DirectoryUser> = {}): DirectoryUser => ({
  email: "asha@example.com",
  emailVerified: true,
  fullName: "Asha",
  provider: "email",
  createdAt: null,
  changedAt: null,
  ...fields,
});

/** The list of closed accounts while there are none. */
export const noClosedAccounts = { stateOf: async () => null };

/** Lets every learner write, as none has deleted their account. */
export const allowEveryAccount = async () => undefined;
