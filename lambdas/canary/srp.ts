import { createHash, createHmac, getDiffieHellman, randomBytes } from "node:crypto";

/** The group of 3072 bits with generator 2: https://www.rfc-editor.org/rfc/rfc3526#section-4 */
const prime = toInteger(getDiffieHellman("modp15").getPrime());
const generator = 2n;
const secretBytes = 128;
const keyBytes = 16;
const keyInfo = "Caldera Derived Key";

export type SrpChallenge = {
  /** The user name, which is part of the password's hash. It is not the email. */
  userId: string;
  /** In hexadecimal digits. */
  salt: string;
  /** The server's public value, in hexadecimal digits. */
  serverValue: string;
  /** In base64. */
  secretBlock: string;
};

export type SrpExchange = {
  /** The client's public value, in hexadecimal digits. */
  publicValue: string;
  /** Returns base64. `timestamp` must be sent with the proof. */
  prove: (challenge: SrpChallenge, password: string, timestamp: string) => string;
};

function toInteger(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString("hex")}`);
}

/** Adds a zero byte if the first bit is 1, as two's complement does for a positive number. */
function toBytes(value: bigint): Buffer {
  const digits = value.toString(16);
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), "0"), "hex");
  return bytes.readUInt8(0) < 0x80 ? bytes : Buffer.concat([Buffer.from([0]), bytes]);
}

function hash(...parts: readonly (Buffer | string)[]): Buffer {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(part);
  return digest.digest();
}

function sign(key: Buffer, ...parts: readonly (Buffer | string)[]): Buffer {
  const signature = createHmac("sha256", key);
  for (const part of parts) signature.update(part);
  return signature.digest();
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % prime;
    if (bit === "1") result = (result * base) % prime;
  }
  return result;
}

const multiplier = toInteger(hash(toBytes(prime), toBytes(generator)));

/**
 * Starts the client's half of Cognito's flow USER_SRP_AUTH. The source is Amplify's client:
 * https://github.com/aws-amplify/amplify-js/tree/main/packages/auth/src/providers/cognito/utils/srp
 * Why not a library: docs/decisions/0138-canary-as-a-learner.md
 */
export function startSrpExchange(userPoolId: string, secret: Buffer = randomBytes(secretBytes)): SrpExchange {
  const poolName = userPoolId.slice(userPoolId.indexOf("_") + 1);
  const exponent = toInteger(secret);
  const publicValue = power(generator, exponent);
  const keyFor = ({ userId, salt, serverValue }: SrpChallenge, password: string): Buffer => {
    const server = BigInt(`0x${serverValue}`);
    const scramble = toInteger(hash(toBytes(publicValue), toBytes(server)));
    const identity = hash(`${poolName}${userId}:${password}`);
    const passwordExponent = toInteger(hash(toBytes(BigInt(`0x${salt}`)), identity));
    const difference = (server - multiplier * power(generator, passwordExponent)) % prime;
    const base = difference < 0n ? difference + prime : difference;
    const shared = power(base, exponent + scramble * passwordExponent);
    const extracted = sign(toBytes(scramble), toBytes(shared));
    return sign(extracted, `${keyInfo}\u0001`).subarray(0, keyBytes);
  };
  return {
    publicValue: publicValue.toString(16),
    prove: (challenge, password, timestamp) => {
      const block = Buffer.from(challenge.secretBlock, "base64");
      return sign(keyFor(challenge, password), poolName, challenge.userId, block, timestamp).toString("base64");
    },
  };
}
