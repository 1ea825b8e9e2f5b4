import { describe, expect, test } from "vitest";
import type { StageConfig } from "../../../lib/config.ts";
import { config, createOperator, stackOutputs } from "../support/operator.ts";

const certificate = (region: string) => `arn:aws:acm:${region}:111111111111:certificate/1`;
const ownDomains: StageConfig = {
  ...config,
  domains: {
    app: { name: "app.interpreters.test" },
    api: { name: "api.interpreters.test", certificateArn: certificate("eu-west-1") },
    content: { name: "c.interpreters.test", certificateArn: certificate("us-east-1") },
  },
};
const { app, api, content } = ownDomains.domains;
const domainsInUse: StageConfig = {
  ...ownDomains,
  domains: {
    ...(app && { app: { ...app, inUse: true } }),
    ...(api && { api: { ...api, inUse: true } }),
    ...(content && { content: { ...content, inUse: true } }),
  },
};
const targets = {
  ApiDomainTarget: "d-1.execute-api.eu-west-1.amazonaws.com",
  ContentDomainTarget: "d2.cloudfront.net",
};

async function createFinishedOperator(stage = config) {
  const at = await createOperator({
    createStack: () => ({ status: "CREATE_COMPLETE", outputs: { ...stackOutputs, ...targets } }),
  });
  at.state.outputs = { ...stackOutputs, ...targets };
  at.state.identities.set("hello@interpreters.test", { verified: true });
  at.state.subscriptions.set("alarms@interpreters.test", "arn:aws:sns:eu-west-1:111111111111:alarms:1");
  at.state.siteDomain = { domainStatus: "AVAILABLE", verified: true };
  at.dns.cnames.set("api.interpreters.test", [targets.ApiDomainTarget]);
  at.dns.cnames.set("app.interpreters.test", ["d9.cloudfront.net"]);
  // Route 53 resolves an alias record to the addresses of the target.
  at.dns.addresses.set("c.interpreters.test", ["192.0.2.1", "192.0.2.2"]);
  at.dns.addresses.set("d2.cloudfront.net", ["192.0.2.2"]);
  const todo = async () => {
    const { printed } = await at.deploy({ config: stage });
    const [, left = ""] =
      /\n(Left to do, by a person:[\s\S]*|Nothing is left to do\.)\n\nNot checked/.exec(printed) ?? [];
    return left;
  };
  return { ...at, todo };
}

describe("the remaining manual steps", () => {
  test("are none if every service reports its step as done", async () => {
    expect(await (await createFinishedOperator(domainsInUse)).todo()).toBe("Nothing is left to do.");
  });

  test("include the setting inUse for prepared domains whose DNS records point to the stage", async () => {
    expect(await (await createFinishedOperator(ownDomains)).todo()).toContain(
      "These domains lead to the stage. Set their inUse in its file and deploy again: app.interpreters.test, api.interpreters.test, c.interpreters.test.",
    );
  });

  test.each([
    ["api.interpreters.test", `    api.interpreters.test CNAME ${targets.ApiDomainTarget}`],
    ["c.interpreters.test", `    c.interpreters.test CNAME ${targets.ContentDomainTarget}`],
  ])("include the missing DNS record of %s", async (name, record) => {
    const { dns, todo } = await createFinishedOperator(ownDomains);
    dns.cnames.delete(name);
    dns.addresses.delete(name);
    expect(await todo()).toBe(
      `Left to do, by a person:\n  - Point the stage's custom domains to AWS in their DNS:\n${record}`,
    );
  });

  test("include the DNS record of a domain that points elsewhere", async () => {
    const { dns, todo } = await createFinishedOperator(ownDomains);
    dns.cnames.set("api.interpreters.test", ["elsewhere.test"]);
    expect(await todo()).toContain(`api.interpreters.test CNAME ${targets.ApiDomainTarget}`);
  });

  test.each([
    [
      "waits for its DNS records",
      { domainStatus: "PENDING_VERIFICATION", verified: false },
      [
        "    _a.app.interpreters.test. CNAME _b.acm-validations.aws.   (for Amplify's certificate)",
        "    app.interpreters.test: CNAME d9.cloudfront.net",
      ],
    ],
    [
      "has its certificate, but no verified DNS record",
      { domainStatus: "AVAILABLE", verified: false },
      ["    app.interpreters.test: CNAME d9.cloudfront.net"],
    ],
    ["is unknown to Amplify", null, ["    app.interpreters.test: deploy again, because Amplify does not know it"]],
  ])("include the next step for the site's domain if the domain %s", async (_, siteDomain, records) => {
    const { state, todo } = await createFinishedOperator(ownDomains);
    state.siteDomain = siteDomain;
    expect((await todo()).split("\n").slice(2)).toEqual(records);
  });

  test("include Amplify's reason if the site's domain has the status FAILED", async () => {
    const { state, todo } = await createFinishedOperator(ownDomains);
    state.siteDomain = {
      domainStatus: "FAILED",
      statusReason: "One or more CNAMEs are used elsewhere",
      verified: true,
    };
    expect(await todo()).toContain(
      "Amplify has given up on app.interpreters.test: One or more CNAMEs are used elsewhere",
    );
  });

  test("include the confirmation of a pending alarm address", async () => {
    const { state, todo } = await createFinishedOperator();
    state.subscriptions.set("alarms@interpreters.test", "PendingConfirmation");
    expect(await todo()).toContain("No alarm reaches alarms@interpreters.test yet");
  });

  test("include a DKIM record of a mail domain with the DKIM status FAILED, but not with SUCCESS", async () => {
    const mail = { ...config.mail, domain: "interpreters.test" };
    const { state, todo } = await createFinishedOperator({ ...config, mail });
    state.identities.set("interpreters.test", {
      verified: true,
      mailFrom: "bounces.interpreters.test",
      dkim: "FAILED",
    });
    expect(await todo()).toContain("t1._domainkey.interpreters.test CNAME t1.dkim.amazonses.com");
    state.identities.set("interpreters.test", {
      verified: true,
      mailFrom: "bounces.interpreters.test",
      dkim: "SUCCESS",
    });
    expect(await todo()).not.toContain("_domainkey");
  });
});

test("a deploy lists as unchecked the settings of Google and Stripe that no API reports", async () => {
  const { deploy } = await createFinishedOperator();
  const google = { clientId: "1.apps.googleusercontent.com" };
  const given = { stripeApiKey: "sk_test_1", googleClientSecret: "GOCSPX-1" };
  const { printed } = await deploy({ config: { ...config, google }, given });
  const [, unchecked = ""] = printed.split("Not checked, because no API reports it. Make sure that:\n");
  expect(unchecked.split("\n")).toEqual([
    expect.stringContaining(`${google.clientId} has the redirect URI ${stackOutputs["GoogleRedirectUrl"]}`),
    expect.stringContaining('publishing status is "In production"'),
    expect.stringContaining("https://dashboard.stripe.com/test/revenue_recovery/retries"),
  ]);
});
