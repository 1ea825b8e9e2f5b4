import { contentKeySecret } from "./content-keys.ts";
import { tableEnvironment } from "./dynamodb.ts";

export const region = "ap-southeast-2";
export const userPoolId = `${region}_Parlance1`;
export const clientId = "parlancelocalwebclient0001";
export const bucket = "language-audio";
export const exportBucket = "account-exports";
export const mailConfigurationSet = "parlance-mail";
export const mailSender = "no-reply@parlance.example";
/** Where messages to support go: see the inbox. */
export const supportEmail = "support@parlance.example";
export const keyPairId = "KLOCALPARLANCE";
export const busName = "parlance-local";
export const stripeSecret = "parlance-local-stripe";
export const credentials = { accessKeyId: "local", secretAccessKey: "local-secret" };
/** Where policies find what is in the local cloud. */
export const resourceLocation = { region, account: "000000000000", api: { id: "realtime", stage: "live" } } as const;

type Service = "DYNAMODB" | "S3" | "SECRETS_MANAGER" | "SESV2" | "EVENTBRIDGE" | "COGNITO_IDENTITY_PROVIDER";

/** The settings that the AWS SDKs read for themselves. */
export function setSdkEndpoints(endpoints: Partial<Readonly<Record<Service, string>>>): void {
  Object.assign(process.env, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    ...Object.fromEntries(Object.entries(endpoints).map(([service, url]) => [`AWS_ENDPOINT_URL_${service}`, url])),
  });
}

export type HandlerUrls = {
  content: string;
  web: string;
  /** The user pool's issuer. */
  issuer: string;
  /** Management endpoint of the WebSocket API. */
  connections: string;
  /** Where Stripe answers, if not at Stripe. */
  stripe: string | undefined;
};

/** The settings that `lambdas/services.ts` reads. */
export function setHandlerSettings(urls: HandlerUrls): void {
  Object.assign(process.env, {
    ...tableEnvironment(),
    USER_POOL_ID: userPoolId,
    USER_POOL_ISSUER: urls.issuer,
    USER_POOL_CLIENT_ID: clientId,
    CONTENT_ORIGIN: urls.content,
    CONTENT_KEY_PAIR_ID: keyPairId,
    CONTENT_KEY_SECRET: contentKeySecret,
    APP_ORIGINS: urls.web,
    EXPORT_BUCKET: exportBucket,
    MAIL_SENDER: mailSender,
    MAIL_CONFIGURATION_SET: mailConfigurationSet,
    SUPPORT_EMAIL: supportEmail,
    EVENT_BUS: busName,
    CONNECTIONS_URL: urls.connections,
    STRIPE_SECRET: stripeSecret,
    ...(urls.stripe ? { STRIPE_API_URL: urls.stripe } : {}),
  });
}

/** The first of the ports that a text names for the local cloud, which takes the ones after it too; null if it names none. */
export function parsePort(text: string): number | null {
  const port = Number(text);
  return Number.isInteger(port) && port >= 1 && port <= 65_000 ? port : null;
}
