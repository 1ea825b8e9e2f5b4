import { createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** In hexadecimal. */
export type PasswordVerifier = { salt: string; verifier: string };

/** The server's half of a sign-in, in hexadecimal. `b` stays secret, and the client receives `B`. */
export type Exchange = { b: string; B: string };

// The 3072-bit prime of RFC 3526 (group 15) and RFC 5054. Cognito uses this prime with g = 2.
const N = BigInt(
  `0x${[
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD",
    "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED",
    "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F",
    "83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B",
    "E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510",
    "15728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7",
    "ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C",
    "BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF",
  ].join("")}`,
);
const g = 2n;
const k = hashToInteger(bytesOf(N), bytesOf(g));

/**
 * Returns a positive integer as Java's BigInteger.toByteArray does, with a leading zero byte if the first bit is 1. The
 * protocol hashes integers in this form.
 */
export function bytesOf(value: bigint): Buffer {
  const hex = value.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return Buffer.from(Number.parseInt(even.slice(0, 2), 16) >= 0x80 ? `00${even}` : even, "hex");
}

function hashToInteger(...parts: Buffer[]): bigint {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return fromHex(hash.digest("hex"));
}

function fromHex(hex: string): bigint {
  return BigInt(`0x${hex}`);
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % N;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % N;
    square = (square * square) % N;
  }
  return result;
}

export function deriveVerifier(
  poolName: string,
  username: string,
  password: string,
  salt = randomBytes(16).toString("hex"),
): PasswordVerifier {
  const identity = createHash("sha256").update(`${poolName}${username}:${password}`).digest();
  const x = hashToInteger(bytesOf(fromHex(salt)), identity);
  return { salt, verifier: power(g, x).toString(16) };
}

/** If `A` were a multiple of N, anyone could compute the shared key. */
export function isUsablePublicValue(A: string): boolean {
  return /^[0-9a-f]{1,1024}$/i.test(A) && fromHex(A) % N !== 0n;
}

export function beginExchange({ verifier }: PasswordVerifier): Exchange {
  const b = fromHex(randomBytes(32).toString("hex"));
  const B = (k * fromHex(verifier) + power(g, b)) % N;
  return { b: b.toString(16), B: B.toString(16) };
}

export function exchangeKey(exchange: Exchange, clientA: string, { verifier }: PasswordVerifier): Buffer {
  const A = fromHex(clientA);
  const u = hashToInteger(bytesOf(A), bytesOf(fromHex(exchange.B)));
  const S = power(A * power(fromHex(verifier), u), fromHex(exchange.b));
  return Buffer.from(hkdfSync("sha256", bytesOf(S), bytesOf(u), "Caldera Derived Key", 16));
}

export function proofOf(
  key: Buffer,
  claim: { poolName: string; username: string; secretBlock: string; timestamp: string },
): Buffer {
  return createHmac("sha256", key)
    .update(claim.poolName)
    .update(claim.username)
    .update(Buffer.from(claim.secretBlock, "base64"))
    .update(claim.timestamp)
    .digest();
}
