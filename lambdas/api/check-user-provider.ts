import { accountRoutes } from "../../domain/accounts/account-routes.ts";
import { networkKeyOf } from "../../domain/http/network-address.ts";
import { limitCalls } from "../guards/guards.ts";
import { onHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { callCounts, clock, pause, users } from "../services.ts";

const providers = {
  callCounts: pickMethods(callCounts, "admit"),
  clock,
  pause,
  users: pickMethods(users, "accountsOf"),
};
type Services = ProvidedServices<typeof providers>;

/** A successful response takes a multiple of this time, so that the time does not reveal whether an account exists. */
const responseStepMs = 300;

export async function checkUserProvider(
  { body, request }: Pick<RouteCall<"check-user-provider">, "body" | "request">,
  { users, callCounts, clock, pause }: Services,
) {
  const startedAt = clock.now();
  const email = body.email_to_check;
  await limitCalls(callCounts, "account-check-network", networkKeyOf(request.sourceAddress));
  await limitCalls(callCounts, "account-check-email", email);
  const accounts = await users.accountsOf(email);
  const account = accounts.find(({ confirmed }) => confirmed) ?? accounts[0];
  const elapsedMs = Math.max(0, clock.now().getTime() - startedAt.getTime());
  await pause(responseStepMs - (elapsedMs % responseStepMs));
  return {
    user_exists: account !== undefined,
    provider: account?.provider ?? null,
    confirmed: account?.confirmed ?? false,
  };
}

export const handler = onHttp(accountRoutes, "check-user-provider", checkUserProvider, providers);
