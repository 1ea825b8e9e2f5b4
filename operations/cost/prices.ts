import type { Rate, Tier } from "./charge.ts";

/** Many prices are higher in other regions. */
export const priceRegion = "us-east-1";

/** `at` is the URL of the price, and `read` the day it was read. A price from memory has only its day, `known`. */
export type Source = { read: string; at: string } | { known: string };

export type Price = Rate & { service: string; unit: string; source: Source };

const million = 1e6;
const billion = 1e9;
const terabyte = 1000;
const flatTier = (each: number): readonly Tier[] => [{ upTo: Number.POSITIVE_INFINITY, each }];

const lambdaSource = { read: "2026-09-20", at: "https://aws.amazon.com/lambda/pricing/" };
const lambdaTiersSource = { read: "2024-12-31", at: "https://cloudchipr.com/blog/aws-lambda-pricing" };
const gatewaySource = { read: "2026-09-20", at: "https://aws.amazon.com/api-gateway/pricing/" };
const cloudWatchSource = { read: "2026-05-05", at: "https://aws.amazon.com/cloudwatch/pricing/" };
const cloudFrontSource = { read: "2026-09-05", at: "https://aws.amazon.com/cloudfront/pricing/" };
const dynamoDbSource = { read: "2025-07-21", at: "https://airbyte.com/data-engineering-resources/dynamodb-pricing" };
const secretsManagerSource = { read: "2026-09-20", at: "https://aws.amazon.com/secrets-manager/pricing/" };
const cognitoSource = { read: "2026-09-20", at: "https://aws.amazon.com/cognito/pricing/" };
const fromMemory = { known: "2026-11-22" };

const gatewayMessages = "API Gateway, WebSocket";

/** In USD. `free` is the permanent free tier. Offers for the first year of an account are left out. */
export const prices = {
  "http-requests": {
    service: "API Gateway, HTTP",
    unit: "requests",
    free: 0,
    tiers: [
      { upTo: 300 * million, each: 1 / million },
      { upTo: Number.POSITIVE_INFINITY, each: 0.9 / million },
    ],
    source: gatewaySource,
  },
  "channel-messages": {
    service: gatewayMessages,
    unit: "messages",
    free: 0,
    tiers: [
      { upTo: billion, each: 1 / million },
      { upTo: Number.POSITIVE_INFINITY, each: 0.8 / million },
    ],
    source: gatewaySource,
  },
  "channel-minutes": {
    service: gatewayMessages,
    unit: "connection minutes",
    free: 0,
    tiers: flatTier(0.25 / million),
    source: gatewaySource,
  },
  "function-calls": {
    service: "Lambda",
    unit: "calls",
    free: million,
    tiers: flatTier(0.2 / million),
    source: lambdaSource,
  },
  "function-time": {
    service: "Lambda",
    unit: "GB-seconds on Arm",
    free: 400_000,
    tiers: [
      { upTo: 7.5 * billion, each: 0.000_013_333_4 },
      { upTo: 18.75 * billion, each: 0.000_012_000_1 },
      { upTo: Number.POSITIVE_INFINITY, each: 0.000_010_666_7 },
    ],
    source: lambdaTiersSource,
  },
  "table-reads": {
    service: "DynamoDB",
    unit: "read units",
    free: 0,
    tiers: flatTier(0.125 / million),
    source: dynamoDbSource,
  },
  "table-writes": {
    service: "DynamoDB",
    unit: "write units",
    free: 0,
    tiers: flatTier(0.625 / million),
    source: dynamoDbSource,
  },
  "table-storage": { service: "DynamoDB", unit: "GB", free: 25, tiers: flatTier(0.25), source: fromMemory },
  "table-recovery": { service: "DynamoDB", unit: "GB restorable", free: 0, tiers: flatTier(0.2), source: fromMemory },
  events: { service: "EventBridge", unit: "events", free: 0, tiers: flatTier(1 / million), source: fromMemory },
  "alarm-metrics": {
    service: "CloudWatch, alarms",
    unit: "metrics watched",
    free: 10,
    tiers: flatTier(0.1),
    source: cloudWatchSource,
  },
  "composite-alarms": {
    service: "CloudWatch, alarms",
    unit: "composite alarms",
    free: 0,
    tiers: flatTier(0.5),
    source: fromMemory,
  },
  metrics: {
    service: "CloudWatch, metrics",
    unit: "custom metrics",
    free: 10,
    tiers: [
      { upTo: 10_000, each: 0.3 },
      { upTo: 250_000, each: 0.1 },
      { upTo: Number.POSITIVE_INFINITY, each: 0.05 },
    ],
    source: cloudWatchSource,
  },
  dashboards: {
    service: "CloudWatch, metrics",
    unit: "dashboards",
    free: 3,
    tiers: flatTier(3),
    source: cloudWatchSource,
  },
  // Above 10 TB, Lambda's log lines become cheaper. This discount is left out.
  "log-lines": { service: "CloudWatch, logs", unit: "GB", free: 5, tiers: flatTier(0.5), source: cloudWatchSource },
  "log-storage": {
    service: "CloudWatch, logs",
    unit: "GB kept",
    free: 5,
    tiers: flatTier(0.03),
    source: cloudWatchSource,
  },
  traces: { service: "X-Ray", unit: "traces", free: 100_000, tiers: flatTier(5 / million), source: fromMemory },
  "content-traffic": {
    service: "CloudFront",
    unit: "GB",
    free: terabyte,
    tiers: [
      { upTo: 10 * terabyte, each: 0.085 },
      { upTo: 50 * terabyte, each: 0.08 },
      { upTo: 150 * terabyte, each: 0.06 },
      { upTo: 500 * terabyte, each: 0.04 },
      { upTo: 1024 * terabyte, each: 0.03 },
      { upTo: Number.POSITIVE_INFINITY, each: 0.025 },
    ],
    source: cloudFrontSource,
  },
  "content-requests": {
    service: "CloudFront",
    unit: "HTTPS requests",
    free: 10 * million,
    tiers: flatTier(1 / million),
    source: fromMemory,
  },
  "stored-files": { service: "S3", unit: "GB", free: 0, tiers: flatTier(0.023), source: fromMemory },
  "file-reads": { service: "S3", unit: "GET requests", free: 0, tiers: flatTier(0.4 / million), source: fromMemory },
  "file-writes": {
    service: "S3",
    unit: "PUT and POST requests",
    free: 0,
    tiers: flatTier(5 / million),
    source: fromMemory,
  },
  "site-traffic": { service: "Amplify Hosting", unit: "GB served", free: 0, tiers: flatTier(0.15), source: fromMemory },
  "api-traffic": {
    service: "Traffic of the APIs",
    unit: "GB sent",
    free: 100,
    tiers: [
      { upTo: 10 * terabyte, each: 0.09 },
      { upTo: 50 * terabyte, each: 0.085 },
      { upTo: 150 * terabyte, each: 0.07 },
      { upTo: Number.POSITIVE_INFINITY, each: 0.05 },
    ],
    source: fromMemory,
  },
  mails: { service: "SES", unit: "emails", free: 0, tiers: flatTier(0.1 / 1000), source: fromMemory },
  secrets: { service: "Secrets Manager", unit: "secrets", free: 0, tiers: flatTier(0.4), source: secretsManagerSource },
  keys: { service: "KMS", unit: "keys", free: 0, tiers: flatTier(1), source: fromMemory },
  firewalls: { service: "WAF", unit: "web ACLs", free: 0, tiers: flatTier(5), source: fromMemory },
  "firewall-rules": { service: "WAF", unit: "rules", free: 0, tiers: flatTier(1), source: fromMemory },
  "firewall-requests": {
    service: "WAF",
    unit: "requests",
    free: 0,
    tiers: flatTier(0.6 / million),
    source: fromMemory,
  },
} as const satisfies Record<string, Price>;

export type Meter = keyof typeof prices;

const isMeter = (name: string): name is Meter => Object.hasOwn(prices, name);
export const meters: readonly Meter[] = Object.keys(prices).filter(isMeter);

const activeLearners = { unit: "learners active in the month", free: 10_000, source: cognitoSource } as const;

/** The price of a monthly active user in the Essentials plan. */
export const cognitoPrice: Price = { service: "Cognito", ...activeLearners, tiers: flatTier(0.015) };

/**
 * The Lite plan has no refresh token rotation.
 * Why: docs/decisions/0135-keep-token-rotation.md
 */
export const cognitoLitePrice: Price = {
  service: "Cognito, Lite plan (not used)",
  ...activeLearners,
  tiers: [
    { upTo: 90_000, each: 0.0055 },
    { upTo: 990_000, each: 0.0046 },
    { upTo: 9_990_000, each: 0.003_25 },
    { upTo: Number.POSITIVE_INFINITY, each: 0.0025 },
  ],
};
