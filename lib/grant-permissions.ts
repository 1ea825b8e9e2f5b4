import type { UserPool, UserPoolClient } from "aws-cdk-lib/aws-cognito";
import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { EventBus } from "aws-cdk-lib/aws-events";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { type TableKeys, type TableName, tables as tableKeys, tableNames } from "../domain/tables.ts";
import type { HandlerPermissions, UserPoolAction } from "./handler-permissions.ts";

export type ContentSigning = { origin: string; keyPairId: string; privateKey: Secret };
export type ConnectionGateway = { url: string; postArn: string; endArn: string };
export type SupportMail = {
  sender: string;
  configurationSet: string;
  configurationSetArn: string;
  /** The SES identities of the sender and of the support address. */
  identityArns: readonly string[];
  supportEmail: string;
  /** In the sandbox, SES also checks the permission on the recipient's identity. */
  anyIdentityArn: string;
};
export type AppAddresses = { apiUrl: string; realtimeUrl: string };
type SignInResources = { userPool: UserPool; client: UserPoolClient };

/** An optional resource may be created after the first handlers. */
export type HandlerResources = {
  appOrigins: readonly [string, ...string[]];
  tables: Readonly<Record<TableName, TableV2>>;
  signIn?: SignInResources;
  contentSigning?: ContentSigning;
  contentDistributionId?: string;
  stripeSecret?: Secret;
  eventBus?: EventBus;
  connectionGateway?: ConnectionGateway;
  exportBucket?: Bucket;
  sharedAudioBucket?: Bucket;
  supportMail?: SupportMail;
  appAddresses?: AppAddresses;
};

export type HandlerGrants = { environment: Record<string, string>; statements: PolicyStatement[] };

const allow = (actions: readonly string[], resource: string) =>
  new PolicyStatement({ actions: [...actions], resources: [resource] });

function requireResource<Name extends keyof HandlerResources>(
  resources: HandlerResources,
  name: Name,
): NonNullable<HandlerResources[Name]> {
  const value = resources[name];
  if (value === undefined) throw new Error(`A handler needs "${name}", which is made later in the stack`);
  return value;
}

function indexArn(name: TableName, index: string, table: TableV2): string {
  const keys: TableKeys = tableKeys[name];
  if (!keys.indexes.some((known) => known.name === index)) throw new Error(`${name} has no index "${index}"`);
  return `${table.tableArn}/index/${index}`;
}

function grantTable(name: TableName, permissions: HandlerPermissions, table: TableV2): HandlerGrants {
  const actions = (permissions.tables?.[name] ?? []).map((action) => `dynamodb:${action}`);
  const indexes = permissions.indexes?.[name] ?? [];
  const statements = [
    ...(actions.length > 0 ? [allow(actions, table.tableArn)] : []),
    ...indexes.map((index) => allow(["dynamodb:Query"], indexArn(name, index, table))),
  ];
  return { environment: statements.length > 0 ? { [`${name.toUpperCase()}_TABLE`]: table.tableName } : {}, statements };
}

export function userPoolStatement(actions: readonly UserPoolAction[], userPool: UserPool): PolicyStatement {
  const granted = actions.map((action) => `cognito-idp:${action}`);
  return allow(granted, userPool.userPoolArn);
}

function grantUserPool(actions: readonly UserPoolAction[], { userPool }: SignInResources): HandlerGrants {
  return { environment: { USER_POOL_ID: userPool.userPoolId }, statements: [userPoolStatement(actions, userPool)] };
}

function grantSharedAudio(resources: HandlerResources, action: `s3:${string}`): HandlerGrants {
  const bucket = requireResource(resources, "sharedAudioBucket");
  const on = action === "s3:ListBucket" ? bucket.bucketArn : bucket.arnForObjects("*");
  return { environment: { SHARED_AUDIO_BUCKET: bucket.bucketName }, statements: [allow([action], on)] };
}

type FlagPermission = Exclude<
  keyof HandlerPermissions,
  "area" | "impact" | "counts" | "tables" | "indexes" | "userPool"
>;

const flagGrants: Readonly<Record<FlagPermission, (resources: HandlerResources) => HandlerGrants>> = {
  contentSigning: (resources) => {
    const { origin, keyPairId, privateKey } = requireResource(resources, "contentSigning");
    return {
      environment: {
        CONTENT_ORIGIN: origin,
        CONTENT_KEY_PAIR_ID: keyPairId,
        CONTENT_KEY_SECRET: privateKey.secretArn,
      },
      statements: [allow(["secretsmanager:GetSecretValue"], privateKey.secretArn)],
    };
  },
  contentMetrics: (resources) => ({
    environment: { CONTENT_DISTRIBUTION: requireResource(resources, "contentDistributionId") },
    statements: [
      new PolicyStatement({
        actions: ["cloudwatch:GetMetricStatistics"],
        // CloudWatch cannot limit this action to a resource:
        // https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoncloudwatch.html
        resources: ["*"],
        conditions: { StringEquals: { "aws:RequestedRegion": "us-east-1" } },
      }),
    ],
  }),
  appOrigins: ({ appOrigins }) => ({ environment: { APP_ORIGINS: appOrigins.join(",") }, statements: [] }),
  payments: (resources) => {
    const { secretArn } = requireResource(resources, "stripeSecret");
    return {
      environment: { STRIPE_SECRET: secretArn },
      statements: [allow(["secretsmanager:GetSecretValue"], secretArn)],
    };
  },
  eventBus: (resources) => {
    const bus = requireResource(resources, "eventBus");
    return {
      environment: { EVENT_BUS: bus.eventBusName },
      statements: [allow(["events:PutEvents"], bus.eventBusArn)],
    };
  },
  webClient: (resources) => {
    const { client } = requireResource(resources, "signIn");
    return { environment: { USER_POOL_CLIENT_ID: client.userPoolClientId }, statements: [] };
  },
  appAddresses: (resources) => {
    const { apiUrl, realtimeUrl } = requireResource(resources, "appAddresses");
    return { environment: { API_URL: apiUrl, REALTIME_URL: realtimeUrl }, statements: [] };
  },
  tokenCheck: (resources) => {
    const { userPool, client } = requireResource(resources, "signIn");
    return {
      environment: { USER_POOL_ISSUER: userPool.userPoolProviderUrl, USER_POOL_CLIENT_ID: client.userPoolClientId },
      statements: [],
    };
  },
  connectionGateway: (resources) => {
    const { url, postArn } = requireResource(resources, "connectionGateway");
    return { environment: { CONNECTIONS_URL: url }, statements: [allow(["execute-api:ManageConnections"], postArn)] };
  },
  connectionEnding: (resources) => {
    const { url, endArn } = requireResource(resources, "connectionGateway");
    return { environment: { CONNECTIONS_URL: url }, statements: [allow(["execute-api:ManageConnections"], endArn)] };
  },
  exportStoring: (resources) => {
    const bucket = requireResource(resources, "exportBucket");
    return {
      environment: { EXPORT_BUCKET: bucket.bucketName },
      statements: [allow(["s3:PutObject", "s3:GetObject", "s3:DeleteObject"], bucket.arnForObjects("*"))],
    };
  },
  exportRemoval: (resources) => {
    const bucket = requireResource(resources, "exportBucket");
    return {
      environment: { EXPORT_BUCKET: bucket.bucketName },
      statements: [allow(["s3:ListBucket"], bucket.bucketArn), allow(["s3:DeleteObject"], bucket.arnForObjects("*"))],
    };
  },
  sharedAudioForms: (resources) => grantSharedAudio(resources, "s3:PutObject"),
  sharedAudioAddresses: (resources) => grantSharedAudio(resources, "s3:GetObject"),
  sharedAudioListing: (resources) => grantSharedAudio(resources, "s3:ListBucket"),
  sharedAudioRemoval: (resources) => grantSharedAudio(resources, "s3:DeleteObject"),
  supportMail: (resources) => {
    const { sender, configurationSet, configurationSetArn, identityArns, supportEmail } = requireResource(
      resources,
      "supportMail",
    );
    // Without the conditions, the handler could send from the support address, or to anyone.
    const conditions = {
      StringEquals: { "ses:FromAddress": sender },
      "ForAllValues:StringEquals": { "ses:Recipients": [supportEmail] },
    };
    return {
      environment: { MAIL_SENDER: sender, MAIL_CONFIGURATION_SET: configurationSet, SUPPORT_EMAIL: supportEmail },
      statements: [
        new PolicyStatement({ actions: ["ses:SendEmail"], resources: [...identityArns], conditions }),
        allow(["ses:SendEmail"], configurationSetArn),
      ],
    };
  },
  learnerMail: (resources) => {
    const { sender, configurationSet, configurationSetArn, anyIdentityArn } = requireResource(resources, "supportMail");
    const conditions = { StringEquals: { "ses:FromAddress": sender } };
    return {
      environment: { MAIL_SENDER: sender, MAIL_CONFIGURATION_SET: configurationSet },
      statements: [
        new PolicyStatement({ actions: ["ses:SendEmail"], resources: [anyIdentityArn], conditions }),
        allow(["ses:SendEmail"], configurationSetArn),
      ],
    };
  },
};

const isFlagPermission = (name: string): name is FlagPermission => Object.hasOwn(flagGrants, name);

export function grantPermissions(permissions: HandlerPermissions, resources: HandlerResources): HandlerGrants {
  const parts: HandlerGrants[] = [
    ...tableNames.map((name) => grantTable(name, permissions, resources.tables[name])),
    ...(permissions.userPool ? [grantUserPool(permissions.userPool, requireResource(resources, "signIn"))] : []),
    ...Object.keys(permissions)
      .filter(isFlagPermission)
      .map((name) => flagGrants[name](resources)),
  ];
  return {
    environment: Object.assign({}, ...parts.map(({ environment }) => environment)),
    statements: parts.flatMap(({ statements }) => statements),
  };
}
