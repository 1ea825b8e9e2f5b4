import { createPrivateKey, createPublicKey, createSign, createVerify } from "node:crypto";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { afterEach, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { createSigningKey, handler } from "../../lambdas/deployment/create-signing-key.ts";
import {
  createResourceHandler,
  type ResourceRequest,
  type ResourceResponse,
} from "../../lambdas/deployment/custom-resource.ts";
import { generatePrivateKey, type SigningKeyStore } from "../../lambdas/deployment/signing-key-store.ts";

const request = (RequestType: ResourceRequest["RequestType"], id = "1"): ResourceRequest => ({
  RequestType,
  RequestId: id,
  ResponseURL: "https://answers.example/1",
  StackId: "stack",
  LogicalResourceId: "pair",
  ResourceProperties: { SecretId: "secret" },
});

function storeOf(keys: Map<string, string>): SigningKeyStore {
  return {
    read: async (id) => keys.get(id) ?? null,
    write: async (id, key) => void keys.set(id, key),
  };
}

const servicesOf = (keys: Map<string, string>) => ({ keys: storeOf(keys), generatePrivateKey });

describe("createSigningKey", () => {
  test("stores the private key in the secret, and returns the public key", async () => {
    const keys = new Map<string, string>();
    const { id, data } = await createSigningKey(request("Create"), servicesOf(keys));
    const privateKey = keys.get("secret") ?? "";
    expect(id).toBe("secret");
    expect(Object.keys(data ?? {})).toEqual(["PublicKey"]);
    expect(data?.["PublicKey"]).toMatch(/^-----BEGIN PUBLIC KEY-----\n[\w+/=\n]*\n-----END PUBLIC KEY-----\n$/);
    expect(createPrivateKey(privateKey).asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 });
    const signature = createSign("RSA-SHA1").update("policy").sign(privateKey);
    const verified = createVerify("RSA-SHA1")
      .update("policy")
      .verify(createPublicKey(data?.["PublicKey"] ?? ""), signature);
    expect(verified).toBe(true);
  });

  test.each(["Create", "Update"] as const)(
    "does not replace an existing key on a second request (%s)",
    async (type) => {
      const keys = new Map<string, string>();
      const services = servicesOf(keys);
      const first = await createSigningKey(request("Create"), services);
      const kept = keys.get("secret");
      expect(await createSigningKey(request(type, "2"), services)).toEqual(first);
      expect(keys.get("secret")).toBe(kept);
    },
  );

  test("refuses a secret that is not a private key, and does not overwrite it", async () => {
    const keys = new Map([["secret", "not a key"]]);
    await expect(createSigningKey(request("Create"), servicesOf(keys))).rejects.toThrow();
    expect(keys.get("secret")).toBe("not a key");
  });

  test("does not delete or change the secret on a Delete request", async () => {
    const keys = new Map([["secret", "anything"]]);
    await createSigningKey({ ...request("Delete"), PhysicalResourceId: "secret" }, servicesOf(keys));
    expect([...keys]).toEqual([["secret", "anything"]]);
  });
});

describe("the response to CloudFormation", () => {
  const answers: ResourceResponse[] = [];
  const answer = async (_request: ResourceRequest, given: ResourceResponse) => void answers.push(given);

  test("names the created resource", async () => {
    answers.length = 0;
    await createResourceHandler(async () => ({ id: "made", data: { Colour: "green" } }))(request("Create"), { answer });
    expect(answers).toEqual([{ Status: "SUCCESS", PhysicalResourceId: "made", Data: { Colour: "green" } }]);
  });

  test("reports a failure without the details of the error", async () => {
    answers.length = 0;
    const failing = createResourceHandler(async () => Promise.reject(new Error("secret words")));
    await expect(failing(request("Create"), { answer })).rejects.toThrow("secret words");
    expect(answers).toMatchObject([{ Status: "FAILED", PhysicalResourceId: "pair" }]);
    expect(JSON.stringify(answers)).not.toContain("secret words");
  });
});

describe("the handler of the signing key", () => {
  const Sent = z.object({ SecretString: z.string(), ClientRequestToken: z.string() });
  const Answer = z.object({
    Status: z.string(),
    RequestId: z.string(),
    Data: z.optional(z.object({ PublicKey: z.string() })),
  });

  afterEach(() => vi.unstubAllEnvs());

  /** Starts a server that serves as Secrets Manager with one secret, and as CloudFormation's response URL. */
  async function startServer() {
    const answers: z.output<typeof Answer>[] = [];
    const contentTypes: unknown[] = [];
    const state = { secret: "", isLocked: false, answers, contentTypes };
    const server = createServer(async (incoming, outgoing) => {
      const body = await json(incoming);
      if (incoming.method === "PUT") {
        state.answers.push(Answer.parse(body));
        state.contentTypes.push(incoming.headers["content-type"]);
        return outgoing.end();
      }
      if (incoming.headers["x-amz-target"] === "secretsmanager.PutSecretValue") {
        state.secret = Sent.parse(body).SecretString;
        return outgoing.end("{}");
      }
      if (state.isLocked) {
        outgoing.statusCode = 400;
        return outgoing.end(JSON.stringify({ __type: "AccessDeniedException", Message: "Not allowed" }));
      }
      if (state.secret) return outgoing.end(JSON.stringify({ SecretString: state.secret }));
      outgoing.statusCode = 400;
      outgoing.end(JSON.stringify({ __type: "ResourceNotFoundException", message: "No value" }));
    });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("The server has no port");
    return { state, url: `http://127.0.0.1:${address.port}`, [Symbol.dispose]: () => void server.close() };
  }

  function askAt(url: string) {
    vi.stubEnv("AWS_ENDPOINT_URL_SECRETS_MANAGER", url);
    vi.stubEnv("AWS_REGION", "ap-southeast-2");
    vi.stubEnv("AWS_ACCESS_KEY_ID", "nobody");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "nothing");
    for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, "write").mockReturnValue(true);
    return (type: ResourceRequest["RequestType"], id: string) =>
      // The type of the wrapper requires a whole Lambda context, but these two fields are enough for the wrapper.
      handler({ ...request(type, id), ResponseURL: `${url}/answer` }, {
        awsRequestId: id,
        getRemainingTimeInMillis: () => 30_000,
      } as never);
  }

  test("reports a failure and does not change the secret if the secret is unreadable", async () => {
    using server = await startServer();
    server.state.secret = await generatePrivateKey();
    server.state.isLocked = true;
    const before = server.state.secret;
    await expect(askAt(server.url)("Update", "1")).rejects.toThrow("Not allowed");
    expect(server.state.secret).toBe(before);
    expect(server.state.answers).toMatchObject([{ Status: "FAILED" }]);
  });

  test("stores a key for Create, and returns the same public key for Update", async () => {
    using server = await startServer();
    const ask = askAt(server.url);
    await ask("Create", "1");
    await ask("Update", "2");
    const { answers, contentTypes, secret } = server.state;
    const publicKey = createPublicKey(secret).export({ type: "spki", format: "pem" });
    expect(answers).toEqual([
      { Status: "SUCCESS", RequestId: "1", Data: { PublicKey: publicKey } },
      { Status: "SUCCESS", RequestId: "2", Data: { PublicKey: publicKey } },
    ]);
    // The signature of the URL is valid for a request without a content type.
    expect(contentTypes).toEqual([undefined, undefined]);
  });
});
