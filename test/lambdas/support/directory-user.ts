import type { DirectoryUser } from "../../../lambdas/accounts/user-directory.ts";

export const aDirectoryUser = (fields: Partial<DirectoryUser> = {}): DirectoryUser => ({
  email: "asha@example.com",
  emailVerified: true,
  fullName: "Asha",
  provider: "email",
  createdAt: null,
  changedAt: null,
  ...fields,
});

export const noClosedAccounts = { stateOf: async () => null };

export const allowEveryAccount = async () => undefined;
