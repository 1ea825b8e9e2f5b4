import { Template } from "aws-cdk-lib/assertions";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { WebConfig } from "../../domain/http/web-config.ts";
import type { StageConfig } from "../../lib/config.ts";
import { createStackWithoutCode } from "../../lib/stack-without-code.ts";
import type { Deployment } from "../../operations/stage/deployment.ts";
import { config, createOperator, type MadeStack } from "../operations/support/operator.ts";
import { createCloudFormation } from "./cloudformation/cloudformation.ts";
import { findResource, findResources } from "./support/synthesise.ts";

const stackName = "parlance-trial";

/**
 * `failing` lists resource types: resources of the first type fail in the first deploy, resources of the second type
 * fail in the second deploy, and so on.
 */
async function withTemplate(stage: StageConfig, failing: string[] = []) {
  const cloud = createCloudFormation();
  const template = Template.fromStack(createStackWithoutCode("trial", stage).stack);
  const current = { json: template.toJSON() };
  const statuses: string[] = [];
  const deployStack = ({ rollback }: { rollback: boolean }): MadeStack => {
    for (const name of at.state.secrets.keys()) cloud.secrets.add(name);
    const refused = findResources(template, failing.shift() ?? "").map(({ id }) => id);
    const { status } = cloud.deploy(stackName, current.json, { rollback, failing: refused });
    statuses.push(status);
    return { status, outputs: cloud.stack(stackName)?.outputs ?? {} };
  };
  const at = await createOperator({
    createStack: deployStack,
    previewStack: () => cloud.preview(stackName, current.json),
  });
  const given = { stripeApiKey: "sk_test_1", googleClientSecret: stage.google && "GOCSPX-1" };
  const deploy = (options: Partial<Deployment> = {}) => at.deploy({ config: stage, given, ...options });
  return { ...at, cloud, template, current, statuses, deploy };
}

const withEverything: StageConfig = {
  ...config,
  google: { clientId: "1.apps.googleusercontent.com" },
  domains: {
    app: { name: "app.interpreters.test" },
    api: { name: "api.interpreters.test", certificateArn: "arn:aws:acm:eu-west-1:111111111111:certificate/a-1" },
    content: { name: "c.interpreters.test", certificateArn: "arn:aws:acm:us-east-1:111111111111:certificate/c-1" },
    signIn: {
      name: "id.interpreters.test",
      certificateArn: "arn:aws:acm:us-east-1:111111111111:certificate/s-1",
      isAllowedAtGoogle: true,
    },
  },
  deletionProtection: true,
};

test("a deploy uploads the site with the stack's outputs, and reports the site's address", async () => {
  const { deploy, state, cloud } = await withTemplate(config);
  const { code, printed } = await deploy();
  expect(code).toBe(0);
  const outputs = cloud.stack(stackName)?.outputs ?? {};
  const settings = unzipSync(state.uploads[0] ?? new Uint8Array())["config.json"];
  expect(WebConfig.parse(JSON.parse(strFromU8(settings ?? new Uint8Array())))).toMatchObject({
    apiUrl: outputs["ApiUrl"],
    userPoolId: outputs["UserPoolId"],
    contentUrl: outputs["ContentOrigin"],
  });
  expect(printed).toContain(`is served at ${outputs["SiteUrl"]}`);
});

test("a deploy of a stage with custom domains and Google prints DNS records and the redirect URI", async () => {
  const { deploy, state } = await withTemplate(withEverything);
  const { code, printed } = await deploy();
  expect([code, state.secrets.has("parlance-trial/google")]).toEqual([0, true]);
  for (const record of [
    "api.interpreters.test CNAME ",
    "c.interpreters.test CNAME ",
    "id.interpreters.test CNAME ",
    "app.interpreters.test: CNAME d9.cloudfront.net",
    ".amazoncognito.com/oauth2/idpresponse",
  ]) {
    expect(printed).toContain(record);
  }
  expect(state.app.customHeaders).toContain("https://api.interpreters.test");
});

test("a later deploy uses custom domains only if their DNS points to the first deploy's targets", async () => {
  const { deploy, state, cloud, current } = await withTemplate(withEverything);
  expect((await deploy()).code).toBe(0);
  const settingsOf = (upload: Uint8Array | undefined) =>
    WebConfig.parse(JSON.parse(strFromU8(unzipSync(upload ?? new Uint8Array())["config.json"] ?? new Uint8Array())));
  const before = settingsOf(state.uploads.at(-1));
  expect(JSON.stringify(before)).not.toContain("interpreters.test");
  const { api, content, signIn } = withEverything.domains;
  const inUse: StageConfig = {
    ...withEverything,
    domains: {
      ...withEverything.domains,
      ...(api ? { api: { ...api, inUse: true } } : {}),
      ...(content ? { content: { ...content, inUse: true } } : {}),
      ...(signIn ? { signIn: { ...signIn, inUse: true } } : {}),
    },
  };
  current.json = Template.fromStack(createStackWithoutCode("trial", inUse).stack).toJSON();
  const early = await deploy({ config: inUse });
  expect([early.code, state.uploads.length]).toEqual([1, 1]);
  const { outputs = {} } = cloud.stack(stackName) ?? {};
  const records: Readonly<Record<string, string | undefined>> = {
    "api.interpreters.test": outputs["ApiDomainTarget"],
    "c.interpreters.test": outputs["ContentDomainTarget"],
    "id.interpreters.test": outputs["SignInDomainTarget"],
  };
  const dns = { aliases: async (name: string) => [records[name] ?? ""], addresses: async () => [] };
  expect((await deploy({ config: inUse, dns })).code).toBe(0);
  expect(settingsOf(state.uploads.at(-1))).toMatchObject({
    apiUrl: "https://api.interpreters.test",
    contentUrl: "https://c.interpreters.test",
    hostedUiUrl: "https://id.interpreters.test",
  });
  for (const address of [before.apiUrl, before.contentUrl, before.hostedUiUrl]) {
    expect(state.app.customHeaders).toContain(address);
  }
});

test("a first deploy that fails twice succeeds at the third attempt, and creates each resource once", async () => {
  const failing = ["AWS::CloudFront::Distribution", "AWS::CloudWatch::Dashboard"];
  const { cloud, statuses, template, deploy } = await withTemplate(withEverything, failing);
  expect([(await deploy()).code, (await deploy()).code, (await deploy()).code]).toEqual([1, 1, 0]);
  expect(statuses).toEqual(["CREATE_FAILED", "UPDATE_FAILED", "UPDATE_COMPLETE"]);
  expect(cloud.existing()).toHaveLength(Object.keys(template.toJSON().Resources).length);
});

test("a deploy rolls the stack back if the update fails", async () => {
  const { statuses, deploy, template, current } = await withTemplate(config, ["", "AWS::CloudWatch::Dashboard"]);
  expect((await deploy()).code).toBe(0);
  current.json = structuredClone(template.toJSON());
  const { id: dashboard } = findResource(template, "AWS::CloudWatch::Dashboard");
  current.json.Resources[dashboard].Properties.DashboardBody = "{}";
  expect((await deploy()).code).toBe(1);
  expect(statuses).toEqual(["CREATE_COMPLETE", "UPDATE_ROLLBACK_COMPLETE"]);
});

test("a deploy that replaces a table and deletes a domain is refused until the operator allows both changes", async () => {
  const { deploy, template, current, statuses, cloud } = await withTemplate(withEverything);
  expect((await deploy()).code).toBe(0);
  const before = cloud.existing().map(({ key }) => key);
  const { id: profiles } = findResource(template, "AWS::DynamoDB::GlobalTable", "profiles");
  const { id: domain } = findResource(template, "AWS::Cognito::UserPoolDomain", "OwnDomain");
  current.json = structuredClone(template.toJSON());
  current.json.Resources[profiles].Properties.KeySchema = [{ AttributeName: "email", KeyType: "HASH" }];
  delete current.json.Resources[domain];
  delete current.json.Outputs["SignInDomainTarget"];
  const { code, printed } = await deploy({ allowedReplacements: [profiles] });
  expect([code, printed]).toEqual([1, expect.stringContaining(`  delete ${domain} (AWS::Cognito::UserPoolDomain)`)]);
  expect(printed).not.toContain(`  replace ${profiles}`);
  expect(cloud.existing().map(({ key }) => key)).toEqual(before);
  const allowed = await deploy({ allowedReplacements: [profiles, domain] });
  expect([allowed.code, statuses.at(-1)]).toEqual([0, "UPDATE_COMPLETE"]);
});
