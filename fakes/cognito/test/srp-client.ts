import { createHash, createHmac, getDiffieHellman, randomBytes } from "node:crypto";
import {
  type CognitoIdentityProviderClient,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
} from "@aws-sdk/client-cognito-identity-provider";

export type PoolIds = { userPoolId: string; clientId: string };
export type SrpPool = PoolIds & { client: CognitoIdentityProviderClient };

// The client's half of SRP. It shares no code with the server.
const N = toInteger(getDiffieHellman("modp15").getPrime());

function toInteger(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString("hex")}`);
}

function toBytes(value: bigint): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex");
  return bytes.readUInt8(0) > 127 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
}

const sha256 = (...parts: (Buffer | string)[]) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % N;
    if (bit === "1") result = (result * base) % N;
  }
  return result;
}

const nameOf = ({ userPoolId }: PoolIds) => userPoolId.slice(userPoolId.indexOf("_") + 1);

type Challenge = { SALT: string; SRP_B: string; SECRET_BLOCK: string; USER_ID_FOR_SRP: string };

export type BegunSrp = { a: bigint; A: bigint; challenge: Challenge };

export async function beginSrp({ client, clientId }: SrpPool, login: string): Promise<BegunSrp> {
  const a = toInteger(randomBytes(32));
  const A = power(2n, a);
  const { ChallengeParameters } = await client.send(
    new InitiateAuthCommand({
      ClientId: clientId,
      AuthFlow: "USER_SRP_AUTH",
      AuthParameters: { USERNAME: login, SRP_A: A.toString(16) },
    }),
  );
  const { SALT = "", SRP_B = "", SECRET_BLOCK = "", USER_ID_FOR_SRP = "" } = ChallengeParameters ?? {};
  return { a, A, challenge: { SALT, SRP_B, SECRET_BLOCK, USER_ID_FOR_SRP } };
}

function clientKey(poolName: string, { a, A, challenge }: BegunSrp, password: string): Buffer {
  const { SALT, SRP_B, USER_ID_FOR_SRP } = challenge;
  const B = BigInt(`0x${SRP_B}`);
  const u = sha256(toBytes(A), toBytes(B));
  const k = toInteger(sha256(toBytes(N), toBytes(2n)));
  const identity = sha256(`${poolName}${USER_ID_FOR_SRP}:${password}`);
  const x = toInteger(sha256(toBytes(BigInt(`0x${SALT}`)), identity));
  const base = (((B - k * power(2n, x)) % N) + N) % N;
  const S = power(base, a + toInteger(u) * x);
  const extracted = createHmac("sha256", toBytes(toInteger(u)))
    .update(toBytes(S))
    .digest();
  return createHmac("sha256", extracted).update("Caldera Derived Key\u0001").digest().subarray(0, 16);
}

export function proveSrp(pool: PoolIds, begun: BegunSrp, password: string): RespondToAuthChallengeCommand {
  const { challenge } = begun;
  const poolName = nameOf(pool);
  const TIMESTAMP = "Sat Nov 21 09:30:00 UTC 2026";
  const signature = createHmac("sha256", clientKey(poolName, begun, password))
    .update(poolName + challenge.USER_ID_FOR_SRP)
    .update(Buffer.from(challenge.SECRET_BLOCK, "base64"))
    .update(TIMESTAMP);
  return new RespondToAuthChallengeCommand({
    ClientId: pool.clientId,
    ChallengeName: "PASSWORD_VERIFIER",
    ChallengeResponses: {
      USERNAME: challenge.USER_ID_FOR_SRP,
      PASSWORD_CLAIM_SECRET_BLOCK: challenge.SECRET_BLOCK,
      PASSWORD_CLAIM_SIGNATURE: signature.digest("base64"),
      TIMESTAMP,
    },
  });
}
