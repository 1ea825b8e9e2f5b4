import { type BegunSrp, beginSrp, proveSrp } from "./srp-client.ts";
import { ClientId, email, password, type TestPool, tokensOf, userPoolId } from "./test-pool.ts";

const ids = { userPoolId, clientId: ClientId };

export const beginSignIn = ({ client }: TestPool, login = email) => beginSrp({ ...ids, client }, login);

export const prove = (begun: BegunSrp, secret = password) => proveSrp(ids, begun, secret);

export async function signIn(pool: TestPool, secret = password, login = email) {
  const { AuthenticationResult } = await pool.client.send(prove(await beginSignIn(pool, login), secret));
  return tokensOf(AuthenticationResult);
}
