import { type Call, onHttp } from "../http.ts";
import { users } from "../services.ts";
import type { UserDirectory } from "../user-directory.ts";

/** Says whether an e-mail has an account, and through which provider it signs in. */
export async function checkUserProvider(
  { body }: Pick<Call<"check-user-provider">, "body">,
  services: { users: Pick<UserDirectory, "providerOf"> },
) {
  const provider = await services.users.providerOf(body.email_to_check);
  return { user_exists: provider !== null, provider };
}

export const handler = onHttp("check-user-provider", checkUserProvider, { users });
