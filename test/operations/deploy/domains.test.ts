import { expect, test } from "vitest";
import { type Dns, pointsTo } from "../../../operations/stage/dns.ts";
import { config, createOperator, stackOutputs } from "../support/operator.ts";

const certificateArn = "arn:aws:acm:eu-west-1:111111111111:certificate/1";
const given = { stripeApiKey: "sk_test_1", googleClientSecret: "GOCSPX-1" };
const google = { clientId: "1.apps.googleusercontent.com" };
const domainsWith = (inUse: boolean) => ({
  app: { name: "app.interpreters.test", inUse },
  api: { name: "api.interpreters.test", certificateArn, inUse },
  content: { name: "c.interpreters.test", certificateArn, inUse },
  signIn: { name: "id.interpreters.test", certificateArn, inUse, isAllowedAtGoogle: true },
});
const targets = {
  ApiDomainTarget: "d-1.execute-api.eu-west-1.amazonaws.com",
  ContentDomainTarget: "d1.cloudfront.net",
  SignInDomainTarget: "d2.cloudfront.net",
};
const records: Readonly<Record<string, string>> = {
  "app.interpreters.test": "d3.cloudfront.net",
  "api.interpreters.test": targets.ApiDomainTarget,
  "c.interpreters.test": targets.ContentDomainTarget,
  "id.interpreters.test": targets.SignInDomainTarget,
};

const dnsOf = (aliases: Readonly<Record<string, string>>, addresses: Readonly<Record<string, string[]>> = {}): Dns => ({
  aliases: async (name) => (aliases[name] ? [aliases[name]] : []),
  addresses: async (name) => addresses[name] ?? [],
});

async function createPreparedStage() {
  const at = await createOperator();
  at.state.outputs = { ...stackOutputs, ...targets };
  at.state.siteDomain = { domainStatus: "PENDING_DEPLOYMENT", verified: false, target: "d3.cloudfront.net" };
  return at;
}
const domainProblems = (printed: string) =>
  printed.split("\n").filter((line) => line.startsWith("✗ stages/trial.json"));

test("the doctor refuses to use domains without DNS records, and names each record", async () => {
  const { doctor } = await createPreparedStage();
  const { code, printed } = await doctor({ config: { ...config, google, domains: domainsWith(true) }, given });
  expect(code).toBe(1);
  expect(domainProblems(printed)).toEqual(
    ["api.interpreters.test", "c.interpreters.test", "id.interpreters.test", "app.interpreters.test"].map(
      (name) =>
        `✗ stages/trial.json: ${name} does not lead to ${records[name]} yet: create this CNAME record and wait until it is visible, or remove inUse.`,
    ),
  );
});

test("the doctor refuses to use domains that no deploy has prepared", async () => {
  const { doctor, state } = await createOperator();
  state.siteDomain = null;
  const domains = { api: domainsWith(true).api, app: domainsWith(true).app };
  const { printed } = await doctor({
    config: { ...config, domains },
    given: { ...given, googleClientSecret: undefined },
  });
  expect(domainProblems(printed)).toEqual(
    ["api", "app"].map(
      (name) =>
        `✗ stages/trial.json: domains.${name} is not prepared yet: deploy once without inUse, create its DNS record, then set inUse again.`,
    ),
  );
});

test("the doctor accepts domains whose DNS records point to their targets", async () => {
  const { doctor } = await createPreparedStage();
  const stage = { config: { ...config, google, domains: domainsWith(true) }, given, dns: dnsOf(records) };
  expect(domainProblems((await doctor(stage)).printed)).toEqual([]);
});

test("the doctor sends no DNS query for domains that are only prepared or already in use", async () => {
  const { doctor, state } = await createPreparedStage();
  const refuse = () => Promise.reject(new Error("asked"));
  const dns: Dns = { aliases: refuse, addresses: refuse };
  const only = { config: { ...config, google, domains: domainsWith(false) }, given, dns };
  expect(domainProblems((await doctor(only)).printed)).toEqual([]);
  Object.assign(state.outputs ?? {}, {
    SiteUrl: "https://app.interpreters.test",
    ApiUrl: "https://api.interpreters.test",
    ContentOrigin: "https://c.interpreters.test",
    HostedUiUrl: "https://id.interpreters.test",
  });
  const inUse = { config: { ...config, google, domains: domainsWith(true) }, given, dns };
  expect(domainProblems((await doctor(inUse)).printed)).toEqual([]);
});

test.each([
  [
    "an alias of the target, in another letter case and with a final dot",
    dnsOf({ "a.test": "D1.CloudFront.net." }),
    true,
  ],
  [
    "an address that the target has too",
    dnsOf({}, { "a.test": ["192.0.2.1"], "d1.cloudfront.net": ["192.0.2.2", "192.0.2.1"] }),
    true,
  ],
  ["an alias of another host", dnsOf({ "a.test": "d2.cloudfront.net" }), false],
  [
    "an address that the target does not have",
    dnsOf({}, { "a.test": ["192.0.2.1"], "d1.cloudfront.net": ["192.0.2.2"] }),
    false,
  ],
] as const)("pointsTo recognises whether a domain points to a target: %s", async (_, dns, expected) => {
  expect(await pointsTo(dns, "a.test", "d1.cloudfront.net")).toBe(expected);
});
